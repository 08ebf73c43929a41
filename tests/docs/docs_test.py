#!/usr/bin/env python3
"""Checks the documentation: links, tables, models and commands.

    docs_test.py Links                 relative links and anchors of all Markdown files
    docs_test.py Models TAKT [PAGE]    runs every complete model file that a page shows
    docs_test.py Commands TAKT [PAGE]  runs the `takt ...` commands that a page shows, but not those of the
                                       subcommands that take long or need the clock (NOT_RUN)

Comments in a page, each on the line before a code block, say what a reader does not need to know:

    <!-- save: NAME -->          the block is also a file of this name, for what follows on the page
    <!-- save: NAME              a file that the page does not show; the text follows
    <!-- file: PATH -->          the block is the same text as this file of the project
    <!-- exit: N -->             the commands end with this code
    <!-- not run: REASON -->     the block is not run: it takes long, waits for another program, ...
"""
import re
import shlex
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ["README.md", "docs/tutorial.md", "docs/model-files.md", "docs/models.md", "docs/reports.md", "docs/studies.md", "docs/theory.md", *sorted(
    p.relative_to(ROOT).as_posix() for p in (ROOT / "docs/how-to").glob("*.md"))]
TOKEN = re.compile(r"<!-- (?P<note>.*?) ?-->|^(?P<fence>```+)(?P<language>[^\n]*)\n(?P<text>.*?)^(?P=fence)$",
                   re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^(```+)[^\n]*\n.*?^\1$", re.DOTALL | re.MULTILINE)
SHORT_RUN = "30ms"
NOT_RUN = ("takt tune ", "takt certify ", "takt realtime ", "takt reproduce ")  # take long, or need the clock
PATIENCE = 240  # s for one command, on a busy machine


def markdown_files():
    for path in sorted(ROOT.rglob("*.md")):
        parts = path.relative_to(ROOT).parts
        if not any(p.startswith((".", "build")) for p in parts):
            yield path


def slug(heading):
    """The anchor of a heading, as GitHub makes it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    kept = (c for c in text if c in "-_ " or unicodedata.category(c)[0] in "LN")
    return "".join(kept).replace(" ", "-")


def anchors(path):
    found, counts = set(), {}
    for line in FENCE.sub("", path.read_text(encoding="utf-8")).splitlines():
        heading = re.match(r"#{1,6} +(.*)", line)
        if heading:
            name = slug(heading[1])
            n = counts.get(name, 0)
            counts[name] = n + 1
            found.add(name if n == 0 else f"{name}-{n}")
    return found


def check_links():
    faults, count = [], 0
    for path in markdown_files():
        text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", path.read_text(encoding="utf-8")))
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            name, _, anchor = target.partition("#")
            there = (path.parent / name).resolve() if name else path
            where = f"{path.relative_to(ROOT)}: ({target})"
            if not there.exists():
                faults.append(f"{where}: there is no such file")
            elif there.is_dir():
                faults.append(f"{where}: is a folder; link a file in it, since the site has no folders")
            elif anchor and there.suffix == ".md" and anchor not in anchors(there):
                faults.append(f"{where}: there is no such heading")
    return faults, count


class Page:
    """The code blocks of a page with the notes before them, and a folder with its files."""

    def __init__(self, name, folder, takt):
        self.name, self.folder, self.takt = name, Path(folder), takt
        self.text = (ROOT / name).read_text(encoding="utf-8")
        for shared in ("examples", "models"):
            (self.folder / shared).symlink_to(ROOT / shared)
        (self.folder / "build").mkdir()
        (self.folder / "build/takt").symlink_to(takt)

    def blocks(self):
        notes, end = {}, 0
        for token in TOKEN.finditer(self.text):
            if self.text[end:token.start()].strip():
                notes = {}
            end = token.end()
            if token["note"] is not None:
                key, _, value = token["note"].partition(": ")
                if key == "save" and "\n" in value:
                    name, _, content = value.partition("\n")
                    self.write(name, content + "\n")
                else:
                    notes[key] = value
                continue
            line = self.text.count("\n", 0, token.start()) + 1
            if "save" in notes:
                self.write(notes["save"], token["text"])
            yield f"{self.name}:{line}", token["language"].strip(), token["text"], notes
            notes = {}

    def write(self, name, content):
        path = self.folder / name.strip()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")

    def run(self, command):
        try:
            return subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, timeout=PATIENCE, shell=isinstance(command, str), check=False)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, -1, "", f"took longer than {PATIENCE} s")


def run_models(page):
    faults, count = [], 0
    for where, language, text, notes in page.blocks():
        if "file" in notes and (ROOT / notes["file"]).read_text(encoding="utf-8") != text:
            faults.append(f"{where}: differs from {notes['file']}")
        body = re.sub(r"^#.*\n", "", text)
        if language != "yaml" or not body.startswith("takt: 1") or body.strip() == "takt: 1" or "not run" in notes:
            continue
        count += 1
        page.write("model.yaml", text)
        done = page.run([page.takt, "run", "model.yaml", "--until", SHORT_RUN, "--quiet"])
        if done.returncode != 0:
            faults.append(f"{where}: the model ends with {done.returncode}:\n{done.stderr.strip()}")
        elif "warning" in done.stderr:
            faults.append(f"{where}: the model has a warning:\n{done.stderr.strip()}")
    return faults, count


def commands_of(text):
    """The commands in a block, without their comments; lines that end in \\ go on."""
    for line in text.replace("\\\n", " ").splitlines():
        line = line.removeprefix("$ ")
        if line.startswith(("takt ", "build/takt ")):
            command = re.sub(r"\s+# .*$", "", line).removeprefix("build/")
            if not command.startswith(NOT_RUN):
                yield command


def run_commands(page):
    faults, count = [], 0
    for where, language, text, notes in page.blocks():
        if language not in ("", "sh") or "not run" in notes:
            continue
        wanted = int(notes.get("exit", 0))
        for command in commands_of(text):
            count += 1
            done = page.run(shlex.quote(page.takt) + command.removeprefix("takt"))
            without_pages = "built without pages" in done.stderr  # npm could not be reached
            if done.returncode != wanted and not without_pages:
                faults.append(f"{where}: '{command}' ends with {done.returncode}, not {wanted}:\n"
                              f"{(done.stderr or done.stdout).strip()[-800:]}")
    return faults, count


def main():
    what, *rest = sys.argv[1:]
    if what == "Links":
        faults, count = check_links()
    else:
        takt = str(Path(rest[0]).resolve())
        faults, count = [], 0
        for name in rest[1:] or PAGES:
            with tempfile.TemporaryDirectory() as folder:
                more, n = {"Models": run_models, "Commands": run_commands}[what](Page(name, folder, takt))
            faults += more
            count += n
    print("\n".join(faults) or f"{what}: {count} looked at")
    if count == 0:
        print("nothing was found to look at")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
