"""An arm of two links, held on a path by a PID controller written in Python."""
import math

import numpy as np

import takt


def arm() -> takt.Model:
    m = takt.Model("arm")
    m.body("upper", mass=4, uniform={"rod": [[0, 0, 0], [0.4, 0, 0]], "radius": "4 cm"})
    m.body("lower", mass=3, uniform={"rod": [[0.4, 0, 0], [0.75, 0, 0]], "radius": "3 cm"}, frames={"tool": [0.75, 0, 0]})
    m.joint("shoulder", "revolute", ["ground", "upper"], at=[0, 0, 0], axis="-y")
    m.joint("elbow", "revolute", ["upper", "lower"], at=[0.4, 0, 0], axis="-y")
    for name in ("shoulder", "elbow"):
        m.signal(f"torque_{name}", "input", unit="N m", least=-120, most=120)
        m.force(f"motor_{name}", "drive", joint=name, torque=f"torque_{name}")
        m.output(name, coordinate=name)
    m.output("height", position="lower.tool", axis="z")
    return m


class Pid:
    """Torques from the errors of both angles; the integral stops where a motor is at its limit."""

    kp, ki, kd, period = np.array([900.0, 400.0]), np.array([900.0, 500.0]), np.array([90.0, 30.0]), 1e-3

    def __init__(self) -> None:
        self.integral = np.zeros(2)

    def wanted(self, t: float) -> takt.Array:
        s = min(t / 1.0, 1.0)
        s = s * s * s * (10 - 15 * s + 6 * s * s)  # from 0 to 1 without a jerk
        return np.array([0.7, -1.2]) * s

    def __call__(self, t: float, sim: takt.Simulation) -> takt.Array:
        error = self.wanted(t) - sim.q
        rate = (self.wanted(t + 1e-4) - self.wanted(t - 1e-4)) / 2e-4 - sim.v
        torque = self.kp * error + self.ki * self.integral + self.kd * rate
        self.integral = self.integral + np.where(np.abs(torque) < 120, error * self.period, 0)
        return np.asarray(torque)


def main() -> None:
    pid = Pid()
    result = takt.run(arm(), until=3, step=1e-3, control=pid, period=pid.period)
    off = np.abs(result.q[-1] - pid.wanted(3)).max()
    path = max(float(np.abs(result.q[k] - pid.wanted(t)).max()) for k, t in enumerate(result.t))
    print(f"at the end {math.degrees(off):.4f} deg off, on the way {math.degrees(path):.2f} deg,"
          f" tool at {result['height'][-1]:.3f} m")
    assert off < 1e-3 and path < 0.1


if __name__ == "__main__":
    main()
