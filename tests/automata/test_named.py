"""Named automata: a guess product agrees with the projection of a product."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague import jit
from sprague.automata.atoms import digit_sum_zero, linear
from sprague.automata.automaton import determinise
from sprague.automata.named import NamedAutomaton, guess_product
from sprague.automata.nondeterministic import close_leading_zeros
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY
from sprague.automata.words import decode_word, encode_word
from sprague.errors import OutOfReach
from sprague.limits import Limits
from tests.properties.random_rules import examples
from tests.properties.test_automata_laws import automata
from tests.snapshots import refused

NAMES = ("x", "y", "z")


@st.composite
def named(draw: st.DrawFn, numeration_name: str) -> NamedAutomaton:
    numeration = {"2": BINARY, "3": TERNARY, "fibonacci": FIBONACCI}[numeration_name]
    names = tuple(draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=2)))
    return NamedAutomaton(draw(automata(len(names), numeration)), names)


@examples(60)
@given(st.data(), st.sampled_from(["2", "3", "fibonacci"]), st.integers(0, 3))
def test_guessing_is_projecting_the_product(data: st.DataObject, digits: str, read: int) -> None:
    left, right = (data.draw(named(digits)) for _ in range(2))
    whole = left.arranged_over(NAMES) & right.arranged_over(NAMES)
    projected = whole.project(*range(read, len(NAMES)))
    found = guess_product(left, right, NAMES[:read], NAMES[read:])
    assert determinise(close_leading_zeros(found.pairs)) == projected
    # Where leading zeros do not matter, a run spells numbers that fit.
    for position in product(range(4), repeat=read):
        word = np.concatenate([np.zeros(8, np.int32), encode_word(position, left.automaton.numeration)])
        spelt = found.find_guess(word)
        if spelt is not None:
            assert position in projected
            guessed = decode_word(spelt, len(NAMES) - read, left.automaton.numeration)
            assert (*position, *guessed) in whole
        else:
            assert all((*position, *rest) not in whole for rest in product(range(4), repeat=len(NAMES) - read))


@pytest.mark.slow
def test_plain_and_compiled_guess_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    sums, nim = (
        NamedAutomaton(linear((1, 5, -7), 0, "<="), ("x", "y", "z")),
        NamedAutomaton(digit_sum_zero(3, 2), NAMES),
    )
    made = []
    for how in ("plain", "compiled"):
        monkeypatch.setattr(jit, "mode", how)
        found = guess_product(sums, nim, ["x"], ["z", "y"])
        spelt = found.find_guess(np.array([0, 0, 0, 0, 0, 1, 0, 1, 1], np.int32))
        assert spelt is not None
        made.append([found.lefts.tolist(), found.pairs.offsets.tolist(), found.pairs.targets.tolist(), spelt.tolist()])
    assert made[0] == made[1]
    assert len(made[0][0]) > 1


def test_too_much_is_refused() -> None:
    sums, nim = NamedAutomaton(linear((1, 5, -7), 0, "<="), NAMES), NamedAutomaton(digit_sum_zero(3, 2), NAMES)
    with Limits(memory=300).watch(), refused(OutOfReach):
        guess_product(sums, nim, ["x"], ["y", "z"])


def test_names_that_are_not_there_are_free() -> None:
    less = NamedAutomaton(linear((1, -1), 0, "<"), ("x", "y"))
    assert (5, 1, 2) in less.arranged_over(("z", "x", "y"))
    assert less.project("z") is less
    assert less.project("y").names == ("x",)
    assert less.project("x").automaton.smallest() == (1,)
