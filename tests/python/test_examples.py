"""The scripts of examples/python, each as a user runs it; every one checks what it claims."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent.parent / "examples/python"
SCRIPTS = sorted(p.name for p in FOLDER.glob("*.py"))


def test_there_are_ten():
    assert len(SCRIPTS) == 10


@pytest.mark.parametrize("script", SCRIPTS)
def test_example(script, tmp_path):
    done = subprocess.run([sys.executable, "-W", "error::DeprecationWarning", str(FOLDER / script)], cwd=tmp_path, timeout=120,
                          capture_output=True, text=True, env={**os.environ, "MPLBACKEND": "Agg"})
    assert done.returncode == 0, done.stderr
    assert done.stdout
