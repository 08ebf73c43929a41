#!/usr/bin/env python3
"""Holds the arm of examples/models/arm.yaml in place, in Python. The same as hold.c.

  takt run examples/models/arm.yaml --io lockstep:udp:5005     in one terminal
  python3 examples/hil/hold.py udp:5005                        in another

The law is a spring and a damper at each axis, plus the torque that holds the weight. That torque follows
from the measured angles: for axis i it is the sum over all parts j beyond it of m_j g (a_i x (c_j - p_i))_z,
with a_i, p_i the axis and a point of it and c_j a centre of mass.
"""
import math
import sys

import takt_io

X, Y, Z = 0, 1, 2
# As drawn in the model: axes with a point on each, and masses with the axis they move with.
AXES = [(Z, (0, 0, 0)), (Y, (0, 0, 0.4)), (Y, (0.4, 0, 0.4)), (X, (0.7, 0, 0.4)), (Y, (0.9, 0, 0.4)), (X, (1, 0, 0.4))]
MASSES = [(20, 0, (0, 0, 0.15)), (12, 1, (0.2, 0, 0.4)), (8, 2, (0.55, 0.05, 0.4)), (4, 3, (0.8, 0, 0.4)),
          (2, 4, (0.95, 0.02, 0.4)), (1, 5, (1.05, 0, 0.4)), (5, 5, (1.15, 0, 0.36))]
STIFFNESS, DAMPING = (4000, 4000, 3000, 600, 600, 100), (400, 400, 250, 20, 20, 3)  # N m/rad, N m s/rad
TARGET = (0, -0.6, 1.2, 0, 0.5, 0)  # rad
GRAVITY = 9.81


def weight_torques(q):
    rows, was, now = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], (0, 0, 0), (0, 0, 0)  # of the part before
    torques, axes, points = [0.0] * 6, [], []

    def place(drawn):
        return [now[r] + sum(rows[r][c] * (drawn[c] - was[c]) for c in range(3)) for r in range(3)]

    for i, (k, point) in enumerate(AXES):
        was, now = point, place(point)
        axes.append([row[k] for row in rows])
        points.append(now)
        c, s, a, b = math.cos(q[i]), math.sin(q[i]), (k + 1) % 3, (k + 2) % 3
        for row in rows:
            row[a], row[b] = c * row[a] + s * row[b], c * row[b] - s * row[a]
        for mass, moves_with, com in MASSES:
            if moves_with != i:
                continue
            at = place(com)
            for n, (axis, p) in enumerate(zip(axes, points)):
                torques[n] += GRAVITY * mass * (axis[0] * (at[1] - p[1]) - axis[1] * (at[0] - p[0]))
    return torques


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: hold.py udp:PORT|shm:NAME [SECONDS TO WAIT]")
    patience = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    numbers, answered, angles = range(1, 7), 0, []
    try:
        for out in takt_io.control(sys.argv[1], [f"torque{i}" for i in numbers],
                                   [f"angle{i}" for i in numbers] + [f"rate{i}" for i in numbers], patience=patience):
            angles, rates = [out[f"angle{i}"] for i in numbers], [out[f"rate{i}"] for i in numbers]
            out.answer(*(w + k * (goal - q) - d * v for w, k, d, goal, q, v in
                         zip(weight_torques(angles), STIFFNESS, DAMPING, TARGET, angles, rates)))
            answered += 1
    except (takt_io.NobodyThere, ValueError) as wrong:
        sys.exit(f"hold.py: {wrong}")
    farthest = max(abs(q - goal) for q, goal in zip(angles, TARGET))
    print(f"answered {answered}, {farthest:.2e} rad from the target at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
