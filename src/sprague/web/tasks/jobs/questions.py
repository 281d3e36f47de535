"""Jobs of the web server that answer questions about all positions of a game (`AskRequest`)."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Annotated, Literal

from pydantic import Field

from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.progress import Progress, ProgressCallback
from sprague.results.questions import SetResult, TruthResult
from sprague.rules.blocking import refuse_misere
from sprague.web.tasks.jobs.decisions import SECONDS
from sprague.web.tasks.jobs.job import JobOutcome, JobOutput, JobRequest
from sprague.web.tasks.requests import body

MOST_DEFINITIONS = 10  # maximum number of games and sets that a question may define by name

Name = Annotated[str, Field(min_length=1, max_length=200)]
Meaning = Annotated[str, Field(max_length=10_000)]


class AskRequest(JobRequest):
    """A job request to answer a question about all positions of a game."""

    kind: Literal["ask"] = "ask"
    question: str = Field(min_length=1, max_length=10_000, examples=["all a: exists unique b: P(a, b)"])
    let: dict[Name, Meaning] = Field(
        default={},
        max_length=MOST_DEFINITIONS,
        description="other games and sets that the question names: a game or rule, or a formula",
        examples=[{"Q": "nim:piles=2"}],
    )
    seconds: float = Field(default=SECONDS, gt=0, le=10**6, description="time limit in seconds")

    def check(self) -> None:
        from sprague.language.question_parser import parse_question
        from sprague.queries.predicates import Predicates

        refuse_misere(self.rule, self.misere)
        predicates = Predicates.of(self.rule, self.misere, self.let)
        parse_question(self.question, predicates.arities, self.rule.piles)

    def run(self, output: JobOutput, report: ProgressCallback) -> JobOutcome:
        with Limits(seconds=self.seconds).watch():  # the time limit also covers the search for a formula
            return self.answer(output, report)

    def answer(self, output: JobOutput, report: ProgressCallback) -> JobOutcome:
        """Return the answer to the question with its certificate."""
        from sprague.queries.answers import SetAnswer, UndecidedAnswer
        from sprague.queries.ask import ask

        report(Progress(None, "translating the question"))
        found = ask(
            self.rule,
            self.question,
            misere=self.misere,
            let=self.let,
            budget=Limits(seconds=self.seconds),
            progress=report,
        )
        python = self.python("ask", repr(self.question), *([f"let={self.let!r}"] if self.let else []))
        if isinstance(found, UndecidedAnswer):
            return JobOutcome(body(found.to_result()), self.command("ask"), python)
        if output.keeps_theorems:
            with suppress(SpragueError):  # the answer is proved even if a theorem cannot be stored
                found.store_theorems()
        if isinstance(found, SetAnswer):
            report(Progress(None, "searching for a formula"))
            result: SetResult | TruthResult = found.to_result(drawing=True)
        else:
            result = found.to_result()
        drawing = result.automaton.encode() if isinstance(result, SetResult) and result.automaton else None
        certificate = (json.dumps(found.certificate(), ensure_ascii=False) + "\n").encode()
        return JobOutcome(body(result), self.command("ask"), python, certificate, drawing)

    def command_words(self) -> list[str]:
        words = [
            self.question,
            *(word for name, meaning in self.let.items() for word in ("--let", f"{name}={meaning}")),
        ]
        return words if self.seconds == SECONDS else [*words, "--seconds", f"{self.seconds:g}"]
