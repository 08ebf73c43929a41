"""The result of a run."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Iterator, Optional, Union

import numpy as np

from . import _core, convert
from .convert import Array

if TYPE_CHECKING:
    import matplotlib.axes
    import pandas

__all__ = ["Result", "read"]


class Result:
    """What a run has computed: columns over time, and a summary.

        result.t, result["out.z"], result["z"]      # arrays; "z" is short for "out.z"
        result.summary["max_drift"]["position"]
        result.plot("z"), result.report("run.html"), result.to_pandas(), result.save("run.h5")

    Arrays show the memory of the result and cannot be written to; they outlive it.
    """

    def __init__(self, core: "_core.Result") -> None:
        self._core = core
        self._table: Array = core.table()
        self._names: list[str] = core.names()
        self._places = {name: k for k, name in enumerate(self._names)}
        self._summary: Optional[dict[str, Any]] = None

    @property
    def t(self) -> Array:
        """Times in s."""
        return self._column(0)

    @property
    def q(self) -> Array:
        """Coordinates, one row for each time; q_names has the names of the columns."""
        return self._block("q.")

    @property
    def v(self) -> Array:
        """Velocities, one row for each time; v_names has the names of the columns."""
        return self._block("v.")

    @property
    def q_names(self) -> list[str]:
        return [n[2:] for n in self._names if n.startswith("q.")]

    @property
    def v_names(self) -> list[str]:
        return [n[2:] for n in self._names if n.startswith("v.")]

    def _column(self, place: int) -> Array:
        column: Array = self._table[place]
        return column

    def _block(self, prefix: str) -> Array:
        places = [k for k, n in enumerate(self._names) if n.startswith(prefix)]
        if not places:
            return np.zeros((len(self.t), 0))
        return self._table[places[0] : places[-1] + 1].T  # columns of a kind stand together

    @property
    def columns(self) -> list[str]:
        """Names of all columns; the first is t."""
        return list(self._names)

    @property
    def units(self) -> dict[str, str]:
        """The unit of each column, where it is known."""
        return dict(zip(self._names, self._core.units()))

    @property
    def descriptions(self) -> dict[str, str]:
        """What each column is."""
        return dict(zip(self._names, self._core.descriptions()))

    def __getitem__(self, name: str) -> Array:
        if not isinstance(name, str):
            raise TypeError(f"columns have names, like result['t'], not {name!r}")
        place = self._places.get(name, self._places.get("out." + name))
        if place is None:
            raise convert.unknown(self._names, name, "column")
        return self._column(place)

    def __contains__(self, name: object) -> bool:
        return name in self._places or (isinstance(name, str) and "out." + name in self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        """The number of columns."""
        return len(self._names)

    def keys(self) -> list[str]:
        """Names of all columns."""
        return self.columns

    @property
    def summary(self) -> dict[str, Any]:
        """What `takt run --json` prints."""
        if self._summary is None:
            self._summary = json.loads(self._core.json)
            self._summary.pop("more", None)  # what files keep for reports
        return self._summary

    @property
    def status(self) -> str:
        """`ok`, `interrupted`, or why the run failed."""
        return self.summary.get("status", "")

    @property
    def model(self) -> str:
        """The name of the model."""
        return self._core.model

    @property
    def method(self) -> str:
        """The method, spelled out."""
        return self._core.method

    @property
    def warnings(self) -> list[str]:
        """What is probably a mistake in the model, or too coarse in the run."""
        return self._core.warnings

    def to_pandas(self) -> "pandas.DataFrame":
        """A table with the time as index, in SI units; `attrs` has units, model and method."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_pandas needs pandas (Debian: python3-pandas)") from None
        frame = pandas.DataFrame(
            self._table[1:].T, index=pandas.Index(self.t, name="t"), columns=self._names[1:], copy=False
        )
        frame.attrs.update(model=self.model, method=self.method, units=self.units)
        return frame

    def plot(self, *names: str, ax: "Optional[matplotlib.axes.Axes]" = None) -> "matplotlib.axes.Axes":
        """Plots columns over time, by default the outputs, with matplotlib. Returns the axes."""
        try:
            import matplotlib.pyplot as plt
        except ImportError:
            raise ImportError("plot needs matplotlib (Debian: python3-matplotlib); result.report() does without") from None
        chosen = list(names) or self._first_columns()
        columns = [(name, self[name]) for name in chosen]
        if ax is None:
            _, ax = plt.subplots()
        units = self.units
        for name, values in columns:
            full = name if name in units else "out." + name
            unit = units[full]
            ax.plot(self.t, values, label=f"{name} [{unit}]" if unit not in ("", "1") else name)
        ax.set_xlabel("t [s]")
        ax.set_title(self.model)
        ax.grid(True, alpha=0.3)
        ax.legend()
        return ax

    def _first_columns(self, most: int = 4) -> list[str]:
        outputs = [n for n in self._names if n.startswith("out.")]
        return (outputs or [n for n in self._names if n.startswith("q.")] or self._names[1:])[:most]

    def report(self, file: "Union[str, os.PathLike[str]]") -> None:
        """Writes a page in HTML: the mechanism moves, plots, what was held. It needs nothing else to be shown."""
        self._core.report(convert.path(file))

    def save(self, file: "Union[str, os.PathLike[str]]") -> None:
        """Writes FILE.csv or FILE.h5, as `takt run --out` does."""
        self._core.save(convert.path(file))

    def __repr__(self) -> str:
        lines = [f"takt.Result of {self.model!r}: {len(self.t)} times, {len(self._names)} columns, {self.status}"]
        if self._core.text:
            lines.append(self._core.text.rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .display import result_html

        return result_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Result, (self._core,)


def read(file: "Union[str, os.PathLike[str]]") -> Result:
    """Results that were written before: FILE.csv or FILE.h5."""
    return Result(_core.read(convert.path(file)))
