#!/usr/bin/env python3
"""Writes docs/default-methods.md from the rows of the campaign takt_defaults (make defaults)."""

import csv
import math
import statistics
import sys

COLUMNS = ["model", "kind", "method", "steps", "h", "status", "t_end", "error", "energy",
           "resolution", "drift", "us"]

HEAD = """# Which method runs when none is named

`takt run MODEL` without `--method` takes the method of the model's `experiment`, and where that names none
the default for its kind of system. `takt list defaults` prints kinds and methods.

* **damped**: the system has stiff states (bristles, tyres that slip), or the largest eigenvalue of M⁻¹C at the
  start, times the step, is above 0.5. C holds dampers and also the gain of a controller `of: rate`. A controller
  of a coordinate, with or without `ki`, adds to K only: it is smooth unless its gain is large enough for springy.
* **springy**: it has stops or springs with kinks, or the largest frequency of M⁻¹K at the start, times the
  step, is above 0.1.
* **loaded**: forces depend on multipliers (creep of wheels on rails). **modular**: modules coupled by joints
  with `module: true`.
* **smooth**: all others. Systems with more than 400 velocities are not looked at, because the look would cost
  more than the O(N) method it would choose.

What every default must hold is tested (`tests/paper/gates_test.cpp`): friction of a LuGre joint within 5 % of an
exact run, a ball on a stop of 1e7 N/m at 1 ms with its energy to 1 % over 20 s, a sedan braked to rest at 1 to
10 ms below 1e-4 m/s, stiff damping without ringing after 20 steps, an arm of six axes in free fall with its
energy to 1e-3 over 100 s, the car axle at 10 ms with its mean energy to 10 % over 3000 s, the Iltis on the
stairs at 1 and 10 ms with its final energy to 5 %, a chain of 5000 links.

The defaults have these limits:

* The cost of a step of `ggl+bdf` has no bound, so it is no method for real time.
* `state_space` fails where constraint rows become dependent on each other, as in a four-bar that folds flat. A
  springy or damped system that passes such positions needs `ali3+...+tangent` instead. Its projections lose some
  energy: the mean energy of the car axle over 3000 s is 8.6 J, where 9.8 J is right.
* No default is of first order, because such a method loses or gains energy in every step.

Two rows below need an explanation:

* The squeezers are driven by a constant moment and have no friction, so they turn faster and faster. With steps of
  10 µs a turn takes 54 steps after 1 s of the motion, and the method's share of the energy is below 1e-4. After 3 s
  a turn takes only 23 steps, and from then on the method takes away as much energy as the moment brings. For such a
  motion every step becomes too long at some time.
* For the test rig with steps of 1 ms `energy` is 1.9 and `known to` 1.8: the number says nothing about the method.
  The `experiment` of this model names `bdf`, which is meant for it.

The tables below are written by `make defaults`. `energy` is what the method did to the energy over the whole
run, as a part of the largest kinetic energy; `known to` how well the books can tell; `error` the largest error
of a coordinate after 1000 steps, at most 1 s, against a run with a fiftieth of the step, as a part of the
largest distance a coordinate has moved. Times were taken beside other work.

Rows of `passenger-car`, `sedan` and `test-rig`, and the chosen method of `iltis`, are of these models as they were before their driven
joints became prescribed motions. `simple-pendulum` and what follows it in the alphabet have not run with the later candidates
(`sdirk2`, `dirk`, `radau`, `srm` and those after it). On `flyball-governor` and
`iltis` one of them is more exact than the default and cheaper (`sdirk2`, on `iltis` in `state_space`, where it takes more energy out);
on the other models that have both none is. The defaults wait for the rest of the rows.
"""


def read(path):
    rows = {}
    with open(path, encoding="utf-8") as f:
        for cells in csv.reader(f, delimiter=";"):
            row = dict(zip(COLUMNS, cells))
            rows[row["model"], row["method"], row["steps"]] = row
    return list(rows.values())


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return math.nan


def shown(x):
    return "" if math.isnan(x) else "∞" if math.isinf(x) else f"{x:.2g}"


def candidates(rows):
    methods = {}
    for r in rows:
        methods.setdefault(r["method"], []).append(r)
    out = ["## Candidates, 1e5 steps on every model", "",
           "| method | models | last | energy within 1 % | median error | median µs a step |",
           "|---|---|---|---|---|---|"]
    for method, all_rows in methods.items():
        ran = [r for r in all_rows if r["status"] != "refused"]
        last = [r for r in ran if r["status"] == "lasts"]
        kept = [r for r in last
                if abs(number(r["energy"])) < max(0.01, number(r["resolution"]))]
        errors = [number(r["error"]) for r in last if math.isfinite(number(r["error"]))]
        cost = [number(r["us"]) for r in last]
        out.append(f"| `{method}` | {len(ran)} | {len(last)} | {len(kept)} | "
                   f"{shown(statistics.median(errors)) if errors else ''} | "
                   f"{shown(statistics.median(cost)) if cost else ''} |")
    return out


def by_model(rows, title):
    out = [title, "", "| model | kind | method | steps | ends at | energy | known to | error | drift | µs a step |",
           "|---|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        end = "refused" if r["status"] == "refused" else \
            ("" if r["status"] == "lasts" else "**stops** ") + r["t_end"] + " s"
        out.append(f"| {r['model']} | {r['kind']} | `{r['method']}` | {number(r['steps']):.0e} | {end} | "
                   + " | ".join(shown(number(r[c]))
                                for c in ("energy", "resolution", "error", "drift", "us")) + " |")
    return out


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: tools/defaults.py CANDIDATES.csv CHOSEN.csv PAGE.md")
    tried, chosen = read(sys.argv[1]), read(sys.argv[2])
    lines = [HEAD] + by_model(chosen, "## The defaults, 1e6 steps or 1e4 s") + [""] + \
        candidates(tried) + [""] + by_model(tried, "## Candidates, model by model")
    with open(sys.argv[3], "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
