"""Small models and what several tests use. Hypothesis makes few examples: the aim is a minute for all."""
import os
import subprocess
import warnings

import hypothesis
import numpy as np
import pytest

import takt

hypothesis.settings.register_profile("takt", max_examples=30, deadline=2000, derandomize=True, database=None,
                                     suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("takt")
warnings.filterwarnings("ignore", category=UserWarning)  # what the models themselves warn about


class Pendulum(takt.System):
    """A point on a circle of radius 1."""

    q = ["x", "y"]
    inputs = {"push": 0.0}
    outputs = ["height"]
    constant_mass = True

    def mass(self, q):
        return np.eye(2)

    def force(self, q, v, u):
        return [u[0], -9.81]

    def constraint(self, q, u):
        return q @ q - 1

    def potential(self, q, u):
        return 9.81 * q[1]

    def output(self, q, v, u):
        return q[1]

    def initial(self):
        return [1.0, 0.0], [0.0, 0.0]


def four_bar():
    model = takt.Model("four-bar", gravity=[0, -9.81, 0])
    a, b, c, d = [0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 0, 0]
    model.body("crank", mass=1, uniform={"rod": [a, b]})
    model.body("coupler", mass=1, uniform={"rod": [b, c]})
    model.body("rocker", mass=1, uniform={"rod": [c, d]})
    model.joint("A", "revolute", ["ground", "crank"], at=a, axis="z")
    model.joint("B", "revolute", ["crank", "coupler"], at=b, axis="z")
    model.joint("C", "revolute", ["coupler", "rocker"], at=c, axis="z")
    model.joint("D", "revolute", ["ground", "rocker"], at=d, axis="z", cut=True)
    model.initial(v={"A": -1})
    model.output("x", position={"body": "crank", "at": b}, axis="x")
    model.output("y", position={"body": "crank", "at": b}, axis="y")
    model.experiment(until="10 s", step="1 ms")
    return model


@pytest.fixture
def steered():
    return takt.load("iltis", road="flat", speed="8 m/s", manoeuvre="wheel")


@pytest.fixture(scope="session")
def cli():
    """Runs the program; its output."""
    program = os.environ.get("TAKT_CLI", "")
    if not program:
        pytest.skip("TAKT_CLI does not name the program")

    def run(*words):
        return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout

    return run
