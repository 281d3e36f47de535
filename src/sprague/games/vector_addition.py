"""Vector addition games: a game has finitely many moves, and each move adds a fixed vector to the position."""

import re
from collections.abc import Iterable, Sequence

from sprague.errors import SpragueError, clip
from sprague.games.support.bibliography import WINNING_WAYS, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names, whole
from sprague.rules import Ruleset


@catalogued("Vector addition", sources=[Source("lengyel", "Introduction"), Source(WINNING_WAYS)])
def vector_addition(vectors: str | Iterable[Sequence[int]] = "(-2,0)/(0,-2)/(-1,1)") -> Ruleset:
    """Add one of the given vectors to the position; no pile may become negative.

    >>> print(vector_addition([(-2, 0), (0, -2), (-1, 1)]))
    (a, b) -> (a - 2, b) ; (a, b - 2) ; (a - 1, b + 1)

    The vectors may be given as text: (-2,0)/(0,-2)/(-1,1).
    """
    found = _vectors(vectors)
    names = pile_names(pile_count("the length of a vector", len(found[0])))
    return Ruleset.adding(names, found)


def _vectors(vectors: str | Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    if isinstance(vectors, str):
        pieces = [re.findall(r"[^\s,()]+", piece) for piece in vectors.split("/")]
        if not all(piece and all(re.fullmatch(r"[+-]?[0-9]{1,9}", step) for step in piece) for piece in pieces):
            raise SpragueError(f"expected vectors such as (-2,0)/(0,-2)/(-1,1), got {vectors!r}")
        found = [tuple(map(int, piece)) for piece in pieces]
    else:
        try:
            rows = [tuple(vector) for vector in vectors]
        except TypeError:
            rows = []
        found = [tuple(whole("a step", step, -(10**9) + 1) for step in row) for row in rows]
    if not found or len({len(vector) for vector in found}) > 1:
        shown = clip(repr(vectors))
        raise SpragueError(f"expected vectors such as [(-2, 0), (0, -2)], all of the same length, got {shown}")
    return list(dict.fromkeys(found))
