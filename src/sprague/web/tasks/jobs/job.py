"""`JobRequest`, the base class of requests for jobs, and `JobOutcome`, the result of a job with its files."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from shlex import join

from sprague.progress import ProgressCallback
from sprague.rules import Ruleset
from sprague.version import __version__
from sprague.web.tasks.requests import PlayRequest, game_string, parse_game

DIGITS = 24  # number of hexadecimal digits of a job's id


@dataclass(frozen=True, slots=True)
class JobOutput:
    """The output settings of a job: the file for the table, and whether the job stores theorems."""

    table: Path
    keeps_theorems: bool


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The outcome of a job: the result as JSON, files, and a shell command and Python code for the same result."""

    result: bytes
    command: str = ""
    python: str = ""
    certificate: bytes | None = None
    drawing: bytes | None = None
    table: int = 0  # size of the table file in bytes


class JobRequest(PlayRequest):
    """The base class of the requests for jobs on a game."""

    @property
    def rule(self) -> Ruleset:
        """The rule of the game to which the job applies."""
        return parse_game(self.game)

    @abstractmethod
    def check(self) -> None:
        """Check quickly whether the job is possible; raise an error if it is not."""

    @abstractmethod
    def run(self, output: JobOutput, report: ProgressCallback) -> JobOutcome:
        """Run the job and return its outcome."""

    @abstractmethod
    def command_words(self) -> list[str]:
        """Return the command-line arguments that follow the game in the command that does the same as the job."""

    def job_id(self) -> str:
        """Return the id of the job: a digest of the version of Sprague, the rule and the options."""
        options = self.model_dump_json(exclude={"game"})
        text = "\n".join((__version__, str(self.rule), game_string(self.rule), options))
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    def command(self, name: str) -> str:
        """Return the command line that does the same as the job."""
        play = ["--misere"] if self.misere else []
        return join(["sprague", name, game_string(self.rule), *self.command_words(), *play])

    def python(self, function: str, *arguments: str) -> str:
        """Return Python code that does the same as the job."""
        play = ["misere=True"] if self.misere else []
        return f"sprague.{function}({', '.join([repr(game_string(self.rule)), *arguments, *play])})"
