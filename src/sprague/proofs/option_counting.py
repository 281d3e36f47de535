"""Automata that count the options in a set, for games in which options may be forbidden (`block`).

With `block m`, a position is a P-position if and only if at most m of its options are P-positions. To count the options
of a position x that are in a set, put the options into an order, and construct the following automata:

- The automaton nth(1) accepts (x, y) if y is an option of the position x and a member of the set.
- The automaton nth(k + 1) accepts (x, y) if nth(1) accepts (x, y), and nth(k) accepts (x, z) for an option z before y.

The first column of digits in which two options differ decides which option comes first, so a small automaton can
compare two options. Interchangeable piles of an option are sorted, so that each option is counted once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import permutations, product
from math import comb, factorial, prod

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.automata import atoms
from sprague.automata.automaton import Automaton, determinise
from sprague.automata.named import NamedAutomaton, guess_product
from sprague.automata.nondeterministic import Nondeterministic, close_leading_zeros, project_tracks, trim
from sprague.automata.numeration import Numeration
from sprague.automata.words import count_symbols
from sprague.errors import OutOfReach
from sprague.language.positions import Position
from sprague.proofs.move_relations import one_step_relation
from sprague.rules.relations import option_name
from sprague.rules.ruleset import Ruleset
from sprague.rules.symmetry import role_assignments
from sprague.tables.predecessors import find_predecessors

MOST_ORDERS = 24  # limit on the number of orders of an option's piles; each order needs an automaton
# Default limit on the subsets of states; wrong claims often need many more subsets than correct claims.
MOST_SUBSETS = 300_000
SAME, BEFORE, AFTER = 0, 1, 2
FEW_POSITIONS, MANY_CHIPS = 20_000, 200  # limits on the small positions that are checked without automata


def positions_with_more_options(rule: Ruleset, positions: Automaton) -> Nondeterministic:
    """Return the automaton of positions with more options in a set than may be forbidden; ignore `stop` and `win`."""
    entries = len(rule.names)
    found = nth = _option_pairs(rule, positions)
    for _ in range(rule.blocking):
        nth = _next_options(nth, found)
    return project_tracks(nth, *range(entries, 2 * entries))


@lru_cache(maxsize=16)
def _option_pairs(rule: Ruleset, positions: Automaton) -> Automaton:
    """Return the automaton of the pairs (position, option in the set), with the piles of the option sorted."""
    entries = len(rule.names)
    orders = _orders_of_options(rule)
    numeration = positions.numeration
    found = reduce(Automaton.__or__, _moves(rule, positions))
    unsorted = [
        found.arrange([*range(entries), *(entries + place for place in order)], 2 * entries) for order in orders
    ]
    ascending = atoms.ascending_blocks(
        2 * entries, [[entries + place for place in block] for block in rule.blocks], numeration
    )
    return reduce(Automaton.__or__, unsorted) & ascending


def options_into_set(rule: Ruleset, positions: Automaton, position: Position) -> Iterator[Position]:
    """Yield all options of a position that are in a set, found with the automata that count options."""
    found = atoms.fix_tracks(_option_pairs(rule, positions), dict(enumerate(position)))
    return found.project(*range(len(position))).members()


def find_small_failure(rule: Ruleset, positions: Automaton) -> Position | None:
    """Return the smallest position at which a claim about a game with `block` fails, or None if no small one is found.

    Small positions are checked without automata: most wrong claims fail at a small position, and counting options with
    automata is slow if the set has many states.
    """
    chips = max(chips for chips in range(1, MANY_CHIPS) if comb(chips + len(rule.names), chips) <= FEW_POSITIONS)

    def inside(entries: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.bool_]:
        return positions.contains_many(np.stack(entries, axis=1))

    try:
        found = find_predecessors(rule, inside, chips=max(chips, rule.floor * len(rule.piles)))
    except OutOfReach:
        limits.check()  # `limits.check()` raises OutOfTime if the time limit is exceeded
        return None
    wrong = [tuple(map(int, row)) for row in found.positions[found.inside == found.has_move_into]]
    return min(wrong, key=lambda position: (sum(position[: len(rule.piles)]), position), default=None)


def _moves(rule: Ruleset, positions: Automaton) -> Iterator[Automaton]:
    """Yield, for each family and each order of the piles, the automaton of the pairs (position, option in the set)."""
    numeration, entries = positions.numeration, len(rule.names)
    both = (*rule.names, *map(option_name, rule.names))
    equal = atoms.linear((1, -1), 0, "=", numeration)
    for number in range(len(rule.families)):
        step = one_step_relation(rule, number, numeration)
        moves = step.relation.arranged_over(both) & NamedAutomaton(positions, both[entries:]).arranged_over(both)
        for place, name in enumerate(rule.names):
            if option_name(name) not in step.guessed:
                moves = moves & equal.arrange((place, entries + place), 2 * entries)
        for order in role_assignments(range(entries), rule.enumerators[number].classes):
            yield moves.arrange([*order, *(entries + place for place in order)], 2 * entries)


def _orders_of_options(rule: Ruleset) -> list[list[int]]:
    """Return all permutations of the entries of an option that exchange interchangeable piles."""
    if (many := prod(factorial(len(block)) for block in rule.blocks)) > MOST_ORDERS:
        raise OutOfReach(
            f"{rule.label}: the piles have {many:,} orders, more than the limit of {MOST_ORDERS} for rules with "
            "'block'; use fewer piles with 'any order'"
        )
    found = []
    for orders in product(*(permutations(block) for block in rule.blocks)):
        places = list(range(len(rule.names)))
        for block, order in zip(rule.blocks, orders, strict=True):
            for place, other in zip(block, order, strict=True):
                places[place] = other
        found.append(places)
    return found


def _next_options(nth: Automaton, found: Automaton) -> Automaton:
    """Return the automaton of the pairs (x, y) in `found` for which `nth` accepts (x, z) for some option z before y."""
    entries = found.tracks // 2
    x, y, z = (tuple(f"{letter}{place}" for place in range(entries)) for letter in "xyz")
    all_three = (*x, *y, *z)
    # Restrict the automaton to the pairs (position, option) before the projection, to reduce the number of states.
    later = NamedAutomaton(_before(entries, found.numeration), (*z, *y)).arranged_over(all_three)
    later = later & NamedAutomaton(found, (*x, *y)).arranged_over(all_three)
    guessed = guess_product(NamedAutomaton(nth, (*x, *z)), NamedAutomaton(later, all_three), (*x, *y), z)
    return determinise(trim(close_leading_zeros(guessed.pairs)), limits.current().states or MOST_SUBSETS)


def _before(entries: int, numeration: Numeration) -> Automaton:
    """Return the automaton of the pairs (z, y) of options such that z comes before y in the order of options."""
    columns = count_symbols(entries, numeration)
    left, right = np.divmod(np.arange(columns**2), columns)
    decided = np.where(left < right, BEFORE, AFTER)
    table = [np.where(left == right, SAME, decided), np.full(columns**2, BEFORE), np.full(columns**2, AFTER)]
    return Automaton(2 * entries, numeration, table, [False, True, False])
