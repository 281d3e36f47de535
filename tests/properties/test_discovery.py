"""Random automata are learnt, and theorems discovered about random rules are true."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.certificates.verification import verify
from sprague.discovery.discover import discover
from sprague.discovery.learning import UNKNOWN, Answers, Learner, Numbers
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from sprague.proofs.undecided import Undecided
from sprague.rules import parse
from sprague.rules.relations import Relation
from sprague.rules.ruleset import Ruleset
from sprague.surveys.rule_families import small_rules
from tests.expected_tables import positions_within
from tests.fake_clocks import WorkClock
from tests.oracle import Oracle
from tests.properties.random_rules import Model, bounded_models, examples
from tests.properties.test_automata_laws import NUMERATIONS, automata


@st.composite
def sets(draw: st.DrawFn) -> Automaton:
    numeration: Numeration = draw(NUMERATIONS)
    return draw(automata(draw(st.integers(1, 2)), numeration))


@examples(60)
@given(sets())
def test_every_automaton_is_learnt(truth: Automaton) -> None:
    learner = Learner(truth.tracks, truth.numeration, lambda numbers: truth.contains_many(numbers).astype(np.int8))
    for _ in range(60):
        guess = learner.hypothesis()
        wrong = guess.difference(truth)
        if wrong is None:
            break
        assert learner.learn_from(wrong)
        assert guess.states <= truth.states
    assert guess == truth


@examples(30)
@given(sets(), st.integers(1, 4))
def test_a_learner_agrees_with_an_oracle_for_all_short_words(truth: Automaton, digits: int) -> None:
    limit = truth.numeration.read([1] + [0] * digits)  # the least number with one digit more

    def teacher(numbers: Numbers) -> Answers:
        found = truth.contains_many(numbers).astype(np.int8)
        found[(numbers >= limit).any(axis=1)] = UNKNOWN
        return found

    known = np.array(list(np.ndindex(*[limit] * truth.tracks)))
    members = truth.contains_many(known)
    learner = Learner(truth.tracks, truth.numeration, teacher)
    while True:
        guess = learner.hypothesis()
        wrong = known[guess.contains_many(known) != members]
        if not any(learner.learn_from(tuple(int(entry) for entry in row)) for row in wrong):
            break
    assert not len(wrong)


ASKED = st.sampled_from((None, "misère", "values"))


@examples(40)
@given(bounded_models(), ASKED, st.integers(0, 10**9))
def test_discovered_theorems_are_true(model: Model, asked: str | None, seed: int) -> None:
    rule = _rule(model)
    misere = asked == "misère"
    limits = Limits(positions=300, states=30, pairs=1_000, seconds=2)
    proof = discover(rule, misere=misere, values=1 if asked == "values" else None, budget=limits, words=False)
    if isinstance(proof, Undecided):
        return
    assert_true(proof)
    if any(Relation.of(facts).unsolved for facts in rule.constraints):
        return  # to find the move that leads to an option takes a search
    random = Random(seed)
    entries = [random.randrange(rule.floor, 10**20) for _ in rule.names]
    if not rule.is_position(entries):
        return
    position = rule.position(entries)
    options = proof.winning_options(position)
    for option in options:
        assert option in proof
        assert rule.move_to(position, option).option == option
    if not options and not misere:
        assert position in proof


@examples(12)
@given(bounded_models(), ASKED)
def test_the_time_limit_is_respected_and_results_are_true(model: Model, asked: str | None) -> None:
    rule = _rule(model)
    values = 2 if asked == "values" else None
    with WorkClock(1).running():
        found = discover(rule, misere=asked == "misère", values=values, budget=Limits(seconds=1))
    if isinstance(found, Undecided):
        assert found.attempts or found.reason
    else:
        assert_true(found)


@pytest.mark.slow
@examples(6)
@given(st.deferred(lambda: st.sampled_from(small_rules())), st.booleans())
def test_the_time_limit_is_respected_for_random_rules(text: str, misere: bool) -> None:
    with WorkClock(1).running():
        found = discover(parse(text), misere=misere, budget=Limits(seconds=1))
    if isinstance(found, Proof):
        assert_true(found)


def assert_true(proof: Proof) -> None:
    """Assert that the oracle agrees with a proof at small positions, and that the checker verifies the proof."""
    rule = proof.game
    oracle = Oracle(rule.options, rule.is_won)
    for position in positions_within(rule, {1: 14, 2: 7, 3: 5, 4: 3}[len(rule.names)]):
        assert (position in proof) is (oracle.outcome(position, proof.misere) == "P")
        if (value := proof.grundy(position)) is not None:
            assert value == oracle.grundy(position)
    # The checker may find a game out of its reach, but never a proof wrong.
    statement = _verified(proof)
    assert statement is None or "finitely many moves" in statement


def _rule(model: Model) -> Ruleset:
    try:
        return parse(model.text())
    except SpragueError:
        assume(False)
        raise


def _verified(proof: Proof) -> str | None:
    """Why the checker did not verify a proof; None if it did."""
    try:
        verify(json.loads(json.dumps(proof.certificate())))
    except SpragueError as error:
        return str(error)
    return None
