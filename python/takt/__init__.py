"""Takt: simulates mechanisms whose bodies form closed chains, in real time.

    import takt
    model = takt.load("iltis", road="bump", speed="8 m/s")
    result = takt.run(model, until=8, every=1e-2)
    result.plot("z")

takt.load, takt.parse, takt.Model, takt.System   what is simulated
takt.run, takt.Simulation, takt.rollout          whole runs, steps, many runs
takt.linearise, takt.check, takt.explain, takt.compare, takt.tune, takt.certify, takt.methods, takt.models
takt.ModelError, takt.MethodError, takt.SolverError, takt.UsageError: what, where, hint
"""
from . import _core
from .analysis import Comparison, Findings, Linear, certify, check, compare, explain, linearise, methods, tune
from .convert import Array
from .errors import Error, MethodError, ModelError, SolverError, UnknownName, UsageError
from .loading import LoadedModel, load, models, parse
from .model import Model
from .result import Result, read
from .rollouts import Rollout, rollout
from .running import run
from .simulation import Body, Joint, Pose, Simulation, Twist, Wrench
from .system import System

__version__: str = _core.version

__all__ = [
    "Array", "Body", "Comparison", "Error", "Findings", "Joint", "Linear", "LoadedModel", "MethodError", "Model", "ModelError",
    "Pose", "Result", "Rollout", "Simulation", "SolverError", "System", "Twist", "UnknownName", "UsageError", "Wrench",
    "certify", "check", "compare", "explain", "linearise", "load", "methods", "models", "parse", "read", "rollout", "run",
    "tune",
]
