"""Values of users as the library takes them, with errors that say what is wrong."""
from __future__ import annotations

import difflib
import math
import numbers
import os
from typing import Any, Iterable, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import UnknownName, UsageError

Array = npt.NDArray[np.float64]
Time = Union[float, int, str]
"""Seconds, or a text with a unit: 1e-3, "1ms"."""
Value = Union[float, int, bool, str]
"""A number in SI units, or a text as model files have it: 0.05, "5 cm", "bump"."""


def seconds(time: Time, what: str) -> float:
    """A positive time in s."""
    if isinstance(time, str):
        value = float(_core.seconds(time, what))
    else:
        value = number(time, what)
    if not value > 0 or math.isnan(value):
        raise UsageError(f"{what} must be a positive time, not {time!r}", what, f"write {what}=1e-3 or {what}='1ms'")
    return value


def number(value: Any, what: str) -> float:
    """A finite number."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (numbers.Real, np.ndarray)):
        raise TypeError(f"{what} must be a number, not {type(value).__name__}")
    if isinstance(value, np.ndarray) and (value.size != 1 or value.dtype.kind not in "fiu"):
        raise TypeError(f"{what} must be one number, not an array of shape {value.shape} of {value.dtype}")
    return float(value)


def count(value: Any, what: str, least: int = 0) -> int:
    """A whole number, at least `least`."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{what} must be a whole number, not {value!r}")
    if int(value) < least or int(value) > 2**62:
        raise UsageError(f"{what} must be {least} or more, not {value}", what, f"write {what}={max(least, 1)}, for example")
    return int(value)


def flag(value: Any, what: str) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what} must be True or False, not {type(value).__name__}")
    return bool(value)


def text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text, not {type(value).__name__}")
    if "\0" in value:
        raise UsageError(f"{what} holds a zero byte", what)
    return value


def path(value: Any, what: str = "file") -> str:
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{what} must be a path, not {type(value).__name__}")
    return text(os.fspath(value), what)


def vector(values: Any, n: int, what: str, names: Sequence[str] = ()) -> Array:
    """An array of n finite numbers."""
    array = numeric(values, what)
    if array.shape != (n,):
        named = f" ({', '.join(names[:8])}{', ...' if len(names) > 8 else ''})" if names else ""
        raise UsageError(f"{what} has shape {array.shape}, not ({n},){named}", what)
    if not np.all(np.isfinite(array)):
        raise UsageError(f"{what} holds values that are not finite: {array!r}", what, "give finite numbers")
    return array


def numeric(values: Any, what: str) -> Array:
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "fiu":
            raise TypeError
        return np.ascontiguousarray(array, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be an array of numbers, not {values!r:.80}") from None


def by_name(values: Any, names: Sequence[str], now: Array, what: str) -> Array:
    """All values: from an array, or from a dict with some of them by name."""
    if values is None:
        return np.array(now)
    if isinstance(values, Mapping):
        full = np.array(now)
        for name, value in values.items():
            full[index(names, name, what)] = number(value, f"{what}[{name!r}]")
        return vector(full, len(names), what, names)
    return vector(values, len(names), what, names)


def index(names: Sequence[str], name: Any, what: str) -> int:
    """The number of a name, or an error with those that are near."""
    if isinstance(name, str):
        try:
            return names.index(name)
        except ValueError:
            pass
    else:
        raise TypeError(f"names of {what} are texts, not {type(name).__name__}")
    raise unknown(names, name, what)


def unknown(names: Iterable[str], name: str, what: str) -> UnknownName:
    known = list(names)
    near = difflib.get_close_matches(name, known, 3)
    if near:
        hint = "did you mean " + " or ".join(repr(n) for n in near) + "?"
    elif known:
        hint = "there are " + ", ".join(known[:20]) + (", ..." if len(known) > 20 else "")
    else:
        hint = "there are none"
    return UnknownName(f"there is no {what} {name!r}", what, hint)


def setting(value: Any, name: str) -> str:
    """A value as model files have it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return text(value, name)
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, (numbers.Real, np.ndarray)):
        return repr(number(value, name))
    raise TypeError(f"the value of {name!r} must be a number or a text, not {type(value).__name__}")


def settings(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs = []
    for name, value in values.items():
        if not isinstance(name, str):
            raise TypeError(f"names of parameters are texts, not {type(name).__name__}")
        pairs.append((name, setting(value, name)))
    return pairs


def words(values: Any, what: str) -> list[str]:
    """One text, or a list of texts."""
    if values is None:
        return []
    if isinstance(values, str):
        return [text(values, what)]
    if not isinstance(values, Iterable):
        raise TypeError(f"{what} must be a text or a list of texts, not {type(values).__name__}")
    return [text(v, what) for v in values]
