"""Memory does not grow with the number of simulations, runs, models, errors and systems.

TAKT_LEAKS=100000 makes it a campaign; a short one runs with the tests.
"""
import gc
import os
import resource

import pytest
import takt
from conftest import Pendulum, four_bar

COUNT = int(os.environ.get("TAKT_LEAKS", "300"))


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * resource.getpagesize()


def simulations():
    sim = takt.Simulation(MODEL, step=1e-3)
    sim.step(2)
    sim.body("crank").pose, sim.outputs, sim.save()


def runs():
    takt.run(MODEL, until=0.01, record="bodies")["x"]


def models():
    takt.parse(TEXT)


def errors():
    for wrong in (lambda: takt.load("ilits"), lambda: takt.Simulation(MODEL, method="ode+heun"), lambda: takt.parse("takt: 1\nx: 1")):
        with pytest.raises(takt.Error):
            wrong()


class Failing(Pendulum):
    def force(self, q, v, u):
        if v[1] < -0.01:
            raise RuntimeError(str(q))
        return [0, -9.81]


def systems():
    with pytest.raises(RuntimeError):
        takt.run(Failing(), until=0.01, step=1e-3)


def rollouts():
    takt.rollout(MODEL, n=2, steps=2, outputs="x", threads=2)


def controllers():
    takt.run(Pendulum(), until=0.003, step=1e-3, control=lambda t, s: float(s.q[0]))


MODEL = takt.load("four-bar")
TEXT = four_bar().to_yaml()
SHARES = {simulations: 1.0, runs: 0.3, models: 0.5, errors: 0.3, systems: 0.2, rollouts: 0.1, controllers: 0.2}


@pytest.mark.parametrize("what", SHARES, ids=lambda f: f.__name__)
def test_memory(what):
    count = max(20, int(SHARES[what] * COUNT))
    for _ in range(max(20, count // 4)):  # caches fill
        what()
    gc.collect()
    before, objects = resident(), len(gc.get_objects())
    for _ in range(count):
        what()
    gc.collect()
    grown = resident() - before
    assert len(gc.get_objects()) - objects < 50
    assert grown < max(1.5e6, 20.0 * count), f"{grown} bytes in {count}"
