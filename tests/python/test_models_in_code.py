"""takt.Model: every key of the catalogues, checked when it is added, written as a model file."""
import inspect
import json

import numpy as np
import pytest
import takt
from conftest import four_bar
from hypothesis import given
from hypothesis import strategies as st
from takt import _core
from takt import yaml_text


def test_a_four_bar_takes_few_lines():
    source = inspect.getsource(four_bar).splitlines()
    assert len(source) < 20  # outputs, experiment and def included


def error(f):
    with pytest.raises(takt.ModelError) as info:
        f()
    return info.value


def test_each_part_is_checked_when_it_is_added():
    model = four_bar()
    before = model.to_yaml()
    here = inspect.currentframe().f_lineno + 1
    e = error(lambda: model.body("x", mas=3))
    assert e.where == f"test_models_in_code.py:{here} body 'x'" and "mass" in e.hint
    assert "revolute" in error(lambda: model.joint("Q", "revolut", ["ground", "crank"], at=[0, 0, 0])).hint
    assert "crank" in error(lambda: model.force("s", "spring_damper", from_="ground", to="crnk", stiffness=1)).hint
    assert "N/m" in str(error(lambda: model.force("s", "spring_damper", from_="ground", to="crank", stiffness="1 kg")))
    error(lambda: model.body("crank", mass=1))
    error(lambda: model.output("y", position="crank"))
    error(lambda: model.body("b", mass=-1))
    error(lambda: model.body("b", mass=float("nan")))
    error(lambda: model.body("b", mass=object()))
    error(lambda: model.body("no name", mass=1))
    error(lambda: model.initial(v={"Z": 1}))
    error(lambda: model.road("flaat"))
    error(lambda: model.signal("s", "sine", amplitud=1))
    error(lambda: model.experiment(until=-1))
    error(lambda: model.constraint("c", "gear", joints=["A", "B"]))
    assert model.to_yaml() == before  # nothing of it was added
    assert takt.run(model, until=0.01).status == "ok"


def test_errors_are_those_of_a_file():
    text = four_bar().to_yaml().replace("between: [coupler, rocker]", "between: [coupler, rockr]")
    from_file = error(lambda: takt.parse(text))
    model = takt.Model("m")
    model.body("coupler", mass=1)
    model.body("rocker", mass=1)
    in_code = error(lambda: model.joint("C", "revolute", ["coupler", "rockr"], at=[1, 1, 0], axis="z"))
    assert in_code.what == from_file.what
    assert in_code.where.split(" ", 1)[1] == from_file.where.split(" ", 1)[1] == "joint 'C'"


def test_bodies_that_nothing_holds_are_found_when_it_is_run():
    model = takt.Model("loose")
    model.body("a", mass=1)
    assert "a" in error(lambda: takt.run(model, until=0.1)).what


def test_signatures_and_texts_come_from_the_catalogues():
    model = takt.Model()
    schema = json.loads(_core.schema())["definitions"]
    types = [one["properties"]["type"]["const"] for one in schema["force"]["anyOf"]]
    assert model.force.types == types and set(types) <= set(dir(model.force))
    for kind in types:
        function = getattr(model.force, kind)
        wanted = next(o for o in schema["force"]["anyOf"] if o["properties"]["type"]["const"] == kind)
        parameters = inspect.signature(function).parameters
        names = {p.rstrip("_") for p in parameters}
        assert names == (set(wanted["properties"]) - {"type", "when", "repeat", "description"}) | {"name"}
        required = {n.rstrip("_") for n, p in parameters.items() if p.default is p.empty} - {"name"}
        assert required == set(wanted["required"]) - {"type"}
        assert function.__doc__.startswith(wanted["description"])
    assert "revolute" in model.joint.types and "distance" in model.constraint.types
    with pytest.raises(AttributeError, match="spring_damper"):
        model.force.spring_dampr


def test_all_sections():
    m = takt.Model("all", description="everything", gravity=9.81)
    m.parameter("l", "50 cm", min=0.01, description="length")
    m.body("ground", frames={"hook": [0, 0, 1]})
    arm = m.body("arm", mass="2 kg", uniform={"rod": [[0, 0, 0], ["${l}", 0, 0]]}, frames={"tip": ["${l}", 0, 0]})
    m.body("bob", mass=1.5, pose={"at": ["${l}", 0, -0.2]}, inertia=np.diag([1e-3, 1e-3, 1e-3]))
    m.template("leg", bodies={"foot": {"mass": 0.1, "com": [0, 0.1, 0]}},
               joints={"ankle": {"type": "revolute", "between": ["arm", "foot"], "at": [0, 0, 0], "axis": "x"}})
    m.instance("left", "leg")
    m.instance("right", "leg", mirror="y")
    m.joint.revolute("hinge", ["ground", arm], at=[0, 0, 0], axis="y")
    m.joint("bob", "free", ["ground", "bob"])
    m.constraint("rope", "distance", from_="arm.tip", to="bob")
    m.signal("push", "input", unit="N m", least=-5, most=5)
    m.signal("wave", "sine", amplitude=0.1, frequency=2)
    m.signal("c", 3)
    m.signal("f", "2*sin(t)")
    m.force.drive("motor", joint="hinge", torque="push")
    m.force("spring", "spring_damper", from_="ground.hook", to={"body": "arm", "at": [0.25, 0, 0]}, stiffness="100 N/m")
    m.road("flat")
    m.initial(q={"hinge": 0.1})
    m.initial(v={"hinge": "1 rad/s"})
    m.output("angle", coordinate="hinge")
    m.output("z", position="bob", axis="z", scale=1000, unit="mm")
    m.experiment(until="1 s", step=2e-3)
    result = takt.run(m)
    assert result.t[-1] == 1.0 and len(result.t) == 501 and result["angle"][0] == pytest.approx(0.1)
    again = takt.parse(m.to_yaml())
    assert takt.run(again).summary["state_hash"] == result.summary["state_hash"]
    assert again.inputs == ["push"] and again.description == "everything" and again.parameters == {"l": 0.5}
    assert takt.load(m, l=0.6).parameters == {"l": 0.6}
    assert "l = 0.5" in m._repr_html_() and "<svg" in m._repr_html_()


def test_every_type_of_force_of_the_shipped_models_can_be_read_again():
    """What yaml_text writes, the reader of model files reads as the same values."""
    for x in (1e-300, 0.1, 1 / 3, -2.5e22, 5e-324, 12345678901234567, True, np.float64(0.1), np.int64(3)):
        assert takt.parse(f"takt: 1\nparameters:\n  p: {yaml_text.flow(x)}\nbodies: {{a: {{mass: 1}}}}\n"
                          "joints: {j: {type: revolute, between: [ground, a], at: [1, 0, 0]}}").parameters["p"] in (float(x), "true")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_survive(x):
    text = f"takt: 1\nparameters: {{p: {yaml_text.flow(x)}}}\nbodies: {{a: {{mass: 1}}}}\n" \
           "joints: {j: {type: revolute, between: [ground, a], at: [1, 0, 0]}}"
    assert takt.parse(text).parameters["p"] == x


@given(st.text(max_size=20))
def test_texts_survive(text):
    m = takt.Model("t")
    try:
        m = takt.Model("t", description=text)
    except (takt.ModelError, takt.UsageError):
        return  # characters that YAML does not allow, expressions
    m.body("a", mass=1)
    m.joint("j", "revolute", ["ground", "a"], at=[1, 0, 0])
    assert m.load().description.strip() == text.strip() or "${" in text
