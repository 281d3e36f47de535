"""`predecessors`: predecessor sets as automata, the positions with a move into a given set.

Each family in each order of the piles has its own automaton, which guesses a move (`move_relations`). The union of
these automata recognises the predecessor set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from sprague import limits
from sprague.automata.automaton import Automaton, determinise
from sprague.automata.named import GuessProduct
from sprague.automata.nondeterministic import Nondeterministic, as_nondeterministic, close_leading_zeros, trim, unite
from sprague.errors import OutOfReach
from sprague.proofs.move_relations import one_step_relation, two_step_relations
from sprague.rules.arrangement import find_rotations
from sprague.rules.ruleset import Ruleset
from sprague.rules.symmetry import role_assignments

LARGE_IMAGE = 300_000  # limit on the subsets for the image L of a set; beyond it, y is guessed in one step
SMALL = 2_000  # base limit on the states of deterministic moves; four more are allowed per state of the set


def predecessors(rule: Ruleset, positions: Automaton, size_factor: int = 1) -> Nondeterministic:
    """Return the predecessor set of a set, the positions with a move into it, as a nondeterministic automaton.

    The conditions `stop` and `win` of the rule are ignored, and the set must not depend on the order of interchangeable
    piles. Small automata of single families and orders of the piles are made deterministic and united, so that less has
    to be guessed. Larger automata stay nondeterministic. `size_factor` multiplies the limit on the size of
    deterministic automata.
    """
    found: list[Nondeterministic] = []
    joined: Automaton | None = None
    most = size_factor * (SMALL + 4 * positions.states)
    for number, moves in enumerate(_by_family(rule, positions, most, LARGE_IMAGE if size_factor > 1 else most)):
        for order in role_assignments(range(len(rule.names)), rule.enumerators[number].classes):
            if isinstance(moves, Nondeterministic):
                found.append(moves.arrange(order))
                continue
            placed = moves.arrange(order, len(order))
            together = placed if joined is None else _if_small(partial(joined.union, placed, most))
            if together is None:
                assert joined is not None
                found.append(as_nondeterministic(joined))
                together = placed
            joined = together
    if joined is not None:
        found.append(as_nondeterministic(joined))
    return trim(unite(found))


def _by_family(rule: Ruleset, positions: Automaton, most: int, turning: int) -> Iterator[Automaton | Nondeterministic]:
    """Yield the positions with a move of each family, with the piles as written; deterministic if small."""
    turned = _turns(rule)
    sources = [source for source, _ in turned]
    made: dict[int, Automaton] = {}
    for number, (source, turn) in enumerate(turned):
        if source in made and positions.arrange(turn, len(turn)) == positions:
            yield made[source].arrange(turn, len(turn))
            continue
        moves = trim(close_leading_zeros(_family_moves(rule, number, positions)))
        # A family that rotates into other families is made deterministic once for all of them, with a larger limit.
        small = _if_small(partial(determinise, moves, turning if sources.count(number) > 1 else most))
        if small is not None:
            made[number] = small
        yield moves if small is None else small


@lru_cache(maxsize=64)
def _turns(rule: Ruleset) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return for each family the family that rotates into it, on a circle of piles, and the rotation."""
    return find_rotations(rule.families, rule.names, rule.ast.arrangements)


def _family_moves(rule: Ruleset, number: int, positions: Automaton) -> Nondeterministic:
    """Return the positions with a move of one family, with the piles in the order written."""
    if (steps := two_step_relations(rule, number, positions.numeration)) is not None:
        first, second = steps
        reached = trim(close_leading_zeros(first.into(positions).pairs))
        image = _if_small(partial(determinise, reached, LARGE_IMAGE))
        if image is not None:  # otherwise the image L of the set is too large, and y is guessed in one step
            return second.into(image).pairs
    return one_step_relation(rule, number, positions.numeration).into(positions).pairs


def _if_small(made: Callable[[], Automaton]) -> Automaton | None:
    """Return an automaton, or None if building it exceeds its limit."""
    try:
        return made()
    except OutOfReach:
        limits.check()  # raises OutOfTime if the time is over
        return None


def guess_moves(rule: Ruleset, number: int, positions: Automaton) -> GuessProduct:
    """Return the automaton of predecessors that reads a position and guesses a move of one family into a set."""
    return one_step_relation(rule, number, positions.numeration).into(positions)
