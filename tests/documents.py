"""Documents of the repository, for tests: their code blocks, and the files and names that they mention.

Every block is fenced and names its language. A comment on the line before a block gives additional information:

    <!-- not run: a server -->                      why a block is only read, each of its commands with its arguments
    <!-- file: my-games/heron.py -->                a block that is the content of a file
    <!-- printed by: sprague theorems export 1 -->  a block that such a command prints somewhere, however it is broken

`make snapshots` rewrites the outputs that consoles and examples in Python show.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import sprague
from sprague.cli.main import app
from tests import snapshots
from tests.snapshots import normalise

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(
    r"(?:^<!-- (?P<note>not run|file|printed by): (?P<argument>[^\n]+) -->\n)?"
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
NO_AXIOM = "Closed under the global context"  # what Coq says of a theorem that rests on none
AND_SO_ON = "…\n"  # the last line of an output of which the rest is not shown


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Block:
    """A code block of a document with its notes."""

    language: str
    text: str
    note: str | None = None
    argument: str = ""

    @property
    def needs_coq(self) -> bool:
        """Whether the block is run and one of its commands needs Coq."""
        return self.note is None and any(needs_coq(command) for command, _ in self.commands())

    def commands(self) -> Iterator[tuple[str, str]]:
        """The commands of the block, each with the output shown below it.

        In a console, commands begin with a dollar sign.
        """
        pieces = re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:] if self.language == "console" else [self.text]
        for piece in pieces:
            lines = piece.splitlines(keepends=True)
            while lines:
                command = lines.pop(0)
                while lines and not is_whole(command):
                    command += lines.pop(0)
                shown = "".join(lines) if self.language == "console" else ""
                if command.strip():
                    yield command.strip(), shown
                if self.language == "console":
                    break


def comparable(text: str) -> str:
    """Return an output without amounts of work, and without the base, which depends on the order of attempts.

    >>> comparable("the proof: base 2, 6 states, 6 pairs compared")
    'the proof: base N, N states, N pairs compared'
    """
    text = re.sub(r"\bbase \d+, \d+ states\b", "base N, N states", normalise(text))
    return re.sub(r"\b\d+ states in base \d+\b", "N states in base N", text)


def needs_coq(command: str) -> bool:
    """Return whether a command runs Coq or compiles its library."""
    return "coqc " in command or "--coq" in command.split()[:3] or command.endswith("--library")


def is_whole(command: str) -> bool:
    """Return whether a command is complete; it continues within quotes, after && and after a backslash."""
    try:
        return shlex.split(command, comments=True)[-1:] not in (["&&"], ["\\"])
    except ValueError:
        return False


def programs(command: str) -> Iterator[list[str]]:
    """Yield the programs of a line with their arguments; | and && separate programs, except within quotes.

    >>> list(programs("echo 'a | b' | sprague solve && make demo  # both"))
    [['echo', 'a | b'], ['sprague', 'solve'], ['make', 'demo']]
    """
    words = shlex.shlex(command, posix=True, punctuation_chars="|&")
    words.whitespace_split = True
    for between, found in groupby(words, {"|", "&&"}.__contains__):
        if not between:
            yield list(found)


def blocks(text: str) -> list[Block]:
    """All blocks of a document, in their order."""
    return [
        Block(found["language"], found["text"], found["note"], found["argument"] or "")
        for found in BLOCK.finditer(text)
    ]


def code_blocks(text: str, language: str) -> list[str]:
    return [block.text for block in blocks(text) if block.language == language]


def named_commands(text: str) -> Iterator[list[str]]:
    """Yield the arguments of each complete `sprague …` command between backticks in the prose: without GAME and `…`."""
    for command in re.findall(r"`(sprague [^`\n]*)`", BLOCK.sub("", text)):
        _, *arguments = shlex.split(command, comments=True)
        if not any(word == "…" or re.fullmatch(r"\[?(-o )?[A-Z]+\]?", word) for word in arguments):
            yield arguments


def assert_understood(arguments: list[str]) -> None:
    """Assert that a command that is not run exists, with all its options and arguments."""
    group = typer.main.get_command(app)
    name, *rest = arguments
    with group.make_context("sprague", [name], resilient_parsing=True) as context:
        found = group.get_command(context, name)  # type: ignore[attr-defined]
        assert found is not None, name
        if rest:
            found.make_context(name, rest)


def rewrite(path: Path, texts: Iterable[str]) -> None:
    """Give the blocks of a document these texts, in their order."""
    following = iter(texts)
    document = path.read_text(encoding="utf-8")

    def renewed(found: re.Match[str]) -> str:
        start, end = (place - found.start() for place in found.span("text"))
        return found[0][:start] + next(following) + found[0][end:]

    path.write_text(BLOCK.sub(renewed, document), encoding="utf-8")


class FiguresMayChange(doctest.OutputChecker):
    """An output checker that ignores amounts of work, time and memory."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(comparable(want), comparable(got), optionflags)


class Examples(doctest.DocTestRunner):
    """A runner of Python examples that collects the outputs that differ from the document, by line."""

    def __init__(self) -> None:
        super().__init__(FiguresMayChange())
        self.outputs: dict[int, str] = {}

    def report_failure(self, out: object, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        super().report_failure(out, test, example, got)  # type: ignore[arg-type]
        if example.exc_msg is not None:  # show the last lines of the traceback only
            raised = re.split(r"\n(?=\S)", got)[-1]
            got = example.want.replace(example.exc_msg, raised)
        self.outputs[example.lineno] = re.sub(r"^$(?!\Z)", "<BLANKLINE>", got, flags=re.MULTILINE)

    def renewed(self, text: str) -> str:
        """Return the text of a block with the actual outputs."""
        lines = text.splitlines(keepends=True)
        for example in reversed(doctest.DocTestParser().get_examples(text)):
            if example.lineno in self.outputs:
                start = example.lineno + example.source.count("\n")
                lines[start : start + example.want.count("\n")] = [self.outputs[example.lineno]]
        return "".join(lines)


class Session:
    """A document that is executed from top to bottom, in its own folder and in this process.

    Each block may use files and variables of the blocks before it.
    """

    def __init__(self, folder: Path, request: pytest.FixtureRequest) -> None:
        self.folder = folder
        self.request = request
        self.patch: pytest.MonkeyPatch = request.getfixturevalue("monkeypatch")
        self.patch.chdir(folder)
        self.renewing = snapshots.renewing()

    def follow_all(self, name: str, found: list[Block]) -> list[str]:
        """Execute the blocks of a document; return their texts, with the actual outputs if they are being renewed."""
        texts = [self.follow(block) for block in found]
        return self.examples(name, found, texts)

    def follow(self, block: Block) -> str:
        """Execute a block and compare the output with the text, or return the text with the actual output."""
        text, place = block.text, 0
        if block.note == "not run":
            for command, _ in block.commands():
                self.read(command)
        elif block.note == "file":
            path = self.folder / block.argument
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.note == "printed by":
            assert " ".join(block.text.split()) in " ".join(self.run(block.argument)[0].split())
        elif block.language in ("console", "sh"):
            for command, shown in block.commands():
                printed, code = self.run(command)
                if block.language == "sh":
                    assert code == 0, command
                    assert "coqc " not in command or NO_AXIOM in printed
                else:
                    is_cut = shown == AND_SO_ON or shown.endswith(f"\n{AND_SO_ON}")
                    begun = shown.removesuffix(AND_SO_ON) if is_cut else shown
                    if begun != shown:
                        printed = "".join(printed.splitlines(keepends=True)[: begun.count("\n")])
                    same = comparable(printed) == comparable(begun)
                    assert same or self.renewing, f"{command}\n{printed}"
                    start = text.index(f"{command}\n{shown}", place) + len(f"{command}\n")
                    place = start + len(begun if same else printed)
                    text = text[:start] + (begun if same else printed) + text[start + len(begun) :]
        elif block.language == "rule":
            assert sprague.parse(block.text).names
        elif block.language == "json":
            assert sprague.verify(json.loads(block.text))
        elif block.language == "python":
            assert block.text.startswith(">>> ")
        else:
            assert block.language in ("text", "coq", "nginx", "caddy"), f"what is a block of {block.language!r}?"
        return text

    def run(self, command: str) -> tuple[str, int]:
        """Return the output of a command and its exit code.

        A line may be sent to it by `echo`. A line may be sent to it: `echo 3-1 | sprague play nim 3,5,7`.
        """
        if needs_coq(command):
            self.request.getfixturevalue("coq")
        sent, _, words = command.rpartition(" | ")
        name, *arguments = shlex.split(words, comments=True)
        if name == "export":
            self.patch.setenv(*arguments[0].split("=", 1))
            return "", 0
        if name != "sprague" or {"&&", ";"} & set(arguments):
            return self.in_a_shell(command)
        echo, *typed = shlex.split(sent) or ["echo"]
        assert echo == "echo", command
        done = CliRunner().invoke(app, arguments, input=" ".join(typed) + "\n" if typed else "", catch_exceptions=False)
        return done.stdout, done.exit_code

    def in_a_shell(self, command: str) -> tuple[str, int]:
        """Run a command of several programs in a shell that finds this package as `sprague`."""
        program = self.folder / "bin" / "sprague"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sprague "$@"\n')
        program.chmod(0o755)
        # PYTHONPATH may be relative to where the tests were started.
        path = os.pathsep.join(str(Path(part).resolve()) for part in sys.path if part)
        given = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": path}
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=given, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout, done.returncode

    @staticmethod
    def read(command: str) -> None:
        """Check a command that is not run: the files and names that it mentions exist."""
        for name, *arguments in programs(command):
            if name == "sprague" and "…" not in arguments:
                assert_understood(arguments)
            elif name == "make":
                assert re.search(rf"^{arguments[0]}:", text_of("Makefile"), re.MULTILINE), command
            elif name == "pip":
                extras = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
                named = {extra for names in re.findall(r"\[([\w,]+)\]", command) for extra in names.split(",")}
                assert named <= set(extras), command
            elif name.endswith("pytest"):
                assert (ROOT / arguments[0]).exists(), command

    def examples(self, name: str, found: Iterable[Block], texts: list[str]) -> list[str]:
        """Run the Python examples of a document in order; return the texts of all blocks, renewed."""
        names: dict[str, object] = {}
        renewed = []
        for block, text in zip(found, texts, strict=True):
            if block.language == "python" and block.note is None:
                runner = Examples()
                test = doctest.DocTestParser().get_doctest(block.text, names, name, name, 0)
                failed = runner.run(test, clear_globs=False).failed
                assert failed == (len(runner.outputs) if self.renewing else 0)
                names = test.globs
                text = runner.renewed(text)
            renewed.append(text)
        return renewed
