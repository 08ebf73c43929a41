#!/usr/bin/env python3
"""Runs clang-tidy on the sources that changed since the commit before (HEAD~1).

  tools/tidy_changed.py BUILD     a folder with compile_commands.json (cmake --preset lint)

For a changed header the source beside it is looked at. Skipped with a message where there is no commit
before, no clang-tidy, or nothing changed.
"""
import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIDY = "clang-tidy-19"


def changed():
    """Paths of this tree, or None where there is no commit before."""
    done = subprocess.run(["git", "diff", "--name-only", "HEAD~1", "--", "*.cpp", "*.hpp"],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    return None if done.returncode != 0 else done.stdout.split()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which(TIDY):
        print(f"tidy: skipped, there is no {TIDY}")
        return 0
    files = changed()
    if files is None:
        print("tidy: skipped, there is no commit before")
        return 0
    build = Path(sys.argv[1])
    known = {entry["file"] for entry in json.loads((build / "compile_commands.json").read_text())}
    wanted = sorted({str((ROOT / f).with_suffix(".cpp")) for f in files} & known)
    if not wanted:
        print("tidy: no source changed")
        return 0
    print(f"tidy: {len(wanted)} sources changed since the commit before", flush=True)

    def look(source):
        return source, subprocess.run([TIDY, "--quiet", "-p", str(build), source], cwd=ROOT,
                                      capture_output=True, text=True, check=False)

    failed = False
    with ThreadPoolExecutor(2) as pool:
        for source, done in pool.map(look, wanted):
            if done.returncode != 0:
                failed = True
                print(f"{Path(source).relative_to(ROOT)}:\n{done.stdout}{done.stderr[-2000:]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
