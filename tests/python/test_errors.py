"""Errors say what, where and what to write instead; they are of the right class."""
import pytest
import takt


def caught(cls, f):
    with pytest.raises(cls) as info:
        f()
    assert type(info.value) is cls
    return info.value


def test_model_errors():
    e = caught(takt.ModelError, lambda: takt.load("ilits"))
    assert "ilits" in e.what and "iltis" in e.hint
    e = caught(takt.ModelError, lambda: takt.load("iltis", sped=3))
    assert "sped" in e.what and "speed" in e.hint
    e = caught(takt.ModelError, lambda: takt.parse("takt: 1\nbodys: {}\n"))
    assert e.where.startswith("text:2") and "bodies" in e.hint
    e = caught(takt.ModelError, lambda: takt.load("iltis", speed="8 kg"))
    assert "kg" in e.what
    e = caught(takt.ModelError, lambda: takt.load("no/such/file.yaml"))
    assert "no/such/file.yaml" in e.what
    assert str(e).startswith(e.what) and e.where in str(e)


def test_method_errors():
    e = caught(takt.MethodError, lambda: takt.run("four-bar", method="index1+heum"))
    assert "heun" in e.hint
    e = caught(takt.MethodError, lambda: takt.run("four-bar", method="ode+heun"))
    assert "index1" in e.hint
    e = caught(takt.MethodError, lambda: takt.Simulation("four-bar", method="index1+heun+s_both2", step=1e-3).model and
               takt.explain("ode+heun", "four-bar"))
    assert e.where.startswith("method")
    caught(takt.MethodError, lambda: takt.run("four-bar", method="index1(baumgarte=auto)+heun"))


def test_unknown_names():
    sim = takt.Simulation("four-bar")
    for ask, near in [(lambda: sim.body("cranc"), "crank"), (lambda: sim.output("xx"), "x"),
                      (lambda: takt.run("four-bar", until=0.01)["out.z"], "out.x"),
                      (lambda: sim.joint("AA"), "A"), (lambda: takt.check("four-bar")["dofs"], "dof"),
                      (lambda: takt.methods()["integrator"], "integrators")]:
        e = caught(takt.UnknownName, ask)
        assert near in e.hint and isinstance(e, (KeyError, ValueError, takt.Error))
    steered = takt.Simulation(takt.load("iltis", road="flat", manoeuvre="wheel"))
    assert "wheel" in caught(takt.UnknownName, lambda: steered.inputs["weel"]).hint
    with pytest.raises(takt.UnknownName):
        steered.inputs["weel"] = 1


def test_usage_errors():
    sim = takt.Simulation("four-bar")
    for wrong in [
        lambda: takt.run("four-bar", until=-1), lambda: takt.run("four-bar", step=0),
        lambda: takt.run("four-bar", step=float("nan")), lambda: takt.run("four-bar", until="3 kg"),
        lambda: takt.run("four-bar", record="bodys"), lambda: takt.run("four-bar", every=1.5e-3),
        lambda: takt.run("four-bar", out="x.txt"), lambda: takt.run("four-bar", until=1, step=2),
        lambda: sim.set_state(q=[1, 2]), lambda: sim.set_state(q=[1.0, 2.0, float("nan")]),
        lambda: sim.set_state(q={"A": 1.0}), lambda: sim.step(-1), lambda: sim.restore(b"abc"),
        lambda: takt.run("four-bar", period=0.01), lambda: takt.linearise(sim, of="steps"),
        lambda: takt.run("four-bar", until=0.1).save("x.txt"), lambda: takt.run("four-bar", until=0.1).report("x.txt"),
    ]:
        with pytest.raises(takt.UsageError) as info:
            wrong()
        assert isinstance(info.value, ValueError) and info.value.what


def test_wrong_types():
    sim = takt.Simulation("four-bar")
    for wrong in [lambda: takt.load(3), lambda: takt.load(None), lambda: takt.parse(b"takt: 1"), lambda: takt.load("iltis", speed=[1]),
                  lambda: takt.run("four-bar", until=[1]), lambda: takt.run("four-bar", method=3), lambda: sim.step(1.5), lambda: sim.step("1"),
                  lambda: sim.set_state(q="abc"), lambda: sim.set_state(q=[None] * 3), lambda: sim.body(3), lambda: sim.restore([1]),
                  lambda: takt.run("four-bar", control=3), lambda: takt.run("four-bar", record=3), lambda: takt.run("four-bar", until=True),
                  lambda: takt.run("four-bar", until=0.1)[0], lambda: sim.inverse_dynamics("a", "b", "c")]:
        with pytest.raises(TypeError):
            wrong()


def test_a_state_that_does_not_fit_changes_nothing():
    sim = takt.Simulation("four-bar")
    sim.step(3)
    before = sim.q.copy(), sim.t
    with pytest.raises(takt.UsageError, match="not on the constraints"):
        sim.set_state(q=sim.q + 0.1)
    assert (sim.q == before[0]).all() and sim.t == before[1]
    with pytest.raises(takt.ModelError):
        sim.change(nothing=3)
    sim.step()


def test_a_solver_that_fails_gives_what_it_had():
    text = "takt: 1\nbodies:\n  a: {mass: 1}\njoints:\n  s: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: x}\n" \
           "forces:\n  push: {type: expression_force, joint: s, force: '1e4*exp(50*s)'}\n"
    with pytest.raises(takt.SolverError) as info:
        takt.run(takt.parse(text), until=10, step=1e-3)
    e = info.value
    assert e.what and e.where.startswith("method") and e.hint
    assert e.result.status == "not_finite" and 1 < len(e.result.t) < 10001
    assert e.result.summary["t_end"] == e.result.t[-1]
    assert "--" not in str(e)
    sim = takt.Simulation(takt.parse(text), step=1e-3)
    with pytest.raises(takt.SolverError, match="a step failed"):
        sim.step(10000)
    assert sim.t == pytest.approx(e.result.t[-1]) and sim.steps > 0


def test_warnings_of_a_model():
    text = "takt: 1\nbodies:\n  a: {mass: 1}\njoints:\n  p: {type: revolute, between: [ground, a], at: [1, 0, 0], axis: y}\n"
    with pytest.warns(UserWarning):
        result = takt.run(takt.parse(text), until=0.1)
    assert result.warnings


def test_hints_are_those_of_python():
    e = takt.UsageError("a smaller --step, or --method 'ode+rk4'", "", "add --assemble, write --every 10 or --set speed=3")
    assert e.what == "a smaller step=, or method='ode+rk4'" and e.hint == "add assemble=True, write every=10 or speed=3"
