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

ERROR_RATE = 0.3  # probability that a casual player overlooks a win
MISTAKES_COMPARED = 30  # maximum number of losing moves among which a casual player chooses the most obvious mistake
MOST_COUNTED = 1_000  # maximum number of replies that are counted to estimate how obvious a mistake is


@dataclass(frozen=True, slots=True)
class Choice(Generic[Pos]):
    """The choice of a computer player: the option to move to, the options to forbid, and a remark."""

    option: Pos
    forbidden: list[Pos]
    remark: str = ""


class Player(ABC):
    """The base class of computer players, which has a subclass for each level of play."""

    def choose(self, match: Match[Pos], random: Random) -> Choice[Pos]:
        """Return the move that the computer player makes; the match must not be over."""
        option, remark = self._choose_option(match, random)
        return Choice(option, self.options_to_forbid(match, option), remark)

    def options_to_forbid(self, match: Match[Pos], reached: Pos) -> list[Pos]:
        """Return the options that the computer player forbids after a move to `reached`."""
        try:
            return match.playable.options_to_forbid(reached)
        except OutOfReach:
            return []

    def question(self, match: Match[Pos]) -> str:
        """Return a question to the opponent about the opponent's last move, or "" for no question."""
        return ""

    @abstractmethod
    def _choose_option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        """Return the option to move to, and a remark on how the option was found."""


class PerfectPlayer(Player):
    """A computer player that makes the fastest winning move; if no move wins, it delays the end of play."""

    def _choose_option(self, match: Match[Pos], random: Random) -> tuple[Pos, str]:
        advice = advise(match.playable, match.position, match.forbidden, random)
        if advice.verdict is None:
            return advice.option, f"I cannot compute who wins here, so I guess: {advice.refusal}"
        return advice.option, _computation_remark(advice.verdict)


class CasualPlayer(Player):
    """A computer player that sometimes makes a losing move instead of a winning move, so that a beginner can win."""

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
        """Return randomly chosen options to forbid."""
        options = allowed_options(match.playable, reached, (), random := Random(str(reached)))
        return random.sample(options, min(len(options), match.playable.blocking))


class TeachingPlayer(PerfectPlayer):
    """A perfect computer player that asks the opponent a question after each mistake of the opponent."""

    def question(self, match: Match[Pos]) -> str:
        """Return a question about the opponent's last move if this move was a mistake, else ""."""
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
        winning = "was one winning move" if count == "1" else f"were {count} winning moves"
        start = playable.format(before.board)
        return f"from {start} there {winning}, but you made a different move: now I can win. Which move wins for me?"


# Maps the name of each level to its computer player.
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
    """Return the fraction of winning replies to a mistake: the larger the fraction, the more obvious the mistake."""
    playable = match.playable
    try:
        winning = len(playable.verdict(option).winning_moves)
    except OutOfReach:
        return 0.0
    return winning / max(1, playable.count_choices(option, MOST_COUNTED))
