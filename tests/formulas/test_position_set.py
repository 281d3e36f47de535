"""Sets of positions: the order of the piles in which a formula is read, and its printed texts."""

from __future__ import annotations

import json
from itertools import permutations, product

import numpy as np
import pytest
from typer.testing import CliRunner

import sprague
from sprague.automata.automaton import everything
from sprague.cli.main import app
from sprague.errors import NotationError
from sprague.formulas.evaluation import evaluate
from sprague.formulas.position_set import PositionSet
from sprague.games import theorems
from sprague.language.conditions import Formula
from sprague.language.formula_parser import parse_formula
from sprague.language.statements import Order, Statement
from sprague.proofs.position_automata import translate_set
from sprague.proofs.proof import Proof, Refutation
from sprague.proofs.proving import prove
from sprague.render.game_page import game_page
from sprague.tables.formula_check import check_formula
from tests.snapshots import refused, snapshot

NIM = sprague.game("nim:piles=3")
NOT_ONE = "xor = 0 and not (a = 0 and b = 7 and c = 7)"
runner = CliRunner()

#: Formulas about three piles, and whether they mean the same in every order.
FORMULAS = [
    ("xor = 0", True),
    ("some two piles equal", True),
    ("at least two piles odd", True),
    ("a = b = c", True),
    ("v2(a) = v2(b) and v2(b) = v2(c)", True),
    ("a + b + c = 9", True),
    ("max - min <= 2", True),
    ("v2(a - b) = v2(b - c) = v2(c - a)", True),
    ("a mod 2 = b mod 2 = c mod 2", True),
    ("a mod 2 = b mod 2 = c mod 3", False),
    ("a power of 2 and b power of 2 and c power of 2", True),
    ("a = b", False),
    ("a = b and even(v2(c - a))", False),
    ("a < b or c = 2", False),
    (NOT_ONE, False),
    ("not (a = 1 and b <= c)", False),
]


def held(formula: Formula, position: tuple[int, ...]) -> list[bool]:
    return [bool(evaluate(formula, dict(zip("abc", order, strict=True)))) for order in permutations(position)]


@pytest.mark.slow
@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize(("text", "symmetric"), FORMULAS)
def test_a_formula_is_read_in_some_or_in_every_order(text: str, symmetric: bool, order: Order) -> None:
    formula = parse_formula(text, ("a", "b", "c"))
    positions = PositionSet.read(NIM, f"{order.value}: {text}")
    assert positions.is_symmetric is symmetric
    assert str(positions) == (text if symmetric else f"{order.value}: {text}")
    again = PositionSet.read(NIM, str(positions))
    translated = translate_set(positions, everything(3))
    assert translated.text == str(positions)
    box = list(product(range(9), repeat=3))
    mask = positions.mask([np.array(column) for column in zip(*box, strict=True)])
    for position, inside in zip(box, mask.tolist(), strict=True):
        expected = (any if order is Order.SOME else all)(held(formula, position))
        assert (position in positions) is (position in again) is (position in translated.automaton) is inside
        assert inside is expected


def test_without_a_word_some_order_is_meant() -> None:
    assert PositionSet.read(NIM, "a = b").order is Order.SOME
    assert PositionSet.read(NIM, "a = b") == PositionSet.read(NIM, "  in  some order : a = b")
    assert str(PositionSet.read(NIM, "  a  = b ")) == "in some order: a  = b"


def test_automata_tell_what_the_writing_does_not() -> None:
    """This formula is true in every order of the piles, although its text depends on the order."""
    positions = PositionSet.read(NIM, "a <= b or b < a")
    assert str(positions) == "in some order: a <= b or b < a"
    assert translate_set(positions, everything(3)).text == "a <= b or b < a"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("(a, b) -> (a - 1, b)", "in some order: a = b"),
        ("nim:piles=2", "a = b, in some order: a = b"),
        ("nim:piles=2", "not for every order: true"),
        ("nim:piles=2", "in some order a = b"),
        ("nim:piles=2", "for every order:"),
    ],
)
def test_an_order_out_of_place_is_refused(game: str, text: str) -> None:
    with refused(NotationError):
        PositionSet.read(sprague.game(game), text)


def test_one_pile_has_one_order() -> None:
    assert str(PositionSet.read(sprague.game("nim:piles=1"), "for every order: a = 0")) == "a = 0"


def test_piles_with_the_names_of_the_words_are_piles() -> None:
    rule = sprague.parse("(some, every) -> (u, every) where u < some any order")
    assert str(PositionSet.read(rule, "some = every")) == "some = every"
    assert str(PositionSet.read(rule, "in some order: some <= every")) == "in some order: some <= every"


# What repeats a formula says which order is meant


def test_a_proof_and_its_certificate_say_the_order() -> None:
    found = prove(NIM, NOT_ONE)
    assert isinstance(found, Proof)
    stated = f"in some order: {NOT_ONE}"
    assert found.claim == found.certificate()["quotations"]["claims"] == stated
    snapshot(found.statement())
    assert prove(NIM, stated)
    every = prove(NIM, f"for every order: {NOT_ONE}")
    assert isinstance(every, Refutation)
    assert (every.counterexample, every.claim) == ((0, 7, 7), f"for every order: {NOT_ONE}")


def test_a_proof_about_values_says_the_order() -> None:
    rule = sprague.game("sharing-nim:piles=2")
    function = prove(rule, "2 value <= b - a <= 2 value + 1")
    assert isinstance(function, Proof)
    snapshot(function.statement())
    nim = prove("nim:piles=2", ["a = b", "a = b + 1 and b is even"])
    assert isinstance(nim, Proof)
    assert nim.claim == "a = b | in some order: a = b + 1 and b is even"
    assert prove("nim:piles=2", nim.claim.split(" | "))


def test_the_command_says_the_order() -> None:
    result = runner.invoke(app, ["check", "nim:piles=3", NOT_ONE])
    snapshot(result.stdout.splitlines()[0])
    found = json.loads(runner.invoke(app, ["check", "nim:piles=3", NOT_ONE, "--json"]).stdout)
    assert found["formula"] == f"in some order: {NOT_ONE}"
    wrong = runner.invoke(app, ["check", "nim:piles=2", "a < b"]).stdout
    snapshot(wrong.splitlines()[-1])
    assert "read as" not in runner.invoke(app, ["check", "nim:piles=2", "for every order: a < b"]).stdout
    assert "read as" not in runner.invoke(app, ["check", "nim:piles=2", "xor = 1"]).stdout


def test_a_table_says_the_order() -> None:
    seen = check_formula(NIM, NOT_ONE, limit=10)
    snapshot(str(seen))
    assert seen.to_json()["formula"] == f"in some order: {NOT_ONE}"
    assert not check_formula(NIM, f"for every order: {NOT_ONE}", limit=10).holds


def test_what_is_shown_of_a_game_says_the_order() -> None:
    shown = game_page(sprague.game("sharing-nim")).to_json()["theorems"]
    assert isinstance(shown, list)
    assert shown[0]["formula"] == "in some order: a = b and even(v2(c - a))"
    nim = game_page(NIM).to_json()["theorems"]
    assert isinstance(nim, list)
    assert (nim[0]["formula"], nim[0]["grundy_formula"]) == ("xor = 0", "value = xor")


@pytest.mark.parametrize(
    "game", ["nim:piles=4", "wythoff", "empty-transfer:boxes=4", "sharing-nim:piles=3", "dynamic-nim:piles=2"]
)
def test_what_the_catalogue_says_reads_back(game: str) -> None:
    rule = sprague.game(game)
    for theorem in (*theorems(rule), *theorems(rule, misere=True)):
        if theorem.formula is not None:
            claim = Statement.read_claim(rule, theorem.formula)
            assert Statement.read_claim(rule, str(claim)) == claim
