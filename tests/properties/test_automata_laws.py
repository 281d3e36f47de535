"""Random automata satisfy the laws of sets; their operations agree with slow reference versions."""

from __future__ import annotations

from itertools import islice, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague import jit
from sprague.automata import kernels as plain
from sprague.automata import nondeterministic as subsets
from sprague.automata.atoms import linear
from sprague.automata.automaton import Automaton, determinise, everything, nothing
from sprague.automata.comparison import EITHER, Expected, expect, find_difference
from sprague.automata.nondeterministic import (
    Nondeterministic,
    close_leading_zeros,
    project_tracks,
    target_masks,
    trim,
    unite,
)
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, TRIBONACCI, Numeration, recurrent
from sprague.automata.transition_table import minimise
from sprague.automata.words import decode_word, encode_word
from sprague.errors import OutOfReach
from sprague.limits import Limits
from tests.properties.random_rules import examples

kernels = jit.compile_lazily(plain)

WEIGHTS = {
    "2": [1, 2, 4, 8, 16, 32],
    "3": [1, 3, 9, 27],
    "fibonacci": [1, 2, 3, 5, 8, 13, 21, 34],
    "tribonacci": [1, 2, 4, 7, 13, 24, 44],
    "2,1": [1, 3, 7, 17, 41],
    "3,-1": [1, 3, 8, 21, 55],
}
NUMERATIONS = st.sampled_from([BINARY, TERNARY, FIBONACCI, TRIBONACCI, recurrent((2, 1)), recurrent((3, -1))])
LIMITS = {0: 1, 1: 40, 2: 14, 3: 7}
Rows = list[list[int]]
Word = tuple[int, ...]


@st.composite
def tables(draw: st.DrawFn, symbols: int, most: int = 6) -> tuple[Rows, list[bool]]:
    """A table and what it accepts; zeros lead from the start to the start."""
    states = draw(st.integers(1, most))
    rows = draw(
        st.lists(
            st.lists(st.integers(0, states - 1), min_size=symbols, max_size=symbols), min_size=states, max_size=states
        )
    )
    rows[0][0] = 0
    return rows, draw(st.lists(st.booleans(), min_size=states, max_size=states))


@st.composite
def automata(draw: st.DrawFn, tracks: int, numeration: Numeration) -> Automaton:
    rows, accepting = draw(tables(numeration.digits**tracks))
    return Automaton(tracks, numeration, rows, accepting)


@st.composite
def several(draw: st.DrawFn, count: int, most: int = 3) -> list[Automaton]:
    numeration, tracks = draw(NUMERATIONS), draw(st.integers(0, most))
    return [draw(automata(tracks, numeration)) for _ in range(count)]


def column_words(position: Word, numeration: Numeration) -> list[Word]:
    """The columns of digits of a position of small numbers, greedily from the largest weight."""
    weights = WEIGHTS[numeration.name]

    def word(number: int) -> Word:
        out = []
        for weight in reversed(weights):
            digit, number = divmod(number, weight)
            out.append(digit)
        return tuple(out)

    words = [word(number) for number in position]
    return [tuple(w[i] for w in words) for i in range(len(weights))]


def accepts(rows: Rows, accepting: list[bool], position: Word, numeration: Numeration) -> bool:
    state = 0
    for column in column_words(position, numeration):
        symbol = 0
        for digit in column:
            symbol = symbol * numeration.digits + digit
        state = rows[state][symbol]
    return accepting[state]


@examples(60)
@given(st.data(), NUMERATIONS, st.integers(0, 3))
def test_an_automaton_accepts_the_words_of_its_table(data: st.DataObject, numeration: Numeration, tracks: int) -> None:
    rows, accepting = data.draw(tables(numeration.digits**tracks))
    automaton = Automaton(tracks, numeration, rows, accepting)
    limit = LIMITS[tracks]
    array = automaton.to_array(limit)
    for position in product(range(limit), repeat=tracks):
        assert array[position] == accepts(rows, accepting, position, numeration)
    some = tuple(data.draw(st.integers(0, limit - 1)) for _ in range(tracks))
    assert (some in automaton) == array[some]


@examples(80)
@given(several(3))
def test_the_laws_of_sets(three: list[Automaton]) -> None:
    a, b, c = three
    whole, empty = everything(a.tracks, a.numeration), nothing(a.tracks, a.numeration)
    limit = LIMITS[a.tracks]
    left, right = a.to_array(limit), b.to_array(limit)
    for made, expected in [
        (a & b, left & right),
        (a | b, left | right),
        (a - b, left & ~right),
        (a ^ b, left ^ right),
        (~a, ~left),
    ]:
        assert np.array_equal(made.to_array(limit), expected)
    assert ~(a & b) == ~a | ~b
    assert ~~a == a
    assert a & (b | c) == (a & b) | (a & c)
    assert a ^ b == (a - b) | (b - a)
    assert a | ~a == whole
    assert a & ~a == empty
    assert hash(~(a | b)) == hash(~a & ~b)
    assert (a <= b) == (a - b).is_empty == (a & b == a)
    assert (a < b) == (a <= b and a != b)
    assert (~(a | b)).is_empty == (~a <= b)
    assert a.difference(b) == (a ^ b).smallest()


def naive_classes(rows: Rows, labels: list[int]) -> int:
    """Return the number of states of the minimal automaton, by marking distinguishable pairs of states."""
    reached = {0}
    while more := {t for s in reached for t in rows[s]} - reached:
        reached |= more
    apart = {(s, t) for s in reached for t in reached if labels[s] != labels[t]}
    while more_pairs := {
        (s, t)
        for s in reached
        for t in reached
        if (s, t) not in apart and any((u, v) in apart for u, v in zip(rows[s], rows[t], strict=True))
    }:
        apart |= more_pairs
    return len({min(t for t in reached if (s, t) not in apart) for s in reached})


@examples(120)
@given(st.data(), st.integers(1, 4), st.integers(0, 20))
def test_minimisation_is_least_and_canonical(data: st.DataObject, symbols: int, rounds: int) -> None:
    rows, _ = data.draw(tables(symbols, most=14))
    labels = data.draw(st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    table, least = minimise(np.array(rows), labels, rounds)
    assert len(table) == naive_classes(rows, labels)
    # Same labels on all words: the two side by side never differ.
    seen, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        s, t = waiting.pop()
        assert labels[s] == least[t]
        for pair in zip(rows[s], table[t].tolist(), strict=True):
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    # Breadth first: states appear in the table in order.
    order = list(dict.fromkeys([0, *table.reshape(-1).tolist()]))
    assert order == list(range(len(table)))
    # Whatever the states were called, and however they were found.
    shuffled = [0, *data.draw(st.permutations(range(1, len(rows))))]
    place = {old: new for new, old in enumerate(shuffled)}
    renamed = np.array([[place[t] for t in rows[old]] for old in shuffled])
    again, names = minimise(renamed, [labels[old] for old in shuffled])
    assert np.array_equal(again, table)
    assert np.array_equal(names, least)


@examples(60)
@given(st.data(), several(1))
def test_projection_is_existence(data: st.DataObject, one: list[Automaton]) -> None:
    (a,) = one
    gone = data.draw(st.sets(st.sampled_from(range(a.tracks)))) if a.tracks else set()
    projection = a.project(*gone)
    kept = [t for t in range(a.tracks) if t not in gone]
    limit = 6
    # All states that some digits of a witness lead to, first while the numbers read are still zero.
    start = {0}
    columns = list(product(range(a.numeration.digits), repeat=a.tracks))
    zero = [i for i, column in enumerate(columns) if not any(column[t] for t in kept)]
    while more := {int(a.table[s, i]) for s in start for i in zero} - start:
        start |= more
    for position in product(range(limit), repeat=len(kept)):
        states = set(start)
        for read in column_words(position, a.numeration):
            states = {
                int(a.table[s, i])
                for s in states
                for i, column in enumerate(columns)
                if tuple(column[t] for t in kept) == read
            }
        assert (position in projection) == any(a.accepting[s] for s in states)
    assert np.all(a.to_array(limit).any(axis=tuple(gone)) <= projection.to_array(limit))
    assert (a.arrange([None if t in gone else kept.index(t) for t in range(a.tracks)], len(kept))) == projection


@examples(40)
@given(several(1, most=2))
def test_projection_adds_only_tuples_with_a_witness(one: list[Automaton]) -> None:
    (a,) = one
    if a.tracks:
        for x in islice(a.project(0).members(), 12):
            fixed = everything(a.tracks, a.numeration)
            for track, number in enumerate(x, 1):
                word = Automaton(1, a.numeration, *only(number, a.numeration))
                fixed &= word.arrange((track,), a.tracks)
            witness = (fixed & a).smallest()
            assert witness is not None
            assert witness[1:] == x
            assert witness in a


def only(number: int, numeration: Numeration) -> tuple[Rows, list[bool]]:
    """An automaton for one number: a chain of its digits."""
    word = numeration.write(number).tolist()
    dead = len(word) + 1
    rows = [[dead] * numeration.digits for _ in range(dead + 1)]
    for place, digit in enumerate(word):
        rows[place][digit] = place + 1
    rows[0][0] = 0
    return rows, [place == len(word) for place in range(dead + 1)]


@examples(60)
@given(st.data(), several(1))
def test_arranging_permutes_and_repeats(data: st.DataObject, one: list[Automaton]) -> None:
    (a,) = one
    tracks = data.draw(st.integers(1 if a.tracks else 0, 3))
    sources = [data.draw(st.integers(0, tracks - 1)) for _ in range(a.tracks)]
    array = a.arrange(sources, tracks).to_array(5)
    small = a.to_array(5)
    for x in product(range(5), repeat=tracks):
        assert array[x] == small[tuple(x[s] for s in sources)]


@examples(30)
@given(several(1))
def test_arranging_back_is_the_same(one: list[Automaton]) -> None:
    (a,) = one
    for order in permutations(range(a.tracks)):
        back = [order.index(track) for track in range(a.tracks)]
        assert a.arrange(order, a.tracks).arrange(back, a.tracks) == a


@examples(60)
@given(several(1))
def test_members_come_in_order_and_count(one: list[Automaton]) -> None:
    (a,) = one
    members = list(islice(a.members(), 60))
    assert len(set(members)) == len(members)
    keys = [(len(word), word) for m in members for word in [encode_word(m, a.numeration).tolist()]]
    assert keys == sorted(keys)
    assert all(m in a for m in members)
    assert a.smallest() == (members[0] if members else None)
    limit = 6
    small = {tuple(map(int, x)) for x in np.argwhere(a.to_array(limit))}
    longest = keys[-1][0] if len(members) == 60 else 99
    assert {m for m in small if encode_word(m, a.numeration).size < longest} <= set(members)
    for chips in range(limit):
        assert a.count(chips) == sum(sum(m) == chips for m in small)


# ---------------------------------------------------------------------------- nondeterministic


@st.composite
def nondeterministic(draw: st.DrawFn, tracks: int, numeration: Numeration) -> Nondeterministic:
    states, symbols = draw(st.integers(1, 6)), numeration.digits**tracks
    subset = st.sets(st.integers(0, states - 1), max_size=2)
    lists = [sorted(draw(subset)) for _ in range(states * symbols)]
    return Nondeterministic(
        tracks,
        numeration,
        np.cumsum([0, *map(len, lists)]),
        np.array([t for targets in lists for t in targets], np.int32),
        np.array(draw(st.lists(st.booleans(), min_size=states, max_size=states))),
        np.array(sorted(draw(subset)), np.int32),
    )


def targets_of(nfa: Nondeterministic, state: int, symbol: int) -> set[int]:
    key = state * nfa.symbols + symbol
    return set(nfa.targets[nfa.offsets[key] : nfa.offsets[key + 1]].tolist())


def subset_after(nfa: Nondeterministic, word: Word) -> frozenset[int]:
    subset = set(nfa.initial.tolist())
    for symbol in word:
        subset = {t for s in subset for t in targets_of(nfa, s, symbol)}
    return frozenset(subset)


def naive_accepts(nfa: Nondeterministic, word: Word) -> bool:
    return any(nfa.accepting[s] for s in subset_after(nfa, word))


def words(symbols: int, longest: int) -> list[Word]:
    return [word for length in range(longest + 1) for word in product(range(symbols), repeat=length)]


@examples(80)
@given(st.data(), st.integers(1, 2), st.sampled_from([BINARY, TERNARY]))
def test_subsets_accept_the_same_words(data: st.DataObject, tracks: int, numeration: Numeration) -> None:
    nfa, other = (data.draw(nondeterministic(tracks, numeration)) for _ in range(2))
    longest = {2: 6, 3: 4, 4: 3, 9: 2}[nfa.symbols]
    both, small = unite([nfa, other]), trim(nfa)
    arguments = (nfa.offsets, nfa.targets, nfa.accepting, nfa.initial, nfa.symbols)
    by_bits = kernels.construct_subsets(*arguments, target_masks(nfa), 1000, 10**6)
    by_lists = kernels.construct_subsets(*arguments, target_masks(nfa)[:, :0].copy(), 1000, 10**6)
    table, accepting, _ = by_bits
    assert np.array_equal(table, by_lists[0])
    assert np.array_equal(accepting, by_lists[1])
    for word in words(nfa.symbols, longest):
        expected = naive_accepts(nfa, word)
        assert accepting[kernels.run_word(table, 0, np.array(word, np.int32))] == expected
        assert naive_accepts(small, word) == expected
        assert naive_accepts(both, word) == (expected or naive_accepts(other, word))
    assert small.states <= nfa.states
    start = set(nfa.initial.tolist())
    while more := {t for s in start for t in targets_of(nfa, s, 0)} - start:
        start |= more
    assert close_leading_zeros(nfa).initial.tolist() == sorted(start)


@examples(100)
@given(st.data(), st.sampled_from([BINARY, TERNARY]))
def test_the_fused_search_finds_the_first_difference(data: st.DataObject, numeration: Numeration) -> None:
    nfa = data.draw(nondeterministic(1, numeration))
    rows, _ = data.draw(tables(nfa.symbols, most=4))
    kinds = data.draw(st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    found = find_difference(Expected(np.array(rows), np.array(kinds)), nfa)

    # Naively: breadth first over words, one per pair, shortest and least first.
    queue: list[tuple[int, frozenset[int], Word]] = [(0, subset_after(nfa, ()), ())]
    seen = {queue[0][:2]}
    expected = None
    for state, subset, word in queue:
        if kinds[state] != EITHER and kinds[state] != any(nfa.accepting[s] for s in subset):
            expected = word
            break
        for symbol in range(nfa.symbols):
            pair = rows[state][symbol], frozenset(t for s in subset for t in targets_of(nfa, s, symbol))
            if pair not in seen:
                seen.add(pair)
                queue.append((*pair, (*word, symbol)))
    assert (None if found.word is None else tuple(found.word.tolist())) == expected
    assert found.explored <= len(seen)


@examples(60)
@given(several(2))
def test_comparing_with_a_projection_is_comparing_sets(two: list[Automaton]) -> None:
    a, among = two
    if not a.tracks:
        return
    nfa, guess, care = project_tracks(a, 0), among.project(0), a.project(a.tracks - 1)
    real = determinise(nfa)
    assert real == a.project(0)
    assert find_difference(expect(real), nfa).word is None
    for region in (None, care):
        found = find_difference(expect(guess, region), nfa).word
        wrong = real ^ guess if region is None else (real ^ guess) & region
        assert (None if found is None else decode_word(found, nfa.tracks, nfa.numeration)) == wrong.smallest()


@pytest.mark.slow
def test_plain_and_compiled_kernels_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same operations again, on fixed random automata with enough states to make arrays grow."""

    def outcome() -> list[object]:
        random = np.random.default_rng(7)
        made = []
        for _ in range(2):
            table = random.integers(0, 24, (24, 4))
            table[0, 0] = 0
            made.append(Automaton(2, BINARY, table, random.random(24) < 0.3))
        a, b = made
        chain = np.minimum(np.arange(60)[:, None] + [[1, 2]], 59)
        p = a.project(1)
        with pytest.raises(OutOfReach) as limited, Limits(pairs=5).watch():
            find_difference(expect(p), project_tracks(a, 1))
        return [
            a & b,
            a.difference(b),
            a <= a | b,
            p,
            (12345, 999) in a,
            find_difference(expect(p), project_tracks(a, 1)),
            find_difference(expect(~p), project_tracks(a, 1)).explored,
            str(limited.value),
            str(find_difference(expect(linear((1,), 0, ">=")), project_tracks(linear((1, -4), 0, "="), 1)).word),
            [part.tolist() for part in minimise(chain, np.arange(60) == 59, 3)],
            list(islice(b.members(), 5)),
        ]

    found = []
    for how in ("compiled", "plain"):
        monkeypatch.setattr(jit, "mode", how)
        for few_words in (subsets.FEW_WORDS, 0):  # subsets as bits, and as lists
            with monkeypatch.context() as patch:
                patch.setattr(subsets, "FEW_WORDS", few_words)
                found.append(outcome())
    assert all(other == found[0] for other in found)
