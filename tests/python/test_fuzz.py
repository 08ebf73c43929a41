"""The whole surface with values that make no sense: errors of takt or TypeError, never a crash."""
import inspect

import numpy as np
import pytest
import takt
from conftest import Pendulum
from hypothesis import given, settings
from hypothesis import strategies as st

anything = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=8), st.binary(max_size=4),
    st.lists(st.floats(width=32), max_size=4), st.dictionaries(st.text(max_size=3), st.floats(), max_size=2), st.just(np.zeros((2, 3))),
    st.just(np.array([1, 2, 3])), st.just(np.array(["a"])), st.just(np.zeros(0)), st.just(object()), st.just(float), st.just(1 + 2j),
    st.sampled_from(["A", "x", "crank", "four-bar", "1ms", "index1+heun+s_both2", "\0", "q.A", "${", "out.x"]),
)
EXPECTED = (takt.Error, TypeError, MemoryError, OverflowError)


def attempt(f, *arguments, **keywords):
    try:
        f(*arguments, **keywords)
    except EXPECTED:
        pass


@settings(max_examples=150)
@given(st.data())
def test_simulation(data):
    sim = takt.Simulation("four-bar", step=1e-3)
    names = ["body", "joint", "output", "set_state", "restore", "change", "jacobian", "inverse_dynamics", "forward_dynamics"]
    for _ in range(4):
        name = data.draw(st.sampled_from(names))
        method = getattr(sim, name)
        count = len(inspect.signature(method).parameters)
        attempt(method, *data.draw(st.lists(anything, min_size=0, max_size=count)))
    value = data.draw(st.one_of(st.text(max_size=3), st.floats(), st.integers(-(2**70), -1), st.integers(0, 50)))
    attempt(sim.step, value)
    attempt(sim.inputs.__setitem__, data.draw(anything), data.draw(anything))
    assert np.isfinite(sim.q).all() and sim.q.shape == (3,)


@settings(max_examples=100)
@given(st.sampled_from(["method", "step", "until", "assemble"]), anything)
def test_constructor(key, value):
    attempt(takt.Simulation, "four-bar", **{key: value})


@settings(max_examples=100)
@given(st.sampled_from(["model", "method", "every", "record", "inputs", "control", "period", "out", "assemble"]), anything)
def test_run(key, value):
    if key == "out" and isinstance(value, str):
        value = "/nowhere/" + value
    attempt(takt.run, **{"model": "four-bar", "until": 0.003, "step": 1e-3, key: value})


@settings(max_examples=100)
@given(st.sampled_from(["inputs", "initial", "parameters", "outputs", "names", "n", "every", "method", "step", "threads"]), anything)
def test_rollout(key, value):
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > 5 and key in ("n", "every", "threads"):
        value = -1
    attempt(takt.rollout, "four-bar", **{"n": 2, "steps": 2, "step": 1e-3, key: value})


@settings(max_examples=150)
@given(st.sampled_from(["body", "joint", "force", "signal", "output", "parameter", "constraint", "road", "initial", "experiment"]),
       st.lists(anything, max_size=3), st.dictionaries(st.sampled_from(["mass", "type", "between", "at", "axis", "from_", "to", "q", "until"]),
                                                       anything, max_size=3))
def test_model(part, values, keys):
    model = takt.Model("m")
    model.body("a", mass=1)
    attempt(getattr(model, part), *values, **keys)
    attempt(model.load)


@settings(max_examples=60)
@given(anything, st.sampled_from([takt.load, takt.parse, takt.read, takt.check, takt.explain, takt.linearise, takt.Simulation]))
def test_one_argument(value, f):
    attempt(f, value)


@settings(max_examples=60)
@given(st.text(alphabet="abcdxyz+-*/(){}[]:,.0123456789 \n\"'$", max_size=60))
def test_texts(text):
    attempt(takt.parse, "takt: 1\n" + text)
    attempt(takt.run, "four-bar", until=0.001, step=1e-3, method=text)


@settings(max_examples=80)
@given(st.sampled_from(["mass", "force", "constraint", "output", "potential", "initial"]), anything)
def test_systems(function, value):
    cls = type("Odd", (Pendulum,), {function: lambda self, *a: value})
    try:
        takt.run(cls(), until=0.01, step=1e-3)
    except (takt.Error, TypeError, ValueError, OverflowError):
        pass


@settings(max_examples=60)
@given(st.sampled_from(["q", "inputs", "outputs", "constant_mass"]), anything)
def test_attributes_of_systems(attribute, value):
    cls = type("Odd", (Pendulum,), {attribute: value})
    try:
        takt.run(cls(), until=0.01, step=1e-3)
    except (takt.Error, TypeError, ValueError, AttributeError, IndexError):
        pass


@settings(max_examples=60)
@given(anything)
def test_controllers(value):
    steered = takt.load("iltis", road="flat", manoeuvre="wheel")
    attempt(takt.run, steered, until=0.003, step=1e-3, control=lambda t, s: value)


@settings(max_examples=40)
@given(st.binary(max_size=300))
def test_memory(noise):
    sim = takt.Simulation("four-bar", step=1e-3)
    memory = sim.save()
    attempt(sim.restore, noise)
    attempt(sim.restore, (noise + memory)[: len(memory)])  # the right length, other content
    try:
        sim.step(3)
    except takt.SolverError:
        pass


@pytest.mark.parametrize("method", ["", "index1+heun+s_both2", "natural:ali3+trapezoidal+tangent"])
def test_results_of_no_length(method):
    result = takt.run("four-bar", until=1e-3, step=1e-3, method=method)
    assert len(result.t) == 2
    repr(result), result._repr_html_()
