"""`predecessors`: automata of predecessor sets, which contain the positions with a move into a given set.

For each family and each order of the piles, a nondeterministic automaton guesses a move (`move_relations`). The union
of the automata of all families and orders recognises the predecessor set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sprague import limits
from sprague.automata.automaton import Automaton, determinise
from sprague.automata.named import GuessProduct
from sprague.automata.nondeterministic import Nondeterministic, as_nondeterministic, close_leading_zeros, trim, unite
from sprague.errors import OutOfReach
from sprague.proofs.move_relations import one_step_relation, two_step_relations
from sprague.rules.automorphisms import find_automorphisms, find_family_images
from sprague.rules.ruleset import Ruleset
from sprague.rules.symmetry import role_assignments

# limit on the subsets in a two-step move relation; above this limit, the relation is built in one step
LARGE_IMAGE = 300_000
# limit on the states of a determinised automaton of moves; the limit rises by four for each state of the target set's
# automaton
SMALL = 2_000


def predecessors(rule: Ruleset, positions: Automaton, size_factor: int = 1) -> Nondeterministic:
    """Return a nondeterministic automaton of the predecessor set of a set, that is, the positions with a move into it.

    The result ignores the conditions `stop` and `win` of the rule. The set must not depend on the order of
    interchangeable piles. The function builds an automaton for each family and each order of the piles. Small automata
    are determinised and united, because large nondeterministic automata make the subset construction slow. The limit on
    the size of the determinised automata is multiplied by `size_factor`.
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
    """Yield, for each move family, the automaton of the positions from which a move of the family leads into a set."""
    turned = find_family_images(rule, find_automorphisms(rule).generators)
    sources = [source for source, _ in turned]
    made: dict[int, Automaton] = {}
    for number, (source, turn) in enumerate(turned):
        if source in made and positions.arrange(turn, len(turn)) == positions:
            yield made[source].arrange(turn, len(turn))
            continue
        moves = trim(close_leading_zeros(_family_moves(rule, number, positions)))
        # Move families that automorphisms map to each other share one automaton, so the limit for this automaton is
        # larger.
        small = _if_small(partial(determinise, moves, turning if sources.count(number) > 1 else most))
        if small is not None:
            made[number] = small
        yield moves if small is None else small


def _family_moves(rule: Ruleset, number: int, positions: Automaton) -> Nondeterministic:
    """Return the automaton of the positions with a move of one family into a set; piles keep the order of the rule."""
    if (steps := two_step_relations(rule, number, positions.numeration)) is not None:
        first, second = steps
        reached = trim(close_leading_zeros(first.into(positions).pairs))
        image = _if_small(partial(determinise, reached, LARGE_IMAGE))
        if image is not None:  # None means that the image is too large; the move relation is then built in one step
            return second.into(image).pairs
    return one_step_relation(rule, number, positions.numeration).into(positions).pairs


def _if_small(made: Callable[[], Automaton]) -> Automaton | None:
    """Return the automaton that a function builds, or None if the automaton exceeds its size limit."""
    try:
        return made()
    except OutOfReach:
        limits.check()  # `limits.check()` raises OutOfTime if the time limit is exceeded
        return None


def guess_moves(rule: Ruleset, number: int, positions: Automaton) -> GuessProduct:
    """Return the automaton that reads a position and guesses a move of one family into a set."""
    return one_step_relation(rule, number, positions.numeration).into(positions)
