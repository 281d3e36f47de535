"""Moves in short, as a person may type them; `entering` reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sprague.integers import format_integer
from sprague.play.contest import At, Contest
from sprague.rules import Position, Ruleset


def short_form(contest: Contest[At], board: At, option: At) -> str:
    """A move on the board in short; the position reached, where nothing shorter says it.

    >>> from sprague.games import game
    >>> from sprague.play.one_game import OneGame
    >>> short_form(OneGame(game("nim"), False), (3, 5, 7), (3, 4, 5))
    '3-3'
    >>> short_form(OneGame(game("kayles"), False), (3, 7), (1, 3, 5))
    '2=1+5'
    """
    whole = contest.text(option)
    before, after = contest.parts(board), contest.parts(option)
    parts = zip(contest.parts(contest.checked(board)), contest.parts(contest.checked(option)), strict=True)
    changed = [number for number, (one, other) in enumerate(parts) if one != other]
    if len(changed) != 1:
        return whole
    (number,) = changed
    rule, left, reached = contest.rules[number], before[number], after[number]
    if rule.remembered and _is_ambiguous(rule, left, reached):
        return whole
    piles = [pile for pile in contest.piles(board) if not pile.is_remembered]
    numbers = [place for place, pile in enumerate(piles, start=1) if pile.game == number]
    if rule.takes_sums:
        return _split(rule, left, reached, numbers) or whole
    return _changes(rule, left[: len(rule.piles)], reached[: len(rule.piles)], numbers) or whole


def _is_ambiguous(rule: Ruleset, left: Position, reached: Position) -> bool:
    piles = len(rule.piles)
    if rule.count_choices(left, 1_000) > 1_000:
        return True
    wanted = rule.position(reached)[:piles]
    return sum(option[:piles] == wanted for option in rule.options(left)) != 1


def _split(rule: Ruleset, left: Position, reached: Position, numbers: Sequence[int]) -> str:
    """A move in one of several heaps; nothing where a component has several entries."""
    if len(rule.names) > 1:
        return ""
    gone, come = Counter(left) - Counter(reached), sorted((Counter(reached) - Counter(left)).elements())
    if gone.total() > 1:
        return ""
    # A heap may stay while an equal one is made of another: then the parts say which it was.
    height = next(iter(gone), None)
    if height is None:
        return ""
    pile = numbers[left.index(height)]
    if len(come) > 1:
        return f"{pile}={'+'.join(map(format_integer, come))}"
    became = come[0] if come else 0
    return _change(pile, height, became)


def _changes(rule: Ruleset, left: Position, reached: Position, numbers: Sequence[int]) -> str:
    """The piles that change, each with its old and its new height."""
    pairs: list[tuple[int, int, int]] = []
    places = {place for block in rule.blocks for place in block}
    for place, (old, new) in enumerate(zip(left, reached, strict=True)):
        if place not in places and old != new:
            pairs.append((place, old, new))
    for block in rule.blocks:
        before, after = (Counter(entries[place] for place in block) for entries in (left, reached))
        free = list(block)
        for height, come in zip(sorted((before - after).elements()), sorted((after - before).elements()), strict=True):
            place = next(place for place in free if left[place] == height)
            free.remove(place)
            pairs.append((place, height, come))
    if len(pairs) == 2:
        (one, first, now), (two, second, then) = pairs
        if first + second == now + then:
            source, goal, moved = (one, two, first - now) if now < first else (two, one, now - first)
            return f"{numbers[source]}>{numbers[goal]} {format_integer(moved)}"
    return " ".join(_change(numbers[place], old, new) for place, old, new in sorted(pairs))


def _change(pile: int, old: int, new: int) -> str:
    return f"{pile}{'-' if new < old else '+'}{format_integer(abs(new - old))}"
