"""Controllers and systems written in Python."""
import subprocess
import sys

import numpy as np
import pytest
import takt
from conftest import Pendulum


def steer(t, sim):
    return 0.01 * np.sin(t)


def test_a_controller_is_a_loop_of_steps(steered):
    """The same bits as steps with inputs set by hand: the rate of an input drawn as a line included."""
    result = takt.run(steered, until=0.3, step=1e-3, control=steer, period=0.01)
    sim = takt.Simulation(steered, step=1e-3)
    for k in range(30):
        u = 0.01 * np.sin(k * 0.01)
        sim.inputs.set_rate("wheel", (u - sim.inputs["wheel"]) / 0.01)
        sim.step(10)
    assert abs(result["yaw"][-1]) > 1e-6
    assert np.allclose(sim.q, result.q[-1], rtol=0, atol=1e-12)
    assert result.summary["controller"]["answers"] == 30


def test_ways_to_answer(steered):
    ways = [lambda t, s: 0.01, lambda t, s: [0.01], lambda t, s: {"wheel": 0.01}, lambda t, s: np.array([0.01]),
            lambda t, s: s.inputs.__setitem__("wheel", 0.01)]
    ends = {takt.run(steered, until=0.1, step=1e-3, control=w).summary["state_hash"] for w in ways}
    assert len(ends) == 1


def test_a_controller_sees_the_present(steered):
    seen = []

    def control(t, sim):
        seen.append((t, sim.t, sim.q[0], sim.output("x"), sim.body("chassis").pose.position[0]))
        return 0.0

    result = takt.run(steered, until=0.1, step=1e-3, control=control, period=0.02)
    assert [round(s[0], 9) for s in seen] == [0, 0.02, 0.04, 0.06, 0.08]
    for t, now, q, x, body in seen:
        k = round(t / 1e-3)
        assert t == now == result.t[k] and q == result.q[k, 0] and x == result["x"][k]
        assert body == pytest.approx(q, abs=1e-12)


def test_exceptions_pass(steered):
    def control(t, sim):
        if t > 0.05:
            raise ZeroDivisionError("in the controller")
        return 0.0

    with pytest.raises(ZeroDivisionError, match="in the controller"):
        takt.run(steered, until=0.1, step=1e-3, control=control)


@pytest.mark.parametrize("answer", [[1, 2], "a", {"weel": 1}, {"wheel": "a"}, object(), [[1]]])
def test_answers_that_make_no_sense(steered, answer):
    with pytest.raises((TypeError, takt.UsageError)):
        takt.run(steered, until=0.1, step=1e-3, control=lambda t, s: answer)


def test_answers_without_end_or_out_of_range(steered):
    result = takt.run(steered, until=0.02, step=1e-3, control=lambda t, s: 9.0)
    assert result.summary["controller"]["clamped"] == 20
    result = takt.run(steered, until=0.02, step=1e-3, control=lambda t, s: float("nan"))
    assert result.summary["controller"]["not_finite"] == 20


@pytest.mark.parametrize("what", ["step", "save_restore", "set_state"])
def test_a_controller_leaves_the_state_alone(steered, what):
    def control(t, sim):
        if what == "step":
            sim.step()
        elif what == "set_state":
            sim.set_state(q=sim.q)
        else:
            sim.restore(sim.save())
        return 0.0

    with pytest.raises(takt.UsageError, match="while a run makes the steps"):
        takt.run(steered, until=0.1, step=1e-3, control=control)


def test_a_period_between_steps(steered):
    with pytest.raises(takt.UsageError, match="period"):
        takt.run(steered, until=0.1, step=1e-3, control=steer, period=1.5e-3)


METHODS = ["index1+rk4+s_both2", "index1+dopri5+s_both2", "index2+linear_implicit_euler(J2)+one_step", "ali3+trapezoidal+tangent",
           "ggl+bdf", "state_space+trapezoidal", "penalty+trapezoidal", "index1+linear_implicit_euler(J1)+s_both2",
           "ali1+sdirk2+penalised", "ggl(formalism=residual)+bdf+grouped"]


@pytest.mark.parametrize("method", METHODS)
def test_methods_run_on_systems(method):
    """Against the same system written in C++."""
    ours = takt.run(Pendulum(), until=0.5, step=1e-3, method=method)
    theirs = takt.run("pendulum-cartesian", until=0.5, step=1e-3, method=method)
    # Multi-step methods choose their steps by the last digits of differences.
    assert np.allclose(ours.q[-1], theirs.q[-1], rtol=0, atol=1e-3 if "bdf" in method else 1e-5)
    assert ours.summary["max_drift"]["position"] < 1e-3


def test_what_is_given_replaces_differences():
    class Full(Pendulum):
        calls = 0

        def jacobian(self, q, u):
            Full.calls += 1
            return 2 * q

        def stiffness(self, q, v, u):
            return np.zeros((2, 2))

        def damping(self, q, v, u):
            return np.zeros((2, 2))

    a = takt.run(Full(), until=0.5, method="ali3+trapezoidal+tangent", step=1e-3)
    b = takt.run(Pendulum(), until=0.5, method="ali3+trapezoidal+tangent", step=1e-3)
    assert Full.calls > 100
    assert np.allclose(a.q[-1], b.q[-1], rtol=0, atol=1e-8)


def test_given_functions_of_time():
    class Driven(takt.System):  # x' ' = -x + sin(3 t), and y follows cos(t)
        q = ["x", "y"]

        def mass(self, q):
            return np.eye(2)

        def force(self, q, v, u):
            return [-q[0] + u[0], 0]

        def constraint(self, q, u):
            return q[1] - u[1]

        def excitation(self, t):
            return [np.sin(3 * t), np.cos(t)]

        def initial(self):
            return [0.0, 1.0], [0.0, 0.0]

    r = takt.run(Driven(), until=2, method="index1+rk4+s_both2", step=1e-3)
    assert r["q.x"][-1] == pytest.approx((3 * np.sin(2) - np.sin(6)) / 8, abs=1e-8)
    assert r["q.y"][-1] == pytest.approx(np.cos(2), abs=1e-10) and r["v.y"][-1] == pytest.approx(-np.sin(2), abs=1e-8)


def test_inputs_outputs_energy_of_systems():
    sim = takt.Simulation(Pendulum(), step=1e-3)
    assert list(sim.inputs) == ["push"] and sim.outputs == {"height": 0.0}
    sim.inputs["push"] = 3.0
    sim.step(100)
    assert sim.output("height") == sim.q[1]
    r = takt.run(Pendulum(), until=1, step=1e-3, control=lambda t, s: -s.q[0])
    assert r.summary["controller"]["answers"] == 1000
    free = takt.run(Pendulum(), until=1, step=1e-3)
    assert abs(free["energy.total"] - free["energy.total"][0]).max() < 1e-6
    assert takt.check(Pendulum())["dof"]["true"] == 1
    assert takt.linearise(Pendulum(), outputs="height").A.shape == (2, 2)
    assert len(takt.compare(Pendulum(), ["index1+heun+s_both2"], [2e-3], until=0.1)) == 1


class Wrong(Pendulum):
    def __init__(self, function, value):
        self.function, self.value = function, value
        self.calls = 0

    def _maybe(self, function, right):
        if function == self.function:
            self.calls += 1
            if self.calls > 20:
                if isinstance(self.value, Exception):
                    raise self.value
                return self.value
        return right

    def mass(self, q):
        return self._maybe("mass", np.eye(2))

    def force(self, q, v, u):
        return self._maybe("force", [0, -9.81])

    def constraint(self, q, u):
        return self._maybe("constraint", q @ q - 1)

    def output(self, q, v, u):
        return self._maybe("output", q[1])

    def potential(self, q, u):
        return self._maybe("potential", 9.81 * q[1])


@pytest.mark.parametrize("function", ["mass", "force", "constraint", "output", "potential"])
@pytest.mark.parametrize("value,error", [(RuntimeError("mine"), RuntimeError), (np.zeros(7), ValueError), ("no", TypeError),
                                         (None, (TypeError, ValueError)), (KeyboardInterrupt, TypeError)])
def test_what_goes_wrong_in_a_system(function, value, error):
    system = Wrong(function, value)
    with pytest.raises(error):
        takt.run(system, until=0.2, step=1e-3, method="index1+rk4+s_both2")
    system.calls = 0
    with pytest.raises(error):  # and again: nothing is left over
        takt.run(system, until=0.2, step=1e-3, method="index1+rk4+s_both2")
    system.value = None
    system.function = ""
    takt.run(system, until=0.01, step=1e-3)


def test_systems_that_are_not_complete():
    class Nothing(takt.System):
        pass

    class NoMass(takt.System):
        q = 1

    class Twice(Pendulum):
        q = ["x", "x"]

    class Nan(Pendulum):
        def force(self, q, v, u):
            return [np.nan, 0]

    for cls, error in [(Nothing, takt.UsageError), (NoMass, NotImplementedError), (Twice, takt.UsageError),
                       (Nan, (takt.Error,))]:
        with pytest.raises(error):
            takt.run(cls(), until=0.1, step=1e-3)


SCRIPT = """
import signal, sys, threading, os, warnings
import takt
warnings.simplefilter("ignore")
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
{body}
"""
BODIES = {
    "run": """
r = takt.run("four-bar", until=100000, every=0.1, step=1e-3)
assert r.status == "interrupted" and 0 < r.t[-1] < 1e5 and len(r["x"]) == len(r.t), r
""",
    "controller": """
def control(t, sim):
    return [0.0 * sum(range(2000))]
r = takt.run(takt.load("iltis", road="flat", manoeuvre="wheel"), until=100000, every=0.1, step=1e-3, control=control)
assert r.status == "interrupted" and 0 < r.t[-1] < 1e5, r
""",
    "system": """
class Slow(takt.System):
    q = 1
    def mass(self, q): return [[1.0]]
    def force(self, q, v, u): return [-float(sum([q[0]] * 2000)) / 2000]
r = takt.run(Slow(), until=100000, every=0.1, step=1e-3)
assert r.status == "interrupted" and 0 < r.t[-1] < 1e5, r
""",
    "step": """
sim = takt.Simulation("four-bar")
try:
    sim.step(10**9)
except KeyboardInterrupt:
    assert sim.t > 0 and sim.q.shape == (3,)
else:
    sys.exit(1)
""",
    "rollout": """
try:
    takt.rollout("four-bar", n=100, steps=10**6, outputs=["t"])
except KeyboardInterrupt:
    pass
else:
    sys.exit(1)
""",
    "compare": """
c = takt.compare("four-bar", ["index1+heun+s_both2"] * 50, steps=1e-4, until=50)
""",
    "handler": """
class Mine(Exception): pass
def handler(*_): raise Mine
signal.signal(signal.SIGINT, handler)
try:
    takt.run("four-bar", until=100000, every=0.1, step=1e-3)
except Mine:
    pass
else:
    sys.exit(1)
""",
    "twice": """
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    for _ in range(5):
        takt.run("four-bar", until=100000, every=0.1, step=1e-3)
except KeyboardInterrupt:
    pass
else:
    sys.exit(1)
""",
}


@pytest.mark.parametrize("what", BODIES)
def test_ctrl_c(what):
    done = subprocess.run([sys.executable, "-c", SCRIPT.format(body=BODIES[what])], timeout=60, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
