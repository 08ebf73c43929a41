#!/usr/bin/env python3
"""Writes a set of pages, with the poses of their bodies as CSV beside them, and lets the browser tests of web/ look
at them in Chromium.

usage: browser_test.py PROGRAM WEB FOLDER      WEB: web/ as the build has copied it, with node_modules
Pages and pictures stay in FOLDER. Ends with 77 (skipped) without pages, node or Chromium.
"""
import os
import shutil
import signal
import subprocess
import sys
import time

HOSTILE = r"""takt: 1
name: hostile
description: "</script><script>window.hit=1</script><img src=x onerror='window.hit=1'> & \u2028 @TAKT_DATA@"
parameters:
  length: {value: 1 m, description: "<b onclick='hit()'>"}
bodies:
  rod: {mass: 1 kg, com: [0, 0, "${-length/2}"], inertia: [0.1, 0.1, 0.01]}  # <!-- </script>
joints:
  pin: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: y}
initial: {q: {pin: 0.3 rad}}
"""

# Name of the page, then the words of takt run.
RUNS = {
    "iltis": ["iltis", "--method", "hybrid+trapezoidal(passes=3)", "--until", "8s", "--every", "10ms"],
    "four-bar": ["four-bar", "--until", "4s", "--every", "5ms"],
    "stewart-platform": ["stewart-platform", "--until", "2s", "--every", "5ms"],
    "natural": ["four-bar", "--method", "natural:index1+heun+s_both2", "--until", "1s"],
    "truck-trailer": ["truck-trailer", "--until", "2s", "--every", "10ms"],
    "hostile": ["hostile.yaml", "--set", "length=0.5 m", "--until", "1s"],
    "adaptive": ["double-wishbone-corner", "--method", "joint:ggl(formalism=residual)+bdf", "--step", "1ms",
                 "--until", "0.5s", "--every", "5ms"],
}


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def chromium():
    for name in (os.environ.get("TAKT_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and shutil.which(name):
            return shutil.which(name)
    return None


def takt(program, folder, *words, code=0):
    done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)
    if "without pages" in done.stderr:
        skip(done.stderr)
    if done.returncode != code:
        sys.exit(f"takt {' '.join(words)} ended with {done.returncode}:\n{done.stderr}")


def write_pages(program, folder):
    with open(os.path.join(folder, "hostile.yaml"), "w", encoding="utf-8") as file:
        file.write(HOSTILE)
    for name, words in RUNS.items():
        takt(program, folder, "run", *words, "--record", "forces,reactions,bodies", "--out", f"{name}.csv",
             "--report", f"{name}.html", "--quiet")
    takt(program, folder, "run", "squeezer", "--report", "problem.html", "--quiet")
    takt(program, folder, "run", "two-link-sine", "--method", "index1+heun", "--step", "10ms",
         "--report", "partial.html", "--quiet", code=4)
    process = subprocess.Popen([program, "run", "four-bar", "--until", "10h", "--every", "10ms", "--quiet",
                                "--record", "bodies", "--out", "interrupted.csv", "--report", "interrupted.html"],
                               cwd=folder, stderr=subprocess.DEVNULL)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    if process.wait() != 130:
        sys.exit("the run could not be interrupted")
    # From results: of natural coordinates with poses computed again, and without a model.
    takt(program, folder, "run", *RUNS["natural"], "--out", "results.h5", "--quiet")
    takt(program, folder, "report", "results.h5", "-o", "from-hdf5.html")
    takt(program, folder, "report", "four-bar.csv", "-o", "plots-only.html")
    shutil.copy(os.path.join(folder, "natural.csv"), os.path.join(folder, "from-hdf5.csv"))
    takt(program, folder, "show", "iltis", "-o", "show.html")


def main():
    program, web, folder = (os.path.abspath(p) for p in sys.argv[1:4])
    node, browser = shutil.which("node"), chromium()
    if node is None:
        skip("there is no node")
    if browser is None:
        skip("there is no Chromium; tools/setup test installs it")
    if not os.path.isdir(os.path.join(web, "node_modules")):
        skip("npm could not install its packages when this was built")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    write_pages(program, folder)
    shots = os.path.join(folder, "pictures")
    os.makedirs(shots)
    env = {**os.environ, "TAKT_PAGES": folder, "TAKT_SHOTS": shots, "TAKT_CHROMIUM": browser}
    tests = sorted(os.path.join("test/browser", f) for f in os.listdir(os.path.join(web, "test/browser"))
                   if f.endswith(".test.mjs"))
    sys.exit(subprocess.run([node, "--test", *tests], cwd=web, env=env).returncode)


if __name__ == "__main__":
    main()
