#!/usr/bin/env python3
"""Keeps docs/reproduced.md, the overview of the papers' statements: which our runs confirm, and which not.

    tools/reproduced.py TAKT [ID...]   runs these experiments (all when none is named) and renews their
                                       rows in docs/reproduced.csv, then writes the page from all rows
    tools/reproduced.py TAKT --check   runs the quick experiments again: their rows must be as stored, every
                                       experiment must have rows, and the page must be that of the rows
"""
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROWS, PAGE = ROOT / "docs/reproduced.csv", ROOT / "docs/reproduced.md"
COLUMNS = ["id", "from", "statement", "confirmed", "measured", "why not"]
# Seconds in all, and no processor times among their numbers.
QUICK = ["000-figure-1", "000-figure-6", "001-figure-2", "001-figure-3", "001-figure-4", "001-figure-5", "001-figure-6",
         "002-discontinuities", "002-figure-3", "002-figure-4", "002-figure-5", "004-figure-6.2", "004-table-6.1", "004-table-6.2"]
OTHERS = {"ours": "ours", "another program": "another program's", "regression": "regression"}
PAPERS = {
    "000": "Burgermeister, Arnold, Esterl: DAE time integration for real-time applications",
    "001": "Dopico, González, Lugrís, Cuadrado: Energy conserving and projection methods",
    "002": "Arnold, Fuchs, Führer: Efficient corrector iteration",
    "003": "Dopico, Lugrís, González, Cuadrado: On the aptitude of IRK integrators",
    "004": "Ascher, Chin, Petzold, Reich: Stabilization of constrained mechanical systems",
    "": "Of our own",
}
HEAD = """# What of the papers our runs confirm

`takt reproduce ID` computes a table or a figure of a paper again and looks at each of its statements;
`takt reproduce --summary` prints the overview only. A statement is a sentence or a printed number of the paper,
with its place there. Others are marked:

* **ours**: the paper does not say it. It is a consequence, an erratum, or an experiment of ours.
* **another program's**: a value that an independent program computed for the same problem.
* **regression**: a limit that was set with our result in view. It guards against changes and proves nothing.

Where a paper says "good" or "almost", what we take it to mean stands in brackets after the sentence. Vehicles and
roads of the papers are not public. Ours are of public data, so numbers are compared in ratios only; of the train
of 002, irregularity, line change and conicity were chosen with the paper's Table 1 in view.

This page is written by `tools/reproduced.py` from docs/reproduced.csv; `make reproduced` runs everything again
(an hour). Processor times and what follows from them are of the machine that ran it last. A test runs the quick
experiments again and compares.
"""


def listed(takt):
    text = subprocess.run([takt, "reproduce", "--list"], check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in text.splitlines()[1:] if line.strip()]


def run(takt, ids):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([takt, "reproduce", "--summary", "--out", folder, *ids], check=True, stdout=subprocess.DEVNULL)
        return read(Path(folder) / "statements.csv")


def read(path):
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [[row[c] for c in COLUMNS] for row in csv.DictReader(file)]


def write(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def confirmed(rows):
    return f"{sum(r[3] == 'yes' for r in rows)} of {len(rows)}" if rows else "–"


def paper_of(experiment):
    return experiment[:3] if experiment[:3] in PAPERS else ""


def page(rows, ids):
    of = {i: [r for r in rows if r[0] == i] for i in ids}
    out = [HEAD, "## Overview\n", "| experiment | statements of the paper | ours | another program's | regression | "
           "not confirmed |", "| --- | --- | --- | --- | --- | --- |"]

    def kinds(some):
        return [confirmed([r for r in some if r[1] not in OTHERS])] + [
            confirmed([r for r in some if r[1] == name]) for name in OTHERS]

    for i in ids:
        missing = sum(r[3] == "no" for r in of[i])
        link = f"[{missing}](#{i.replace('.', '')})" if missing else ""
        out.append("| " + " | ".join([f"`{i}`", *kinds(of[i]), link]) + " |")
    out.append("| " + " | ".join(["**all**", *kinds(rows), str(sum(r[3] == "no" for r in rows))]) + " |")
    paper = None
    for i in ids:
        if paper_of(i) != paper:
            paper = paper_of(i)
            out.append(f"\n## {(paper + ', ') if paper else ''}{PAPERS[paper]}")
        if not of[i]:
            out.append(f"\n### {i}\n\nNot run.")
            continue
        out += [f"\n### {i}\n", "| from | statement | | measured |", "| --- | --- | --- | --- |"]
        for _, source, statement, holds, measured, why in of[i]:
            text = cell(measured) + (f" *Why:* {cell(why)}" + ("" if why.endswith(".") else ".") if why else "")
            out.append(f"| {cell(source)} | {cell(statement)} | {'✓' if holds == 'yes' else '✗'} | {text} |")
    return "\n".join(out) + "\n"


def check(takt):
    rows, ids = read(ROWS), listed(takt)
    wrong = [f"{i}: no statements in {ROWS.name}" for i in ids
             if not any(r[0] == i for r in rows)]
    wrong += [f"{r[0]}: no such experiment" for r in rows if r[0] not in ids]
    for new in run(takt, QUICK):
        if new not in rows:
            wrong.append(f"{new[0]}: not as stored: {new[2]} {new[3]}: {new[4]}")
    if PAGE.read_text(encoding="utf-8") != page(rows, ids):
        wrong.append(f"{PAGE.name} is not the page of {ROWS.name}")
    for line in wrong:
        print(line)
    if wrong:
        print("run tools/reproduced.py build/takt ID for these experiments, and read what changed")
    return bool(wrong)


def renew(takt, some):
    ids = listed(takt)
    rows = read(ROWS)
    for i in some or ids:
        print(i, flush=True)
        rows = [r for r in rows if r[0] != i] + run(takt, [i])
        rows = sorted((r for r in rows if r[0] in ids), key=lambda r: ids.index(r[0]))  # stable
        write(ROWS, rows)  # after each, so that an interrupted run is not lost
    PAGE.write_text(page(rows, ids), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[2:] == ["--check"]:
        sys.exit(check(sys.argv[1]))
    renew(sys.argv[1], sys.argv[2:])
