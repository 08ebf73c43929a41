#!/usr/bin/env python3
"""must_not_compile.py FILE -- COMPILER ARGUMENT...

Succeeds when the compiler refuses FILE with the text of its first line, "// must say: TEXT".
"""
import os
import subprocess
import sys


def main():
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        print(__doc__)
        return 2
    file, compiler = sys.argv[1], sys.argv[3:]
    with open(file, encoding="utf-8") as source:
        first = source.readline().strip()
    mark = "// must say: "
    if not first.startswith(mark):
        print(f"{file}: the first line must be '{mark}TEXT'")
        return 1
    text = first[len(mark) :].strip()
    result = subprocess.run(
        [*compiler, "-fsyntax-only", file],
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
    )
    if result.returncode == 0:
        print(f"{file}: compiles, but must not")
        return 1
    if text not in result.stderr:
        print(f"{file}: refused, but not with '{text}':\n{result.stderr}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
