"""What the commands check, explain, compare, tune and certify compute; linear systems; the catalogues."""
from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, Union

from . import _core, convert
from .convert import Array, Time
from .loading import load
from .progress import progress_for
from .simulation import Simulation

if TYPE_CHECKING:
    import matplotlib.axes
    import pandas

    from .simulation import AnyModel

__all__ = ["Comparison", "Findings", "Linear", "Text", "certify", "check", "compare", "explain", "linearise", "methods", "tune"]


class Text(str):
    """A text that shows itself as it is."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(str(self))}</pre>"


class Findings(Mapping[str, Any]):
    """What a command found: a mapping as its --json, and the text that it prints."""

    def __init__(self, content: dict[str, Any], text: str) -> None:
        self._content = content
        self.text = text

    def __getitem__(self, key: str) -> Any:
        if key not in self._content:
            raise convert.unknown(self._content, key, "key")
        return self._content[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._content)

    def __len__(self) -> int:
        return len(self._content)

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return Text(self.text)._repr_html_()

    def __reduce__(self) -> tuple[Any, ...]:
        return Findings, (self._content, self.text)


def check(
    model: "AnyModel",
    equilibrium: bool = False,
    modes: bool = False,
    travel: Union[bool, str, Sequence[str]] = False,
    heights: Optional[Sequence[float]] = None,
) -> Findings:
    """What a model is: bodies, freedoms, loops, redundant constraints; its equilibrium and modes.

    equilibrium  find the equilibrium, or the steady motion of a model with a speed
    modes        eigenvalues there, else at the start
    travel       move wheels up and down: their names, or True for every tyre
    heights      of the travel in m; default -0.1 to 0.08
    """
    names = [] if isinstance(travel, bool) else convert.words(travel, "travel")
    if heights is None:
        heights = [-0.1 + 0.01 * k for k in range(19)]
    at = [float(x) for x in convert.numeric(heights, "heights").ravel()] if names or travel is True else []
    content, text = _core.check(
        load(model)._core, convert.flag(equilibrium, "equilibrium"), convert.flag(modes, "modes"),
        bool(names) or travel is True, names, at,
    )
    return Findings(json.loads(content), text)


def explain(method: str, model: "Optional[AnyModel]" = None, step: Time = 1e-3) -> Text:
    """What a method is, from which paper, its order, the cost of a step, and whether and why it fits a model.

    Raises MethodError if it does not fit: the reason, and what to use instead.
    """
    core = None if model is None else load(model)._core
    return Text(_core.explain(convert.text(method, "method"), core, convert.seconds(step, "step")))


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Methods and steps against a reference: `rows` has a dict for each, sorted as asked for."""

    model: str
    reference: str
    until: float
    rows: list[dict[str, Any]]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a table."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_pandas needs pandas (Debian: python3-pandas)") from None
        return pandas.DataFrame(self.rows)

    def plot(self, ax: "Optional[matplotlib.axes.Axes]" = None) -> "matplotlib.axes.Axes":
        """The work-precision diagram: error over computing time."""
        try:
            import matplotlib.pyplot as plt
        except ImportError:
            raise ImportError("plot needs matplotlib (Debian: python3-matplotlib)") from None
        if ax is None:
            _, ax = plt.subplots()
        for method in dict.fromkeys(r["method"] for r in self.rows):
            good = [r for r in self.rows if r["method"] == method and r["error"] is not None]
            ax.loglog([r["cpu_s"] for r in good], [r["error"] for r in good], "o-", label=method)
        ax.set_xlabel("computing time [s]")
        ax.set_ylabel("largest error")
        ax.set_title(f"{self.model}, {self.until:g} s, against {self.reference}", fontsize="medium")
        ax.grid(True, which="both", alpha=0.3)
        ax.legend(fontsize="small")
        return ax

    def __repr__(self) -> str:
        lines = [f"{self.model}  until {self.until:g} s, error against {self.reference}", ""]
        width = max([len(r["method"]) for r in self.rows] + [6])
        lines.append(f"  {'method':{width}}  {'h':>8}  {'error':>9}  {'drift':>9}  {'CPU s':>8}  {'us/step':>8}")
        for r in self.rows:
            error = "-" if r["error"] is None else f"{r['error']:.2e}"
            lines.append(f"  {r['method']:{width}}  {r['step']:8.3g}  {error:>9}  {r['drift_position']:9.2e}  "
                         f"{r['cpu_s']:8.3g}  {r['us_per_step']:8.3g}  {'' if r['status'] == 'ok' else r['status']}".rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return Text(repr(self))._repr_html_()


def compare(
    model: "AnyModel",
    methods: Union[str, Sequence[str]] = (),
    steps: Union[Time, Sequence[Time]] = (),
    until: Optional[Time] = None,
    reference: str = "",
    progress: Optional[bool] = None,
) -> Comparison:
    """Runs methods with steps, and takes their error against a tight reference.

        takt.compare("car-axle", ["index1+heun+s_both2", "index2+rk4"], steps=[1e-3, 2e-3]).plot()
    """
    lengths = [steps] if isinstance(steps, (str, float, int)) else list(steps)
    times = [convert.seconds(h, "steps") for h in lengths]
    end = 0.0 if until is None else convert.seconds(until, "until")
    line = progress_for(progress, 1.0, "of the runs")
    try:
        name, used, reached, rows = _core.compare(
            load(model)._core, convert.words(methods, "methods"), times, end, convert.text(reference, "reference"), line
        )
    finally:
        if line is not None:
            line.close()
    return Comparison(name, used, reached, rows)


def tune(
    model: "AnyModel",
    period: Time,
    accuracy: float = 1e-3,
    until: Optional[Time] = None,
    budget: Time = 90.0,
    methods: Union[str, Sequence[str]] = (),
    progress: Optional[bool] = None,
) -> Findings:
    """Tries methods and steps, and recommends the cheapest that meets the period and the accuracy.

    period    time available to compute the steps of one period
    accuracy  largest error of bodies, outputs and forces, as a share of how far they go
    until     end of the manoeuvre; else the model's usual one
    budget    time for the search
    methods   only these; else all bounded ones

    The keys are those of `takt tune --json`; ["recommended"] is a number in ["trials"], or None.
    """
    line = progress_for(progress, 1.0, "of the budget")
    try:
        content, text = _core.tune(
            load(model)._core, convert.seconds(period, "period"), convert.number(accuracy, "accuracy"),
            0.0 if until is None else convert.seconds(until, "until"), convert.seconds(budget, "budget"),
            convert.words(methods, "methods"), line,
        )
    finally:
        if line is not None:
            line.close()
    return Findings(json.loads(content), text)


def certify(
    model: "AnyModel",
    method: str = "",
    step: Optional[Time] = None,
    period: Optional[Time] = None,
    until: Optional[Time] = None,
    progress: Optional[bool] = None,
) -> Findings:
    """Measures what a method guarantees on a model: computing times, drift, energy, stability, the same bits.

    Heap calls and instructions are counted by `takt certify` only. The keys are those of its --json.
    """
    line = progress_for(progress, 1.0, "certified")
    try:
        content, text = _core.certify(
            load(model)._core, convert.text(method, "method"),
            0.0 if step is None else convert.seconds(step, "step"),
            0.0 if period is None else convert.seconds(period, "period"),
            0.0 if until is None else convert.seconds(until, "until"), line,
        )
    finally:
        if line is not None:
            line.close()
    return Findings(json.loads(content), text)


@dataclasses.dataclass(frozen=True)
class Linear:
    """Small motions about a state: x' = A x + B du, dy = C x + D du + D_rate du' + D_acceleration du''.

    x holds the motions that the constraints allow; (dq, dv, dz) = state_of_x x + state_of_input du + ...
    Of a step: x(n+1) = A x(n) + B du(n), dy(n) = C x(n); `step` is its length, else 0.
    """

    A: Array
    B: Array
    C: Array
    D: Array
    D_rate: Array
    D_acceleration: Array
    state_of_x: Array
    state_of_input: Array
    state_of_rate: Array
    position_basis: Array
    velocity_basis: Array
    step: float
    inputs: list[str]
    outputs: list[str]

    def __repr__(self) -> str:
        return (f"<takt.Linear: {self.A.shape[0]} states, inputs {', '.join(self.inputs) or 'none'}, "
                f"outputs {', '.join(self.outputs) or 'none'}{f', step {self.step:g} s' if self.step else ''}>")


def linearise(
    sim: Union[Simulation, "AnyModel"],
    inputs: Union[str, Sequence[str], None] = None,
    outputs: Union[str, Sequence[str], None] = None,
    of: str = "motion",
) -> Linear:
    """The linear system about the present state of a simulation, or about the start of a model.

    inputs, outputs  names; default: all
    of               "motion": x' = A x + B u; "step": of one step of its method, x(n+1) = A x(n) + B u(n)
    """
    if not isinstance(sim, Simulation):
        sim = Simulation(sim)
    if of not in ("motion", "step"):
        raise convert.unknown(["motion", "step"], str(of), "kind of linear system")
    chosen_in = list(sim.inputs) if inputs is None else convert.words(inputs, "inputs")
    chosen_out = sim.output_names if outputs is None else convert.words(outputs, "outputs")
    return Linear(**sim._core.linearise(chosen_in, chosen_out, of == "step"), inputs=chosen_in, outputs=chosen_out)


class Catalogue(Mapping[str, Any]):
    """Parts of methods by kind: formulations, integrators, stabilisations, jacobians, aliases, defaults."""

    def __init__(self, content: dict[str, Any]) -> None:
        self._content = content

    def __getitem__(self, kind: str) -> Any:
        if kind not in self._content:
            raise convert.unknown(self._content, kind, "kind of part")
        return self._content[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._content)

    def __len__(self) -> int:
        return len(self._content)

    def __repr__(self) -> str:
        lines = ["[coordinates:]formulation+integrator[+stabilisation][+jacobian]"]
        for kind in ("formulations", "integrators", "stabilisations", "jacobians"):
            lines += ["", kind]
            for part in self[kind]:
                options = ", ".join(o["name"] for o in part["options"])
                lines.append(f"  {part['name']}{f'({options})' if options else ''}: {part['summary']}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return Text(repr(self))._repr_html_()


def methods() -> Catalogue:
    """All parts of methods with their sources, options and defaults: takt.methods()["integrators"]."""
    return Catalogue(json.loads(_core.methods()))
