"""Moves in short, as a person may type them; `entering` reads them."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.integers import format_integer
from sprague.play.changes import changes
from sprague.play.contest import At, Contest, Pile
from sprague.rules import Position, Ruleset


def short_form(contest: Contest[At], at: At, option: At) -> str:
    """A move in short; the position reached, where nothing shorter says it.

    >>> from sprague.games import game
    >>> from sprague.play.one_game import OneGame
    >>> short_form(OneGame(game("nim"), False), (3, 5, 7), (3, 4, 5))
    '3-3'
    >>> short_form(OneGame(game("kayles"), False), (3, 7), (1, 3, 5))
    '2=1+5'
    """
    whole = contest.text(option)
    found = changes(contest, at, option)
    if found is None:
        return whole
    piles = contest.piles(at)
    game = piles[found[0].pile].game
    rule, left, reached = contest.rules[game], contest.parts(at)[game], contest.parts(option)[game]
    if rule.remembered and _is_ambiguous(rule, left, reached):
        return whole
    # What is remembered has no number, and follows from the rest.
    numbers = {place: number for number, place in enumerate(_numbered(piles), start=1)}
    return _written([(numbers[one.pile], one.before, one.after) for one in found if one.pile in numbers]) or whole


def _numbered(piles: Sequence[Pile]) -> list[int]:
    return [place for place, pile in enumerate(piles) if not pile.is_remembered]


def _is_ambiguous(rule: Ruleset, left: Position, reached: Position) -> bool:
    piles = len(rule.piles)
    if rule.count_choices(left, 1_000) > 1_000:
        return True
    return sum(option[:piles] == reached[:piles] for option in rule.options(left)) != 1


def _written(found: Sequence[tuple[int, int, tuple[int, ...]]]) -> str:
    """The piles that change, each by its number, with its old height and what it becomes."""
    match found:
        case [(pile, _, (_, _, *_) as heaps)]:
            return f"{pile}={'+'.join(map(format_integer, heaps))}"
        case [(one, first, (now,)), (two, second, (then,))] if first + second == now + then:
            source, goal, moved = (one, two, first - now) if now < first else (two, one, now - first)
            return f"{source}>{goal} {format_integer(moved)}"
    return " ".join(_change(pile, old, new) for pile, old, (new,) in found)


def _change(pile: int, old: int, new: int) -> str:
    return f"{pile}{'-' if new < old else '+'}{format_integer(abs(new - old))}"
