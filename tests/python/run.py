#!/usr/bin/env python3
"""Runs the tests of the Python module with limits of memory and time.

    run.py BUILD TAKT tests|examples|types|docs [pytest arguments]

Ends with 77 (skipped) when the module or pytest is not there.
"""
import os
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MEMORY, TIME = 8_000_000_000, 600  # bytes, s


def pytest(arguments, environment):
    if subprocess.run([sys.executable, "-c", "import pytest, hypothesis"], stderr=subprocess.DEVNULL).returncode:
        print("skipped: no pytest and hypothesis (Debian: python3-pytest python3-hypothesis)")
        return 77
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, env=environment, timeout=TIME).returncode


def types(module, environment):
    """mypy over the module and the examples; stubtest holds the stubs to what is there."""
    if subprocess.run([sys.executable, "-c", "import mypy"], stderr=subprocess.DEVNULL).returncode:
        print("skipped: no mypy (Debian: mypy)")
        return 77
    environment = {**environment, "MYPYPATH": str(module), "MYPY_CACHE_DIR": str(module / ".mypy_cache")}
    examples = [str(p) for p in sorted((ROOT / "examples/python").glob("*.py"))]
    settings = str(ROOT / "python/mypy.ini")
    failed = subprocess.run([sys.executable, "-m", "mypy", "--config-file", settings, str(module / "takt"), *examples], env=environment).returncode
    failed |= subprocess.run([sys.executable, "-m", "mypy.stubtest", "takt", "--mypy-config-file", settings,
                              "--allowlist", str(ROOT / "tests/python/stubtest.txt")], env=environment).returncode
    return failed


def main():
    build, takt, what = Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
    module = build / "python"
    if not list((module / "takt").glob("_core.*.so")):
        print("skipped: the Python module is not built (make python)")
        return 77
    if "TAKT_LEAKS" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    environment = {**os.environ, "PYTHONPATH": str(module), "TAKT_CLI": takt, "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg"}
    here = ROOT / "tests/python"
    if what == "types":
        return types(module, environment)
    if what == "tests":
        skipped = [f"--ignore={here / 'test_examples.py'}", f"--ignore={here / 'test_docs.py'}"]
        return pytest([str(here), *skipped, *sys.argv[4:]], environment)
    return pytest([str(here / f"test_{what}.py"), *sys.argv[4:]], environment)


if __name__ == "__main__":
    sys.exit(main())
