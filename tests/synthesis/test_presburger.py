"""Formulas for Presburger sets: every formula describes its set, and sets that are not Presburger sets get none."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import sprague
from sprague.automata import atoms
from sprague.automata.automaton import Automaton, everything
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration
from sprague.formulas.position_set import PositionSet
from sprague.language.formula_parser import parse_formula, rename_piles
from sprague.limits import Limits
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.proofs.translation import translate
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.presburger import presburger_formula
from sprague.synthesis.presburger.directions import find_directions, hull_of_component, strong_components
from tests.layers import sample

ENOUGH = Limits(seconds=60)
TWO = "(a, b) -> (u, b) where u < a any order"
THREE = "(a, b, c) -> (u, b, c) where u < a any order"


def automaton_of(formula: str, names: str, numeration: Numeration = BINARY) -> Automaton:
    return translate(parse_formula(formula, tuple(names)), tuple(names), numeration)


def described(rule: Ruleset, formula: str, numeration: Numeration = BINARY) -> str | None:
    """Return the formula that is found for the positions of a game that satisfy a formula."""
    domain = positions_automaton(rule, numeration)
    automaton = translate_set(PositionSet.read(rule, formula), domain).automaton
    return presburger_formula(automaton, rule.names, domain=domain, piles=rule.piles, blocks=rule.blocks, limits=ENOUGH)


@pytest.mark.parametrize(
    ("names", "formula"),
    sample(
        [
            ("a", "a mod 3 = 1"),
            ("ab", "b = 2a"),
            ("ab", "a - b in {0, 3, 7}"),
            ("ab", "2a >= b and sum is even or 2a < b and b mod 3 = 1"),
            ("ab", "a != 2b and sum is even or a = 2b and b is odd"),
            ("abc", "a + b <= c"),
            ("abc", "c = (a + b) div 3"),
            ("abc", "c = a + 2b"),
        ],
        2,
    ),
)
def test_short_formulas_are_found_again(names: str, formula: str) -> None:
    assert presburger_formula(automaton_of(formula, names), tuple(names), limits=ENOUGH) == formula


@pytest.mark.parametrize(
    ("names", "formula"),
    sample(
        [
            ("ab", "a < b and (a is odd or b mod 4 = 2) or a >= b + 2 and (a + b) mod 4 = 3"),
            ("abc", "a is even and c = 5a div 4 or a is odd and c = b"),
            ("ab", "a <= 3 and 2a < b and b is odd or a >= 4 and a + b is even"),
            ("ab", "a xor b < 5"),
            ("abc", "c = max(2a, b + 3)"),
            ("a", "a >= 100 and a is even or a in {3, 14}"),
            ("abc", "a = 0 and b = c or a = 7 and b <= 3"),
            ("abcd", "a + b = c + d and a is odd or a = 1 and b = 2 and c = 3 and d = 4"),
            ("xyz", "y + z is even and x = (y + 2z + 1) div 2 or y + z is odd and x = (2z - y) div 2"),
        ],
        5,
    ),
)
def test_formulas_describe_the_sets_of_other_formulas(names: str, formula: str) -> None:
    automaton = automaton_of(formula, names)
    found = presburger_formula(automaton, tuple(names), limits=ENOUGH)
    assert found is not None
    # The search proves the formula; here small numbers are tried one by one.
    described = PositionSet(parse_formula(found, tuple(names)), tuple(names))
    for position in product(range(30 if len(names) < 3 else 9), repeat=len(names)):
        assert (position in described) == (position in automaton)


@pytest.mark.parametrize(
    ("game", "formula", "found"),
    [
        (TWO, "max - min in {0, 3}", "max - min in {0, 3}"),
        (TWO, "a = b and a != 4", "a = b and a != 4"),
        (THREE, "all piles even", "all piles even"),
        (THREE, "a = b and b <= c", "in some order: a <= b <= c and a = b"),
    ],
)
def test_formulas_for_interchangeable_piles(game: str, formula: str, found: str) -> None:
    assert described(sprague.game(game), formula) == found


@pytest.mark.slow
def test_one_symmetric_formula_stands_for_all_orders() -> None:
    rule = sprague.game("(a, b, c, d) -> (a - 1, b - 1, c, d) any order")
    assert described(rule, "min is even and sum is even") == "min is even and sum is even"


def test_positions_outside_the_domain_do_not_matter() -> None:
    domain = automaton_of("a <= b", "ab")
    automaton = domain & automaton_of("2a >= b", "ab")
    assert presburger_formula(automaton, ("a", "b"), domain=domain, limits=ENOUGH) == "2a >= b"
    assert presburger_formula(domain, ("a", "b"), domain=domain, limits=ENOUGH) == "true"
    assert presburger_formula(automaton - automaton, ("a", "b"), limits=ENOUGH) == "false"


def test_a_set_with_members_outside_the_domain_gets_no_formula() -> None:
    domain = automaton_of("a <= b", "ab")
    assert presburger_formula(everything(2), ("a", "b"), domain=domain, limits=ENOUGH) is None


@pytest.mark.parametrize(("formula", "names"), [("xor = 0", "abc"), ("c = low2(a + b)", "abc"), ("even(v2(a))", "a")])
def test_other_sets_get_no_formula(formula: str, names: str) -> None:
    assert presburger_formula(automaton_of(formula, names), tuple(names), limits=ENOUGH) is None


def test_digits_of_other_bases_and_fibonacci_digits() -> None:
    assert presburger_formula(automaton_of("2a <= b", "ab", TERNARY), ("a", "b"), limits=ENOUGH) == "2a <= b"
    assert presburger_formula(automaton_of("a = b", "ab", FIBONACCI), ("a", "b"), limits=ENOUGH) == "a = b"


def test_without_time_there_is_no_formula() -> None:
    assert presburger_formula(automaton_of("2a <= b", "ab"), ("a", "b"), limits=Limits(seconds=0)) is None


def test_the_forms_of_a_set_are_read_from_its_automaton() -> None:
    directions = find_directions(automaton_of("7a - 6b <= 3c + 5", "abc"))
    assert directions is not None
    assert (7, -6, -3) in directions.forms


def test_components_partition_the_states_and_span_the_hyperplane() -> None:
    automaton = atoms.linear((2, -3), 0, "=")
    components = list(strong_components(automaton))
    assert sorted(np.concatenate(components).tolist()) == list(range(automaton.states))
    hulls = [hull for component in components if (hull := hull_of_component(automaton, component)) is not None]
    assert sorted(hull.tolist() for hull in hulls) == [[[1, 0], [0, 1]], [[3, 2]]]


@pytest.mark.slow
def test_rotations_of_one_conjunction_describe_a_set_on_a_circle() -> None:
    names = ("a", "b", "c")
    formula = "a = b + c and b is even or b = c + a and c is even or c = a + b and a is even"
    found = presburger_formula(automaton_of(formula, "abc"), names, limits=ENOUGH)
    assert found is not None
    one, two, three = found.split(" or ")
    assert [rename_piles(one, names, turned) for turned in (("b", "c", "a"), ("c", "a", "b"))] == [two, three]
    assert automaton_of(found, "abc") == automaton_of(formula, "abc")
