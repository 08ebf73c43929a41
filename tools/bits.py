#!/usr/bin/env python3
"""Compares what two builds compute, bit for bit: 50 steps of every model with every bounded method.

  tools/bits.py TAKT_BITS OTHER_TAKT_BITS [MODEL ...]   two programs on this machine
  tools/bits.py TAKT_BITS --list FILE [MODEL ...]       one program against a list of hashes
  tools/bits.py TAKT_BITS --write FILE                  writes the list anew

Where hashes differ, the methods that differ are named with the largest relative difference of their
last states; --tolerance 1e-10 accepts differences up to there. The instruction set is that of the
variable TAKT_ISA; lists are those of TAKT_ISA=baseline, which is set for them.

Exit codes: 0 equal, 1 different, 77 the list was made where functions of the C library give other bits.
"""

import argparse
import os
import subprocess
import sys

SKIPPED = 77


def run(program, *words, baseline):
    environment = dict(os.environ)
    if baseline:
        environment["TAKT_ISA"] = "baseline"
    try:
        done = subprocess.run([program, *words], capture_output=True, text=True, check=False,
                              env=environment)
    except OSError as error:
        sys.exit(f"{program}: {error.strerror}; `make build` makes build/tests/takt_bits")
    if done.returncode != 0:
        sys.exit(f"{program} ended with {done.returncode}\n{done.stderr[-800:]}")
    return done.stdout


def hashes(text):
    """The hash of library functions, and {model: (compositions, hash)}."""
    lines = [line.split(";") for line in text.splitlines() if line and not line.startswith("#")]
    return lines[0][1], {cells[0]: tuple(cells[1:3]) for cells in lines[1:]}


def rows(text):
    """{(model, method): (steps, hash, last state)}"""
    found = {}
    for line in text.splitlines()[1:]:
        cells = line.split(";")
        # A method may hold a semicolon, as index1(baumgarte=12;70)+heun does.
        hash_at = next(i for i in range(3, len(cells)) if len(cells[i]) == 16
                       and all(c in "0123456789abcdef" for c in cells[i]))
        found[cells[0], ";".join(cells[1:hash_at - 1])] = (
            cells[hash_at - 1], cells[hash_at], [float(x) for x in cells[hash_at + 1:]])
    return found


def distance(a, b):
    """The largest difference, by the size of the largest number."""
    size = max([abs(x) for x in a + b] + [1e-300])
    return max([abs(x - y) for x, y in zip(a, b)] + [0]) / size


def explain(one, other, models, tolerance):
    """Names the methods that differ; true where all differences are tolerated."""
    a = rows(run(one, "--rows", *models, baseline=False))
    b = rows(run(other, "--rows", *models, baseline=False))
    good, worst, count = True, 0.0, 0
    for key in sorted(set(a) | set(b)):
        if key not in a or key not in b:
            print(f"  {key[0]}  {key[1]}: runs in one of both only")
            good = False
        elif a[key][1] != b[key][1]:
            count += 1
            far = distance(a[key][2], b[key][2])
            worst = max(worst, far)
            if a[key][0] != b[key][0] or not far <= tolerance:
                good = False
                print(f"  {key[0]}  {key[1]}: {a[key][0]} and {b[key][0]} steps, "
                      f"states differ by {far:.2g}")
    print(f"{count} of {len(a)} compositions differ, at most by {worst:.2g} of the largest coordinate")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("models", nargs="*", help="the other program, then models")
    parser.add_argument("--list", metavar="FILE")
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("--tolerance", type=float, default=-1.0)
    given = parser.parse_intermixed_args()
    if given.write:
        with open(given.write, "w", encoding="utf-8") as f:
            f.write("# Hashes of takt_bits under TAKT_ISA=baseline (tools/bits.py --write).\n")
            f.write(run(given.program, baseline=True))
        return 0
    if given.list:
        models = given.models
        try:
            with open(given.list, encoding="utf-8") as f:
                library_there, expected = hashes(f.read())
        except OSError as error:
            sys.exit(f"{given.list}: {error.strerror}; the committed list is tests/golden/bits.txt")
        library_here, found = hashes(run(given.program, *models, baseline=True))
        if library_here != library_there:
            print("skipped: sin, cos, pow or another function of the C library gives other bits here "
                  "than where the list was made")
            return SKIPPED
        if models:
            expected = {k: v for k, v in expected.items() if k in found}
    else:
        if not given.models:
            parser.error("name the other program, or --list FILE")
        other, models = given.models[0], given.models[1:]
        _, expected = hashes(run(given.program, *models, baseline=False))
        _, found = hashes(run(other, *models, baseline=False))
    different = [k for k in expected.keys() | found.keys() if expected.get(k) != found.get(k)]
    compositions = sum(int(count) for count, _ in found.values())
    if not different:
        print(f"{len(found)} models, {compositions} compositions: equal, bit for bit")
        return 0
    for k in sorted(different):
        print(f"{k}: {expected.get(k, 'missing')} and {found.get(k, 'missing')}")
    if given.list:
        return 1
    names = [k.split(" ")[0] for k in different]
    return 0 if explain(given.program, other, names, given.tolerance) else 1


if __name__ == "__main__":
    sys.exit(main())
