#!/usr/bin/env python3
"""Installs the module as users do, without a network, and uses it from elsewhere.

    pip_test.py BUILD [FULL]      FULL: pip builds everything by itself, which takes minutes

1. python3 -m venv --system-site-packages; pip install --no-build-isolation .
2. pip wheel; another environment installs the wheel.
Ends with 77 (skipped) without venv, pip or wheel.
"""
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
USE = """
import pathlib, sys, takt
assert str(pathlib.Path(takt.__file__)).startswith(sys.prefix), takt.__file__
result = takt.run("iltis", until=0.1, record="bodies")
print(takt.__version__, result.summary["state_hash"])
assert (pathlib.Path(takt.__file__).parent / "py.typed").exists()
"""


def run(*command, **keywords):
    print("$", *command, flush=True)
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **keywords)
    print(done.stdout[-3000:], flush=True)
    if done.returncode:
        sys.exit(f"failed: {command}")
    return done.stdout


def environment(folder):
    run(sys.executable, "-m", "venv", "--system-site-packages", folder)
    return folder / "bin/python"


def main():
    build = Path(sys.argv[1]).resolve()
    if not all(importlib.util.find_spec(m) for m in ("venv", "ensurepip", "pip", "wheel", "setuptools")):
        print("skipped: no venv, pip, wheel or setuptools (Debian: python3-venv python3-pip python3-wheel python3-setuptools)")
        return 77
    if not list(build.glob("python/takt/_core.*.so")):
        print("skipped: the Python module is not built (make python)")
        return 77
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH" and not k.startswith("PIP_")}
    clean.update(PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_CACHE_DIR="")
    if len(sys.argv) < 3:
        clean["TAKT_BUILD"] = str(build)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "source"  # as users have it: what git has, and nothing that was built
        files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
        if len(sys.argv) < 3 or files.returncode:
            source = ROOT
        else:
            for file in files.stdout.splitlines():
                if (ROOT / file).is_file():
                    (source / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(ROOT / file, source / file)
        hashes = []
        first = environment(folder / "first")
        run(first, "-m", "pip", "install", "--no-build-isolation", ".", cwd=source, env=clean)
        hashes.append(run(first, "-c", USE, cwd=folder, env=clean))
        run(first, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-w", folder / "wheels", ".", cwd=source, env=clean)
        wheel = list((folder / "wheels").glob("takt-*-linux_*.whl"))
        assert len(wheel) == 1, wheel
        second = environment(folder / "second")
        run(second, "-m", "pip", "install", wheel[0], cwd=folder, env=clean)
        hashes.append(run(second, "-c", USE, cwd=folder, env=clean))
        assert hashes[0] == hashes[1]
        run(second, "-m", "pip", "uninstall", "-y", "takt", cwd=folder, env=clean)
    return 0


if __name__ == "__main__":
    sys.exit(main())
