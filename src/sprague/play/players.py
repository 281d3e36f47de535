"""Computer players, one class for each level: perfect, casual, random and teacher."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import Generic

from sprague.errors import OutOfReach
from sprague.integers import show_count
from sprague.play.advice import advise, allowed_options
from sprague.play.match import Match
from sprague.play.playable import Pos, Verdict

ERROR_RATE = 0.3  # share of wins that a casual player overlooks
MISTAKES_COMPARED = 30  # mistakes of which the most obvious is chosen
MOST_COUNTED = 1_000  # choices counted to compare with the winning ones


@dataclass(frozen=True, slots=True)
class Choice(Generic[Pos]):
    """The move that a computer player chooses: the option, the options then forbidden, and a remark."""

    option: Pos
    forbidden: list[Pos]
    remark: str = ""


class Player(ABC):
    """A computer player of one level, the base class of all levels."""

    def choose(self, match: Match[Pos], random: Random) -> Choice[Pos]:
        """Return the move to make in a match that is not over."""
        option, remark = self._choose_option(match, random)
        return Choice(option, self.options_to_forbid(match, option), remark)

    def options_to_forbid(self, match: Match[Pos], reached: Pos) -> list[Pos]:
        """Return the options to forbid after a move to `reached`."""
        try:
            return match.playable.options_to_forbid(reached)
        except OutOfReach:
            return []

    def question(self, match: Match[Pos]) -> str:
        """Return a question to ask before replying to the other player's move, or ""."""
        return ""

    @abstractmethod
    def _choose_option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        """Return the option to move to, and a remark on how it was found."""


class PerfectPlayer(Player):
    """A computer player that wins whenever it can, as fast as possible, and otherwise delays the end."""

    def _choose_option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        advice = advise(match.playable, match.position, match.forbidden, random)
        if advice.verdict is None:
            return advice.option, f"who wins here is out of my reach, so that I can only guess: {advice.refusal}"
        return advice.option, _computation_remark(advice.verdict)


class CasualPlayer(Player):
    """A computer player that sometimes overlooks a win, preferring mistakes that a beginner can exploit."""

    def _choose_option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        playable, options = match.playable, allowed_options(match.playable, match.position, match.forbidden, random)
        advice = advise(playable, match.position, match.forbidden, random)
        if advice.wins and (playable.is_over(advice.option) or random.random() >= ERROR_RATE):
            return advice.option, ""
        won = set(advice.verdict.winning_moves) if advice.verdict else set()
        mistakes = [option for option in options if option not in won]
        if not (advice.wins and mistakes):
            return random.choice(options), ""
        sample = random.sample(mistakes, min(len(mistakes), MISTAKES_COMPARED))
        return max(sample, key=lambda option: _obviousness(match, option)), ""


class RandomPlayer(Player):
    """A computer player that makes random moves."""

    def _choose_option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        return random.choice(allowed_options(match.playable, match.position, match.forbidden, random)), ""

    def options_to_forbid(self, match: Match[Pos], reached: Pos) -> list[Pos]:
        """Return random options to forbid."""
        options = allowed_options(match.playable, reached, (), random := Random(str(reached)))
        return random.sample(options, min(len(options), match.playable.blocking))


class TeachingPlayer(PerfectPlayer):
    """A perfect computer player that asks a question about a mistake before it takes advantage."""

    def question(self, match: Match[Pos]) -> str:
        """Return a question about the last move if it was a mistake, else ""."""
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


#: The player of each level.
LEVELS: dict[str, Player] = {
    "perfect": PerfectPlayer(),
    "casual": CasualPlayer(),
    "random": RandomPlayer(),
    "teacher": TeachingPlayer(),
}


def _computation_remark(verdict: Verdict[Pos]) -> str:
    if not verdict.was_computed:
        return ""
    about = f" in {verdict.about}" if verdict.about else ""
    return f"found by {verdict.because.kind}{about}: {verdict.because.source}"


def _obviousness(match: Match[Pos], option: Pos) -> float:
    """Return the share of replies that win, a measure of how easily the mistake is noticed."""
    playable = match.playable
    try:
        winning = len(playable.verdict(option).winning_moves)
    except OutOfReach:
        return 0.0
    return winning / max(1, playable.count_choices(option, MOST_COUNTED))
