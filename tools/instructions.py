#!/usr/bin/env python3
"""Counts the instructions of every single step with callgrind: the same work each time?

  tools/instructions.py [TAKT] [STEPS]

Prints the least and the most instructions of a step; fails where they differ by more than 2 %.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

# Compositions whose steps are promised to do the same whatever the state is.
CASES = [
    ("four-bar", [], "index2+linear_implicit_euler(J2)+one_step"),
    ("four-bar", [], "index1+heun+s_both2"),
    ("four-bar", [], "index1(baumgarte=auto)+linear_implicit_euler(vedyna)"),
    ("four-bar", [], "hybrid+trapezoidal(passes=3)"),
    ("four-bar", [], "hybrid+sdirk2(passes=2)"),
    ("iltis", ["road=flat"], "index2+linear_implicit_euler(J2)+one_step"),
    ("iltis", ["road=flat"], "index1+heun+s_both2"),
    ("iltis", ["road=flat"], "hybrid+trapezoidal(passes=3)"),
    ("iltis", ["road=flat", "suspension=table"], "index2+linear_implicit_euler(J2)+one_step"),
    ("truck-trailer", ["hitch=joint"], "index1(baumgarte=200;1e4)+linear_implicit_euler(vedyna)"),
]
MOST = 1.02
STEP = "takt::Engine::step()"
SETTLE = 2  # the rehearsed step does not come through here, but the first one fills caches


def counts(takt, model, settings, method, steps):
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--toggle-collect={STEP}", f"--dump-after={STEP}",
                   f"--callgrind-out-file={folder}/out", takt, "run", model, "--method", method,
                   "--step", "1ms", "--until", f"{steps}ms", "--quiet"]
        for s in settings:
            command += ["--set", s]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}\n{done.stderr[-800:]}")
        found = []
        for path in glob.glob(f"{folder}/out.*"):
            text = open(path, encoding="utf-8", errors="replace").read()
            part = re.search(r"^part: (\d+)", text, re.M)
            total = re.search(r"^(?:totals|summary): (\d+)", text, re.M)
            if part and total and int(total.group(1)) > 0:
                found.append((int(part.group(1)), int(total.group(1))))
        return [n for _, n in sorted(found)][SETTLE:]


def main():
    if {"-h", "--help"} & set(sys.argv):
        print(__doc__.strip())
        return 0
    takt = sys.argv[1] if len(sys.argv) > 1 else "build/takt"
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    os.environ.setdefault("TAKT_ISA", "baseline")  # valgrind knows no newer one on every machine
    held = True
    print(f"{'model':<15}{'method':<58}{'steps':>6}{'least':>10}{'most':>10}{'ratio':>8}")
    for model, settings, method in CASES:
        n = counts(takt, model, settings, method, steps)
        ratio = max(n) / min(n)
        held = held and ratio <= MOST
        print(f"{model:<15}{method:<58}{len(n):>6}{min(n):>10}{max(n):>10}{ratio:>8.4f}"
              f"{'' if ratio <= MOST else '  MORE THAN 2 %'}", flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
