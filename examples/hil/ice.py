#!/usr/bin/env python3
"""A patch of ice by an input: a driver and a test bench, each with inputs of its own, on one car.

  takt realtime sedan --io udp:5005,inputs=brake --io shm:bench,inputs=friction --until 6s
  python3 examples/hil/ice.py brake udp:5005         brakes from the start on
  python3 examples/hil/ice.py friction shm:bench     ice between x = 5 m and 25 m

in three terminals. What a channel does not bring (`steer`, `drive`) stays as it is at the start. The
way of frames is that of steer.py.
"""
import sys

import steer

OUTPUTS = ["x", "y", "z", "yaw", "speed", "yaw_rate", "spin_fl", "spin_fr", "spin_rl", "spin_rr"]
X, SPEED = OUTPUTS.index("x"), OUTPUTS.index("speed")


class Driver:
    start = [1500.0]  # N m on each wheel: enough to lock them

    def __init__(self):
        self.answered, self.x, self.speed = 0, 0.0, 0.0

    def steer(self, out):
        self.answered += 1
        self.x, self.speed = out[X], out[SPEED]
        return self.value(out)

    def value(self, _):
        return self.start


class Bench(Driver):
    start = [1.0]

    def value(self, out):
        return [0.1 if 5 < out[X] < 25 else 1.0]


def main():
    what, channel = (sys.argv + ["", ""])[1:3]
    kind, _, place = channel.partition(":")
    sides = {"brake": Driver, "friction": Bench}
    ways = {"udp": lambda *rest: steer.over_udp(int(place), *rest),
            "shm": lambda *rest: steer.over_shm(place, *rest)}
    if what not in sides or kind not in ways or (kind == "udp" and not steer.is_port(place)):
        sys.exit("ice.py: write brake or friction, and udp:PORT or shm:NAME")
    steer.INPUTS, steer.OUTPUTS = [what], OUTPUTS
    side = sides[what]()
    patience = float(sys.argv[3]) if len(sys.argv) > 3 else 10
    ways[kind](patience, side)
    if side.answered == 0:
        sys.exit(f"ice.py: nothing of this model came from {channel} within {patience:g} s: "
                 "does Takt run there?")
    print(f"answered {side.answered}, at x = {side.x:.1f} m with {side.speed:.2f} m/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
