"""`review_match` rates every move of a match as winning, as a mistake, or as lost if every possible move loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Literal

from sprague.errors import OutOfReach
from sprague.language.rule_english import ordinal
from sprague.play.match import Match
from sprague.play.playable import Pos

Rating = Literal["kept", "mistake", "lost", "unknown"]

RATING_TEXT: dict[Rating, str] = {
    "kept": "kept the win",
    "mistake": "threw the win away",
    "lost": "no better move",
    "unknown": "not known",
}


@dataclass(frozen=True, slots=True)
class ReviewedMove(Generic[Pos]):
    """A move of a match with its rating.

    Attributes:
        number: The number of the move in the match; the first move has the number 1.
        mover: The player who moved: 0 for the player who began, 1 for the other.
        own_number: The number of the move among the moves of its player, counted from 1.
        rating: "kept" for a winning move, "mistake" for a losing move in a position where another move wins, "lost" if
            every move loses, and "unknown" if the winner cannot be computed.
        sentence: A sentence that describes the move.
        board: The board after the move.
        better: The board after a winning move, if the move was a mistake.
        better_sentence: A sentence that describes the winning move, or "".
    """

    number: int
    mover: int
    own_number: int
    rating: Rating
    sentence: str
    board: Pos
    better: Pos | None = None
    better_sentence: str = ""


def review_match(match: Match[Pos]) -> list[ReviewedMove[Pos]]:
    """Return every move of a match with its rating, in order.

    >>> match = Match("nim", (3, 5, 7)).play((2, 5, 7)).play((2, 4, 7)).play((2, 4, 5)).play((2, 4, 4))
    >>> [move.rating for move in review_match(match)]
    ['kept', 'lost', 'mistake', 'mistake']
    >>> review_match(match)[2].better
    (2, 4, 6)
    """
    found: list[ReviewedMove[Pos]] = []
    for number in range(1, len(match.turns)):
        before = match.copy().undo(len(match.turns) - number)
        turn = match.turns[number]
        sentence = match.playable.move_sentence(before.board, turn.board)
        rating, better = _rate(match, before, number)
        better_sentence, better_board = ("", None)
        if better is not None:
            better_sentence, better_board = match.playable.apply_move(before.board, better)
        found.append(
            ReviewedMove(
                number, before.mover, (number + 1) // 2, rating, sentence, turn.board, better_board, better_sentence
            )
        )
    return found


def _rate(match: Match[Pos], before: Match[Pos], number: int) -> tuple[Rating, Pos | None]:
    """Return the rating of a move and, for a mistake, the option to which the best move leads."""
    turn = match.turns[number]
    try:
        if before.outcome == "P":
            return "lost", None
        after = match.playable.verdict(turn.option, turn.forbidden)
        if after.outcome == "P":
            return "kept", None
        return "mistake", before.hint()
    except OutOfReach:
        return "unknown", None


def summary_lines(match: Match[Pos], reviewed: list[ReviewedMove[Pos]], names: tuple[str, str]) -> Iterator[str]:
    """Yield a sentence for each mistake in the review of a match.

    Args:
        match: The match.
        reviewed: Its moves with their ratings.
        names: The possessive form of each player's name, such as `Your`, `The computer's` or `Player 1's`.
    """
    for move in reviewed:
        if move.better is not None:
            position = match.playable.format(move.better)
            which = f"{names[move.mover]} {ordinal(move.own_number - 1)} move"
            yield f"{which} threw the win away: play {position} instead ({move.better_sentence})."
    if not any(move.rating in ("mistake", "unknown") for move in reviewed):
        yield "No move threw a win away."


def review_lines(match: Match[Pos], names: tuple[str, str], possessives: tuple[str, str]) -> Iterator[str]:
    """Yield the review of a match as text: every move with its rating, then a sentence for each mistake."""
    reviewed = review_match(match)
    if not reviewed:
        yield "No move has been made yet, so there is nothing to review."
        return
    width = max(len(RATING_TEXT[move.rating]) for move in reviewed)
    for move in reviewed:
        rating = RATING_TEXT[move.rating]
        yield f"{move.number:>4}. {rating:<{width}}  {names[move.mover]}: {move.sentence}"
    yield from summary_lines(match, reviewed, possessives)
