"""Whole runs: takt.run."""
from __future__ import annotations

import math
import os
import time
import warnings
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core, convert
from .convert import Time
from .errors import SolverError, UsageError
from .progress import progress_for
from .result import Result
from .simulation import Simulation

if TYPE_CHECKING:
    from .simulation import AnyModel

__all__ = ["run"]

Control = Callable[[float, Simulation], Any]
AGAIN = 2.0  # s: Ctrl-C twice within this time ends the program, not only the run

_interrupted_at = -math.inf


def run(
    model: "AnyModel",
    until: Optional[Time] = None,
    method: str = "",
    step: Optional[Time] = None,
    every: Optional[Time] = None,
    record: Union[str, Sequence[str]] = (),
    inputs: "Union[Mapping[str, Any], str, os.PathLike[str], None]" = None,
    control: Optional[Control] = None,
    period: Optional[Time] = None,
    out: "Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]]" = (),
    assemble: bool = False,
    progress: Optional[bool] = None,
) -> Result:
    """Runs a model from its start to `until`, and returns the result: the same bits as `takt run`.

        result = takt.run("iltis", until=8, method="hybrid+trapezoidal(passes=3)", step=1e-3, every=1e-2)

    model    what takt.load takes, or returns
    until    s, or "10s"; else the model's usual end
    method   the text of a method; else the model's, else the default for this kind of system
    step     s, or "1ms"; else the model's, else 1 ms
    every    time between rows, a multiple of the step; else every step is a row
    record   more columns: "lambda", "accelerations", "forces", "reactions", "bodies"
    inputs   values of external inputs by name, or a CSV file with the column t and columns named after inputs
    control  control(t, sim), called every period with the simulation at time t. It returns the inputs from then
             on: a number where there is one input, a list, or a dict by name; or it sets sim.inputs itself
             and returns None
    period   of the controller, a multiple of the step; else one step
    out      files to write while it runs: "run.csv", "run.h5"
    assemble move the initial state to the constraints in any case
    progress a line that shows how far it is; by default on a terminal and in notebooks, on long runs

    Raises SolverError, with the result so far, when a step fails. Ctrl-C ends the run: the result so far is
    returned, its status is "interrupted"; twice within two seconds it raises KeyboardInterrupt. Exceptions of
    `control` and of systems written in Python pass through.
    """
    from .loading import load

    loaded = load(model)
    if inputs is not None:
        if isinstance(inputs, Mapping):
            loaded = loaded.with_values({"u." + _input_name(loaded, n): _input_value(v, n) for n, v in inputs.items()})
        else:
            loaded = loaded.with_values({"u": convert.path(inputs, "inputs")})
    sim = Simulation.__new__(Simulation)
    sim._set_up(loaded, method, step, 0.0 if until is None else convert.seconds(until, "until"), assemble)
    rows = 0.0 if every is None else convert.seconds(every, "every")
    words = ",".join(w for text in convert.words(record, "record") for w in text.split(",") if w)
    files = [convert.path(f, "out") for f in ([out] if isinstance(out, (str, os.PathLike)) else out)]
    answer = None if control is None else _answer_of(control, sim)
    time_of_control = sim.step_length if period is None else convert.seconds(period, "period")
    if control is None and period is not None:
        raise UsageError("a period belongs to a controller, and there is none", "period", "give control=")
    line = progress_for(progress, sim._core.until)
    try:
        core, cause = _core.run(
            sim._core, rows, words, files, answer, time_of_control, line, _command(loaded.name, sim)
        )
    finally:
        if line is not None:
            line.close()
    return _ended(Result(core), cause)


def _ended(result: Result, cause: Any) -> Result:
    global _interrupted_at
    if isinstance(cause, BaseException):
        if hasattr(cause, "add_note"):
            cause.add_note(f"in takt.run, after t = {result.t[-1]:.9g} s")
        raise cause
    for text in result.warnings:
        warnings.warn(text, stacklevel=3)
    if result.status == "interrupted":
        now = time.monotonic()
        again, _interrupted_at = now - _interrupted_at < AGAIN, now
        if again:
            raise KeyboardInterrupt
        warnings.warn(f"interrupted: the result ends at t = {result.t[-1]:.9g} s", RuntimeWarning, stacklevel=3)
    elif cause is not None:
        what, where, hint = cause
        raise SolverError(what, where, hint, result)
    return result


def _command(name: str, sim: Simulation) -> str:
    return f"takt.run({name!r}, method={sim.method!r}, step={sim.step_length!r})"


def _input_name(model: Any, name: Any) -> str:
    known: list[str] = model.inputs
    plain = name[2:] if isinstance(name, str) and name.startswith("u.") else name
    return known[convert.index(known, plain, "input")]


def _input_value(value: Any, name: str) -> Any:
    return value if isinstance(value, str) else convert.number(value, f"input {name!r}")


def _answer_of(control: Control, sim: Simulation) -> Callable[[float], Optional[list[float]]]:
    """What C++ calls: it returns a number for each input, or None where the inputs are set already."""
    if not callable(control):
        raise TypeError(f"control must be a function control(t, sim), not {type(control).__name__}")
    names = list(sim.inputs)

    def answer(t: float) -> Optional[list[float]]:
        given = control(t, sim)
        if given is None:
            return None
        if isinstance(given, Mapping):
            values = dict(sim.inputs)
            for name, value in given.items():
                values[names[convert.index(names, name, "input")]] = convert.number(value, f"input {name!r}")
            return [values[name] for name in names]
        flat = np.atleast_1d(convert.numeric(given, "what the controller returns"))
        if flat.shape != (len(names),):
            raise UsageError(
                f"the controller returned {flat.shape} numbers for {len(names)} inputs ({', '.join(names)})",
                "control",
                "return one for each input, or a dict by name",
            )
        return [float(x) for x in flat]

    return answer
