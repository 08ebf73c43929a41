"""Many runs at once: takt.rollout."""
from __future__ import annotations

import dataclasses
import warnings
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core, convert
from .convert import Array, Time
from .errors import UsageError
from .loading import load

if TYPE_CHECKING:
    from .simulation import AnyModel

__all__ = ["Rollout", "rollout"]


@dataclasses.dataclass(frozen=True)
class Rollout:
    """The results of many runs.

    t        times of the rows, those of all runs
    values   [runs, rows, outputs]: row 0 is the start; NaN behind a step that failed
    names    of the outputs
    status   of each run: "ok", or why it ended early
    failures a sentence for each run that failed, else ""
    hashes   of the last state of each run
    """

    t: Array
    values: Array
    names: list[str]
    status: list[str]
    failures: list[str]
    hashes: list[int]

    def __getitem__(self, name: str) -> Array:
        """One output of all runs: [runs, rows]."""
        if isinstance(name, str) and name not in self.names and name.startswith("out."):
            name = name[4:]
        elif isinstance(name, str) and name not in self.names and "out." + name in self.names:
            name = "out." + name
        return self.values[:, :, convert.index(self.names, name, "output of the rollout")]

    @property
    def ok(self) -> "npt.NDArray[np.bool_]":
        """Which runs reached their end."""
        return np.array([s == "ok" for s in self.status])

    def __len__(self) -> int:
        """The number of runs."""
        return len(self.status)

    def __repr__(self) -> str:
        bad = len(self) - int(self.ok.sum())
        return (
            f"<takt.Rollout of {len(self)} runs, {len(self.t)} times to {self.t[-1]:.6g} s, "
            f"outputs {', '.join(self.names)}{f'; {bad} ended early' if bad else ''}>"
        )


def rollout(
    model: "AnyModel",
    inputs: Optional[npt.ArrayLike] = None,
    initial: Any = None,
    parameters: Union[Mapping[str, npt.ArrayLike], Sequence[Mapping[str, Any]], None] = None,
    outputs: Union[str, Sequence[str], None] = None,
    *,
    names: Union[str, Sequence[str], None] = None,
    n: Optional[int] = None,
    steps: Optional[int] = None,
    every: int = 1,
    method: str = "",
    step: Optional[Time] = None,
    threads: int = 0,
) -> Rollout:
    """Runs a model many times, on all processors. Each run has the same bits whatever the number of threads.

        u = np.random.default_rng(1).uniform(-0.01, 0.01, (64, 1000, 1))
        r = takt.rollout("iltis", u, outputs=["x", "yaw"])     # r["yaw"]: [64, 1001]

    inputs      [n, rows, number of inputs]; each row holds during `every` steps
    names       of the inputs in `inputs`; else all of the model in their order
    initial     (q, v), each [n, number]; or {"q": ..., "v": ...}. Else the start of the model
    parameters  {"speed": [n values]}, or a list of n dicts: other parameters for each run, which is compiled anew
    outputs     columns as in results, "yaw" or "out.yaw", "q.arm", "body.chassis.x"; else all outputs of the model
    n, steps    how many runs, and rows of each, where nothing above says so
    every       steps a row
    threads     0: one for each processor

    A run that fails ends by itself; `status` says so.
    """
    base = load(model)
    values = None if inputs is None else convert.numeric(inputs, "inputs")
    if values is not None and values.ndim != 3:
        raise UsageError(
            f"inputs has shape {values.shape}, not (runs, rows, inputs)", "inputs", "give an array of three dimensions"
        )
    if values is not None and not np.all(np.isfinite(values)):
        raise UsageError("inputs holds values that are not finite", "inputs", "give finite numbers")
    q, v = _initial(initial)
    sets = _parameters(parameters)
    runs = _agree("runs", {"inputs": None if values is None else values.shape[0], "initial": None if q is None else len(q),
                           "initial v": None if v is None else len(v), "parameters": None if sets is None else len(sets), "n": n})
    rows = _agree("rows", {"inputs": None if values is None else values.shape[1], "steps": steps})
    models = [base] if sets is None else [base.with_values(s) for s in sets]
    known = models[0].inputs
    chosen = known if names is None else [known[convert.index(known, x, "input")] for x in convert.words(names, "names")]
    if values is None:
        chosen = []
    elif values.shape[2] != len(chosen):
        raise UsageError(
            f"inputs has shape {values.shape}, and there are {len(chosen)} inputs: {', '.join(chosen)}",
            "inputs", "give one column for each, or say which with names=",
        )
    wanted = models[0].outputs if outputs is None else convert.words(outputs, "outputs")
    length = 0.0 if step is None else convert.seconds(step, "step")
    done = _core.rollout(
        [m._core for m in models], convert.text(method, "method"), length, runs, rows,
        convert.count(every, "every", 1), chosen, values, q, v, wanted, convert.count(threads, "threads"),
    )
    if done["interrupted"]:
        raise KeyboardInterrupt
    out = Rollout(done["t"], done["outputs"], wanted, done["status"], done["failures"], done["hashes"])
    bad = [i for i, s in enumerate(out.status) if s != "ok"]
    if bad:
        warnings.warn(f"{len(bad)} of {len(out)} runs ended early; run {bad[0]}: {out.status[bad[0]]} {out.failures[bad[0]]}",
                      RuntimeWarning, stacklevel=2)
    return out


def _initial(initial: Any) -> tuple[Optional[Array], Optional[Array]]:
    if initial is None:
        return None, None
    if isinstance(initial, Mapping):
        unknown = set(initial) - {"q", "v"}
        if unknown:
            raise convert.unknown(["q", "v"], str(sorted(unknown)[0]), "part of `initial`")
        parts = [initial.get("q"), initial.get("v")]
    elif isinstance(initial, (tuple, list)) and len(initial) == 2:
        parts = list(initial)
    else:
        raise TypeError("initial must be (q, v) or a dict with q and v")
    arrays = [None if p is None else convert.numeric(p, "initial") for p in parts]
    for a in arrays:
        if a is not None and a.ndim != 2:
            raise UsageError(f"initial has shape {a.shape}, not (runs, number)", "initial", "give two dimensions")
    return arrays[0], arrays[1]


def _parameters(parameters: Any) -> Optional[list[dict[str, Any]]]:
    if parameters is None:
        return None
    if isinstance(parameters, Mapping):
        columns = {k: list(np.atleast_1d(np.asarray(x))) for k, x in parameters.items()}
        counts = {len(c) for c in columns.values()}
        if len(counts) != 1:
            raise UsageError("parameters have different numbers of values", "parameters", "give n values for each")
        return [{k: _plain(c[i]) for k, c in columns.items()} for i in range(counts.pop())]
    return [dict(p) for p in parameters]


def _plain(x: Any) -> Any:
    return x.item() if isinstance(x, np.generic) else x


def _agree(what: str, counts: Mapping[str, Optional[int]]) -> int:
    given = {k: c for k, c in counts.items() if c is not None}
    if not given:
        raise UsageError(f"nothing says how many {what} there are", what,
                                 "give n= and steps=, or inputs= of shape (runs, rows, inputs)")
    if len(set(given.values())) > 1:
        raise UsageError(f"the number of {what} is not the same: {given}", what)
    return convert.count(next(iter(given.values())), what, 1 if what == "runs" else 0)
