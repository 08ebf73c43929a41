"""Equations of one's own: a trolley on a spring with a pendulum, as in examples/own_system.cpp.

m1 s'' = -k s - c s' + 2 (x - s) lambda,  m2 x'' = -2 (x - s) lambda,  m2 y'' = -m2 g - 2 y lambda
0 = (x - s)^2 + y^2 - l^2
"""
import numpy as np

import takt


class Trolley(takt.System):
    q = ["s", "x", "y"]
    constant_mass = True
    m1, m2, k, c, l = 2.0, 1.0, 400.0, 5.0, 0.5

    def mass(self, q: takt.Array) -> takt.Array:
        return np.diag([self.m1, self.m2, self.m2])

    def force(self, q: takt.Array, v: takt.Array, u: takt.Array) -> takt.Array:
        return np.array([-self.k * q[0] - self.c * v[0], 0.0, -self.m2 * 9.81])

    def constraint(self, q: takt.Array, u: takt.Array) -> float:
        return float((q[1] - q[0]) ** 2 + q[2] ** 2 - self.l**2)

    def initial(self) -> tuple[takt.Array, takt.Array]:
        return np.array([0.0, self.l, 0.0]), np.zeros(3)


def main() -> None:
    ends = {}
    for method in ("index1+rk4+s_both2", "index2+linear_implicit_euler(J2)+one_step", "ali3+trapezoidal+tangent", "ggl+bdf"):
        result = takt.run(Trolley(), until=1, method=method, step=1e-3)
        ends[method] = result.q[-1]
        print(f"{method:45} s = {result['q.s'][-1]:.5f} m, y = {result['q.y'][-1]:.5f} m,"
              f" |g| < {result.summary['max_drift']['position']:.0e}")
    best = ends["index1+rk4+s_both2"]
    assert all(np.abs(q - best).max() < 5e-3 for q in ends.values())


if __name__ == "__main__":
    main()
