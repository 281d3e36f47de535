"""Random questions with bounded quantifiers: `ask` and the checker agree with the definitions on a box."""

from __future__ import annotations

import json
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

import sprague
from sprague.checker import verify
from sprague.queries.answers import SetAnswer
from tests.properties.random_rules import examples
from tests.queries.test_ask import GAMES, Naive, RandomQuestion

BOX = 6
NAIVE = {game: Naive(sprague.game(game)) for game in GAMES}


@examples(60)
@given(st.sampled_from(GAMES), st.integers(0, 10**9), st.integers(1, 3))
def test_random_questions_agree_with_the_definitions(game: str, seed: int, depth: int) -> None:
    naive = NAIVE[game]
    text, truth = RandomQuestion(naive, seed).question(["a", "b"], depth)
    question = f"({text}) and a <= 100 and b <= 100"
    found = sprague.ask(naive.rule, question)
    assert isinstance(found, SetAnswer)
    members = {
        (a, b)
        for a, b in product(range(BOX), repeat=2)
        if tuple({"a": a, "b": b}[name] for name in found.names) in found
    }
    assert members == {(a, b) for a, b in product(range(BOX), repeat=2) if truth({"a": a, "b": b})}
    found.__dict__["formula"] = None  # the search for a formula is not tested here
    assert verify(json.loads(json.dumps(found.certificate())))


@examples(40)
@given(st.sampled_from(GAMES), st.integers(0, 10**9))
def test_closed_questions_agree_with_the_definitions(game: str, seed: int) -> None:
    """`exists` has a smallest witness and `all` a smallest counterexample, by the sum of the numbers."""
    naive = NAIVE[game]
    text, truth = RandomQuestion(naive, seed).question(["a", "b"], 2)
    bounds = "a <= 5 and b <= 5"
    box = sorted(product(range(6), repeat=2), key=lambda one: (sum(one), one))
    true = [one for one in box if truth(dict(zip("ab", one, strict=True)))]
    false = [one for one in box if one not in true]
    some = sprague.ask(naive.rule, f"exists a, b: {bounds} and ({text})")
    every = sprague.ask(naive.rule, f"all a, b: {bounds} implies ({text})")
    assert isinstance(some, sprague.TruthAnswer)
    assert isinstance(every, sprague.TruthAnswer)
    assert (some.answer, every.answer) == (bool(true), not false)
    assert some.witness == (dict(zip("ab", true[0], strict=True)) if true else None)
    assert every.counterexample == (dict(zip("ab", false[0], strict=True)) if false else None)
    unique = sprague.ask(naive.rule, f"exists unique (a, b): {bounds} and ({text})")
    assert isinstance(unique, sprague.TruthAnswer)
    assert unique.answer is (len(true) == 1)
