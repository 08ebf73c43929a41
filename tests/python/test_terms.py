"""What analysts and control engineers ask for."""
import numpy as np
import pytest
import takt


@pytest.fixture
def moving():
    sim = takt.Simulation("four-bar", method="index1+rk4+s_both2")
    sim.step(50)
    return sim


def test_terms_balance(moving):
    M, h, G = moving.mass_matrix(), moving.bias(), moving.constraint_jacobian()
    a = moving.forward_dynamics(moving.q, moving.v, np.zeros(3))
    assert np.allclose(M @ a + h, moving.inverse_dynamics(moving.q, moving.v, a))
    rest = M @ a + h  # forces of the constraints: in the range of G'
    assert np.linalg.norm(rest - G.T @ np.linalg.lstsq(G.T, rest, rcond=None)[0]) < 1e-9
    assert np.abs(moving.constraint()).max() < 1e-12 and G.shape == (5, 3)
    assert np.allclose(M, M.T) and np.linalg.eigvalsh(M).min() > 0


def test_forward_dynamics_is_the_next_acceleration(moving):
    a = moving.forward_dynamics(moving.q, moving.v, np.zeros(3))
    v0, h = moving.v.copy(), 1e-3
    moving.step()
    later = moving.forward_dynamics(moving.q, moving.v, np.zeros(3))
    assert np.allclose((moving.v - v0) / h, (a + later) / 2, atol=1e-4)


def test_jacobian_of_a_point(moving):
    J = moving.jacobian("coupler", [0.3, 0.1, 0])
    before = moving.body("coupler").point([0.3, 0.1, 0])
    v = J @ moving.v
    moving.step()
    v = (v + moving.jacobian("coupler", [0.3, 0.1, 0]) @ moving.v) / 2
    assert np.allclose((moving.body("coupler").point([0.3, 0.1, 0]) - before) / 1e-3, v, atol=1e-4)


def test_stiffness_and_damping():
    sim = takt.Simulation(takt.load("linear-oscillator", a=1, b=0))
    K, C = sim.stiffness_matrix(), sim.damping_matrix()
    assert K.shape == C.shape == (1, 1) and K[0, 0] > 0


def test_handles_and_columns_agree():
    sim = takt.Simulation("four-bar")
    sim.step(100)
    r = takt.run("four-bar", until=0.1, record="bodies,reactions", step=1e-3)
    p, v = sim.body("crank").pose, sim.body("crank").twist
    assert p.position[0] == r["body.crank.x"][-1] and p.rotation[0] == r["body.crank.qw"][-1]
    assert v.linear[1] == r["body.crank.vy"][-1] and v.angular[2] == r["body.crank.wz"][-1]
    assert sim.joint("B").reaction.force[0] == r["reaction.B.Fx"][-1]
    assert sim.energy["total"] == r["energy.total"][-1] and sim.drift["position"] == r["drift.position"][-1]
    assert np.allclose(p.matrix @ p.matrix.T, np.eye(3)) and np.allclose(p.matrix @ [1, 0, 0], p.matrix[:, 0])


def test_reading_changes_nothing():
    a, b = takt.Simulation("four-bar"), takt.Simulation("four-bar")
    a.step(30)
    for _ in range(30):
        b.step()
        b.mass_matrix(), b.outputs, b.body("crank").acceleration, b.energy, b.modes()
        b.forward_dynamics(b.q + 0.3, b.v, np.ones(3)), repr(b), takt.linearise(b), b.save()
    assert np.array_equal(a.q, b.q)


def test_linear_system_of_a_pendulum():
    """Two rods of length 1 hanging: the frequency of a uniform rod is sqrt(3 g / 2 l)."""
    m = takt.Model("rod")
    m.body("rod", mass=2, uniform={"rod": [[0, 0, 0], [0, 0, -1]]})
    m.joint("hinge", "revolute", ["ground", "rod"], at=[0, 0, 0], axis="y")
    m.signal("torque", "input", unit="N m")
    m.force("motor", "drive", joint="hinge", torque="torque")
    m.output("angle", coordinate="hinge")
    lin = takt.linearise(m, "torque", "angle")
    assert lin.A.shape == (2, 2) and lin.B.shape == (2, 1) and lin.C.shape == (1, 2) and lin.D.shape == (1, 1)
    assert np.abs(np.linalg.eigvals(lin.A)).max() == pytest.approx(np.sqrt(1.5 * 9.81), rel=1e-9)
    assert abs(lin.C @ lin.A @ lin.B) == pytest.approx(1 / (2 / 3), rel=1e-9)
    step = takt.linearise(takt.Simulation(m, step=1e-3), of="step")
    assert step.step == 1e-3 and np.abs(np.linalg.eigvals(step.A)).max() == pytest.approx(1, abs=1e-4)
    sim = takt.Simulation(m)
    assert abs(sim.modes()[0]) == pytest.approx(np.sqrt(1.5 * 9.81), rel=1e-9)
    sim.set_state(q={"hinge": 0.3})
    sim.move_to_equilibrium()
    assert abs(sim.q[0]) < 1e-9


def test_inputs():
    sim = takt.Simulation(takt.load("sedan"))
    assert set(sim.inputs) == {"steer", "drive", "brake", "friction"} and len(sim.inputs) == 4
    sim.inputs["steer"] = 9
    assert sim.inputs["steer"] == 0.6  # its range
    sim.inputs.update(drive=100, brake=3)
    assert dict(sim.inputs)["drive"] == 100
    with pytest.raises(takt.UsageError):
        sim.inputs["steer"] = float("nan")
    with pytest.raises(TypeError):
        sim.inputs["steer"] = "left"
    with pytest.raises(TypeError):
        del sim.inputs["steer"]


def test_parameters_change():
    sim = takt.Simulation("four-bar")
    sim.step(10)
    sim.change(m=3)
    assert sim.t == pytest.approx(0.01) and sim.mass_matrix()[2, 2] == pytest.approx(1.0)
    sim.step(10)
