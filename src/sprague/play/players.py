"""Players of each level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import Generic

from sprague.errors import Cancelled, OutOfReach
from sprague.language.positions import show_count
from sprague.play.advice import advise, some_or_all
from sprague.play.match import Match
from sprague.play.playable import At, Verdict

ERRS = 0.3  # how often a casual player overlooks a win
LOOKED_AT = 30  # mistakes among which one is chosen that is easily seen
COUNTED = 1_000  # choices of an option, to tell how many of them win


@dataclass(frozen=True, slots=True)
class Choice(Generic[At]):
    """What a player does: the option, what is forbidden then, and what is to be said about how it was found."""

    option: At
    forbidden: list[At]
    remark: str = ""


class Player(ABC):
    """Someone who plays at a level."""

    def choose(self, match: Match[At], random: Random) -> Choice[At]:
        """The move in a match that is not over."""
        option, remark = self._option(match, random)
        return Choice(option, self.to_forbid(match, option), remark)

    def to_forbid(self, match: Match[At], reached: At) -> list[At]:
        """What is forbidden to the other player, who is to move."""
        try:
            return match.contest.to_forbid(reached)
        except Cancelled:
            raise
        except OutOfReach:
            return []

    def question(self, match: Match[At]) -> str:
        """What is asked after the other player's move, before it is answered; mostly nothing."""
        return ""

    @abstractmethod
    def _option(self, match: Match[At], random: Random) -> tuple[At, str]:
        """The option to move to, and what is to be said about it."""


class Perfect(Player):
    """Wins whenever it can, as fast as possible, and drags out what is lost."""

    def _option(self, match: Match[At], random: Random) -> tuple[At, str]:
        advice = advise(match.contest, match.position, match.forbidden, random)
        if advice.verdict is None:
            return advice.option, f"who wins here is out of my reach, so that I can only guess: {advice.refusal}"
        return advice.option, _searched(advice.verdict)


class Casual(Player):
    """Wins when it sees the end, and now and then overlooks a win, in a way that a beginner can find."""

    def _option(self, match: Match[At], random: Random) -> tuple[At, str]:
        contest, options = match.contest, some_or_all(match.contest, match.position, match.forbidden, random)
        advice = advise(contest, match.position, match.forbidden, random)
        if advice.wins and (contest.is_over(advice.option) or random.random() >= ERRS):
            return advice.option, ""
        won = set(advice.verdict.winning_moves) if advice.verdict else set()
        mistakes = [option for option in options if option not in won]
        if not (advice.wins and mistakes):
            return random.choice(options), ""
        seen = random.sample(mistakes, min(len(mistakes), LOOKED_AT))
        return max(seen, key=lambda option: _ease(match, option)), ""


class Arbitrary(Player):
    """Makes any move."""

    def _option(self, match: Match[At], random: Random) -> tuple[At, str]:
        return random.choice(some_or_all(match.contest, match.position, match.forbidden, random)), ""

    def to_forbid(self, match: Match[At], reached: At) -> list[At]:
        options = some_or_all(match.contest, reached, (), random := Random(str(reached)))
        return random.sample(options, min(len(options), match.contest.blocking))


class Teacher(Perfect):
    """Plays perfectly, but answers a mistake with a question before it takes advantage."""

    def question(self, match: Match[At]) -> str:
        if len(match.turns) < 2 or match.is_over:
            return ""
        before = match.copy().undo()
        contest = match.contest
        try:
            missed = contest.verdict(before.position, before.forbidden)
            if missed.outcome == "P" or contest.verdict(match.position, match.forbidden).outcome == "P":
                return ""
        except Cancelled:
            raise
        except OutOfReach:
            return ""
        count = f"{'' if missed.are_all else 'at least '}{show_count(len(missed.winning_moves))}"
        one = "was a winning move, and yours is another"
        winning = one if count == "1" else f"were {count} winning moves, and yours is not among them"
        return (
            f"from {contest.text(before.board)} there {winning}: after it I can win. What would you play in my place?"
        )


#: The levels by name.
LEVELS: dict[str, Player] = {"perfect": Perfect(), "casual": Casual(), "random": Arbitrary(), "teacher": Teacher()}


def _searched(verdict: Verdict[At]) -> str:
    if not verdict.was_computed:
        return ""
    about = f" in {verdict.about}" if verdict.about else ""
    return f"found by {verdict.because.kind}{about}: {verdict.because.source}"


def _ease(match: Match[At], option: At) -> float:
    """The share of replies that win: how easily a mistake is seen."""
    contest = match.contest
    try:
        winning = len(contest.verdict(option).winning_moves)
    except Cancelled:
        raise
    except OutOfReach:
        return 0.0
    return winning / max(1, contest.count_choices(option, COUNTED))
