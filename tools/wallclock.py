#!/usr/bin/env python3
"""Runs models against the wall clock, each beside cyclictest: what is the machine's, what is ours?

  tools/wallclock.py [TAKT] [SECONDS]

cyclictest runs at the same time with the same period and priority on another processor, or right
after where there is only one. Times are in us. Fails only where a run could not be made: deadlines
that are missed are counted, and are a matter of the machine.
"""
import json
import os
import re
import shutil
import subprocess
import sys

CASES = [  # model, period in us, how long it is awake before it
    ("iltis", 1000, 0),
    ("iltis", 1000, 300),
    ("truck-trailer", 1000, 0),
    ("truck-trailer", 1000, 300),
    ("car-axle", 50, 0),
    ("car-axle", 50, 30),
]
PRIORITY = 80
LONGEST = 20000  # us, of cyclictest's histogram


def realtime(takt, model, period, awake, seconds, cpu):
    command = [takt, "realtime", model, "--step", f"{period}us", "--period", f"{period}us",
               "--until", f"{seconds}s", "--priority", str(PRIORITY), "--json"]
    command += ["--cpu", str(cpu)] if cpu is not None else []
    command += ["--awake", f"{awake}us"] if awake > 0 else []
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def cyclictest(period, seconds, cpu):
    if shutil.which("cyclictest") is None:
        return None
    command = ["cyclictest", "--quiet", "--mlockall", f"--priority={PRIORITY}",
               f"--interval={period}", f"--duration={seconds}", f"--histogram={LONGEST}"]
    command += [f"--affinity={cpu}"] if cpu is not None else []
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def quantile(histogram, beyond, share):
    left = share * (sum(n for _, n in histogram) + beyond)
    for us, n in histogram:
        left -= n
        if left <= 0:
            return str(us)
    return f">{LONGEST}"


def latencies(process):
    """Average, p50, p99, p99.99 and maximum; a sentence where they could not be had."""
    if process is None:
        return "cyclictest is not installed: tools/setup dev"
    text = process.communicate()[0]
    found = {name: re.search(rf"^# {name}[^:]*: (\d+)", text, re.M)
             for name in ("Avg Latencies", "Max Latencies", "Histogram Overflows")}
    if process.returncode != 0 or None in found.values():
        said = [line for line in text.splitlines() if line.strip() and line[0] not in "0#"]
        return f"cyclictest failed: {said[-1] if said else f'exit code {process.returncode}'}"
    average, most, beyond = (int(m.group(1)) for m in found.values())
    histogram = [(int(us), int(n)) for us, n in re.findall(r"^(\d{6}) (\d{6,})$", text, re.M)]
    return [str(average), *(quantile(histogram, beyond, p) for p in (0.5, 0.99, 0.9999)), str(most)]


def rounded(times):
    return [f"{times[k]:.3g}" if times[k] < 1000 else f"{times[k]:.0f}"
            for k in ("p50", "p99", "p9999", "max")]


def main():
    if {"-h", "--help"} & set(sys.argv):
        print(__doc__.strip())
        return 0
    takt = sys.argv[1] if len(sys.argv) > 1 else "build/takt"
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    cpus = sorted(os.sched_getaffinity(0))
    apart = len(cpus) > 1
    print(f"{seconds} s each, priority {PRIORITY}, times in us; cyclictest "
          + ("beside each run, on another processor" if apart else "after each run"))
    quantiles = f"{'p50':>8}{'p99':>8}{'p99.99':>8}{'max':>8}"
    print(f"{'':41}{'execution':^32} {'wake-up':^32} {'':9} {'cyclictest':^40}")
    print(f"{'model':<16}{'period':>8}{'awake':>7}{'cycles':>9} {quantiles} {quantiles} {'overruns':>9} "
          f"{'mean':>8}{quantiles}")
    made = True
    missing = set()
    for model, period, awake in CASES:
        run = realtime(takt, model, period, awake, seconds, cpus[-1] if apart else None)
        beside = cyclictest(period, seconds, cpus[0]) if apart else None
        out, err = run.communicate()
        other = latencies(beside if apart else cyclictest(period, seconds, None))
        if run.returncode not in (0, 5):  # 5: deadlines were missed
            made = False
            print(f"{model:<16}{period:>8}  not run: {err.strip()}")
            continue
        r = json.loads(out)
        missing.update(r["machine"]["missing"])
        cells = "".join(f"{x:>8}" for x in rounded(r["execution_us"])) + " " + \
                "".join(f"{x:>8}" for x in rounded(r["wake_up_us"]))
        beside_it = other if isinstance(other, str) else "".join(f"{x:>8}" for x in other)
        print(f"{model:<16}{period:>8}{awake:>7}{r['cycles']:>9} {cells} {r['overruns']['total']:>9} "
              f"{beside_it}", flush=True)
    for what in sorted(missing):
        print(f"the machine did not give: {what}")
    return 0 if made else 1


if __name__ == "__main__":
    sys.exit(main())
