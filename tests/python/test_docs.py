"""Every block of Python in docs/python.md and README.md, from top to bottom.

<!-- not run: REASON --> before a block says what is not run; <!-- shorten: key=value --> replaces an argument.
"""
import os
import re
from pathlib import Path

import pytest
import takt

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"(?:<!-- (?P<note>[a-z ]+): (?P<text>.*?) -->\n)?^```python\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        yield text[: match.start()].count("\n") + 1, match["note"], match["text"], match["code"]


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"takt": takt}
    count = 0
    for line, note, text, code in blocks(page):
        if note == "not run":
            compile(code, page, "exec")
            continue
        if note == "shorten":
            key = text.split("=")[0]
            code, changed = re.subn(rf"\b{key}=[^,)]*", text, code)
            assert changed == 1
        exec(compile("\n" * line + code, str(ROOT / page), "exec"), names)
        count += 1
    assert count >= (10 if page == "docs/python.md" else 1)


def test_all_that_is_public_is_documented():
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    types = {"Array", "Body", "Comparison", "Error", "Findings", "Joint", "Linear", "LoadedModel", "Pose", "Result", "Rollout", "Twist", "Wrench"}
    missing = [n for n in takt.__all__ if n not in types and not re.search(rf"\b(takt\.)?{n}\b", text)]
    assert not missing
    undocumented = [n for n in takt.__all__ if not (getattr(takt, n).__doc__ or "").strip()]
    assert not undocumented
