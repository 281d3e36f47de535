"""Automata as sets: construction, membership, operations and refused input."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from itertools import islice, permutations, product
from math import comb

import numpy as np
import pytest

from sprague.automata.atoms import digit_sum_zero, finite, linear, power, residue
from sprague.automata.automaton import Automaton, determinise, everything, nothing
from sprague.automata.comparison import Expected, expect, find_difference
from sprague.automata.nondeterministic import Nondeterministic, as_nondeterministic, project_tracks, unite
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration, base
from sprague.automata.transition_table import minimise
from sprague.automata.words import decode_word, encode_word
from sprague.errors import OutOfReach
from sprague.limits import Limits
from tests.layers import sample
from tests.snapshots import refusal, snapshot
from tests.waiting import LONGEST

NUMERATIONS = [BINARY, TERNARY, base(10), FIBONACCI]
EVEN = Automaton(1, BINARY, [[0, 1], [0, 1]], [True, False])


def test_words_are_columns_of_digits() -> None:
    assert encode_word((5, 3), BINARY).tolist() == [2, 1, 3]
    assert decode_word(np.array([2, 1, 3], np.int32), 2, BINARY) == (5, 3)
    assert encode_word((), BINARY).size == 0
    for system in NUMERATIONS:
        assert decode_word(encode_word((17, 0, 250), system), 3, system) == (17, 0, 250)


# ---------------------------------------------------------------------------- what an automaton is


def test_equal_sets_are_equal_whatever_the_table() -> None:
    padded = Automaton(1, BINARY, [[2, 1], [0, 1], [2, 1], [3, 3]], [True, False, True, True])
    assert padded == EVEN
    assert hash(padded) == hash(EVEN)
    assert padded.states == 2
    assert residue((1,), 0, 2, {0}, TERNARY) != EVEN
    assert object() != EVEN
    assert len({EVEN, padded, ~EVEN}) == 2


def test_automata_do_not_change() -> None:
    with pytest.raises(ValueError, match="read-only"):
        EVEN.table[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        EVEN.accepting[0] = False
    with pytest.raises(AttributeError):
        EVEN.tracks = 2  # type: ignore[misc]


def test_the_table_given_may_change_later() -> None:
    table = np.array([[0, 1], [0, 1]], np.int32)
    made = Automaton(1, BINARY, table, np.array([True, False]))
    table[:] = 0
    assert made == EVEN


def test_no_tracks_are_true_and_false() -> None:
    true, false = everything(0), nothing(0)
    assert () in true
    assert () not in false
    assert ~true == false
    assert true | false == true
    assert EVEN.project(0) == true
    assert (EVEN - EVEN).project(0) == false
    assert true.arrange((), 2) == everything(2)
    assert list(true.members()) == [()]
    assert (true.smallest(), false.smallest()) == ((), None)
    assert (true.count(0), true.count(1), false.count(0)) == (1, 0, 0)
    snapshot(repr(true))


def test_adjacent_ones_are_no_fibonacci_digits() -> None:
    everywhere = everything(2, FIBONACCI)
    assert everywhere.states == 5
    assert (~everywhere).is_empty
    assert (~~nothing(2, FIBONACCI)).is_empty
    assert Automaton(1, FIBONACCI, [[0, 0]], [True]) == everything(1, FIBONACCI)
    assert everything(1, FIBONACCI).arrange((1,), 2) == everywhere
    assert [x for (x,) in islice(everything(1, FIBONACCI).members(), 30)] == list(range(30))


def test_repr() -> None:
    snapshot(repr(linear((1, 1, -1), 0, "=", FIBONACCI)))


def test_arrange_says_which_numbers_are_looked_at() -> None:
    double = linear((1, -2), 0, "=")  # x = 2y
    assert (3, 100, 6) in double.arrange((2, 0), tracks=3)
    assert (6, 100, 3) not in double.arrange((2, 0), tracks=3)
    assert double.arrange((0, 0), tracks=1) == finite([(0,)], 1)
    assert double.arrange((0, None), tracks=1) == EVEN
    assert double.arrange((0, 1), tracks=2) is double


def test_two_numbers_are_swapped() -> None:
    double = linear((1, -2), 0, "=")  # x = 2y
    assert double.swap(0, 1) == linear((-2, 1), 0, "=")
    assert double.swap(1, 1) == double


def test_which_tuples_an_order_tells_apart() -> None:
    double = linear((1, -2, 0), 0, "=")  # x = 2y, whatever z
    assert double.asymmetry_witness([]) is None
    assert double.asymmetry_witness([(0, 1)]) == ((1, 2, 0), (2, 1, 0))
    assert double.asymmetry_witness([(0,), (1, 2)]) == ((0, 0, 1), (0, 1, 0))
    assert digit_sum_zero(3, 2).asymmetry_witness([(0, 1, 2)]) is None


def test_an_automaton_that_guesses_may_be_arranged() -> None:
    guessing = project_tracks(linear((1, 2, -3, -4), 0, "="), 3)  # x + 2y = 3z + 4w for some w
    exact = determinise(guessing)
    for order in permutations(range(3)):
        assert determinise(guessing.arrange(order)) == exact.arrange(order, 3)


# ---------------------------------------------------------------------------- members


@pytest.mark.slow
def test_members_of_a_million_digits() -> None:
    huge = 10**300_000
    assert (huge, 1, huge + 1) in linear((1, 1, -1), 0, "=")
    assert (huge, 1, huge) not in linear((1, 1, -1), 0, "=")
    assert (huge, huge ^ 5, 5) in digit_sum_zero(3, 2)
    assert (1 << 3_000_000,) in power(BINARY, 2)
    assert (huge,) not in power(BINARY, 2)
    assert (huge, huge - 1) in linear((1, -1), -1, "=", TERNARY)
    assert (3 * huge, huge) not in linear((1, -3), -1, "=", TERNARY)
    tall = 10**50_000
    assert (tall, tall - tall // 10) in linear((9, -10), 0, "=", FIBONACCI)
    assert (tall, tall - tall // 10 + 1) not in linear((9, -10), 0, "=", FIBONACCI)


def test_membership_takes_numbers_of_all_kinds() -> None:
    assert 6 in EVEN
    assert (np.int64(6),) in EVEN
    assert [4] in EVEN
    assert -2 not in EVEN
    assert (-1, 3) not in everything(2)


def test_the_smallest_member_has_the_fewest_digits() -> None:
    assert linear((1, 1), -11, "=").smallest() == (4, 7)
    assert (linear((1,), -1000, ">") & EVEN).smallest() == (1002,)
    assert nothing(3).smallest() is None
    assert everything(3).smallest() == (0, 0, 0)


def test_finite_sets_have_finitely_many_members() -> None:
    five = linear((1, 1, 1), -5, "=")
    assert sorted(five.members()) == sorted(x for x in product(range(6), repeat=3) if sum(x) == 5)
    assert list(nothing(2).members()) == []
    assert list(islice((power(BINARY, 2) & linear((1,), -100, ">")).members(), 3)) == [(128,), (256,), (512,)]


@pytest.mark.parametrize("system", [BINARY, TERNARY, FIBONACCI], ids=str)
def test_counts(system: Numeration) -> None:
    for chips in (0, 1, 12, 10**6, 10**30 + 1):
        assert everything(3, system).count(chips) == comb(chips + 2, 2)
        assert linear((1, -1), 0, "<", system).count(chips) == (chips + 1) // 2
        assert residue((1, 0), 0, 5, {2}, system).count(chips) == (chips + 3) // 5
    assert everything(2, system).count(-1) == 0
    assert finite([(3, 4), (7, 0), (1, 1)], 2, system).count(7) == 2


def test_nim_positions_of_zero_sum_counted() -> None:
    """For three piles with xor 0 and 2n chips, the number of positions is 3 to the number of ones of n."""
    for half in (0, 1, 5, 1023, 500_000):
        assert digit_sum_zero(3, 2).count(2 * half) == 3 ** half.bit_count()
        assert digit_sum_zero(3, 2).count(2 * half + 1) == 0


def test_difference_is_the_smallest_tuple_in_one_of_two_sets() -> None:
    assert linear((1, -1), 0, "<").difference(linear((1, -1), 0, "<=")) == (0, 0)
    assert linear((1,), -700, "<").difference(linear((1,), -701, "<")) == (700,)
    assert EVEN.difference(EVEN) is None
    assert EVEN <= EVEN
    assert not EVEN < EVEN
    assert everything(1) > EVEN >= residue((1,), 0, 4, {0})


# ---------------------------------------------------------------------------- size


@pytest.mark.parametrize("length", sample([50, 5_000], 2))
def test_long_chains_are_minimised(length: int) -> None:
    """An accepting state is at the end of two copies of a chain; minimisation merges the copies."""
    ahead = np.minimum(np.arange(2 * length) + 2, 2 * length - 2 + np.arange(2 * length) % 2)
    table = np.stack([ahead, ahead ^ 1], axis=1)
    least, labels = minimise(table, np.arange(2 * length) >= 2 * length - 2)
    assert least.tolist() == [[min(i + 1, length - 1)] * 2 for i in range(length)]
    assert np.flatnonzero(labels).tolist() == [length - 1]
    # A chain that is already least stays as it is.
    chain = np.minimum(np.arange(length)[:, None] + [[1, 0]], length - 1)
    again, _ = minimise(chain, np.arange(length) == length - 1)
    assert np.array_equal(again, chain)


def test_residues_of_several_piles() -> None:
    six = residue((1, 2, 3, 4), 0, 6, {0})
    assert six.states == 4  # r and r + 3 differ for the last digit only, and there only 0 and 3
    assert (~six.project(0)).is_empty
    assert residue((2, 2, 4), 0, 6, {0}).project(0) == everything(2)
    assert residue((3, 2, 4), 0, 6, {0}).project(0, 2) == everything(1)


def test_import_stays_light() -> None:
    program = "import sys, sprague; print('numba' in sys.modules, 'sprague.automata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONGEST, check=True)
    assert done.stdout == "False False\n"


# ---------------------------------------------------------------------------- errors


def test_tables_that_are_no_automata() -> None:
    refusal(lambda: Automaton(1, BINARY, [[0, 0, 0]], [True]))
    refusal(lambda: Automaton(1, BINARY, [[0.0, 0.0]], [True]))
    refusal(lambda: Automaton(1, BINARY, [[0, 0]], [True, False]))
    for target in (-1, 1):
        refusal(lambda target=target: Automaton(1, BINARY, [[0, target]], [True]))  # type: ignore[misc]
    refusal(lambda: Automaton(1, BINARY, [[1, 0], [1, 1]], [True, False]))
    refusal(lambda: everything(-1))
    refusal(lambda: everything(13, TERNARY), OutOfReach)


def test_questions_that_do_not_fit() -> None:
    refusal(lambda: (1, 2) in EVEN)
    assert "('x')" in str(refusal(lambda: ("x",) in EVEN))  # type: ignore[operator]
    assert "(…, 3)" in str(refusal(lambda: (10**9999, 3) in EVEN))
    refusal(lambda: EVEN & everything(2))
    refusal(lambda: EVEN.arrange((0, 1), 2))
    refusal(lambda: EVEN.arrange((2,), 2))
    refusal(lambda: EVEN.project(1))
    refusal(lambda: everything(2).project(1, 1))


def test_nondeterministic_automata_are_checked() -> None:
    none, accepting = np.zeros(0, np.int32), np.array([True])

    def make(offsets: list[int], targets: list[int], initial: list[int]) -> Nondeterministic:
        return Nondeterministic(
            1, BINARY, np.array(offsets), np.array(targets, np.int32), accepting, np.array(initial, np.int32)
        )

    snapshot(repr(make([0, 1, 2], [0, 0], [0, 0])))
    assert determinise(make([0, 1, 1], [0], [0])) == finite([(0,)], 1)
    assert determinise(Nondeterministic(1, BINARY, np.zeros(3, np.int64), none, accepting, none)).is_empty
    refusal(lambda: make([0, 1], [0], [0]))
    refusal(lambda: make([0, 1, 2], [0], [0]))
    refusal(lambda: make([0, 1, 2], [0, 1], [0]))
    refusal(lambda: make([0, 1, 2], [0, 0], [-1]))
    refusal(lambda: unite([]))
    two = project_tracks(digit_sum_zero(3, 2), 0)
    refusal(lambda: unite([two, make([0, 1, 2], [0, 0], [0])]))
    wrong = Expected(np.zeros((1, 2), np.int32), np.zeros(1, np.int8))
    refusal(lambda: find_difference(wrong, two))


def test_operations_that_need_too_many_states_are_refused() -> None:
    seven, nine = residue((1, 0), 0, 7, {0}), residue((0, 1), 0, 9, {0})
    either = seven | nine
    nfa = project_tracks(seven.arrange((0, 1), 3) & digit_sum_zero(3, 3), 0)
    refusal(lambda: determinise(nfa, limit=3), OutOfReach)
    same = expect(determinise(nfa))
    with Limits(states=20, pairs=3).watch():
        refusal(lambda: find_difference(same, nfa), OutOfReach)
        refusal(lambda: seven & nine, OutOfReach)
        refusal(lambda: expect(seven, nine), OutOfReach)
        refusal(lambda: seven <= either, OutOfReach)


def test_what_does_not_fit_the_memory_is_refused_before_it_is_made() -> None:
    seven, nine = residue((1, 0), 0, 7, {0}), residue((0, 1), 0, 9, {0})
    nfa = project_tracks(seven.arrange((0, 1), 3) & digit_sum_zero(3, 3), 0)
    same = expect(determinise(nfa))
    with Limits(memory=4000).watch():
        refusal(lambda: seven & nine, OutOfReach)
        refusal(lambda: seven.arrange((0, 1), 6), OutOfReach)
        refusal(lambda: everything(4, FIBONACCI), OutOfReach)
    with Limits(memory=200).watch():
        refusal(lambda: find_difference(same, nfa), OutOfReach)
    # Few subsets, but with many members.
    states = 700
    offsets = np.cumsum([0, *(1 + (symbol == 1 and state == 0) for state in range(states) for symbol in range(2))])
    targets = [t for state in range(states) for symbol in range(2) for t in _next(state, symbol, states)]
    ones = Nondeterministic(
        1,
        BINARY,
        offsets,
        np.array(targets, np.int32),
        np.arange(states) == states - 1,
        np.arange(states, dtype=np.int32),
    )
    with Limits(memory=10**6).watch():
        refusal(lambda: determinise(ones), OutOfReach)


def _next(state: int, symbol: int, states: int) -> list[int]:
    """Guess at a 1 that it is the last but so many digits; then count."""
    if state == 0:
        return [0, 1] if symbol else [0]
    return [min(state + 1, states - 1)]


@pytest.mark.parametrize(
    "made", [digit_sum_zero(3, 2), everything(0), nothing(2, FIBONACCI), residue((1, 2), 0, 7, [3])]
)
def test_automata_are_values(made: Automaton) -> None:
    assert made.useful.shape == (made.states,)  # what is found out about one is no part of it
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert hash(again) == hash(made)
    assert repr(again) == repr(made)
    assert len({again, made, copy.deepcopy(made)}) == 1
    for automaton in (made, again):
        with pytest.raises(ValueError, match="read-only"):
            automaton.table[0, 0] = 1
        with pytest.raises(ValueError, match="read-only"):
            automaton.accepting[0] = True
        with pytest.raises(FrozenInstanceError):
            automaton.tracks = 7  # type: ignore[misc]
    nfa = pickle.loads(pickle.dumps(as_nondeterministic(made)))
    assert determinise(nfa) == made
    with pytest.raises(ValueError, match="read-only"):
        nfa.offsets[0] = 1


def test_sets_are_equal_however_they_were_made() -> None:
    assert digit_sum_zero(2, 2) == linear((1, -1), 0, "=") != digit_sum_zero(3, 2)
    assert linear((1,), 0, ">=") == everything(1) != everything(1, TERNARY)
