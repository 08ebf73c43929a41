#!/usr/bin/env python3
"""The headers that are installed: takt/takt.hpp, and what it includes.

  tools/public_headers.py            prints them
  tools/public_headers.py --check    fails if takt/public_headers.txt lists others
  tools/public_headers.py --write    writes takt/public_headers.txt

The C header of controllers (takt/realtime/takt_io.h) stands by itself and is installed too.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "takt/public_headers.txt"


def reached(first):
    found, open_ = set(), [first]
    while open_:
        name = open_.pop()
        if name in found:
            continue
        found.add(name)
        text = (ROOT / name).read_text(encoding="utf-8")
        open_ += re.findall(r'^\s*#\s*include\s*"(takt/[^"]+)"', text, re.M)
    return sorted(found)


def main():
    headers = reached("takt/takt.hpp") + ["takt/realtime/takt_io.h"]
    text = "\n".join(headers) + "\n"
    if "--write" in sys.argv:
        LIST.write_text(text, encoding="utf-8")
    elif "--check" in sys.argv:
        if LIST.read_text(encoding="utf-8") != text:
            print("takt/public_headers.txt is not what takt/takt.hpp includes: look at what a new include makes "
                  "public, then tools/public_headers.py --write")
            return 1
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
