#!/usr/bin/env python3
"""Holds the includes of takt/ to the table in takt/README.md: nothing upward, nothing unlisted."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Whatever the table says: methods are written against the forms and the seam alone.
NEVER = {
    "integrator": {"formulation", "model", "element", "mechanism"},
    "stabilise": {"formulation", "model", "element", "mechanism"},
    "formulation": {"model", "element", "mechanism"},
}


def read_table(text):
    """What each folder may include, itself and what follows from its row included."""
    allowed, faults = {}, []
    for folder, cell in re.findall(r"^\| `(\w+)` \|.*\|([^|]*)\|$", text, re.M):
        allowed[folder] = {folder}
        for name in re.findall(r"`(\w+)`", cell):
            if name in allowed:
                allowed[folder] |= allowed[name]
            else:
                faults.append(f"takt/README.md: '{folder}' names '{name}', which is not above it")
        for name in sorted(allowed[folder] & NEVER.get(folder, set())):
            faults.append(f"takt/README.md: '{folder}' must never see '{name}'")
    return allowed, faults


def check_file(path, allowed):
    parts = path.relative_to(ROOT / "takt").parts
    folder = parts[0] if len(parts) > 1 else "door"  # takt/takt.hpp
    name = path.relative_to(ROOT)
    if folder not in allowed:
        return [f"{name}: folder '{folder}' has no row in takt/README.md"]
    faults = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        include = re.match(r'\s*#\s*include\s*(?:"([^"]+)"|<(takt/[^>]+)>)', line)
        if not include:
            continue
        parts = (include[1] or include[2]).split("/")
        if include[2] or parts[0] != "takt" or len(parts) < 3:
            faults.append(f'{name}:{number}: write #include "takt/<folder>/<file>"')
        elif parts[1] not in allowed[folder]:
            faults.append(f"{name}:{number}: '{folder}' may not include '{parts[1]}'")
    return faults


def main():
    allowed, faults = read_table((ROOT / "takt/README.md").read_text(encoding="utf-8"))
    if not allowed:
        faults.append("takt/README.md: no table of folders found")
    for path in sorted((ROOT / "takt").rglob("*.[ch]pp")):
        faults += check_file(path, allowed)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
