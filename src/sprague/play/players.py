"""Players of each level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import Generic

from sprague.errors import OutOfReach
from sprague.language.positions import show_count
from sprague.play.advice import advise, allowed_options
from sprague.play.match import Match
from sprague.play.playable import Pos, Verdict

ERROR_RATE = 0.3  # how often a casual player overlooks a win
MISTAKES_COMPARED = 30  # mistakes among which one is chosen that is easily seen
MOST_COUNTED = 1_000  # choices of an option, to tell how many of them win


@dataclass(frozen=True, slots=True)
class Choice(Generic[Pos]):
    """What a player does: the option, what is forbidden then, and what is to be said about how it was found."""

    option: Pos
    forbidden: list[Pos]
    remark: str = ""


class Player(ABC):
    """Someone who plays at a level."""

    def choose(self, match: Match[Pos], random: Random) -> Choice[Pos]:
        """The move in a match that is not over."""
        option, remark = self._option(match, random)
        return Choice(option, self.to_forbid(match, option), remark)

    def to_forbid(self, match: Match[Pos], reached: Pos) -> list[Pos]:
        """What is forbidden to the other player, who is to move."""
        try:
            return match.playable.options_to_forbid(reached)
        except OutOfReach:
            return []

    def question(self, match: Match[Pos]) -> str:
        """What is asked after the other player's move, before it is answered; mostly nothing."""
        return ""

    @abstractmethod
    def _option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        """The option to move to, and what is to be said about it."""


class PerfectPlayer(Player):
    """Wins whenever it can, as fast as possible, and drags out what is lost."""

    def _option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        advice = advise(match.playable, match.position, match.forbidden, random)
        if advice.verdict is None:
            return advice.option, f"who wins here is out of my reach, so that I can only guess: {advice.refusal}"
        return advice.option, _searched(advice.verdict)


class CasualPlayer(Player):
    """Wins when it sees the end, and now and then overlooks a win, in a way that a beginner can find."""

    def _option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        playable, options = match.playable, allowed_options(match.playable, match.position, match.forbidden, random)
        advice = advise(playable, match.position, match.forbidden, random)
        if advice.wins and (playable.is_over(advice.option) or random.random() >= ERROR_RATE):
            return advice.option, ""
        won = set(advice.verdict.winning_moves) if advice.verdict else set()
        mistakes = [option for option in options if option not in won]
        if not (advice.wins and mistakes):
            return random.choice(options), ""
        seen = random.sample(mistakes, min(len(mistakes), MISTAKES_COMPARED))
        return max(seen, key=lambda option: _ease(match, option)), ""


class RandomPlayer(Player):
    """Makes any move."""

    def _option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        return random.choice(allowed_options(match.playable, match.position, match.forbidden, random)), ""

    def to_forbid(self, match: Match[Pos], reached: Pos) -> list[Pos]:
        options = allowed_options(match.playable, reached, (), random := Random(str(reached)))
        return random.sample(options, min(len(options), match.playable.blocking))


class TeachingPlayer(PerfectPlayer):
    """Plays perfectly, but answers a mistake with a question before it takes advantage."""

    def question(self, match: Match[Pos]) -> str:
        if len(match.turns) < 2 or match.is_over:
            return ""
        before = match.copy().undo()
        playable = match.playable
        try:
            missed = playable.verdict(before.position, before.forbidden)
            if missed.outcome == "P" or playable.verdict(match.position, match.forbidden).outcome == "P":
                return ""
        except OutOfReach:
            return ""
        count = f"{'' if missed.are_all else 'at least '}{show_count(len(missed.winning_moves))}"
        one = "was a winning move, and yours is another"
        winning = one if count == "1" else f"were {count} winning moves, and yours is not among them"
        start = playable.format(before.board)
        return f"from {start} there {winning}: after it I can win. What would you play in my place?"


#: The levels by name.
LEVELS: dict[str, Player] = {
    "perfect": PerfectPlayer(),
    "casual": CasualPlayer(),
    "random": RandomPlayer(),
    "teacher": TeachingPlayer(),
}


def _searched(verdict: Verdict[Pos]) -> str:
    if not verdict.was_computed:
        return ""
    about = f" in {verdict.about}" if verdict.about else ""
    return f"found by {verdict.because.kind}{about}: {verdict.because.source}"


def _ease(match: Match[Pos], option: Pos) -> float:
    """The share of replies that win: how easily a mistake is seen."""
    playable = match.playable
    try:
        winning = len(playable.verdict(option).winning_moves)
    except OutOfReach:
        return 0.0
    return winning / max(1, playable.count_choices(option, MOST_COUNTED))
