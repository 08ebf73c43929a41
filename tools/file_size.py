#!/usr/bin/env python3
"""Fails on sources longer than 400 lines without a line "path reason" in tools/exceptions.txt."""
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 400


def sources():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(
            f for f in folders if not f.startswith((".", "build", "__")) and f != "node_modules"
        )
        for name in sorted(files):
            if name.endswith((".cpp", ".hpp", ".py")):
                yield Path(folder, name)


def main():
    exceptions = {}
    for line in (ROOT / "tools/exceptions.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            path, _, reason = line.strip().partition(" ")
            exceptions[path] = reason.strip()
    faults = [f"tools/exceptions.txt: {path}: no reason given" for path, r in exceptions.items() if not r]
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        with open(path, encoding="utf-8") as file:
            lines = sum(1 for _ in file)
        excepted = exceptions.pop(name, None) is not None
        if lines > LIMIT and not excepted:
            faults.append(f"{name}: {lines} lines, the limit is {LIMIT}: split it")
        elif lines <= LIMIT and excepted:
            faults.append(f"tools/exceptions.txt: {name} has {lines} lines and needs no exception")
    faults += [f"tools/exceptions.txt: {path} does not exist" for path in exceptions]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
