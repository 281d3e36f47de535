"""Advice: the move to make, and the value of every move.

Whoever can win makes a winning move that ends play soonest, and whoever cannot drags it out: by remoteness near the end
of play, and otherwise by the moves that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic

from sprague.errors import OutOfReach
from sprague.language.positions import show_count
from sprague.play.playable import Playable, Pos, Verdict

MOST_LISTED = 1_000  # choices that are tried to list all options; of more options some are looked at
MOST_COMPARED = 100  # options of which the best is looked for, where that takes its time
MOST_COUNTED = 1_000  # choices counted to tell from which option there are more


@dataclass(frozen=True, slots=True)
class Advice(Generic[Pos]):
    """An option worth playing: whether it wins (None if that is out of reach), how long play lasts then, and why.

    `verdict` is what is known, and `refusal` why nothing is.
    """

    option: Pos
    wins: bool | None
    lasts: int | None
    verdict: Verdict[Pos] | None
    refusal: str = ""


def advise(
    playable: Playable[Pos], at: Pos, forbidden: Sequence[Pos] = (), random: Random | None = None
) -> Advice[Pos]:
    """A winning move, the fastest that is known; or the move after which play lasts longest."""
    verdict, refusal = None, ""
    try:
        verdict = playable.verdict(at, forbidden)
    except OutOfReach as reason:
        refusal = str(reason)
    is_near = playable.remoteness(at) is not None
    if verdict and verdict.winning_moves:
        winning = verdict.winning_moves if is_near else verdict.winning_moves[:MOST_COMPARED]
        option = min(winning, key=lambda option: _haste(playable, option, is_near))
    else:
        chance = random or Random(0)
        options = allowed_options(playable, at, forbidden, chance)
        looked_at = options if is_near else chance.sample(options, min(len(options), MOST_COMPARED))
        option = max(looked_at, key=lambda option: _delay(playable, option, is_near))
    wins = None if verdict is None else bool(verdict.winning_moves)
    return Advice(option, wins, playable.remoteness(option) if is_near else None, verdict, refusal)


def allowed_options(playable: Playable[Pos], at: Pos, forbidden: Sequence[Pos], random: Random) -> list[Pos]:
    """All options that are not forbidden or, where these are very many, some of them."""
    many = playable.count_choices(at, MOST_LISTED) > MOST_LISTED
    options = playable.sample_options(at, random) if many else playable.options(at)
    allowed = [option for option in options if option not in forbidden]
    return allowed or [option for option in playable.options(at) if option not in forbidden]


def _haste(playable: Playable[Pos], option: Pos, is_near: bool) -> int:
    """Less for options from which play is over sooner."""
    lasts = playable.remoteness(option) if is_near else None
    return int(not playable.is_over(option)) if lasts is None else lasts


def _delay(playable: Playable[Pos], option: Pos, is_near: bool) -> tuple[int, int]:
    """More for options from which play lasts longer, or which leave more moves; or more chips, if these are many."""
    lasts = playable.remoteness(option) if is_near else None
    if lasts is not None:
        return lasts, 0
    return min(MOST_COUNTED, playable.count_choices(option, MOST_COUNTED)), sum(map(sum, playable.split(option)))


@dataclass(frozen=True, slots=True)
class RatedMove(Generic[Pos]):
    """An option and what it is worth to whoever moves there; what is not known is None."""

    option: Pos
    outcome: str | None
    grundy: int | None
    remoteness: int | None

    @property
    def wins(self) -> bool:
        """Whether the move to it wins."""
        return self.outcome == "P"

    def __str__(self) -> str:
        verdict = {"P": "wins", "N": "loses", None: "unknown"}[self.outcome]
        if self.remoteness is not None:
            verdict += f" in {self.remoteness + 1}"
        return verdict if self.grundy is None else f"{verdict}, value {show_count(self.grundy)}"


@dataclass(frozen=True, slots=True)
class Analysis(Generic[Pos]):
    """The moves, best first: those that win soonest, then those that lose latest.

    Where there are too many to look at, `moves` are winning ones alone, and `choices` is how many there may be in all.
    """

    playable: Playable[Pos]
    board: Pos
    moves: list[RatedMove[Pos]]
    are_all: bool
    choices: int

    def lines(self, most: int = 20) -> list[str]:
        """The analysis for a person, a move a line, cut after some with a count."""
        shown = self.moves[:most]
        width = max((len(str(judged)) for judged in shown), default=0)
        lines = [f"{judged!s:<{width}}  {self.playable.move_sentence(self.board, judged.option)}" for judged in shown]
        if not self.are_all:
            known = "and others" if self.moves else "no move is known to win"
            lines.append(f"… {known}: there are at least {show_count(self.choices)} choices, too many to look at")
        elif len(self.moves) > most:
            lines.append(f"… and {show_count(len(self.moves) - most)} more")
        return lines or ["no move is left"]


def analyse(playable: Playable[Pos], at: Pos, forbidden: Sequence[Pos] = (), board: Pos | None = None) -> Analysis[Pos]:
    """What every move is worth; of very many moves those that are known to win. Moves are told as on the board."""
    choices = playable.count_choices(at, MOST_LISTED)
    are_all = choices <= MOST_LISTED
    options = playable.options(at) if are_all else playable.verdict(at, forbidden).winning_moves
    is_near, has_values = playable.remoteness(at) is not None, playable.grundy(at) is not None
    judged: list[RatedMove[Pos]] = []
    for option in options:
        if option not in forbidden:
            value = playable.grundy(option) if has_values else None
            has_values = value is not None  # where one value is out of reach, so are mostly the others
            remoteness = playable.remoteness(option) if is_near else None
            judged.append(RatedMove(option, _outcome(playable, option), value, remoteness))
    return Analysis(playable, at if board is None else board, sorted(judged, key=_order), are_all, choices)


def _outcome(playable: Playable[Pos], option: Pos) -> str | None:
    try:
        return "P" if playable.is_p(option) else "N"
    except OutOfReach:
        return None


def _order(judged: RatedMove[Pos]) -> tuple[int, int]:
    lasts = judged.remoteness or 0
    return (0, lasts) if judged.wins else (1 if judged.outcome is None else 2, -lasts)
