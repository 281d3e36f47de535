"""Rules by cases have the meaning of their text: options, tables, formulas, proofs and certificates of random rules."""

from __future__ import annotations

import json
from itertools import product

from hypothesis import event, given, reject
from hypothesis import strategies as st

import sprague
from sprague.automata.numeration import BINARY
from sprague.certificates.trees import write_formula
from sprague.certificates.verification import verify
from sprague.checker.automata import Relations, Variable
from sprague.checker.errors import Budget
from sprague.checker.errors import OutOfReach as OutOfTheCheckersReach
from sprague.checker.formulas import Translation
from sprague.checker.numeration import Numeration
from sprague.checker.trees import TreeReader
from sprague.discovery.discover import discover
from sprague.errors import OutOfReach
from sprague.formulas.evaluation import evaluate
from sprague.language.formula_parser import parse_formula
from sprague.limits import Limits
from sprague.proofs.translation import translate
from sprague.proofs.undecided import Undecided
from sprague.rules import Ruleset, parse
from tests.oracle import Oracle
from tests.properties import refusal_phrases
from tests.properties.case_rules import AnyCondition, any_conditions, written_models
from tests.properties.notation_rules import Meant, any_rule
from tests.properties.random_rules import Model, examples, positions
from tests.properties.test_rules import attempt, is_refused_rightly, small_positions

#: Why a rule that is well written may be refused all the same.
BEYOND = (
    refusal_phrases.MANY_CASES,
    refusal_phrases.ENTANGLED,
    "before 'power of'",
    "'stop when' asks",
    "'win when' asks",
    "digits",
)


def rule_of(model: Model) -> Ruleset:
    rule = attempt(model.text())
    if isinstance(rule, str):
        known = any(reason in rule for reason in BEYOND)
        assert known or is_refused_rightly(model, rule), (model.text(), rule)
        event("refused")
        reject()
    return rule


def oracle_of(model: Model) -> Oracle:
    """The game as it is written; piles that may come in any order are sorted in its options."""
    return Oracle(model.options, model.is_won)


@examples(50)
@given(st.data())
def test_options_agree_with_the_cases(data: st.DataObject) -> None:
    model = data.draw(written_models())
    rule = rule_of(model)
    assert parse(str(rule)) == rule
    assert str(parse(str(rule))) == str(rule)
    for position in [data.draw(positions(model)) for _ in range(3)]:
        found = rule.options(position)
        assert len(found) == len(set(found)), (model.text(), position)
        assert set(found) == model.options(position), (model.text(), position)
        event(f"options: {min(len(found), 3)}{'+' if len(found) > 3 else ''}")


@examples(120)
@given(any_rule())
def test_the_canonical_form_of_every_construct_reads_back(meant: Meant) -> None:
    rule = attempt(meant.text)
    if isinstance(rule, str):
        reject()
    again = parse(str(rule))
    assert again == rule
    assert again.ast == rule.ast
    assert str(again) == str(rule)


@examples(25)
@given(st.data())
def test_moves_have_the_choices_that_are_written(data: st.DataObject) -> None:
    model = data.draw(written_models())
    rule = rule_of(model)
    position = data.draw(positions(model))
    assert rule.describe().count("\n") >= 2
    assert rule.latex().count(r"\to") == len(model.families)
    for move in rule.moves(position):
        typed = model.families[move.family].choices(model.names)
        assert {name for name, _ in move.choice} <= set(typed), (model.text(), move)
        assert rule.move_to(position, move.option).option == move.option, (model.text(), position)


@examples(35)
@given(written_models(2, falling=True), st.sampled_from(("grundy", "outcome")), st.booleans())
def test_tables_agree_with_the_cases(model: Model, what: str, misere: bool) -> None:
    rule = rule_of(model)
    misere = misere and what == "outcome"
    oracle = oracle_of(model)
    table = sprague.tabulate(rule, 6, what=what, misere=misere)  # type: ignore[call-overload]
    for position in small_positions(model, 5):
        if model.sorted(position) == position:
            expected = oracle.outcome(position, misere) if what == "outcome" else oracle.grundy(position)
            assert table[position] == expected, (model.text(), position)


@examples(40)
@given(any_conditions(["a", "b"]))
def test_prover_and_checker_agree_with_the_cases(condition: AnyCondition) -> None:
    formula = parse_formula(str(condition), ("a", "b"))
    assert str(parse_formula(str(formula), ("a", "b"))) == str(formula)
    grid = [dict(zip("ab", entries, strict=True)) for entries in product(range(8), repeat=2)]
    expected = [condition.holds(values) for values in grid]
    assert [evaluate(formula, values) for values in grid] == expected
    if "power of 3" in str(formula):
        return  # which binary digits do not show
    automaton = translate(formula, ("a", "b"), BINARY)
    assert [(values["a"], values["b"]) in automaton for values in grid] == expected
    relations = Relations(Numeration((2,)), Budget())
    variables = {name: Variable(name) for name in "ab"}
    try:
        tree = TreeReader().formula(write_formula(formula))
        relation = Translation(relations).relation(tree, variables)
    except OutOfTheCheckersReach:
        event("out of reach")
        return
    found = [relations.contains(relation, {variables[name]: values[name] for name in "ab"}) for values in grid]
    assert found == expected


@examples(12)
@given(written_models(2, falling=True), st.booleans())
def test_discovered_theorems_are_true_for_rules_by_cases(model: Model, misere: bool) -> None:
    rule = rule_of(model)
    proof = discover(rule, misere=misere, budget=Limits(positions=300, states=30, pairs=1_000, seconds=2), words=False)
    event(type(proof).__name__)
    if isinstance(proof, Undecided):
        return
    oracle = oracle_of(model)
    for position in small_positions(model, 5):
        if model.sorted(position) == position:
            assert (position in proof) is (oracle.outcome(position, misere) == "P"), (model.text(), position)
    try:
        verify(json.loads(json.dumps(proof.certificate())))
    except OutOfReach:
        event("out of the checker's reach")
