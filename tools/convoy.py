#!/usr/bin/env python3
"""Counts the instructions of a step of long trains with callgrind: how does the cost grow with their size?

    tools/convoy.py [TAKT] [N...]    trains of N carriages, 41 N coordinates (1 5 25 50), 2 s each

Prints instructions per step and the exponent of their growth over the number of coordinates; fails above 1.2.
"""
import math
import re
import subprocess
import sys
import tempfile

METHOD = "ggl+bdf(rtol=1e-4,atol=1e-4,h0=1e-3)+grouped+partitioned"
MOST = 1.2


def per_step(takt, carriages):
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--toggle-collect=takt::Engine::step()",
                   f"--callgrind-out-file={folder}/out", takt, "run", "convoy", "--set", f"N={carriages}", "--method",
                   METHOD, "--until", "2s", "--every", "2s", "--out", f"{folder}/out.csv"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        steps = re.search(r"simulated +2 s in ([\d ]+) steps", done.stdout)
        if done.returncode != 0 or not steps:
            raise SystemExit(f"{' '.join(command)}\n{done.stderr[-800:]}")
        with open(f"{folder}/out", encoding="utf-8", errors="replace") as file:
            total = re.search(r"^totals: (\d+)", file.read(), re.M)
        return int(total[1]) / int(steps[1].replace(" ", ""))


def slope(x, y):
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def main():
    takt = sys.argv[1] if len(sys.argv) > 1 else "build/takt"
    lengths = [int(n) for n in sys.argv[2:]] or [1, 5, 25, 50]
    cost = []
    for n in lengths:
        cost.append(per_step(takt, n))
        print(f"{n:4d} carriages {41 * n:6d} coordinates {cost[-1]:14.0f} instructions a step", flush=True)
    exponent = slope([math.log(41 * n) for n in lengths], [math.log(c) for c in cost])
    print(f"growth like n^{exponent:.3f}")
    return 0 if exponent <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
