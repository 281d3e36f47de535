"""A counterexample has the fewest chips and is the first of these, compared with a search of all positions."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import sprague
from sprague import Ruleset, SpragueError
from sprague.automata.atoms import digit_sum_zero, finite, residue
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY
from sprague.limits import Limits
from sprague.proofs.kernel_equation import NO_MOVE, Failure
from sprague.proofs.numeration_choice import choose_numeration
from sprague.proofs.position_automata import positions_automaton
from sprague.proofs.proof import Refutation
from sprague.proofs.proving import prove
from sprague.rules import parse
from tests.properties.random_rules import Model, bounded_models, examples
from tests.snapshots import snapshot

Position = tuple[int, ...]


def fails(rule: Ruleset, claim: Automaton, position: Position, misere: bool) -> bool:
    """Return whether the claim contradicts the definition of a P-position at a position."""
    inside = position in claim
    options = rule.options(position)
    if rule.is_won(position):
        return not inside
    if not options:
        return inside == misere
    return inside == any(option in claim for option in options)


def order(rule: Ruleset, position: Position) -> tuple[int, Position, Position]:
    """Return the sort key: the chips, then the remembered numbers, then the piles."""
    piles = len(rule.piles)
    return sum(position[:piles]), position[piles:], position


@pytest.mark.slow
@examples(10)
@given(st.data(), bounded_models(), st.booleans())
def test_no_position_with_fewer_chips_fails(data: st.DataObject, model: Model, misere: bool) -> None:
    try:
        rule = parse(model.text())
        numeration = choose_numeration(rule)
    except SpragueError:
        assume(False)
        raise
    assume(rule.rank is not None and numeration == BINARY)
    entries = len(rule.names)
    claim = data.draw(
        st.sampled_from(
            [digit_sum_zero(entries, 2), residue([1] * entries, 0, 3, {0}), residue([1] * entries, 0, 1, {0})]
        )
    )
    some = data.draw(st.lists(st.tuples(*[st.integers(0, 9)] * entries), max_size=3))
    claim = (claim ^ finite({order for one in some for order in permutations(one)}, entries)) & positions_automaton(
        rule, BINARY
    )
    found = prove(rule, claim, misere=misere, budget=Limits(pairs=20_000, states=20_000))
    assume(isinstance(found, Refutation))
    assert isinstance(found, Refutation)
    assert found.failure.fewest
    worst = found.counterexample
    assert fails(rule, claim, worst, misere)
    most = min(max(worst), 6)
    for position in product(range(most + 1), repeat=entries):
        if rule.is_position(position):
            assert order(rule, position) >= order(rule, worst) or not fails(rule, claim, position, misere)


@pytest.mark.parametrize(
    ("game", "claim", "expected"),
    [
        # By columns of digits 3,3 would come before 0,4.
        ("nim:piles=2", "a = b and a != 3 or min = 0 and max = 4", (0, 4)),
        ("nim:piles=2", "value = a xor b and not a + b = 6 or a + b = 4 and value = 9", (0, 4)),
        ("nim:piles=2", ("a = b and a != 3", "max - min = 1 and max mod 2 = 1 and max != 5"), (3, 3)),
        ("nim:piles=2", ("a = b", "max - min = 1 and max mod 2 = 1 and max != 3 or min = 0 and max = 6"), (2, 3)),
    ],
)
def test_fewer_chips_come_before_fewer_digits(game: str, claim: str | tuple[str, ...], expected: Position) -> None:
    found = prove(game, list(claim) if isinstance(claim, tuple) else claim)
    assert isinstance(found, Refutation)
    assert found.counterexample == expected


def test_a_refutation_that_may_not_have_the_fewest_chips_says_so() -> None:
    rule = sprague.game("nim:piles=2")
    snapshot(str(Refutation(rule, False, None, Failure((3, 3), NO_MOVE, fewest=False))))
