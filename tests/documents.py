"""Documents of the repository, for tests: what they show on a console, and what they name."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def code_blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def shown_commands(text: str) -> list[tuple[str, str]]:
    """Each `$ command` of a console block with the output printed under it."""
    found = []
    for block in code_blocks(text, "console"):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = piece.partition("\n")
            found.append((command, output))
    return found


def named_commands(text: str) -> Iterator[list[str]]:
    """The arguments of each `sprague …` indented or between backticks, if they are whole: not GAME, not `…`."""
    lines = re.findall(r"^    (sprague [^\n]*)", text, re.MULTILINE)
    for command in lines + re.findall(r"`(sprague [^`\n]*)`", text):
        _, *arguments = shlex.split(command, comments=True)
        if not any(word == "…" or re.fullmatch(r"\[?(-o )?[A-Z]+\]?", word) for word in arguments):
            yield arguments


def run(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command of a document in a folder, which receives its files and the theorems it discovers.

    A line may be sent to it: `echo 3-1 | sprague play nim 3,5,7`.
    """
    sent, _, command = command.rpartition(" | ")
    echo, *typed = shlex.split(sent) or ["echo"]
    assert echo == "echo"
    name, *arguments = shlex.split(command)
    assert name == "sprague"
    program = [sys.executable, "-m", "sprague", *arguments]
    # PYTHONPATH may be relative to where the tests were started.
    path = os.pathsep.join(str(Path(part).resolve()) for part in sys.path if part)
    given = {**os.environ, "PYTHONPATH": path, "SPRAGUE_DATA": str(folder / "data"), **environment}
    line = " ".join(typed) + "\n" if typed else ""
    return subprocess.run(program, input=line, capture_output=True, text=True, check=False, cwd=folder, env=given)
