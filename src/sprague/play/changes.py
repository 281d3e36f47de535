"""What a move does on the board, pile by pile."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sprague.play.contest import At, Contest
from sprague.rules import Position, Ruleset


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of a pile: its number on the board, from 0 on, its height, and the heights of what it becomes."""

    pile: int
    before: int
    after: tuple[int, ...]


def changes(contest: Contest[At], at: At, option: At) -> list[Change] | None:
    """The piles, and remembered numbers, that a move changes; None where that cannot be told pile by pile.

    >>> from sprague.games import game
    >>> from sprague.play.one_game import OneGame
    >>> changes(OneGame(game("nim"), False), (3, 5, 7), (3, 4, 5))
    [Change(pile=2, before=7, after=(4,))]
    >>> changes(OneGame(game("kayles"), False), (3, 7), (1, 3, 5))
    [Change(pile=1, before=7, after=(1, 5))]

    Piles that may come in any order keep their heights as far as they can.
    """
    before, after = contest.parts(at), contest.parts(option)
    changed = [number for number, part in enumerate(before) if part != after[number]]
    if len(changed) != 1:
        return None
    (number,) = changed
    rule, left, reached = contest.rules[number], before[number], after[number]
    first = next(place for place, pile in enumerate(contest.piles(at)) if pile.game == number)
    found = _split(rule, left, reached) if rule.takes_sums else _moved(rule, left, reached)
    return None if found is None else [Change(first + one.pile, one.before, one.after) for one in found]


def _split(rule: Ruleset, left: Position, reached: Position) -> list[Change] | None:
    """A move in one of several heaps; it cannot be told where a component has several entries."""
    if len(rule.names) > 1:
        return None
    gone, come = Counter(left) - Counter(reached), sorted((Counter(reached) - Counter(left)).elements())
    # A heap may stay while an equal one is made of another: then the parts say which it was.
    if gone.total() != 1:
        return None
    height = next(iter(gone))
    return [Change(left.index(height), height, tuple(come) or (0,))]


def _moved(rule: Ruleset, left: Position, reached: Position) -> list[Change]:
    """The entries that change, each with its old and its new height."""
    found: list[Change] = []
    places = {place for block in rule.blocks for place in block}
    for place, (old, new) in enumerate(zip(left, reached, strict=True)):
        if place not in places and old != new:
            found.append(Change(place, old, (new,)))
    for block in rule.blocks:
        before, after = (Counter(entries[place] for place in block) for entries in (left, reached))
        free = list(block)
        for height, come in zip(sorted((before - after).elements()), sorted((after - before).elements()), strict=True):
            place = next(place for place in free if left[place] == height)
            free.remove(place)
            found.append(Change(place, height, (come,)))
    return sorted(found, key=lambda change: change.pile)
