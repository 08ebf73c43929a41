#!/usr/bin/env python3
"""Draws all mechanisms for the documentation, and writes the page that shows them.

    tools/pictures.py [PROGRAM] [--check]     PROGRAM: build/takt

`takt show` makes docs/images/models/NAME.svg of every shipped mechanism and of every model of
examples/models; docs/models.md is the page. --check fails if the page differs, or if a picture is missing
or has other names in it: its numbers may differ in the last digit from processor to processor.
"""
import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "images" / "models"
PAGE = ROOT / "docs" / "models.md"
LARGEST = 150_000  # bytes of a picture

HEAD = """# Models

Every mechanism that comes with the program, and the models of `examples/models` to start from, as `takt show` draws
them: at the start of a run, with joints (a dash-dotted line is an axis to turn about, arrows are one to slide along), cuts
(orange, with a cross) and what is fixed (hatched). `takt show MODEL` lists the same as text; bodies without a `shape` get one
that follows from their joints and their inertia ([shapes](model-files.md#bodies)). This page is written by `make reference`.
"""


def shipped(takt):
    """Names and summaries of the mechanisms that are in the program."""
    text = subprocess.run([takt, "list", "models", "--json"], check=True, capture_output=True, text=True).stdout
    return [(m["name"], m["name"], m["summary"]) for m in json.loads(text) if m["source"] == "model file"]


def examples():
    for path in sorted((ROOT / "examples/models").glob("*.yaml")):
        found = re.search(r"^description: *(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        summary = found[1].strip('"') if found else ""
        yield path.stem, path.relative_to(ROOT).as_posix(), summary


def draw(takt, model, file):
    subprocess.run([takt, "show", model, "-o", str(file)], check=True, cwd=ROOT)
    text = file.read_text(encoding="utf-8")
    xml.etree.ElementTree.fromstring(text)  # raises if it is not well-formed
    if len(text) > LARGEST:
        sys.exit(f"{file}: {len(text)} bytes, more than {LARGEST}")
    return text


def names(text):
    """What must be the same: of a picture the texts in it."""
    return re.findall(r"<(?:text|title|desc)[^>]*>([^<]*)", text) if text.startswith("<svg") else text


def section(title, models):
    lines = [f"\n## {title}\n"]
    for name, model, summary in models:
        lines.append(f"\n### {name}\n\n{summary.rstrip('.')}.\n\n![{name}](images/models/{name}.svg)\n\n"
                     f"```\ntakt run {model}\n```\n")
    return "".join(lines)


def main():
    words = [w for w in sys.argv[1:] if w != "--check"]
    check = "--check" in sys.argv[1:]
    takt = str((Path.cwd() / (words[0] if words else "build/takt")).resolve())
    groups = [("Shipped with the program", shipped(takt)), ("To start from", list(examples()))]
    wanted = {PAGE: HEAD + "".join(section(title, models) for title, models in groups)}
    with tempfile.TemporaryDirectory() as folder:
        for _, models in groups:
            for name, model, _ in models:
                wanted[PICTURES / f"{name}.svg"] = draw(takt, model, Path(folder) / "picture.svg")
    if check:
        wrong = [p for p, text in wanted.items()
                 if not p.exists() or names(p.read_text(encoding="utf-8")) != names(text)]
        for path in wrong:
            print(f"{path.relative_to(ROOT)} differs: make reference", file=sys.stderr)
        sys.exit(1 if wrong else 0)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in set(PICTURES.glob("*.svg")) - set(wanted):
        old.unlink()
    for path, text in wanted.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
