"""The misère quotient of a game: a rule of one pile, a name of the catalogue, or an octal code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from sprague.errors import SpragueError
from sprague.games import ruleset_of
from sprague.limits import Limits
from sprague.quotients.computing import compute_quotient
from sprague.quotients.monoids import Word
from sprague.quotients.quotient import Quotient
from sprague.quotients.repeating import Shape
from sprague.rules import Ruleset
from sprague.rules.breaking_rules import breakings
from sprague.rules.octal import is_code


def misere_quotient(
    game: Ruleset | str,
    heaps: int | None = None,
    limits: Limits | None = None,
    *,
    report: Callable[[str], None] | None = None,
) -> Quotient:
    """The misère quotient of a game's heaps: up to the largest asked for, or until their elements repeat for ever.

    Where they repeat, it is that of all heaps, however few it takes to show it. What the limits do not allow ends it
    earlier; `stopped` says why. By default it takes at most a minute; `report` is told how far it is.

    >>> print(misere_quotient("0.33"))
    The misère quotient of 0.33 for all heaps (period 3 from heap 1 on) has 6 elements, 2 of them P: tame, ...
    Elements: ⟨a (heap 1), b (heap 2) | a² = 1, b³ = b⟩.
    P-elements: a, b².
    Heaps from 1 on: a b 1; the last 3 again and again.
    Growth: 2 at heap 1, 6 at heap 2.
    """
    rule = heap_rule(game)
    name = game.strip() if isinstance(game, str) and is_code(game) else rule.name or str(rule)

    def options(heap: int) -> Iterable[Word]:
        return rule.options((heap,)) if rule.is_position((heap,)) else ()

    return replace(compute_quotient(name, options, heaps, shape_of(rule), limits, report), rule=rule)


def heap_rule(game: Ruleset | str) -> Ruleset:
    """The rule of a game of heaps; an octal code is one."""
    rule = ruleset_of(game)
    if not rule.takes_sums or len(rule.names) > 1:
        reason = "one that is won at once" if rule.win else "one that may forbid options" if rule.blocking else None
        piles = f"one of {len(rule.names)} piles" if len(rule.names) > 1 else "another"
        raise SpragueError(
            f"expected a game of heaps, each a pile of its own, such as '0.77' or '(n) -> (u) where u < n', "
            f"got {reason or piles}: {rule}"
        )
    return rule


def shape_of(rule: Ruleset) -> Shape | None:
    """What bounds the moves of a rule that takes and breaks; None if a period would not follow from it."""
    moves = breakings(rule)
    if moves is None or any(move.distinct for move in moves):
        return None
    bounds = [(move.taken, move.parts, move.heap) for move in moves]
    return Shape(*(max(numbers, default=0) for numbers in zip(*bounds, strict=True))) if bounds else Shape(0, 0)
