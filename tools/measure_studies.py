#!/usr/bin/env python3
"""Measures studies, and holds them to their limits: part of make measure.

    tools/measure_studies.py TAKT FOLDER

10^4 short cases on 2 threads and on 2 processes of mpirun against two independent processes, each with half of the
cases, in the same minute: speed-up at least 0.95 of theirs. Overhead of a case below 200 us: all of the time of cases
of one step. Memory of 10^5 cases no more than 16 MB above that of 10^3 (the places of the rows take 32 bytes each).
"""
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

CASES = 10_000
SHORT = """study: 1
model: linear-oscillator
until: {until}
every: {until}
methods: [ode+rk4]
steps: [1 ms]
parameters: {{a: {{uniform: [0.5, 2]}}, q.x: {{normal: [1, 0.1]}}}}
samples: {{count: {count}, design: latin_hypercube}}
metrics: {{last: {{final: q.x}}, work: {{count: steps}}}}
"""


class Measure:
    def __init__(self, takt, folder):
        self.takt, self.folder, self.failed = os.path.abspath(takt), folder, False
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")

    def judge(self, what, value, holds):
        self.failed = self.failed or not holds
        print(f"{'holds' if holds else 'FAILS'}  {what}: {value}", flush=True)

    def study(self, name, until, count):
        (self.folder / name).write_text(SHORT.format(until=until, count=count), encoding="utf-8")
        return name

    def start(self, study, out, *words, before=()):
        return subprocess.Popen([*before, self.takt, "sweep", study, "--out", out, "--quiet", *words], cwd=self.folder,
                                env=self.environment, stdout=subprocess.DEVNULL)

    def timed(self, *runs):
        """Wall time until all have ended; runs are (study, out, words, before)."""
        for _, out, _, _ in runs:
            shutil.rmtree(self.folder / out, ignore_errors=True)
        begin = time.monotonic()
        running = [self.start(study, out, *words, before=before) for study, out, words, before in runs]
        for process in running:
            if process.wait() != 0:
                sys.exit("a study failed")
        return time.monotonic() - begin

    def speed_up(self):
        study = self.study("speed.yaml", "1 s", CASES)
        one = ["--jobs", "1"]
        ways = {"2 threads": [(study, "threads", ["--jobs", "2"], ())]}
        if (Path(self.takt).parent / "takt-mpi").exists() and shutil.which("mpirun"):
            ways["mpirun -n 2"] = [(study, "mpi", [], ("mpirun", "--oversubscribe", "-n", "2"))]
        else:
            print("no MPI here: mpirun is not measured")
        two = [(study, f"two{k}", [*one, "--shard", f"{k}/2"], ()) for k in (1, 2)]
        ratios = {name: [] for name in ways}
        for _ in range(3):
            for name, runs in ways.items():
                independent = self.timed(*two)
                ratios[name].append(independent / self.timed(*runs))
        for name, all_of in ratios.items():
            ratio = statistics.median(all_of)
            self.judge(f"{CASES} short cases, {name} against two independent processes (speed-up ratio, median of 3)",
                       f"{ratio:.3f}", ratio >= 0.95)

    def overhead(self):
        study = self.study("overhead.yaml", "1 ms", CASES)
        took = min(self.timed((study, "overhead", ["--jobs", "1"], ())) for _ in range(3))
        self.judge("a case of one step, all of its time", f"{1e6 * took / CASES:.0f} us", took / CASES < 200e-6)

    def memory(self):
        peaks = []
        for count in (1000, 100_000):
            study = self.study(f"memory{count}.yaml", "1 ms", count)
            process = self.start(study, f"memory{count}", "--jobs", "2")
            _, status, usage = os.wait4(process.pid, 0)
            if status != 0:
                sys.exit("a study failed")
            peaks.append(usage.ru_maxrss / 1024)
        self.judge("memory of 10^3 and of 10^5 cases", f"{peaks[0]:.1f} MB, {peaks[1]:.1f} MB", peaks[1] - peaks[0] < 16)


def main():
    m = Measure(sys.argv[1], Path(sys.argv[2]))
    m.speed_up()
    m.overhead()
    m.memory()
    sys.exit(1 if m.failed else 0)


if __name__ == "__main__":
    main()
