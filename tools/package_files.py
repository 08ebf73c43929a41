#!/usr/bin/env python3
"""Writes what Debian packages hold besides what is compiled: manual pages, completions, copyright, changelogs.

    tools/package_files.py build/takt OUT VERSION MAINTAINER COMPONENT=PACKAGE...

Each component gets the folder OUT/<component> with the paths below /usr.
"""
import email.utils
import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

import man_page

ROOT = Path(__file__).resolve().parent.parent
# zsh loads a completion when it is first needed, under the name of its function; the script for bash is its body.
ZSH_HEAD = "#compdef takt\nautoload -U +X bashcompinit && bashcompinit\n"
ZSH_FOOT = "_bash_complete -F _takt takt\n"
COMPLETIONS = {
    "share/bash-completion/completions/takt": ("bash", "", ""),
    "share/zsh/vendor-completions/_takt": ("bash", ZSH_HEAD, ZSH_FOOT),
    "share/fish/vendor_completions.d/takt.fish": ("fish", "", ""),
}
SIBLINGS = {"program": ["takt-fit"], "mpi": ["takt-mpi"]}


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode()
    if path.suffix == ".gz":
        data = gzip.compress(data, 9, mtime=0)  # the same bytes every time
    path.write_bytes(data)


def copyright_text():
    """LICENSE in Debian's format."""
    title, holder, *text = (ROOT / "LICENSE").read_text(encoding="utf-8").strip().split("\n\n")
    if not title.startswith("MIT"):
        sys.exit("tools/package_files.py: LICENSE is not that of MIT any more: change the name of the licence here too")
    body = "\n .\n".join("\n".join(" " + line for line in part.splitlines()) for part in text)
    return (f"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: takt\n\n"
            f"Files: *\nCopyright: {holder.removeprefix('Copyright (c) ')}\nLicense: Expat\n"
            "Comment: docs/dependencies.md of the sources names the licences of the libraries that are linked or\n"
            " compiled in. Pages that the program writes hold the licences of the scripts in them.\n\n"
            f"License: Expat\n{body}\n")


def changelog(package, version, maintainer):
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        shown = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
        epoch = shown.stdout.strip() or int((ROOT / "CHANGELOG.md").stat().st_mtime)
    date = email.utils.formatdate(int(epoch), localtime=False).replace("-0000", "+0000")
    return (f"{package} ({version}) unstable; urgency=medium\n\n"
            f"  * Takt {version}: /usr/share/doc/{package}/changelog.gz says what is new.\n\n -- {maintainer}  {date}\n")


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    takt, out, version, maintainer = sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4]
    shutil.rmtree(out, ignore_errors=True)
    for component, package in (word.split("=") for word in sys.argv[5:]):
        documents = out / component / "share/doc" / package
        write(documents / "copyright", copyright_text())
        write(documents / "changelog.gz", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
        write(documents / "changelog.Debian.gz", changelog(package, version, maintainer))
        manual = out / component / "share/man/man1"
        for sibling in SIBLINGS.get(component, []):
            write(manual / f"{sibling}.1.gz", ".so man1/takt.1\n")
        if component == "program":
            write(manual / "takt.1.gz", man_page.page(takt))
            for path, (shell, head, foot) in COMPLETIONS.items():
                write(out / component / path, head + man_page.printed(takt, "completion", shell) + foot)


if __name__ == "__main__":
    main()
