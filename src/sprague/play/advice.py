"""Advice to the player to move: `advise` returns the best move, `analyse` rates every move.

The best move wins as soon as possible; if no move wins, the best move loses as late as possible. Near the end of play,
moves are compared by remoteness. Far from the end, where remoteness is unknown, the best losing move is a move that
allows the most replies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic

from sprague.errors import OutOfReach
from sprague.integers import show_count
from sprague.play.playable import Playable, Pos, Verdict

# if a move has more choices than this number, its options are sampled instead of listed
MOST_LISTED = 1_000
MOST_COMPARED = 100  # maximum number of compared options if the remoteness of the position is not known
MOST_COUNTED = 1_000  # maximum number of choices that are counted at each option when options are compared


@dataclass(frozen=True, slots=True)
class Advice(Generic[Pos]):
    """The best move in a position, with the outcome of the position.

    Attributes:
        option: The position that the move leads to.
        wins: Whether the move wins, or None if unknown.
        moves_left: The number of moves that follow this move in best play, or None if unknown.
        verdict: The outcome and the winning moves, or None if the outcome cannot be computed.
        refusal: The reason why the outcome cannot be computed, or "".
    """

    option: Pos
    wins: bool | None
    moves_left: int | None
    verdict: Verdict[Pos] | None
    refusal: str = ""


def advise(
    playable: Playable[Pos], position: Pos, forbidden: Sequence[Pos] = (), random: Random | None = None
) -> Advice[Pos]:
    """Return the best move: the fastest known winning move, or the move after which play lasts longest."""
    verdict, refusal = None, ""
    try:
        verdict = playable.verdict(position, forbidden)
    except OutOfReach as reason:
        refusal = str(reason)
    is_near = playable.remoteness(position) is not None
    if verdict and verdict.winning_moves:
        winning = verdict.winning_moves if is_near else verdict.winning_moves[:MOST_COMPARED]
        option = min(winning, key=lambda option: _speed_key(playable, option, is_near))
    else:
        chance = random or Random(0)
        options = allowed_options(playable, position, forbidden, chance)
        looked_at = options if is_near else chance.sample(options, min(len(options), MOST_COMPARED))
        option = max(looked_at, key=lambda option: _delay_key(playable, option, is_near))
    wins = None if verdict is None else bool(verdict.winning_moves)
    return Advice(option, wins, playable.remoteness(option) if is_near else None, verdict, refusal)


def allowed_options(playable: Playable[Pos], position: Pos, forbidden: Sequence[Pos], random: Random) -> list[Pos]:
    """Return the options that are not forbidden, or only a sample of them if there are very many."""
    many = playable.count_choices(position, MOST_LISTED) > MOST_LISTED
    options = playable.sample_options(position, random) if many else playable.options(position)
    allowed = [option for option in options if option not in forbidden]
    return allowed or [option for option in playable.options(position) if option not in forbidden]


def _speed_key(playable: Playable[Pos], option: Pos, is_near: bool) -> int:
    """Return a sort key for options, which is smaller if play ends sooner after the option."""
    lasts = playable.remoteness(option) if is_near else None
    return int(not playable.is_over(option)) if lasts is None else lasts


def _delay_key(playable: Playable[Pos], option: Pos, is_near: bool) -> tuple[int, int]:
    """Return a sort key for options, which is larger if play lasts longer after the option.

    If the remoteness is unknown, the key is the number of moves from the option, and then its number of chips.
    """
    lasts = playable.remoteness(option) if is_near else None
    if lasts is not None:
        return lasts, 0
    return min(MOST_COUNTED, playable.count_choices(option, MOST_COUNTED)), sum(map(sum, playable.split(option)))


@dataclass(frozen=True, slots=True)
class RatedMove(Generic[Pos]):
    """A rated move: the option it leads to, with the outcome, Grundy value and remoteness of the option, if known."""

    option: Pos
    outcome: str | None
    grundy: int | None
    remoteness: int | None

    @property
    def wins(self) -> bool:
        """Whether the rated move wins."""
        return self.outcome == "P"

    def __str__(self) -> str:
        verdict = {"P": "wins", "N": "loses", None: "unknown"}[self.outcome]
        if self.remoteness is not None:
            more = f" (after {self.remoteness} more move{'' if self.remoteness == 1 else 's'})"
            verdict += more if self.remoteness else " at once"
        return (
            verdict if self.grundy is None else f"{verdict}; the position after it has value {show_count(self.grundy)}"
        )


@dataclass(frozen=True, slots=True)
class Analysis(Generic[Pos]):
    """The rated moves of a position, best first: winning moves, then moves with unknown outcome, then losing moves.

    If there are too many moves to rate, `moves` contains only winning moves. `choices` is the number of ways to choose
    a move, or a lower bound if this number is very large.
    """

    playable: Playable[Pos]
    board: Pos
    moves: list[RatedMove[Pos]]
    are_all: bool
    choices: int

    def lines(self, most: int = 20) -> list[str]:
        """Return the rated moves as text, one move per line, with at most `most` moves."""
        shown = self.moves[:most]
        width = max((len(str(rated)) for rated in shown), default=0)
        lines = [f"{rated!s:<{width}}  {self.playable.move_sentence(self.board, rated.option)}" for rated in shown]
        if not self.are_all:
            known = "and more moves" if self.moves else "no winning move is known"
            lines.append(f"… {known}: there are at least {show_count(self.choices)} choices, too many to rate")
        elif len(self.moves) > most:
            lines.append(f"… and {show_count(len(self.moves) - most)} more")
        return lines or ["no move is left"]


def analyse(
    playable: Playable[Pos], position: Pos, forbidden: Sequence[Pos] = (), board: Pos | None = None
) -> Analysis[Pos]:
    """Rate every move from a position; if there are very many moves, rate only winning moves that a theorem gives.

    Args:
        playable: The game or the sum of games.
        position: The position whose moves are rated.
        forbidden: The options that the opponent has forbidden to the player to move.
        board: The same position with its piles in the order on the board; sentences number the piles in this order.
    """
    choices = playable.count_choices(position, MOST_LISTED)
    are_all = choices <= MOST_LISTED
    options = playable.options(position) if are_all else playable.verdict(position, forbidden).winning_moves
    is_near, has_values = playable.remoteness(position) is not None, playable.grundy(position) is not None
    rated: list[RatedMove[Pos]] = []
    for option in options:
        if option not in forbidden:
            value = playable.grundy(option) if has_values else None
            # if one option's Grundy value cannot be computed, skip the values of the other options
            has_values = value is not None
            remoteness = playable.remoteness(option) if is_near else None
            rated.append(RatedMove(option, _outcome(playable, option), value, remoteness))
    return Analysis(playable, position if board is None else board, sorted(rated, key=_rank_key), are_all, choices)


def _outcome(playable: Playable[Pos], option: Pos) -> str | None:
    try:
        return "P" if playable.is_p(option) else "N"
    except OutOfReach:
        return None


def _rank_key(rated: RatedMove[Pos]) -> tuple[int, int]:
    lasts = rated.remoteness or 0
    return (0, lasts) if rated.wins else (1 if rated.outcome is None else 2, -lasts)
