"""Models that are ready to run: shipped ones, files, texts, models in code, systems of one's own."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

from . import _core, convert
from .convert import Value

if TYPE_CHECKING:
    from .model import Model
    from .system import System

__all__ = ["LoadedModel", "load", "parse", "models"]


class LoadedModel:
    """A model that was read and checked. It never changes; `with_values` makes another one.

    takt.load, takt.parse and takt.Model make it; do not call this class.
    """

    def __init__(self, core: "_core.LoadedModel", made: tuple[str, Any]) -> None:
        self._core = core
        self._made = made  # how to make it again: ("load", name), ("parse", text), ("system", object)

    @property
    def name(self) -> str:
        """Its name."""
        return self._core.name

    @property
    def description(self) -> str:
        """One sentence about it."""
        return self._core.description

    @property
    def text(self) -> str:
        """The model file it was read from; empty for problems written by hand."""
        return self._core.text

    @property
    def parameters(self) -> dict[str, Union[float, str]]:
        """Parameters of a model file with the values used: numbers in SI units, or words."""
        return self._core.values()

    @property
    def inputs(self) -> list[str]:
        """Names of the external signals."""
        return self._core.inputs()

    @property
    def outputs(self) -> list[str]:
        """Names of the declared outputs, without `out.`."""
        return self._core.outputs()

    @property
    def bodies(self) -> list[str]:
        """Names of the bodies, without ground."""
        return self._core.bodies()

    @property
    def joints(self) -> list[str]:
        """Names of the joints."""
        return self._core.joints()

    @property
    def experiment(self) -> dict[str, Union[float, str]]:
        """What the model says about until, step and method; may be empty."""
        return self._core.experiment()

    def with_values(self, values: Optional[Mapping[str, Value]] = None, /, **more: Value) -> "LoadedModel":
        """The same model with other values: parameters, `q.`, `v.`, `z.<name>` at the start, `u.<name>` of inputs.

        Names with a dot go into a dict: model.with_values({"q.arm": 0.1}, mass=2).
        """
        return LoadedModel(self._core.with_values(convert.settings({**(values or {}), **more})), self._made)

    def to_svg(self, width: float = 900) -> str:
        """A drawing of the mechanism at its start, as `takt show` makes it; empty where there are no bodies."""
        return self._core.picture(convert.number(width, "width")) or ""

    def __repr__(self) -> str:
        parts = [f"takt.LoadedModel {self.name!r}"]
        if self._core.is_mechanism:
            parts.append(f"{len(self.bodies)} bodies, {len(self.joints)} joints")
        if self.inputs:
            parts.append("inputs " + _some(self.inputs))
        if self.outputs:
            parts.append("outputs " + _some(self.outputs))
        return "<" + "; ".join(parts) + ">"

    def _repr_html_(self) -> str:
        from .display import model_html

        return model_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_again, (self._made, list(self._core.set))


def _some(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


def _make_again(made: tuple[str, Any], pairs: list[str]) -> LoadedModel:
    how, what = made
    if how == "system":
        return load(what)
    split = [(s.partition("=")[0], s.partition("=")[2]) for s in pairs]
    core = _core.load(what, split) if how == "load" else _core.parse(what, split)
    return LoadedModel(core, made)


def load(
    model: "Union[str, os.PathLike[str], LoadedModel, Model, System]",
    values: Optional[Mapping[str, Value]] = None,
    /,
    **more: Value,
) -> LoadedModel:
    """A shipped model by its name, or a model file; also a takt.Model or a takt.System.

    Further arguments are its parameters, as `--set` of the command line takes them: numbers in SI units,
    words, or texts with units. Names with a dot (q.arm, v.arm, u.wheel) go into a dict.

        takt.load("iltis", road="bump", speed="8 m/s")
        takt.load("robot.yaml", {"q.shoulder": 0.3})

    Raises ModelError: what is wrong, where (file, line, element), and what to write instead.
    """
    from .model import Model
    from .system import System

    given = {**(values or {}), **more}
    if isinstance(model, LoadedModel):
        return model.with_values(given) if given else model
    if isinstance(model, Model):
        return model.load(given)
    if isinstance(model, System):
        core = model._load()
        if given:
            core = core.with_values(convert.settings(given))  # raises: it has no parameters
        return LoadedModel(core, ("system", model))
    name = convert.path(model, "model")
    return LoadedModel(_core.load(name, convert.settings(given)), ("load", name))


def parse(text: str, values: Optional[Mapping[str, Value]] = None, /, **more: Value) -> LoadedModel:
    """A model file given as text. Further arguments as for takt.load."""
    text = convert.text(text, "text")
    return LoadedModel(_core.parse(text, convert.settings({**(values or {}), **more})), ("parse", text))


def models() -> dict[str, str]:
    """The models that come with takt: name to what it is."""
    import json

    return {m["name"]: m["summary"] for m in json.loads(_core.models())}
