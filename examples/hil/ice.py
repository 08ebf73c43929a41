#!/usr/bin/env python3
"""A patch of ice by an input: a driver and a test bench, each with inputs of its own, on one car.

  takt realtime sedan --io udp:5005,inputs=brake --io shm:bench,inputs=friction --until 6s
  python3 examples/hil/ice.py brake udp:5005         brakes from the start on
  python3 examples/hil/ice.py friction shm:bench     ice between x = 5 m and 25 m

in three terminals. What a channel does not bring (`steer`, `drive`) stays as it is at the start.
"""
import sys

import takt_io

OUTPUTS = ["x", "y", "z", "yaw", "speed", "yaw_rate", "spin_fl", "spin_fr", "spin_rl", "spin_rr"]


def brake(_):
    return 1500.0  # N m on each wheel: enough to lock them


def friction(x):
    return 0.1 if 5 < x < 25 else 1.0


def main():
    what, channel = (sys.argv + ["", ""])[1:3]
    sides = {"brake": brake, "friction": friction}
    if what not in sides:
        sys.exit("ice.py: write brake or friction, and udp:PORT or shm:NAME")
    patience = float(sys.argv[3]) if len(sys.argv) > 3 else 10
    answered, x, speed = 0, 0.0, 0.0
    try:
        for out in takt_io.control(channel, [what], OUTPUTS, start=[sides[what](0)], patience=patience):
            answered, x, speed = answered + 1, out["x"], out["speed"]
            out.answer(sides[what](x))
    except (takt_io.NobodyThere, ValueError) as wrong:
        sys.exit(f"ice.py: {wrong}")
    print(f"answered {answered}, at x = {x:.1f} m with {speed:.2f} m/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
