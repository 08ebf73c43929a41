#!/usr/bin/env python3
"""A steering controller for steered-iltis.yaml in Python: holds a lane. The same as steer.c.

  takt realtime examples/hil/steered-iltis.yaml --io udp:5005     in one terminal
  python3 examples/hil/steer.py udp:5005                          in another

or both with shm:NAME.
"""
import math
import sys

import takt_io

OUTPUTS = ["x", "y", "z", "roll", "pitch", "yaw", "tyre_fl", "tyre_fr", "tyre_rl", "tyre_rr", "az",
           "speed", "yaw_rate"]


def middle(x):
    """Of the lane: 3.5 m to the left between x = 40 m and 80 m."""
    s = min(max((x - 40) / 40, 0), 1)
    return 3.5 * s * s * s * (10 - 15 * s + 6 * s * s)


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: steer.py udp:PORT|shm:NAME [SECONDS TO WAIT]")
    patience = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    answered, farthest, offset = 0, 0.0, 0.0
    try:
        for out in takt_io.control(sys.argv[1], ["wheel"], OUTPUTS, patience=patience):
            ahead = max(4, 0.5 * out["speed"])  # pure pursuit
            c, s = math.cos(out["yaw"]), math.sin(out["yaw"])
            there = middle(out["x"] + ahead * c) - (out["y"] + ahead * s)
            out.answer(wheel=-0.14 * 2.017 * 2 * there * c / (ahead * ahead))
            answered += 1
            offset = out["y"] - middle(out["x"])
            farthest = max(farthest, abs(offset))
    except (takt_io.NobodyThere, ValueError) as wrong:
        sys.exit(f"steer.py: {wrong}")
    print(f"answered {answered}, farthest {farthest:.3f} m from the lane, {abs(offset):.3f} m at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
