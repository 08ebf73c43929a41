"""A robot that balances on two wheels: linearised by takt, held by an LQR of a few lines."""
import numpy as np

import takt


def robot() -> takt.Model:
    m = takt.Model("balancing-robot")
    m.body("wheels", mass=1, inertia=[2e-3, 2e-3, 2e-3], com=[0, 0, 0.05], shape={"cylinder": {"radius": 0.05, "length": 0.2},
           "at": [0, 0, 0.05], "axis": "y", "part": "tyre"})
    m.body("trunk", mass=5, uniform={"box": [0.1, 0.2, 0.6]}, com=[0, 0, 0.35])
    m.joint("roll", "prismatic", ["ground", "wheels"], at=[0, 0, 0.05], axis="x")
    m.joint("lean", "revolute", ["wheels", "trunk"], at=[0, 0, 0.05], axis="y")
    m.signal("torque", "input", unit="N m", least=-8, most=8)
    # The motor pushes the wheels over the floor (torque / radius) and turns the trunk back.
    m.force("push", "expression_force", joint="roll", force="torque/0.05")
    m.force("reaction", "expression_force", joint="lean", force="-torque")
    m.output("x", coordinate="roll")
    m.output("lean", coordinate="lean")
    return m


def lqr(A: takt.Array, B: takt.Array, Q: takt.Array, R: takt.Array) -> takt.Array:
    """The gain of u = -K x that minimises the sum of x'Qx + u'Ru: Riccati's equation by iteration."""
    P = Q.copy()
    for _ in range(20000):
        K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
        after = Q + A.T @ P @ (A - B @ K)
        if np.abs(after - P).max() < 1e-10 * np.abs(P).max():
            break
        P = after
    return np.asarray(K)


def main() -> None:
    model, period = robot(), 5e-3
    lin = takt.linearise(model, inputs="torque", outputs=["x", "lean"])
    fastest = np.linalg.eigvals(lin.A).real.max()
    print(f"upright it falls with {fastest:.2f} 1/s")

    # Exact for a torque held over a period: the exponential of [A B; 0 0].
    n = len(lin.A)
    block = np.zeros((n + 1, n + 1))
    block[:n, :n], block[:n, n:] = lin.A * period, lin.B * period
    power, exponential = np.eye(n + 1), np.eye(n + 1)
    for k in range(1, 30):
        power = power @ block / k
        exponential = exponential + power
    # x in coordinates of the model: dq and dv follow from it.
    T = lin.state_of_x
    A, B = T @ exponential[:n, :n] @ np.linalg.inv(T), T @ exponential[:n, n:]
    K = lqr(A, B, np.diag([10.0, 100.0, 1.0, 1.0]), np.array([[1.0]]))
    assert np.abs(np.linalg.eigvals(A - B @ K)).max() < 1 < np.abs(np.linalg.eigvals(A)).max()

    def control(t: float, sim: takt.Simulation) -> takt.Array:
        return np.asarray(-K @ np.concatenate([sim.q, sim.v]))

    tipped = takt.load(model, {"q.lean": 0.15})
    result = takt.run(tipped, until=5, step=1e-3, control=control, period=period)
    print(f"from 8.6 deg back to {np.degrees(result['lean'][-1]):.4f} deg; it rolled {np.ptp(result['x']):.2f} m")
    assert abs(result["lean"][-1]) < 1e-3 and np.abs(result["lean"]).max() < 0.2


if __name__ == "__main__":
    main()
