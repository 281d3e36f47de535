"""`JobRequest`, the base class of job requests, and `JobOutcome`, the result of a job with its files."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from shlex import join

from sprague.rules import Ruleset
from sprague.version import __version__
from sprague.web.tasks.requests import PlayRequest, game_string, parse_game
from sprague.web.worker import Report

DIGITS = 24  # length of the id of a job


@dataclass(frozen=True, slots=True)
class JobOutput:
    """The destination of what a job writes: the file for its table, and whether theorems are stored."""

    table: Path
    keeps_theorems: bool


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The outcome of a job: its result as JSON, the files it made, and the same request as command and as Python."""

    result: bytes
    command: str = ""
    python: str = ""
    certificate: bytes | None = None
    drawing: bytes | None = None
    table: int = 0  # bytes of the table file


class JobRequest(PlayRequest):
    """The base class of the requests for jobs on a game."""

    @property
    def rule(self) -> Ruleset:
        """The rule of the game."""
        return parse_game(self.game)

    @abstractmethod
    def check(self) -> None:
        """Raise an error for a request that cannot be carried out, before the work begins."""

    @abstractmethod
    def run(self, output: JobOutput, report: Report) -> JobOutcome:
        """Do the work."""

    @abstractmethod
    def command_words(self) -> list[str]:
        """Return the arguments after the game of the same request on the command line."""

    def job_id(self) -> str:
        """Return the id of the job: a digest of the version, the rule and the options."""
        options = self.model_dump_json(exclude={"game"})
        text = "\n".join((__version__, str(self.rule), game_string(self.rule), options))
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    def command(self, name: str) -> str:
        """Return the same request on the command line."""
        play = ["--misere"] if self.misere else []
        return join(["sprague", name, game_string(self.rule), *self.command_words(), *play])

    def python(self, function: str, *arguments: str) -> str:
        """Return the same request in Python."""
        play = ["misere=True"] if self.misere else []
        return f"sprague.{function}({', '.join([repr(game_string(self.rule)), *arguments, *play])})"
