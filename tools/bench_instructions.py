#!/usr/bin/env python3
"""Counts the instructions of the rows of `make bench` with callgrind, for several binaries side by side.

  tools/bench_instructions.py [--filter REGEX] [--most 1.03] NAME=TAKT_BENCH NAME=TAKT_BENCH ...

The first binary is what the others are compared with. Prints every row in which another one needs more than
--most times as many instructions, then the ratios of each group of rows. Fails if the second has such a row.
Set-up of a row is not counted (bench/counted.hpp); of whole runs the first 50 steps are. Binaries differ in
what they inline, not in what they compute: rows are the same work as long as tools/bits.py says so.
"""
import argparse
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile


def counts(binary, rows):
    """{row: instructions}, in one process: rows that were dumped without a name stand in the report's order."""
    with tempfile.TemporaryDirectory() as folder:
        report = f"{folder}/report.json"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", binary,
                   f"--benchmark_filter={rows}", "--benchmark_min_time=0", f"--benchmark_out={report}",
                   "--benchmark_out_format=json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}\n{done.stderr[-800:]}")
        dumps = []
        for path in glob.glob(f"{folder}/out.*"):
            head = open(path, encoding="utf-8", errors="replace").read()
            part = re.search(r"^part: (\d+)", head, re.M)
            trigger = re.search(r"^desc: Trigger: Client Request: (.*)", head, re.M)
            total = re.search(r"^(?:totals|summary): (\d+)", head, re.M)
            if part and trigger and total:
                dumps.append((int(part.group(1)), trigger.group(1).strip(), int(total.group(1))))
        names = [row["name"] for row in json.load(open(report, encoding="utf-8"))["benchmarks"]]
        # Rows made of named parts only have no dump of their own.
        counted = iter(n for n in names if not re.match(r"closed_loop/|scaling/|corrector/|work-precision/", n))
        found = {}
        for _, trigger, total in sorted(dumps):
            name = trigger[5:] if trigger.startswith("part ") else next(counted)
            found.setdefault(name, total)
        if next(counted, None) is not None:
            raise SystemExit(f"{binary}: a row ran without being counted")
        return found


def group(name):
    """The rows of one file of bench/; whole runs by their method."""
    return name.split("/")[0] if "/" in name.split(" ")[0] else "runs"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("binaries", nargs="+", metavar="NAME=TAKT_BENCH")
    arguments.add_argument("--filter", default=".", help="rows, as --benchmark_filter takes them")
    arguments.add_argument("--most", type=float, default=1.03, help="largest ratio that passes")
    given = arguments.parse_args()
    binaries = [b.partition("=")[::2] for b in given.binaries]
    if len(binaries) < 2 or not all(path for _, path in binaries):
        arguments.error("two binaries at least, each as NAME=PATH")
    found = {name: counts(os.path.abspath(path), given.filter) for name, path in binaries}
    first, others = binaries[0][0], [name for name, _ in binaries[1:]]
    base = found[first]
    rows = [r for r in base if all(r in found[o] for o in others)]
    if not rows:
        raise SystemExit("no row that all binaries have")
    for other in others:
        ratios = {r: found[other][r] / base[r] for r in rows}
        over = sorted((r for r in rows if ratios[r] > given.most), key=lambda r: -ratios[r])
        print(f"{other} / {first}: {len(rows)} rows, {len(over)} above {given.most}")
        for r in over:
            print(f"  {ratios[r]:7.3f}  {base[r]:>12} {found[other][r]:>12}  {r}")
        for g in sorted({group(r) for r in rows}):
            some = [ratios[r] for r in rows if group(r) == g]
            mean = math.exp(sum(map(math.log, some)) / len(some))
            print(f"  {g:<14} {len(some):5} rows  least {min(some):.3f}  mean {mean:.3f}  most {max(some):.3f}")
    return int(any(found[others[0]][r] > given.most * base[r] for r in rows))


if __name__ == "__main__":
    sys.exit(main())
