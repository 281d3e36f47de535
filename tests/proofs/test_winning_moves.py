"""Winning moves from proofs: options are legal and in the set, for positions of any size.

Only P-positions have none.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import sprague
from sprague.automata.atoms import digit_sum_zero
from sprague.discovery.discover import discover
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.winning_moves import FEW_CHIPS, find_options_into
from sprague.rules import parse
from tests.expected_tables import positions_within
from tests.layers import sample
from tests.oracle import Oracle, Position

GAMES = [
    ("nim:piles=3", False),
    ("nim:piles=3", True),
    ("sharing-nim", False),
    ("sharing-nim", True),
    ("wythoff", False),
    ("trim:piles=2", False),
    ("empty-transfer:boxes=3", False),
    ("empty-transfer:boxes=4", False),
    ("empty-redistribute:boxes=4", False),
    ("empty-redistribute:boxes=4", True),
    ("dynamic-nim:piles=2,stop=0,limit=x", False),
    ("dynamic-nim:piles=2,stop=2,limit=x", False),
    ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", True),
]


@cache
def proof_of(game: str, misere: bool) -> Proof:
    found = discover(parse(str(sprague.game(game))), misere=misere, words=False)
    assert isinstance(found, Proof)
    return found


def check(proof: Proof, position: Position) -> list[Position]:
    """Legal, in the set, and none if and only if the position is P or play ended there and is lost."""
    rule = proof.game
    options = proof.winning_options(position)
    for option in options:
        assert option in proof
        assert rule.move_to(position, option).option == option
    assert len(set(options)) == len(options)
    lost = proof.misere and rule.is_terminal(position)
    assert (not options) is (position in proof or lost), position
    return options


@pytest.mark.parametrize("digits", [3, 40, 300])
@pytest.mark.parametrize(("game", "misere"), sample(GAMES, 4))
def test_large_positions(game: str, misere: bool, digits: int) -> None:
    proof = proof_of(game, misere)
    rule = proof.game
    random = Random(f"{game} {digits}")
    largest = 10**digits
    for shape in ("large", "mixed", "alike"):
        entries = [random.randrange(largest // 10, largest) for _ in rule.names]
        if shape == "mixed":
            entries[0] = random.randrange(1, 4)
        if shape == "alike":
            entries[-1] = entries[0]
        position = rule.position(entries)
        for option in check(proof, position)[:1]:
            # From a P-position there is no way back into the set.
            assert check(proof, option) == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "misere"), sample(GAMES, 5))
def test_small_positions(game: str, misere: bool) -> None:
    proof = proof_of(game, misere)
    rule = proof.game
    oracle = Oracle(rule.options, rule.is_won)
    for position in positions_within(rule, {2: 8, 3: 6, 4: 4}[len(rule.names)]):
        options = check(proof, position)
        truth = {option for option in rule.options(position) if oracle.outcome(option, misere) == "P"}
        assert set(options) <= truth
        assert bool(options) is bool(truth)
        if isinstance(proof, AutomatonProof):
            assert set(options) == truth


def test_from_few_chips_to_many_the_answer_stays_right() -> None:
    proof = proof_of("nim:piles=3", False)
    for last in range(FEW_CHIPS - 35, FEW_CHIPS - 25):
        options = check(proof, (11, 20, last))
        assert set(options) == {
            option for option in proof.game.options((11, 20, last)) if option[0] ^ option[1] ^ option[2] == 0
        }


def test_nothing_moves_where_play_has_stopped() -> None:
    rule = parse("(a, b) -> (u, b) where u < a any order stop when a >= 100, b >= 100")
    assert find_options_into(rule, digit_sum_zero(2, 2), (200, 300)) == []
    assert find_options_into(rule, digit_sum_zero(2, 2), (99, 300)) == [(99, 99)]


def test_an_option_may_have_more_digits_than_the_position() -> None:
    rule = parse("(a, b) -> (a - 1, 2b + a) where b >= 1, a >= 1")
    reached = digit_sum_zero(2, 2)
    # (a - 1) = 2b + a has no solution, so nothing is found; with the parts exchanged there is one.
    assert find_options_into(rule, reached, (100, 100)) == []
    grow = parse("(a, b, c) -> (a - 1, b, 5c)")
    equal = digit_sum_zero(2, 2).arrange((1, 2), 3)
    assert find_options_into(grow, equal, (70, 5 * 77, 77)) == [(69, 5 * 77, 5 * 77)]
    assert find_options_into(grow, equal, (70, 5 * 77 + 1, 77)) == []
