"""What takt raises. Every error says what is wrong, where, and what to write instead."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from .result import Result

__all__ = ["Error", "MethodError", "ModelError", "SolverError", "UnknownName", "UsageError"]

_FLAG = re.compile(r"--(assemble|equilibrium|modes|travel)\b")
_OPTION = re.compile(r"--(method|step|until|every|record|period|accuracy|reference|budget)\b(?: (?=['\d]))?")


def _in_python(text: str) -> str:
    """Options of the command line, written as arguments."""
    return _OPTION.sub(r"\1=", _FLAG.sub(r"\1=True", text)).replace("--set ", "")


class Error(Exception):
    """The base of all errors of takt.

    what   what is wrong
    where  where: a file with line and element, a key, an argument; may be empty
    hint   what to write instead; may be empty
    """

    def __init__(self, what: str, where: str = "", hint: str = "") -> None:
        self.what = _in_python(what)
        self.where = where
        self.hint = _in_python(hint)
        super().__init__(self.what, self.where, self.hint)

    def __str__(self) -> str:
        text = self.what
        if self.where:
            text += f"\n  at: {self.where}"
        if self.hint:
            text += f"\n  try: {self.hint}"
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.where, self.hint)


class ModelError(Error):
    """Something is wrong with a model: its text, its parameters, its initial state."""


class MethodError(Error):
    """A method that does not exist, or does not fit the model."""


class UsageError(Error, ValueError):
    """An argument that makes no sense: a name that is not there, a negative time, a wrong number of values."""


class UnknownName(UsageError, KeyError):
    """A name that is not there, with the nearest ones that are."""

    __str__ = Error.__str__


class SolverError(Error):
    """A step failed. `result` holds what was computed until then; of a single step it is None."""

    def __init__(self, what: str, where: str = "", hint: str = "", result: Optional["Result"] = None) -> None:
        super().__init__(what, where, hint)
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.where, self.hint, self.result)
