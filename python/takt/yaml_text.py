"""Writes values as model files have them (YAML, in its short form)."""
from __future__ import annotations

import json
import math
import numbers
import re
from collections.abc import Mapping
from typing import Any, Iterable

import numpy as np

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*\Z")
_RESERVED = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def scalar(value: Any) -> str:
    """A number, a flag or a word. Numbers are written so that they read back exactly."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        x = float(value)
        if not math.isfinite(x):
            raise ValueError(f"{x} is not a finite number")
        return repr(x)
    if isinstance(value, str):
        if _PLAIN.match(value) and value.lower() not in _RESERVED:
            return value
        return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"{type(value).__name__} cannot stand in a model")


def key(name: str) -> str:
    """A key of Python, `from_`, as a key of model files, `from`."""
    return name[:-1] if name.endswith("_") and not name.endswith("__") else name


def flow(value: Any) -> str:
    """Any value in one line."""
    if isinstance(value, Mapping):
        parts = []
        for name, item in value.items():
            if not isinstance(name, str):
                raise TypeError(f"keys are texts, not {type(name).__name__}")
            if item is not None:
                parts.append(f"{scalar(key(name))}: {flow(item)}")
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, np.ndarray):
        return flow(value.tolist())
    if isinstance(value, (str, bool, numbers.Real, np.bool_)):
        return scalar(value)
    if isinstance(value, Iterable):
        return "[" + ", ".join(flow(x) for x in value) + "]"
    return scalar(value)
