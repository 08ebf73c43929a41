"""What notebooks show of models, simulations and results."""
from __future__ import annotations

import html
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .convert import Array
    from .loading import LoadedModel
    from .result import Result
    from .simulation import Simulation

_COLOURS = ("#2f6fb3", "#c2571a", "#3a8a4d", "#8a4d9e")


def _figure(svg: str, width: str = "28em") -> str:
    return f"<div style='max-width:{width}'>{svg}</div>" if svg else ""


def _table(rows: "list[tuple[str, str]]") -> str:
    cells = "".join(
        f"<tr><td style='text-align:left'>{html.escape(a)}</td><td style='text-align:left'>{html.escape(b)}</td></tr>"
        for a, b in rows if b
    )
    return f"<table>{cells}</table>"


def _some(names: "list[str]") -> str:
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def model_html(model: "LoadedModel") -> str:
    parameters = ", ".join(f"{k} = {v:g}" if isinstance(v, float) else f"{k} = {v}" for k, v in model.parameters.items())
    return (
        f"<b>{html.escape(model.name)}</b> {html.escape(model.description)}"
        + _figure(model.to_svg(420))
        + _table([("parameters", parameters), ("bodies", _some(model.bodies)), ("inputs", _some(model.inputs)),
                  ("outputs", _some(model.outputs))])
    )


def simulation_html(sim: "Simulation") -> str:
    return f"<b>{html.escape(sim.model.name)}</b>" + _table([
        ("time", f"{sim.t:.6g} s, after {sim.steps} steps of {sim.step_length:g} s"),
        ("method", sim.method),
        ("inputs", ", ".join(f"{k} = {v:.4g}" for k, v in sim.inputs.items())),
        ("outputs", ", ".join(f"{k} = {v:.4g}" for k, v in list(sim.outputs.items())[:12])),
        ("energy", f"{sim.energy['total']:.6g} J"),
        ("constraints open", f"{sim.drift['position']:.2g}"),
    ])


def _points(t: "Array", y: "Array", most: int = 400) -> "tuple[Array, Array]":
    """Few points that look the same: the least and the largest of each interval."""
    if len(t) <= most:
        return t, y
    edges = np.linspace(0, len(t), most // 2 + 1).astype(int)
    chosen: set[int] = set()
    for a, b in zip(edges[:-1], edges[1:]):
        part = y[a:b]
        if np.all(np.isnan(part)):
            continue
        chosen.update((a + int(np.nanargmin(part)), a + int(np.nanargmax(part))))
    at = np.array(sorted(chosen | {0, len(t) - 1}))
    return t[at], y[at]


def small_plot(result: "Result", names: "list[str]", width: int = 420, height: int = 130) -> str:
    """Curves over time as SVG, each scaled to its own range."""
    left, top, bottom = 6, 8, 18
    t = result.t
    if len(t) < 2 or not names:
        return ""
    span = float(t[-1] - t[0]) or 1.0
    parts = [f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' "
             "font-family='sans-serif' font-size='10'>",
             f"<rect x='{left}' y='{top}' width='{width - 2 * left}' height='{height - top - bottom}' fill='none' stroke='#8884'/>"]
    for name, colour in zip(names, _COLOURS):
        x, y = _points(t, result[name])
        good = np.isfinite(y)
        if not good.any():
            continue
        low, high = float(y[good].min()), float(y[good].max())
        size = (high - low) or 1.0
        px = left + (x[good] - t[0]) / span * (width - 2 * left)
        py = top + 4 + (1 - (y[good] - low) / size) * (height - top - bottom - 8)
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(px, py))
        parts.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='1.3'/>")
    label_x = float(left)
    for name, colour in zip(names, _COLOURS):
        y = result[name]
        low, high = (float(np.nanmin(y)), float(np.nanmax(y))) if np.isfinite(y).any() else (np.nan, np.nan)
        text = f"{name.removeprefix('out.')} {low:.3g} to {high:.3g}"
        parts.append(f"<text x='{label_x:.0f}' y='{height - 5}' fill='{colour}'>{html.escape(text)}</text>")
        label_x += 7 * len(text) * 0.85 + 12
    return "".join(parts) + "</svg>"


def _picture(result: "Result") -> str:
    core = result._core.loaded_model()  # none after unpickling
    return "" if core is None else core.picture(420.0) or ""


def result_html(result: "Result") -> str:
    names = result._first_columns(3)
    colour = "" if result.status in ("ok", "") else " style='color:#b00'"
    head = (f"<b>{html.escape(result.model)}</b> {html.escape(result.method)}: {len(result.t)} times to "
            f"{result.t[-1]:.6g} s, {len(result)} columns, <span{colour}>{html.escape(result.status)}</span>")
    text = result._core.text.rstrip()
    return (head + "<div style='display:flex;gap:1em;flex-wrap:wrap'>" + _figure(_picture(result))
            + _figure(small_plot(result, names)) + f"</div><details><summary>summary</summary><pre>{html.escape(text)}</pre></details>")
