"""Without matplotlib, every picture is refused with a message that names the package to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
sys.modules["matplotlib"] = None  # as if it were not installed
from shlex import split
from typer.testing import CliRunner
from sprague.cli.main import app
for words in open("asked"):
    print(CliRunner().invoke(app, split(words)).exception)
"""
ASKED = """\
table wythoff --limit 8 -o p.png
table wythoff --limit 8 --what outcome -o p.svg
table wythoff --limit 8 --fix a=0 -o p.png
table wythoff --limit 8 --draw distribution -o p.png
positions wythoff --limit 8 -o p.pdf
positions nim --limit 4 -o p.png
period subtraction-transfer:a=2,b=3,c=2 --drawing p.png
values sharing-nim --limit 20 -o p.svg
rows sharing-nim --limit 30 -o p.png
automaton nim:piles=2 'a = b' -o p.png
discover nim:piles=2 --report p.pdf
"""


@pytest.mark.slow
def test_a_picture_without_matplotlib_is_refused(tmp_path: Path) -> None:
    (tmp_path / "asked").write_text(ASKED)
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=True)
    wanted = "pictures need matplotlib: pip install 'sprague[plot]'\n"
    assert done.stdout == wanted * ASKED.count("\n")
    assert not list(tmp_path.glob("p.*"))
