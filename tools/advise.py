#!/usr/bin/env python3
"""takt tune and takt certify on every shipped model: each must end with a page.

  python3 tools/advise.py [--takt build/takt] [--period 1ms] [--budget 6s] [MODEL ...]

Exit codes that count as an answer: of tune 0 and 5 (nothing keeps period, accuracy and stability; the
page then says which of them is the limit), of certify 0 and 5 (the method does not keep its budget). A
method that is recommended must be certified without a solver that fails. Anything else is a fault, and
this program's exit code is 1. Ten minutes for all models.
"""
import argparse
import json
import subprocess
import sys


def call(takt, *words):
    done = subprocess.run([takt, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr.strip()


def tune(o, model):
    """Method, step in s, the line to print; a fault or None."""
    code, out, complaint = call(o.takt, "tune", model, "--period", o.period, "--budget", o.budget,
                                "--json", "--quiet")
    if code not in (0, 5) or not out:
        return None, 0, "", f"tune ended with {code}: {complaint}"
    advice = json.loads(out)
    best = advice["recommended"] if code == 0 else advice["nearest"]
    if code == 0 and best is None:
        return None, 0, "", "tune ended with 0 and recommends nothing"
    if code == 5 and not advice["why"].startswith("The limit is "):
        return None, 0, "", f"tune does not say which limit there is: {advice['why']}"
    seen = f"over {advice['reference']['horizon']:.3g} of {advice['reference']['until']:.3g} s"
    if best is None:
        return None, 0, f"none     {advice['why']} ({seen})", None
    trial = advice["trials"][best]
    line = (f"{'take' if code == 0 else 'nearest':8} {trial['method']}, {1e6 * trial['step']:.4g} µs, "
            f"error {trial['error']:.1e}, {100 * trial['usual_s'] / advice['period']:.2g} %, {seen}")
    if code == 5:
        line += f"\n{'':33}{advice['why']}"
    return trial["method"], trial["step"], line, None


def certify(o, model, method, step):
    words = ["certify", model, "--period", o.period, "--until", o.until]
    if method is not None:
        words += ["--method", method, "--step", f"{step:.12g}s"]
    code, out, complaint = call(o.takt, *words)
    if code not in (0, 5):
        return "", f"certify ended with {code}: {complaint}"
    if not out.startswith("Certificate  ") or "Holds (" not in out:
        return "", "certify printed no page"
    heads = [line for line in out.splitlines() if line.startswith(("Does not hold", "Open", "Holds"))]
    return ", ".join(heads), None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*")
    parser.add_argument("--takt", default="build/takt")
    parser.add_argument("--period", default="1ms")
    parser.add_argument("--budget", default="6s", help="of takt tune, for each model")
    parser.add_argument("--until", default="200ms", help="of takt certify")
    o = parser.parse_args()
    code, out, complaint = call(o.takt, "list", "models", "--json")
    if code != 0:
        sys.exit(f"takt list ended with {code}: {complaint}")
    models = o.models or [item["name"] for item in json.loads(out)]
    faults = recommended = 0
    for model in models:
        method, step, line, fault = tune(o, model)
        verdicts = ""
        if fault is None:
            recommended += line.startswith("take")
            verdicts, fault = certify(o, model, method, step)
        if fault is not None:
            faults += 1
            print(f"{model:24} FAULT    {fault}", flush=True)
        else:
            print(f"{model:24} {line}\n{'':33}{verdicts}", flush=True)
    print(f"{len(models)} models, {recommended} with a recommendation, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
