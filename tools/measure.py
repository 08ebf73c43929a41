#!/usr/bin/env python3
"""Measures what a person waits for, and holds it to its limits: make measure.

    tools/measure.py TAKT FOLDER      FOLDER: for the pages

A report of 60 s at 1 kHz with at least 200 signals opens in less than 2 s and scrubs at 30 pictures a second, in
headless Chromium that draws in software at 1280 x 720 (medians of 5); the report of the Iltis' usual run is
smaller than 5 MB. The web bundle's packages must be there (npm ci in web/, or the copy in the build folder).
"""
import json
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEMO = ("--method", "hybrid+trapezoidal(passes=3)")  # as in `make demo`: it has multipliers and reactions to show
LARGEST = 5e6  # bytes
SLOWEST_OPEN, SLOWEST_SCRUB = 2000, 30  # ms, pictures a second


def report(takt, page, *run):
    begin = time.monotonic()
    subprocess.run([takt, "run", *run, "--report", str(page), "--quiet"], check=True)
    text = page.read_text(encoding="utf-8")
    data = json.loads(re.search(r'<script type="application/json" id="takt-page">(.*?)</script>', text, re.DOTALL)[1])
    signals = sum(len(t["columns"]) for t in data["tables"] if t["name"] == "series")
    return page.stat().st_size, signals, time.monotonic() - begin


def main():
    takt, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    failed = False

    def judge(what, value, holds):
        nonlocal failed
        failed = failed or not holds
        print(f"{'holds' if holds else 'FAILS'}  {what}: {value}", flush=True)

    size, signals, took = report(takt, folder / "iltis.html", "iltis", *DEMO)
    judge(f"report of iltis, {signals} signals, run and written in {took:.1f} s", f"{size / 1e6:.2f} MB", size < LARGEST)
    long = folder / "iltis-60s.html"
    size, signals, took = report(takt, long, "iltis", *DEMO, "--set", "road=flat", "--until", "60s", "--step", "1ms")
    judge("signals of the long report", signals, signals >= 200)
    judge(f"long report, run and written in {took:.1f} s", f"{size / 1e6:.2f} MB", size < LARGEST)
    copies = [p for p in (ROOT / "build/web", ROOT / "web") if (p / "node_modules/playwright-core").exists()]
    if not copies:
        sys.exit("no playwright-core: npm ci in web/ first")
    done = subprocess.run(["node", str(copies[0] / "test/measure.mjs"), str(long.resolve())], check=True,
                          capture_output=True, text=True)
    seen = json.loads(done.stdout)
    judge("opens in ms", seen["open_ms"], seen["open_ms"] < SLOWEST_OPEN)
    judge("scrubs at pictures a second", seen["scrub_fps"], seen["scrub_fps"] >= SLOWEST_SCRUB)
    print(json.dumps(seen))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
