#!/usr/bin/env python3
"""Collects the pages for `make docs` in build/site-source: all Markdown files that mkdocs.yml names, and the
files they link to, at the same paths as in the project.

GitHub begins a list, a table or a code block without an empty line before it; mkdocs does not. So empty lines
are added.
"""
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INTO = ROOT / "build/site-source"
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")
LIST = re.compile(r"(\* |- |\d+\. )")


def block_of(line):
    """The kind of block a line belongs to."""
    if line.startswith("|"):
        return "table"
    if LIST.match(line):
        return "item"
    if line.startswith("  ") and line.strip():
        return "inside"
    return "text" if line.strip() else ""


def with_empty_lines(text):
    out, fence = [], ""
    for line in text.split("\n"):
        mark = re.match(r"\s*(```+)", line)
        if fence:
            out.append(line)
            if line.strip() == fence:
                fence = ""
                out.append("")
            continue
        before = block_of(out[-1]) if out else ""
        here = block_of(line)
        if mark:
            fence = mark[1]
            if not line.startswith(" "):
                out.append("")
        elif here == "item" and before in ("text", "table"):
            out.append("")
        elif here == "table" and before not in ("table", ""):
            out.append("")
        elif here == "text" and before == "table":
            out.append("")
        out.append(line)
    return "\n".join(out)


def indented(text):
    """What belongs to an item of a list is indented by four places, as mkdocs wants it."""
    out, fence, inside = [], False, False
    for line in text.split("\n"):
        if re.match(r"```", line):
            fence = not fence
        if not fence:
            if LIST.match(line):
                inside = True
            elif line.strip() and not line.startswith(" "):
                inside = False
            elif inside and line.startswith("  "):
                line = "    " + line.lstrip() if not line.startswith("    ") else "  " + line
        out.append(line)
    return "\n".join(out)


def main():
    shutil.rmtree(INTO, ignore_errors=True)
    settings = (ROOT / "docs/mkdocs.yml").read_text(encoding="utf-8")
    pages = re.findall(r"[\w./-]+\.md", settings.partition("\nnav:")[2])
    faults, files = [], set()
    for page in pages:
        text = (ROOT / page).read_text(encoding="utf-8")
        for target in LINK.findall(text):
            if re.match(r"[a-z]+:", target):
                continue
            file = (ROOT / page).parent.joinpath(target).resolve()
            if not file.is_file():
                faults.append(f"{page}: ({target}) is no file")
            elif file.suffix == ".md":
                if file.relative_to(ROOT).as_posix() not in pages:
                    faults.append(f"docs/mkdocs.yml does not have {file.relative_to(ROOT)}, which {page} links to")
            else:
                files.add(file.relative_to(ROOT))
        into = INTO / page
        into.parent.mkdir(parents=True, exist_ok=True)
        into.write_text(indented(with_empty_lines(text)), encoding="utf-8")
    files.add(Path("docs/site.css"))
    for file in files:
        (INTO / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, INTO / file)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
