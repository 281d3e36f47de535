"""Advice: the move to make, and the value of every move.

Whoever can win makes a winning move that ends play soonest, and whoever cannot drags it out: by remoteness near the end
of play, and otherwise by the moves that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic

from sprague.errors import Cancelled, OutOfReach
from sprague.language.positions import show_count
from sprague.play.playable import At, Contest, Verdict

LISTED = 1_000  # choices that are tried to list all options; of more options some are looked at
COMPARED = 100  # options of which the best is looked for, where that takes its time
COUNTED = 1_000  # choices counted to tell from which option there are more


@dataclass(frozen=True, slots=True)
class Advice(Generic[At]):
    """An option worth playing: whether it wins (None if that is out of reach), how long play lasts then, and why.

    `verdict` is what is known, and `refusal` why nothing is.
    """

    option: At
    wins: bool | None
    lasts: int | None
    verdict: Verdict[At] | None
    refusal: str = ""


def advise(contest: Contest[At], at: At, forbidden: Sequence[At] = (), random: Random | None = None) -> Advice[At]:
    """A winning move, the fastest that is known; or the move after which play lasts longest."""
    verdict, refusal = None, ""
    try:
        verdict = contest.verdict(at, forbidden)
    except Cancelled:
        raise
    except OutOfReach as reason:
        refusal = str(reason)
    is_near = contest.remoteness(at) is not None
    if verdict and verdict.winning_moves:
        winning = verdict.winning_moves if is_near else verdict.winning_moves[:COMPARED]
        option = min(winning, key=lambda option: _haste(contest, option, is_near))
    else:
        chance = random or Random(0)
        options = some_or_all(contest, at, forbidden, chance)
        looked_at = options if is_near else chance.sample(options, min(len(options), COMPARED))
        option = max(looked_at, key=lambda option: _delay(contest, option, is_near))
    wins = None if verdict is None else bool(verdict.winning_moves)
    return Advice(option, wins, contest.remoteness(option) if is_near else None, verdict, refusal)


def some_or_all(contest: Contest[At], at: At, forbidden: Sequence[At], random: Random) -> list[At]:
    """All options that are not forbidden or, where these are very many, some of them."""
    many = contest.count_choices(at, LISTED) > LISTED
    options = contest.some_options(at, random) if many else contest.options(at)
    allowed = [option for option in options if option not in forbidden]
    return allowed or [option for option in contest.options(at) if option not in forbidden]


def _haste(contest: Contest[At], option: At, is_near: bool) -> int:
    """Less for options from which play is over sooner."""
    lasts = contest.remoteness(option) if is_near else None
    return int(not contest.is_over(option)) if lasts is None else lasts


def _delay(contest: Contest[At], option: At, is_near: bool) -> tuple[int, int]:
    """More for options from which play lasts longer, or which leave more moves; or more chips, if these are many."""
    lasts = contest.remoteness(option) if is_near else None
    if lasts is not None:
        return lasts, 0
    return min(COUNTED, contest.count_choices(option, COUNTED)), sum(map(sum, contest.parts(option)))


@dataclass(frozen=True, slots=True)
class Judged(Generic[At]):
    """An option and what it is worth to whoever moves there; what is not known is None."""

    option: At
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
class Analysis(Generic[At]):
    """The moves, best first: those that win soonest, then those that lose latest.

    Where there are too many to look at, `moves` are winning ones alone, and `choices` is how many there may be in all.
    """

    contest: Contest[At]
    board: At
    moves: list[Judged[At]]
    are_all: bool
    choices: int

    def lines(self, most: int = 20) -> list[str]:
        """The analysis for a person, a move a line, cut after some with a count."""
        shown = self.moves[:most]
        width = max((len(str(judged)) for judged in shown), default=0)
        lines = [f"{judged!s:<{width}}  {self.contest.sentence(self.board, judged.option)}" for judged in shown]
        if not self.are_all:
            known = "and others" if self.moves else "no move is known to win"
            lines.append(f"… {known}: there are at least {show_count(self.choices)} choices, too many to look at")
        elif len(self.moves) > most:
            lines.append(f"… and {show_count(len(self.moves) - most)} more")
        return lines or ["no move is left"]


def analyse(contest: Contest[At], at: At, forbidden: Sequence[At] = (), board: At | None = None) -> Analysis[At]:
    """What every move is worth; of very many moves those that are known to win. Moves are told as on the board."""
    choices = contest.count_choices(at, LISTED)
    are_all = choices <= LISTED
    options = contest.options(at) if are_all else contest.verdict(at, forbidden).winning_moves
    is_near, has_values = contest.remoteness(at) is not None, contest.grundy(at) is not None
    judged: list[Judged[At]] = []
    for option in options:
        if option not in forbidden:
            value = contest.grundy(option) if has_values else None
            has_values = value is not None  # where one value is out of reach, so are mostly the others
            remoteness = contest.remoteness(option) if is_near else None
            judged.append(Judged(option, _outcome(contest, option), value, remoteness))
    return Analysis(contest, at if board is None else board, sorted(judged, key=_order), are_all, choices)


def _outcome(contest: Contest[At], option: At) -> str | None:
    try:
        return "P" if contest.is_p(option) else "N"
    except Cancelled:
        raise
    except OutOfReach:
        return None


def _order(judged: Judged[At]) -> tuple[int, int]:
    lasts = judged.remoteness or 0
    return (0, lasts) if judged.wins else (1 if judged.outcome is None else 2, -lasts)
