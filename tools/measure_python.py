#!/usr/bin/env python3
"""Measures what Python costs beside C++, and holds it to its limits: make measure.

    PYTHONPATH=build/python tools/measure_python.py LOOP      LOOP: build/tests/takt_rollout_loop

sim.step() costs at most 1.5 us more than a step in C++; a run of 10^6 steps with 50 columns spends less than 5 % outside of C++;
64 runs of the Iltis on two processors take at most 0.53 of the time on one, and no more per run than a loop in C++.
Times are the least of several, taken in turns, because other programs may be running.
"""
import json
import subprocess
import sys
import time

import numpy as np

import takt
from takt import _core, running

failed = False


def judge(what, value, holds):
    global failed
    failed = failed or not holds
    print(f"{'holds' if holds else 'FAILS'}  {what}: {value}", flush=True)


def seconds(f):
    begin = time.perf_counter()
    f()
    return time.perf_counter() - begin


def step_overhead(model, method, count=20000, repeats=15):
    sim = takt.Simulation(model, method, 1e-3)
    step = sim.step

    def in_python():
        for _ in range(count):
            step()

    start = sim.save()
    alone, loop = [], []
    for _ in range(repeats):
        sim.restore(start)
        alone.append(seconds(lambda: sim.step(count)))
        sim.restore(start)
        loop.append(seconds(in_python))
    empty = min(seconds(lambda: [None for _ in range(count)]) for _ in range(5))
    return 1e6 * (min(loop) - min(alone) - empty) / count, 1e6 * min(alone) / count


def share_outside(steps=1_000_000):
    """The time of takt.run that is not in the compiled run, setting up included, and of reading 50 columns."""
    inside = 0.0

    class Timed:
        def __getattr__(self, name):
            attribute = getattr(_core, name)
            if name != "run":
                return attribute

            def call(*arguments):
                nonlocal inside
                begin = time.perf_counter()
                try:
                    return attribute(*arguments)
                finally:
                    inside += time.perf_counter() - begin

            return call

    model = takt.load("four-bar")
    running._core, kept = Timed(), running._core
    begin = time.perf_counter()
    result = takt.run(model, until=steps * 1e-3, step=1e-3, record="bodies", progress=False)
    columns = [result[name] for name in result.columns[:50]]
    whole = time.perf_counter() - begin
    running._core = kept
    assert len(result) >= 50 and len(columns[0]) == steps + 1
    return (whole - inside) / whole, whole, result.summary["wall_s"]


def rollouts(loop, runs=64, steps=500, repeats=3):
    model = takt.load("iltis", road="flat", speed="8 m/s", manoeuvre="wheel")
    k, r = np.arange(steps), np.arange(runs)
    u = (0.01 * np.sin(0.01 * k[None, :] + r[:, None]))[:, :, None]
    times = {1: [], 2: [], "C++": []}
    hashes = set()
    for _ in range(repeats):
        for threads in (1, 2):
            begin = time.perf_counter()
            done = takt.rollout(model, u, outputs=["y"], step=1e-3, threads=threads)
            times[threads].append(time.perf_counter() - begin)
            hashes.add(tuple(done.hashes))
        took, total = map(float, subprocess.run([loop, str(runs), str(steps)], capture_output=True, text=True, check=True).stdout.split())
        times["C++"].append(took)
    assert len(hashes) == 1 and abs(done["y"][:, 1:].sum() - total) < 1e-6 * abs(total)
    return {name: min(t) for name, t in times.items()}


def main():
    numbers = {}
    for model, method in (("linear-oscillator", ""), ("four-bar", "index1+heun+s_both2")):
        more, alone = step_overhead(model, method)
        numbers[model] = {"more_us": more, "step_us": alone}
        judge(f"sim.step() of {model}, whose step takes {alone:.2f} us, costs more in us", f"{more:.2f}", more <= 1.5)
    outside, whole, wall = share_outside()
    numbers["run"] = {"outside": outside, "whole_s": whole, "wall_s": wall}
    judge(f"run of 10^6 steps with 50 columns ({whole:.2f} s, {wall:.2f} s of it the loop of steps), share outside of C++ in %",
          f"{100 * outside:.2f}", outside < 0.05)
    t = rollouts(sys.argv[1])
    numbers["rollout"] = {str(k): v for k, v in t.items()}
    judge(f"64 runs of the Iltis: {t[2]:.2f} s on two processors, {t[1]:.2f} s on one, ratio", f"{t[2] / t[1]:.3f}", t[2] <= 0.53 * t[1])
    judge(f"the same on one against {t['C++']:.2f} s of a loop in C++, ratio", f"{t[1] / t['C++']:.3f}", t[1] <= 1.05 * t["C++"])
    print(json.dumps(numbers))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
