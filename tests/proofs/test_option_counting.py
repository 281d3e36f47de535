"""Proofs about games with `block`: known theorems, counts for random sets, and refutations."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import sprague
from sprague import Limits, Proof, Refutation
from sprague.automata.automaton import Automaton, determinise
from sprague.automata.numeration import BINARY, FIBONACCI, Numeration
from sprague.certificates.trees import write_rule
from sprague.errors import OutOfReach
from sprague.proofs.kernel_equation import check_kernel
from sprague.proofs.option_counting import options_into_set, positions_with_more_options
from sprague.proofs.position_automata import positions_automaton
from sprague.proofs.undecided import Undecided
from sprague.rules import parse
from tests.blocking_rules import with_blocking
from tests.expected_tables import Expected, positions_within
from tests.properties.random_rules import examples
from tests.properties.test_tables import rules
from tests.snapshots import refused, snapshot

WYTHOFF = "(a, b) -> (u, b) where u < a ; (a, v) where v < b ; (a - k, b - k) where k >= 1"
LARSSON = (
    "a = 0 and b = 0 or b = 2a + 1 or a = 2b + 1 or (exists x <= a: exists y <= b: a = 2x + 2 and b = 2y + 2 and "
    "(y = fib_shift(x) and even(fib_zeros(x)) or x = fib_shift(y) and even(fib_zeros(y))))"
)

#: Rule and P-positions. One pile, any number or up to five chips at a time: as many positions as may be forbidden, and
#: one more (A. Flammenkamp, A. Holshouser and H. Reiter, Electron. J. Combin. 10 (2003)). Wythoff with two
#: forbidden: Theorem for k = 3 of U. Larsson, Blocking Wythoff Nim, Electron. J. Combin. 18 (2011).
KNOWN = [
    *((f"(a) -> (u) where u < a block {m}", f"a <= {m}") for m in (1, 2, 3)),
    *((f"(a) -> (a - k) where 1 <= k <= 5 block {m}", f"a mod 6 <= {m}") for m in (1, 2, 3)),
    ("(a, b) -> (u, b) where u < a any order block 1", "xor <= 1"),
    ("(a, b) -> (u, b) where u < a ; (a, v) where v < b block 1", "max - min = 1 or max = 0"),
    ("(a, b) -> (u, b) where u < a any order block 2", "max - min <= 2 and sum is even or sum = 1"),
    (f"{WYTHOFF} block 2", "a = 0 and b = 0 or b = 2a + 1 or b = 2a + 2 or a = 2b + 1 or a = 2b + 2"),
    ("(a) -> (a - 1) block 1", "a >= 0"),
    ("(a, b) -> (a - 1, b + 1) ; (a - 1, b) win when a = 3 block 1", "a <= 2 and a is even or a >= 3 and a is odd"),
]


@pytest.mark.parametrize(("rule", "formula"), KNOWN)
def test_known_p_positions_are_proved_and_verified(rule: str, formula: str) -> None:
    proof = sprague.prove(rule, formula)
    assert isinstance(proof, Proof), proof
    assert sprague.verify(proof.certificate())
    expected = Expected(parse(rule))
    for position in positions_within(proof.game, limit=9):
        assert (position in proof) == (expected.outcome(position) == "P"), position
        assert proof.grundy(position) is None


@pytest.mark.slow
def test_wythoff_with_one_option_forbidden_is_proved_in_fibonacci_digits() -> None:
    """Larsson's theorem for k = 2: (0, 0), (n, 2n + 1), and twice a P-position of Wythoff, and two."""
    proof = sprague.prove(f"{WYTHOFF} block 1", LARSSON)
    assert isinstance(proof, Proof), proof
    assert (20, 33) not in proof
    assert (20, 32) in proof  # 2 (9, 15) + 2
    assert (2 * 10**30, 4 * 10**30 + 1) in proof


@pytest.mark.parametrize(
    ("rule", "formula"),
    [
        ("(a) -> (u) where u < a block 2", "a <= 1"),
        ("(a) -> (u) where u < a block 2", "a <= 3"),
        (f"{WYTHOFF} block 1", "a = b"),
        ("(a, b) -> (u, b) where u < a any order block 1 stop when a + b <= 3", "a + b <= 2"),
        ("(a) -> (u) where u < a piles >= 1 block 1", "a <= 2 or a = 900"),
    ],
)
def test_what_is_wrong_is_refuted_where_it_has_the_fewest_chips(rule: str, formula: str) -> None:
    found = sprague.prove(rule, formula)
    assert isinstance(found, Refutation)
    snapshot(str(found))
    assert found.failure.option is None
    assert found.failure.fewest


@st.composite
def sets(draw: st.DrawFn, tracks: int, numeration: Numeration) -> Automaton:
    """Small random automata."""
    states, symbols = draw(st.integers(1, 4)), numeration.digits**tracks
    table = draw(
        st.lists(
            st.lists(st.integers(0, states - 1), min_size=symbols, max_size=symbols), min_size=states, max_size=states
        )
    )
    table[0][0] = 0
    return Automaton(
        tracks, numeration, np.array(table), draw(st.lists(st.booleans(), min_size=states, max_size=states))
    )


@pytest.mark.slow
@examples(15)
@given(st.data(), st.integers(1, 3), st.sampled_from([BINARY, FIBONACCI]))
def test_options_in_random_sets_are_counted_once_each(data: st.DataObject, blocking: int, digits: Numeration) -> None:
    rule = with_blocking(data.draw(rules(with_domain=data.draw(st.booleans()))), blocking)
    assume(rule.rank is not None and len(rule.names) < 3 and "power" not in str(rule))
    positions = data.draw(sets(len(rule.names), digits)) & positions_automaton(rule, digits)
    if rule.blocks and len(rule.names) == 2:
        positions = positions | positions.swap(0, 1)
    try:
        with Limits(seconds=20, states=20_000).watch():
            many = determinise(positions_with_more_options(rule, positions))
    except OutOfReach:
        return
    for position in positions_within(rule, limit=rule.floor + 6):
        if not rule.options(position):  # play may be over by the rule's words, which are not considered here
            continue
        inside = [option for option in rule.options(position) if option in positions]
        assert (position in many) == (len(inside) > blocking), (str(rule), position)
        assert sorted(options_into_set(rule, positions, position)) == sorted(inside), (str(rule), position)


DISCOVERED: list[str] = []


@pytest.mark.slow
def test_what_is_discovered_of_random_rules_is_so_and_verified_and_nothing_else_is() -> None:
    DISCOVERED.clear()
    discoveries_of_random_rules()
    assert len(DISCOVERED) >= 3, DISCOVERED


@examples(8)
@given(st.data(), st.integers(1, 3))
def discoveries_of_random_rules(data: st.DataObject, blocking: int) -> None:
    rule = with_blocking(data.draw(rules(with_domain=data.draw(st.booleans()))), blocking)
    assume(rule.rank is not None and len(rule.names) < 3 and "power" not in str(rule))
    expected = Expected(rule)
    found = sprague.discover(rule, words=False, numerations=[BINARY], budget=Limits(seconds=3, positions=300))
    if isinstance(found, Undecided):
        return
    DISCOVERED.append(str(rule))
    for position in positions_within(rule, limit=rule.floor + 8):
        assert (position in found) == (expected.outcome(position) == "P"), (str(rule), position)
    certificate = found.certificate()
    assert sprague.verify(certificate)
    automaton = certificate["automaton"]
    assert isinstance(automaton, dict)
    states = len(automaton["transitions"])
    flipped = data.draw(st.integers(0, states - 1))
    sabotaged = sorted(set(automaton["accepting"]) ^ {flipped})
    with pytest.raises(sprague.SpragueError):
        sprague.verify(certificate | {"automaton": automaton | {"accepting": sabotaged}})
    other = with_blocking(rule, blocking + 1)
    changed = Expected(other)
    if any(changed.outcome(p) != expected.outcome(p) for p in positions_within(rule, limit=rule.floor + 8)):
        with pytest.raises(sprague.SpragueError):
            sprague.verify({**certificate, "rule": write_rule(other)})


@pytest.mark.slow
def test_all_options_of_a_large_position_are_found_as_any_may_be_forbidden() -> None:
    rule = f"{WYTHOFF} block 2"
    proof = sprague.prove(rule, KNOWN[9][1])
    assert isinstance(proof, Proof)
    position = (10**12, 10**12 + 1)
    found = proof.winning_options(position)
    assert len(found) > 2
    for option in found:
        assert option in proof
        assert proof.game.move_to(position, option).option == option
    a, b = position
    columns = {(a, v) for v in ((a - 1) // 2, (a - 2) // 2, 2 * a + 1) if v < b}
    rows = {(u, b) for u in ((b - 1) // 2, (b - 2) // 2) if u < a}
    assert set(found) >= {p for p in columns | rows if p in proof}


def test_too_many_orders_of_the_piles_are_out_of_reach() -> None:
    names = "abcde"
    rule = parse(f"({', '.join(names)}) -> (u, b, c, d, e) where u < a any order block 1")
    found = sprague.prove(rule, "sum <= 1")
    assert isinstance(found, (Undecided, Refutation))
    with refused(OutOfReach):
        positions_with_more_options(rule, positions_automaton(rule, BINARY))


def test_a_table_finds_soon_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object) -> None:
        raise AssertionError("the options of a wrong set were counted by automata")

    monkeypatch.setattr("sprague.proofs.kernel_equation.positions_with_more_options", never)
    rule = parse("(a, b, c) -> (u, b, c) where u < a any order block 1")
    assert check_kernel(rule, positions_automaton(rule, BINARY)).failure is not None


@pytest.mark.slow
def test_discovery_finds_wythoff_with_two_options_forbidden() -> None:
    proof = sprague.discover(f"{WYTHOFF} block 2", words=False)
    assert isinstance(proof, Proof)
    for a, b in product(range(12), repeat=2):
        assert ((a, b) in proof) == (max(a, b) - 2 * min(a, b) in (1, 2) or a == b == 0)


def test_theorems_of_the_catalogue_are_not_those_of_a_blocked_game() -> None:
    blocked = with_blocking(sprague.game("nim:piles=2"), 1)
    answer = sprague.solve(blocked, (0, 1))
    assert (answer.outcome, answer.because.kind) == ("P", "search")
