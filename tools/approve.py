#!/usr/bin/env python3
"""Accepts what approval tests received: x.received.txt becomes x.approved.txt, all over tests/."""
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main():
    received = sorted((ROOT / "tests").rglob("*.received.txt"))
    for path in received:
        approved = path.with_name(path.name.replace(".received.", ".approved."))
        path.replace(approved)
        print(f"approved {approved.relative_to(ROOT)}")
    if not received:
        print("nothing to approve")


if __name__ == "__main__":
    main()
