"""A line that says how far a long run has come: in a terminal and in notebooks."""
from __future__ import annotations

import os
import sys
import time
from typing import Any, Optional

LONG = 1.0  # s: shorter runs show nothing


def in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"


class Progress:
    """Called now and then with how far it has come, between 0 and `end`."""

    def __init__(self, end: float, unit: str = "s", what: str = "") -> None:
        self._end, self._unit, self._what = end, unit, what
        self._begin = self._told = time.monotonic()
        self._handle: Any = None
        self._shown = False
        self._notebook = in_notebook()

    def __call__(self, at: float) -> None:
        now = time.monotonic()
        if now - self._begin < LONG or now - self._told < 0.1:
            return
        self._told = now
        share = min(1.0, max(0.0, at / self._end)) if self._end > 0 else 0.0
        left = (now - self._begin) * (1 - share) / share if share > 0 else 0.0
        text = f"{self._what}{at:.4g} of {self._end:.4g} {self._unit}, {left:.0f} s left"
        self._show(share, text)

    def _show(self, share: float, text: str) -> None:
        self._shown = True
        if self._notebook:
            from IPython.display import HTML, display

            bar = HTML(f"<progress value='{share:.4f}' max='1' style='width:20em'></progress> {text}")
            if self._handle is None:
                self._handle = display(bar, display_id=True)
            else:
                self._handle.update(bar)
        else:
            done = int(20 * share)
            print(f"\r[{'#' * done}{'.' * (20 - done)}] {text}   ", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Takes the line away."""
        if not self._shown:
            return
        if self._notebook:
            from IPython.display import HTML

            self._handle.update(HTML(""))
        else:
            print("\r" + " " * 78 + "\r", end="", file=sys.stderr, flush=True)


def progress_for(wanted: Optional[bool], end: float, unit: str = "s", what: str = "") -> Optional[Progress]:
    """One on a terminal and in notebooks, unless the caller wants it otherwise."""
    if wanted is None:
        wanted = in_notebook() or (sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb")
    return Progress(end, unit, what) if wanted else None
