"""`misere_quotient`: the misère quotient of a game, up to a largest heap or for all heaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from sprague.arguments import check_integer
from sprague.errors import OutOfReach, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.games import ruleset_of
from sprague.limits import Limits
from sprague.progress import ProgressCallback, check_progress, messages
from sprague.quotients.construction import QuotientBuilder
from sprague.quotients.monoids import Word
from sprague.quotients.periodicity import MoveBounds, find_element_period
from sprague.quotients.quotient import Quotient
from sprague.rules import Ruleset
from sprague.rules.breaking import find_breakings
from sprague.rules.octal_codes import is_code

HEAPS = 400  # default number of heaps for games whose misère quotient may have a provable period
WITHOUT_PERIOD = 64  # default number of heaps for games without a provable period
MOST_HEAPS = 10_000
SECONDS = 60.0


@accepts_former_arguments
def misere_quotient(
    game: Ruleset | str,
    heaps: int | None = None,
    budget: Limits | None = None,
    *,
    progress: ProgressCallback | None = None,
) -> Quotient:
    """Return the misère quotient of a game of heaps, up to a largest heap or until the elements of heaps repeat.

    If the elements repeat, the result is the quotient of all heaps. If a limit is reached, the result is the quotient
    of fewer heaps, and its attribute `stopped` contains the reason.

    >>> print(misere_quotient("0.33"))
    The misère quotient of 0.33 for all heaps (period 3 from heap 1 on) has 6 elements, 2 of them P: tame, ...
    Elements: ⟨a (heap 1), b (heap 2) | a² = 1, b³ = b⟩.
    P-elements: a, b².
    Heaps from 1 on: a b 1; the last 3 repeat for ever.
    Growth: 2 at heap 1, 6 at heap 2.

    Args:
        game: A game of heaps: a rule set with one pile, its name, or an octal code.
        heaps: The largest heap.
        budget: Limits on seconds (default 60), elements (`states`) and pairs of the outcome equation (`pairs`).
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The quotient; its attribute `stopped` says whether the limits ended the search before the last heap.

    Raises:
        SpragueError: The game is not a game of heaps, or the number of heaps is not positive.
    """
    rule = _heap_rule(game)
    name = game.strip() if isinstance(game, str) and is_code(game) else rule.name or str(rule)

    def options(heap: int) -> Iterable[Word]:
        return rule.options((heap,)) if rule.is_position((heap,)) else ()

    return replace(compute_quotient(name, options, heaps, find_move_bounds(rule), budget, progress), rule=rule)


def _heap_rule(game: Ruleset | str) -> Ruleset:
    """Return the rule of a game of heaps, given by a rule, name or octal code; raise `SpragueError` for other games."""
    rule = ruleset_of(game)
    if not rule.takes_sums or len(rule.names) > 1:
        reason = "a rule with 'win when'" if rule.win else "a rule with 'block'" if rule.blocking else None
        piles = f"a rule with {len(rule.names)} piles" if len(rule.names) > 1 else "another rule"
        raise SpragueError(
            f"expected a game of heaps with one pile, such as '0.77' or '(n) -> (u) where u < n', "
            f"got {reason or piles}: {rule}"
        )
    return rule


def find_move_bounds(rule: Ruleset) -> MoveBounds | None:
    """Return the `MoveBounds` with which `misere_quotient` can prove a period of a game, or None."""
    moves = find_breakings(rule)
    if moves is None or any(move.distinct for move in moves):
        return None
    bounds = [(move.taken, move.parts, move.heap) for move in moves]
    return (
        MoveBounds(*(max(numbers, default=0) for numbers in zip(*bounds, strict=True))) if bounds else MoveBounds(0, 0)
    )


class LargerHeaps(SpragueError):
    """Raised when a move leaves a heap that is not smaller, so that no misère quotient can be built heap by heap."""


@accepts_former_arguments
def compute_quotient(
    game: str,
    options: Callable[[int], Iterable[Word]],
    heaps: int | None = None,
    shape: MoveBounds | None = None,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Quotient:
    """Return the misère quotient of heaps given by their options, up to a largest heap.

    If a limit is reached, the result is the quotient of fewer heaps, and its attribute `stopped` contains the reason.

    >>> nim = compute_quotient("nim", lambda heap: [(smaller,) for smaller in range(heap)], 7)
    >>> print(nim.summary)
    The misère quotient of nim for the heaps up to 7 has 10 elements, 2 of them P: tame, as Nim with heaps up to 7

    Args:
        game: The name of the game, for messages.
        options: A function from a heap to its options; an option is a tuple of heaps.
        heaps: The largest heap; by default 400 with `shape`, otherwise 64.
        shape: Bounds on the moves, which can prove that the elements of heaps repeat for ever.
        budget: Limits on seconds (default 60), elements (`states`) and pairs of the outcome equation (`pairs`).
        progress: A function that is called with a `sprague.Progress` for every heap.
    """
    if heaps is not None and not 0 <= check_integer("heaps", heaps) <= MOST_HEAPS:
        raise SpragueError(f"'heaps' must be from 0 to {MOST_HEAPS:,}, got {heaps}")
    report = messages(check_progress(progress))
    built, repeat, stopped = QuotientBuilder(), None, None
    with Limits.of(budget).with_defaults(Limits(seconds=SECONDS)).watch():
        try:
            usual = HEAPS if shape else WITHOUT_PERIOD
            for heap in range(1, (usual if heaps is None else heaps) + 1):
                report(f"heap {heap}, {len(built.quotient):,} elements so far")
                built.add(_words(heap, options(heap)))
                if shape and (repeat := find_element_period(built.quotient.heaps, shape)):
                    break
        except OutOfReach as reason:
            stopped = str(reason)
    if heaps is None and repeat is None and stopped is None:
        why = f"was proved by the heaps up to {HEAPS}" if shape else "can be proved for such moves"
        stopped = f"no period {why}; compute more heaps with --heaps (heaps=…)"
    return Quotient(game, built.quotient, tuple(built.growth), repeat, stopped)


def _words(heap: int, options: Iterable[Word]) -> list[Word]:
    """Return the options of a heap without repetitions and without empty heaps."""
    words = sorted({tuple(sorted((part for part in option if part), reverse=True)) for option in options})
    larger = next((word for word in words if word and not 0 < word[0] < heap), None)
    if larger is not None:
        left = " + ".join(map(str, larger))
        raise LargerHeaps(
            f"expected a rule in which every move leaves smaller heaps, got a move from heap {heap} to {left}"
        )
    return words
