"""takt.rollout: the same bits for any number of threads, and as one simulation after the other."""
import numpy as np
import pytest
import takt
from conftest import Pendulum


def test_any_number_of_threads(steered):
    u = np.random.default_rng(1).uniform(-0.01, 0.01, (7, 50, 1))
    all_of = [takt.rollout(steered, u, outputs=["x", "yaw", "q.chassis.x", "body.chassis.z", "force.fl.shock_absorber"],
                           step=1e-3, threads=k) for k in (1, 2, 3, 16)]
    for r in all_of[1:]:
        assert r.hashes == all_of[0].hashes and np.array_equal(r.values, all_of[0].values)
    assert len(set(all_of[0].hashes)) == 7 and all_of[0].ok.all()
    assert all_of[0].values.shape == (7, 51, 5) and all_of[0].t[-1] == 0.05
    assert np.array_equal(all_of[0]["q.chassis.x"], all_of[0].values[:, :, 2])


def test_a_run_of_it_is_a_simulation(steered):
    u = np.random.default_rng(2).uniform(-0.01, 0.01, (3, 20, 1))
    r = takt.rollout(steered, u, outputs=["out.x", "yaw", "v.chassis.vy"], every=5, step=1e-3, threads=2)
    for i in range(3):
        sim = takt.Simulation(steered, step=1e-3)
        for k in range(20):
            sim.inputs["wheel"] = u[i, k, 0]
            sim.step(5)
            assert r["x"][i, k + 1] == sim.output("x") and r["yaw"][i, k + 1] == sim.output("yaw")
        assert r["v.chassis.vy"][i, -1] == sim.v[sim.v_names.index("chassis.vy")]


def test_initial_states():
    q = np.array([[0.1], [0.2], [0.3]])
    r = takt.rollout("simple-pendulum", initial=(q, np.zeros((3, 1))), steps=100, outputs=["q.pivot", "t"])
    assert np.array_equal(r["q.pivot"][:, 0], q[:, 0])
    for i in range(3):
        sim = takt.Simulation("simple-pendulum")
        sim.set_state(q=q[i], v=[0.0])
        sim.step(100)
        assert sim.q[0] == r["q.pivot"][i, -1]
    assert np.array_equal(r["t"][0], r.t)


def test_parameters():
    r = takt.rollout("simple-pendulum", parameters={"L": [1.0, 2.0]}, steps=200, outputs="q.pivot", threads=2)
    for i, length in enumerate((1.0, 2.0)):
        sim = takt.Simulation(takt.load("simple-pendulum", L=length))
        sim.step(200)
        assert sim.q[0] == r["q.pivot"][i, -1]
    assert len(takt.rollout("simple-pendulum", parameters=[{"L": 1}, {"m": 2}, {}], steps=3)) == 3


def test_a_run_that_fails_ends_alone():
    text = "takt: 1\nsignals: {k: {type: input}}\nbodies:\n  a: {mass: 1}\njoints:\n" \
           "  s: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: x}\n" \
           "forces:\n  push: {type: expression_force, joint: s, force: 'k*exp(50*s)'}\n"
    u = np.zeros((3, 500, 1))
    u[1] = 1e4
    with pytest.warns(RuntimeWarning, match="run 1"):
        r = takt.rollout(takt.parse(text), u, outputs="q.s", step=1e-3)
    assert r.status[0] == r.status[2] == "ok" and r.status[1] != "ok" and r.failures[1]
    assert np.isnan(r["q.s"][1, -1]) and np.isfinite(r["q.s"][1, 0]) and np.isfinite(r["q.s"][0]).all()


def test_systems():
    u = np.random.default_rng(3).uniform(-1, 1, (4, 20, 1))
    one, two = (takt.rollout(Pendulum(), u, outputs="height", step=1e-3, threads=k) for k in (1, 2))
    assert np.array_equal(one.values, two.values) and one.hashes == two.hashes

    class Bad(Pendulum):
        def force(self, q, v, u):
            if q[1] < -0.01:
                raise RuntimeError("mine")
            return [0, -9.81]

    with pytest.raises(RuntimeError, match="mine"):
        takt.rollout(Bad(), n=4, steps=200, step=1e-3, threads=2)


@pytest.mark.parametrize("wrong", [
    dict(inputs=np.zeros((2, 3))), dict(inputs=np.zeros((2, 3, 4))), dict(inputs=np.full((1, 2, 1), np.nan)), dict(),
    dict(n=2), dict(n=0, steps=1), dict(n=2, steps=-1), dict(n=1, steps=1, outputs="nothing"), dict(n=1, steps=1, every=0),
    dict(inputs=np.zeros((2, 3, 1)), n=3), dict(n=1, steps=1, threads=-1), dict(initial=(np.zeros((2, 3)), None), steps=1),
    dict(parameters={"speed": [1, 2], "rack": [1]}, steps=1), dict(names="weel", inputs=np.zeros((2, 3, 1))),
    dict(initial=(np.zeros(3), np.zeros(3)), steps=1),
])
def test_what_makes_no_sense(steered, wrong):
    with pytest.raises(takt.Error):
        takt.rollout(steered, **wrong)


@pytest.mark.parametrize("wrong", [dict(inputs="abc"), dict(inputs=[["a"]]), dict(initial=3, steps=1), dict(n=1.5, steps=1),
                                   dict(n=1, steps=1, outputs=3)])
def test_wrong_types(steered, wrong):
    with pytest.raises(TypeError):
        takt.rollout(steered, **wrong)
