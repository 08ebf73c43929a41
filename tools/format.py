#!/usr/bin/env python3
"""Formats the C++ sources with clang-format; --check only says which are not formatted.

Ends with 77 (skipped) when clang-format is absent or not the version that .clang-format is for.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["takt", "apps", "tests", "bench", "examples", "fmi", "python", "web"]
VERSION = "14"  # Debian 12; other versions break lines elsewhere


def find_clang_format():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            text = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
            found = re.search(r"version (\d+)", text)
            if found and found[1] == VERSION:
                return program
    return None


def main():
    program = find_clang_format()
    if not program:
        print(f"format: skipped, there is no clang-format {VERSION}")
        return 77
    files = [p for f in FOLDERS for p in sorted((ROOT / f).rglob("*.[ch]pp"))]
    if not files:
        return 0
    how = ["--dry-run", "-Werror"] if "--check" in sys.argv[1:] else ["-i"]
    result = subprocess.run([program, *how, *map(str, files)], capture_output=True, text=True)
    if result.returncode:
        bad = re.findall(r"^(\S+?):\d+:\d+: error", result.stderr, re.M)
        names = dict.fromkeys(str(Path(b).relative_to(ROOT)) for b in bad)
        print("\n".join(names) + "\nformat: run 'make format'" if names else result.stderr)
    return 1 if result.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
