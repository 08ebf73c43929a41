"""Models written in Python."""
from __future__ import annotations

import functools
import inspect
import json
import os
import sys
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from . import _core, convert, yaml_text
from .convert import Time, Value
from .errors import ModelError
from .loading import LoadedModel

__all__ = ["Model", "Section"]

_HERE = os.path.dirname(os.path.abspath(__file__))


def _caller() -> str:
    """File and line of the user's code, for messages."""
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _HERE:
        frame = frame.f_back
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"


@functools.lru_cache(maxsize=None)
def _definitions() -> Mapping[str, Any]:
    """What model files may have, from the catalogues (`takt schema`)."""
    definitions: Mapping[str, Any] = json.loads(_core.schema())["definitions"]
    return definitions


def _kinds(element: str) -> dict[str, Any]:
    """The types of an element, each with its keys."""
    definition = _definitions()[element]
    found: dict[str, Any] = {}
    for one in definition.get("anyOf", [definition]):
        of_type = one.get("properties", {}).get("type", {})
        if "const" in of_type:
            found[of_type["const"]] = one
        for words in [of_type, *of_type.get("anyOf", [])]:
            for name in words.get("enum", []):
                found[name] = one
    return found


_NOT_OURS = ("type", "when", "repeat", "description")


def _keys(kind: Mapping[str, Any]) -> dict[str, str]:
    """Keys with their meaning."""
    return {k: s.get("description", "") for k, s in kind["properties"].items() if k not in _NOT_OURS}


def _python_name(key: str) -> str:
    import keyword

    return key + "_" if keyword.iskeyword(key) else key


def _document(function: Any, first: str, kind: Mapping[str, Any], leading: Sequence[str]) -> None:
    """Gives a function the signature and the text of an entry of the catalogue."""
    P = inspect.Parameter
    keys, required = _keys(kind), kind.get("required", [])
    parameters = [P(n, P.POSITIONAL_OR_KEYWORD, annotation=str) for n in leading]
    for key in sorted(keys, key=lambda k: k not in required):
        if _python_name(key) not in leading:
            parameters.append(P(_python_name(key), P.KEYWORD_ONLY, default=P.empty if key in required else None))
    function.__signature__ = inspect.Signature(parameters, return_annotation=str)
    lines = [f"{_python_name(k)}: {text}" if text else _python_name(k) for k, text in keys.items()]
    function.__doc__ = first + "\n\n" + "\n".join(lines)


class Section:
    """A kind of element of a model: model.force("name", "spring_damper", from_=..., to=...), or
    model.force.spring_damper("name", from_=..., to=...), whose signature and text come from the catalogue.
    """

    def __init__(self, model: "Model", element: str, section: str, leading: Sequence[str] = ()) -> None:
        self._model, self._element, self._section, self._leading = model, element, section, leading

    @property
    def types(self) -> list[str]:
        """What there is."""
        return list(_kinds(self._element))

    def __call__(self, name: str, type: Union[str, None] = None, /, *more: Any, **keys: Any) -> str:
        if len(more) > len(self._leading):
            raise TypeError(f"too many values without a name for {self._element} {name!r}")
        given = {**dict(zip(self._leading, more)), **keys}
        if type is not None:
            given = {"type": convert.text(type, "type"), **given}
        return self._model._add(self._section, name, given)

    def __getattr__(self, type: str) -> Callable[..., str]:
        kind = None if type.startswith("_") else _kinds(self._element).get(type)
        if kind is None:
            raise AttributeError(str(convert.unknown(self.types, type, f"type of {self._element}")))

        def add(name: str, *more: Any, **keys: Any) -> str:
            return self(name, type, *more, **keys)

        add.__name__ = add.__qualname__ = type
        _document(add, kind.get("description", f"A {self._element} of type {type}."), kind, ["name", *self._leading])
        return add

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.types]

    def __repr__(self) -> str:
        return f"<{self._section} of a takt.Model; types: {', '.join(self.types)}>"


class Model:
    """A model written in Python, part by part. Each part is checked when it is added, with the same
    errors as in a model file; keys are those of model files (docs/model-files.md), `from_` in place of `from`.

        model = takt.Model("pendulum")
        model.body("rod", mass=1, uniform={"rod": [[0, 0, 0], [1, 0, 0]]})
        model.joint("pivot", "revolute", ["ground", "rod"], at=[0, 0, 0], axis="y")
        model.output("angle", coordinate="pivot")
        takt.run(model, until=2).plot("angle")

    Numbers are SI; texts may have units ("5 N/mm") and expressions of parameters ("${2 * l}"). What an
    element refers to must be there before it. Each call returns the name of the new part.

    joint(name, type, [inboard, outboard], **keys), constraint(name, type, **keys), force(name, type, **keys):
    types and keys are in help(model.force.spring_damper), dir(model.force).
    """

    def __init__(
        self,
        name: str = "model",
        description: str = "",
        gravity: Union[float, Sequence[float], str, None] = None,
    ) -> None:
        self._draft = _core.ModelDraft()
        self._sections: dict[str, Any] = {}
        self._loaded: Optional[tuple[str, LoadedModel]] = None
        self._put("name", convert.text(name, "name"))
        if description:
            self._put("description", convert.text(description, "description"))
        if gravity is not None:
            self._put("gravity", gravity)

    @property
    def joint(self) -> Section:
        """Adds a joint: model.joint("pivot", "revolute", ["ground", "rod"], at=[0, 0, 0], axis="y")."""
        return Section(self, "joint", "joints", ("between",))

    @property
    def constraint(self) -> Section:
        """Adds a constraint that is no joint: model.constraint("rope", "distance", from_=..., to=...)."""
        return Section(self, "constraint", "constraints")

    @property
    def force(self) -> Section:
        """Adds a force: model.force("spring", "spring_damper", from_="ground", to="rod.tip", stiffness=100)."""
        return Section(self, "force", "forces")

    def body(self, name: str, **keys: Any) -> str:
        """Adds a body, or frames and shapes of `ground`."""
        return self._add("bodies", name, keys)

    def output(self, name: str, **keys: Any) -> str:
        """Adds an output: model.output("z", position="rod.tip", axis="z")."""
        return self._add("outputs", name, keys)

    def signal(self, name: str, value: Union[str, float, None] = None, /, **keys: Any) -> str:
        """Adds a function of time or an input: signal("u", "input", unit="N"), signal("c", 3), signal("f", "2*t")."""
        known = _kinds("signal")
        if isinstance(value, str) and value in known:
            return self._add("signals", name, {"type": value, **keys})
        if value is None:
            return self._add("signals", name, keys)
        if keys:  # the reader says what is wrong with the type
            return self._add("signals", name, {"type": value, **keys})
        if isinstance(value, str):
            return self._add("signals", name, {"type": "expression", "text": value})
        return self._add("signals", name, {"type": "constant", "value": value})

    def parameter(self, name: str, value: Value, **keys: Any) -> str:
        """Adds a parameter, for "${name}" in what follows; keys min, max, unit, allowed, description."""
        return self._add("parameters", name, {"value": value, **keys})

    def template(self, name: str, **sections: Any) -> str:
        """Adds a template: sections as in a model file, each a dict of elements."""
        return self._add("templates", name, sections)

    def instance(self, name: str, template: str, **keys: Any) -> str:
        """Puts a template to use; keys with_ (values of its parameters) and mirror."""
        return self._add("instances", name, {"template": template, **keys})

    def road(self, type: str, **keys: Any) -> None:
        """What tyres and contacts roll on: model.road("bump", height=0.1)."""
        self._put("road", {"type": type, **keys})

    def initial(self, **keys: Any) -> None:
        """Values at the start: q, v, guess by joint, equilibrium, speed, assemble. May be called several times."""
        now = self._sections.get("initial", {})
        merged = {**now, **keys}
        for part in ("q", "v", "guess"):
            if part in now and part in keys:
                merged[part] = {**now[part], **keys[part]}
        self._put("initial", merged)

    def experiment(
        self, until: Optional[Time] = None, step: Optional[Time] = None, method: Optional[str] = None,
        inputs: Optional[str] = None,
    ) -> None:
        """How long it usually runs, with what step and method."""
        self._put("experiment", {"until": until, "step": step, "method": method, "inputs": inputs})

    def _flow(self, value: Any, what: str) -> str:
        try:
            return yaml_text.flow(value)
        except (TypeError, ValueError) as wrong:
            raise ModelError(str(wrong), f"{_caller()} {what}", "write numbers, texts, lists and dicts") from None

    def _add(self, section: str, name: str, keys: Mapping[str, Any]) -> str:
        entry = self._flow(keys, f"{section} {name!r}")
        name = convert.text(name, "name")
        self._draft.add(f"{section}:\n  {yaml_text.scalar(name)}: {entry}\n", _caller())
        self._sections.setdefault(section, {})[name] = entry
        return name

    def _put(self, key: str, value: Any) -> None:
        self._draft.add(f"{key}: {self._flow(value, key)}\n", _caller())
        self._sections[key] = dict(value) if isinstance(value, Mapping) else value

    def to_yaml(self) -> str:
        """The model file: takt.parse(model.to_yaml()) is the same model, to the last bit."""
        lines = ["takt: 1"]
        order = ["name", "description", "parameters", "gravity", "templates", "instances", "road", "bodies", "joints",
                 "constraints", "forces", "signals", "initial", "outputs", "experiment"]
        for section in order:
            if section not in self._sections:
                continue
            content = self._sections[section]
            if section in ("name", "description", "gravity", "road", "initial", "experiment"):
                lines.append(f"{section}: {yaml_text.flow(content)}")
            else:
                lines.append(f"{section}:")
                lines += [f"  {yaml_text.scalar(name)}: {entry}" for name, entry in content.items()]
        return "\n".join(lines) + "\n"

    def load(self, values: Optional[Mapping[str, Value]] = None, /, **more: Value) -> LoadedModel:
        """The model ready to run; takt.run and the others do it themselves."""
        text = self.to_yaml()
        if self._loaded is None or self._loaded[0] != text:
            self._loaded = (text, LoadedModel(_core.parse(text, []), ("parse", text)))
        given = {**(values or {}), **more}
        return self._loaded[1].with_values(given) if given else self._loaded[1]

    def __repr__(self) -> str:
        counts = [f"{len(self._sections[s])} {s}" for s in ("bodies", "joints", "constraints", "forces", "signals", "outputs")
                  if s in self._sections]
        return f"<takt.Model {self._sections['name']!r}: {', '.join(counts) or 'empty'}>"

    def _repr_html_(self) -> str:
        try:
            return self.load()._repr_html_()
        except ModelError:  # not complete yet
            import html

            return f"<pre>{html.escape(repr(self))}</pre>"

    def __getstate__(self) -> dict[str, Any]:
        return {"sections": self._sections, "text": self.to_yaml()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._draft = _core.ModelDraft()
        self._sections, self._loaded = dict(state["sections"]), None
        self._draft.add(state["text"].split("\n", 1)[1], "takt.Model")
