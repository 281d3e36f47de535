"""Base of jobs: a request that is checked first, and an outcome."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from shlex import join

from pydantic import BaseModel

from sprague.rules import Ruleset
from sprague.version import __version__
from sprague.web.tasks.requests import PlayRequest, named, parse_game
from sprague.web.worker import Report

DIGITS = 24  # of a digest that is the name of a job


@dataclass(frozen=True, slots=True)
class JobOutput:
    """Where a job may leave something: the file for a table, and whether theorems are kept."""

    table: Path
    keeps_theorems: bool


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """What a job came to: the result, a model, as it is sent; and files that may be asked for."""

    result: bytes
    certificate: bytes | None = None
    drawing: bytes | None = None
    table: int = 0  # bytes of the file that was left


class JobRequest(PlayRequest):
    """Long work on a game."""

    @property
    def rule(self) -> Ruleset:
        return parse_game(self.game)

    @abstractmethod
    def check(self) -> None:
        """Refuse what cannot be done, before it begins."""

    @abstractmethod
    def run(self, place: JobOutput, report: Report) -> JobOutcome:
        """Do it."""

    @abstractmethod
    def command_words(self) -> list[str]:
        """What follows the command's name and the game, for the same on the command line."""

    def content(self) -> str:
        """What decides the result: the version, the rule, and the options; two jobs with the same are one."""
        options = self.model_dump_json(exclude={"game"})
        text = "\n".join((__version__, str(self.rule), named(self.rule), options))
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    def command(self, name: str) -> str:
        """The same on the command line."""
        play = ["--misere"] if self.misere else []
        return join(["sprague", name, named(self.rule), *self.command_words(), *play])

    def python(self, function: str, *arguments: str) -> str:
        """The same in Python."""
        play = ["misere=True"] if self.misere else []
        return f"sprague.{function}({', '.join([repr(named(self.rule)), *arguments, *play])})"


class Same(BaseModel):
    """How the same is asked for elsewhere."""

    command: str
    python: str
