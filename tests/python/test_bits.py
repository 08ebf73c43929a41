"""Results are those of the command line to the last bit."""
import json

import numpy as np
import pytest
import takt

CASES = [
    ("iltis", {"road": "bump", "speed": "8 m/s"}, "hybrid+trapezoidal(passes=3)", 0.5, "lambda,forces,reactions,bodies,accelerations"),
    ("four-bar", {}, "index1+heun+s_both2", 1.0, "reactions"),
    ("four-bar", {"q.A": "0.1"}, "natural:ali3+trapezoidal+tangent", 0.5, "bodies"),
    ("slider-crank", {}, "", 0.5, ""),
    ("car-axle", {}, "index1+dopri5+s_both2", 0.5, "lambda"),
    ("chain", {"N": 5}, "", 0.3, ""),
    ("truck-trailer", {}, "", 0.2, "forces"),
    ("heavy-top", {}, "", 0.2, ""),
    ("pendulum-chain", {"N": 4}, "joint:ggl(formalism=residual)+bdf(rtol=1e-4,atol=1e-4)", 0.5, ""),
]


@pytest.mark.parametrize("name,values,method,until,record", CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)])
def test_columns_and_hash(cli, tmp_path, name, values, method, until, record):
    if method.startswith("joint:ggl") and name == "pendulum-chain":
        method = method[len("joint:"):]  # written by hand: coordinates of its own
    out = tmp_path / "run.csv"
    words = ["run", name, "--until", str(until), "--out", str(out), "--json", "--every", "10ms"]
    words += [w for k, v in values.items() for w in ("--set", f"{k}={v}")]
    words += ["--method", method] if method else []
    words += ["--record", record] if record else []
    summary = json.loads(cli(*words))
    result = takt.run(takt.load(name, values), until=until, method=method, every=1e-2, record=record)
    assert result.summary["state_hash"] == summary["state_hash"]
    assert result.method == summary["method"]
    header, *lines = out.read_text().splitlines()
    assert result.columns == header.split(",")
    rows = np.array([[float(x) for x in line.split(",")] for line in lines])
    table = np.column_stack([result[c] for c in result.columns])
    assert rows.shape == table.shape
    assert np.array_equal(rows, table, equal_nan=True)


def test_saved_file_is_that_of_the_program(cli, tmp_path):
    ours, theirs, while_running = tmp_path / "ours.csv", tmp_path / "theirs.csv", tmp_path / "running.csv"
    cli("run", "four-bar", "--until", "0.2", "--out", str(theirs))
    takt.run("four-bar", until=0.2, out=while_running).save(ours)
    assert ours.read_bytes() == theirs.read_bytes() == while_running.read_bytes()


def test_steps_are_those_of_a_run(steered):
    result = takt.run(steered, until=0.2, step=1e-3)
    sim = takt.Simulation(steered, step=1e-3)
    sim.step(50)
    for _ in range(150):
        sim.step()
    assert np.array_equal(sim.q, result.q[-1]) and np.array_equal(sim.v, result.v[-1])
    assert sim.t == result.t[-1]


def test_save_and_restore_repeat_bits(steered):
    sim = takt.Simulation(steered, step=1e-3)
    sim.inputs["wheel"] = 0.01
    sim.step(20)
    memory = sim.save()
    sim.step(30)
    there = sim.q.copy()
    sim.inputs["wheel"] = -0.01
    sim.restore(memory)
    assert sim.inputs["wheel"] == 0.01
    sim.step(30)
    assert np.array_equal(sim.q, there)


def test_model_in_code_is_the_shipped_one():
    from conftest import four_bar

    model = four_bar()
    here = takt.run(model, until=0.5).summary["state_hash"]
    assert here == takt.run("four-bar", until=0.5).summary["state_hash"]
    assert here == takt.run(takt.parse(model.to_yaml()), until=0.5).summary["state_hash"]
