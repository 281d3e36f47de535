"""Sums of games as people write them: GAME POSITION + GAME POSITION."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from sprague.errors import SpragueError, clip
from sprague.games._catalogue import resolve
from sprague.rules import Position, Ruleset, parse_position

Reader = Callable[[str, int], Ruleset]
MOST_PIECES = 100  # between signs of addition: each is tried with those that follow


def _resolved(game: str, entries: int) -> Ruleset:
    return resolve(game, {}, entries)


def read_sum(text: str, read: Reader = _resolved) -> list[tuple[Ruleset, Position]]:
    """The games and positions of a sum; `read` makes a game of its text and of the length of its position.

    >>> [(rule.name, position) for rule, position in read_sum("nim 3,5 + kayles 7")]
    [('nim:piles=2', (3, 5)), ('kayles', (7,))]

    A + may also be part of a rule, so that pieces are joined until one is read.
    """
    pieces = text.split(" + ")
    if len(pieces) > MOST_PIECES:
        raise SpragueError(f"expected a sum of at most {MOST_PIECES} games, got {len(pieces)}: {clip(text)!r}")
    found: list[tuple[Ruleset, Position]] = []
    while pieces:
        refusals = []
        for count in range(1, len(pieces) + 1):
            game, _, position = " + ".join(pieces[:count]).strip().rpartition(" ")
            try:
                if not game:
                    raise SpragueError(f"expected GAME POSITION, or a sum such as 'nim 3 + nim 5', got {clip(text)!r}")
                entries = parse_position(position)
                found.append((read(game.strip(), len(entries)), entries))
            except SpragueError as refusal:
                refusals.append(refusal)
            else:
                pieces = pieces[count:]
                break
        else:
            raise refusals[0]
    return found


def heaps_joined(components: list[tuple[Ruleset, Position]]) -> list[tuple[Ruleset, Position]]:
    """A sum in which all heaps of one game are one position of it, of which more is known in misère play."""
    (rule, _), *_ = components
    if not rule.takes_sums or any(other != rule for other, _ in components):
        return components
    return [(rule, tuple(chain.from_iterable(entries for _, entries in components)))]
