"""`discover`: theorems found from the rule alone are true, and other games are reported as undecided."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from math import isqrt
from random import Random
from typing import Any

import numpy as np
import pytest

import sprague
from sprague import jit
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, base
from sprague.certificates.verification import verify
from sprague.discovery import automaton_strategy as digits
from sprague.discovery import totals_strategy as totals
from sprague.discovery.discover import candidate_numerations, discover
from sprague.discovery.learning import Numbers
from sprague.errors import NotVerified, SpragueError, SpragueWarning
from sprague.games.support.catalogue import theorems
from sprague.limits import Limits
from sprague.progress import Progress
from sprague.proofs.proof import AutomatonProof, Proof, TotalsProof, WindowProof
from sprague.proofs.totals import Totals, count_totals
from sprague.proofs.undecided import Undecided
from sprague.rules import parse
from sprague.tables.table import Table
from sprague.tables.table_values import PositionArray, ValueArray
from sprague.tables.tabulate import tabulate as honest_tabulate
from tests.expected_tables import positions_within
from tests.fake_clocks import FakeClock
from tests.layers import sample
from tests.oracle import Oracle, Position
from tests.snapshots import refused, snapshot

COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"
NIM_2 = "(a, b) -> (u, b) where u < a any order"
LIMITS = {1: 40, 2: 16, 3: 9, 4: 6, 5: 5}
PATIENT = Limits(seconds=600)  # what is asked is whether it is found; machines may be slow
SMALL = Limits(positions=5_000, states=200, pairs=5_000, seconds=200)

#: A game of the catalogue, or a rule; and whether in misère play.
FOUND = [
    *((f"nim:piles={piles}", False) for piles in (2, 3, 4)),
    *((f"nim:piles={piles}", True) for piles in (2, 3)),
    *((f"empty-transfer:boxes={boxes}", False) for boxes in (2, 3, 4)),
    *((f"empty-all-but-one:boxes={boxes}", misere) for boxes in (2, 3, 4) for misere in (False, True)),
    *((f"empty-redistribute:boxes={boxes}", misere) for boxes in (2, 3, 4, 5) for misere in (False, True)),
    ("sharing-nim", False),
    ("sharing-nim", True),
    ("graph-nim:graph=path3,rule=sharing", False),
    ("dynamic-nim:piles=1,stop=1,limit=x", False),
    ("dynamic-nim:piles=2,stop=0,limit=2x-1", False),
    ("dynamic-nim:piles=2,stop=2,limit=x", False),
    ("wythoff", False),
    ("trim:piles=2", False),
    ("trim:piles=3", False),
    (COOKIES, False),
    (COOKIES, True),
]


@cache
def found(text: str, misere: bool) -> Proof:
    """Return the result of discovery for a rule given only by its notation."""
    proof = discover(parse(text), misere=misere, budget=PATIENT, words=False)
    assert isinstance(proof, Proof), str(proof)
    return proof


def certificate_of(proof: Proof) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(proof.certificate()))
    return data


def assert_true(proof: Proof, limit: int | None = None) -> None:
    """Assert that the oracle agrees with a proof at all small positions."""
    rule = proof.game
    oracle = Oracle(rule.options, rule.is_won)
    for position in positions_within(rule, limit or LIMITS[len(rule.names)]):
        assert (position in proof) is (oracle.outcome(position, proof.misere) == "P"), position
        if (value := proof.grundy(position)) is not None:
            assert value == oracle.grundy(position)


# ------------------------------------------------------------------------------- what is found


@pytest.mark.parametrize(("game", "misere"), sample(FOUND, 5))
def test_theorem_from_the_notation(game: str, misere: bool) -> None:
    rule = sprague.game(game)
    proof = found(str(rule), misere)
    assert proof.game.origin is None
    assert proof.claim is None
    assert_true(proof)
    for theorem in theorems(rule, misere):
        # Large members are rare: the winning options of a random position are some.
        for position in large_positions(rule):
            if theorem.decides(position):
                assert (position in proof) is theorem.is_p(position)
                for option in theorem.winning_moves(position):
                    assert option in proof


@pytest.mark.slow
@pytest.mark.parametrize(("game", "misere"), [case for case in FOUND if case[0] != "empty-transfer:boxes=4"])
def test_its_certificate_is_verified(game: str, misere: bool) -> None:
    proof = found(str(sprague.game(game)), misere)
    verified = verify(certificate_of(proof))
    assert verified.kind == proof.kind
    assert verified.play == proof.play


def large_positions(rule: sprague.Ruleset) -> list[Position]:
    random = Random(str(rule))
    heights = [[random.randrange(1, 10 ** random.choice((2, 5, 40))) for _ in rule.names] for _ in range(20)]
    return [rule.position(entries) for entries in heights]


def test_large_positions_of_the_cookies_game_and_of_the_golden_ratio() -> None:
    cookies, wythoff = found(COOKIES, False), found(str(sprague.game("wythoff")), False)
    for x in (10**30, 10**30 + 2, 10**30 + 5):
        for y in range(4):
            assert ((x, 4 * 10**20 + y) in cookies) is ((x % 4, y) in cookies)
    for n in (1, 7, 10**15, 10**15 + 1):
        low = (n + isqrt(5 * n * n)) // 2
        assert (low, low + n) in wythoff
        assert (low + 1, low + n + 1) not in wythoff


@pytest.mark.slow
def test_path_of_three_piles_with_the_rule_of_entropy() -> None:
    # The difference of neighbours decides, as it does for the other rule, but equal ones may be at most 1.
    proof = discover(parse(str(sprague.game("graph-nim:graph=path3,rule=entropy"))), numerations=[BINARY])
    assert isinstance(proof, AutomatonProof)
    for position in [(0, 3, 0), (3, 0, 3), (5, 5, 6), (10**9, 10**9 + 1, 10**9), (4, 6, 8), (4, 6, 9), (0, 2, 0)]:
        u, v = position[0] - position[1], position[2] - position[1]
        assert (position in proof) is ((u * v <= 0 and abs(u + v) <= 1) or (u == v and abs(u) <= 1))
    assert_true(proof, 6)


@pytest.mark.slow
def test_values_one_after_another() -> None:
    proof = discover(parse(str(sprague.game("sharing-nim"))), values=1)
    assert isinstance(proof, AutomatonProof)
    assert len(proof.automata) == 2
    oracle = Oracle(proof.game.options)
    for position in positions_within(proof.game, 11):
        value = oracle.grundy(position)
        assert proof.grundy(position) == (value if value < 2 else None)
    assert verify(certificate_of(proof)).kind == "grundy-values"


@pytest.mark.slow
def test_values_before_an_undecided_value_are_returned() -> None:
    # Those of value 1 take 36 states, which so few positions do not tell.
    with pytest.warns(SpragueWarning, match="no theorem about value 1 was found"):
        proof = discover("sharing-nim", values=1, budget=Limits(positions=900, states=300, pairs=5_000, seconds=200))
    assert isinstance(proof, AutomatonProof)
    assert len(proof.automata) == 1
    assert proof.grundy((0, 0, 3)) == 0
    assert proof.grundy((0, 0, 2)) is None


def test_values_that_no_position_has() -> None:
    proof = discover(NIM_2 + " stop when a + b <= 1", values=0, words=False)
    assert isinstance(proof, AutomatonProof)
    assert_true(proof)
    bounded = discover("(a) -> (a - k) where k >= 1, 2k >= a", values=1, numerations=[BINARY], words=False)
    assert isinstance(bounded, AutomatonProof)
    assert_true(bounded)


@pytest.mark.usefixtures("long_turns")
def test_kinds_of_proofs() -> None:
    assert isinstance(found(COOKIES, False), WindowProof)
    assert isinstance(found(str(sprague.game("empty-redistribute:boxes=3")), False), TotalsProof)
    assert isinstance(found(NIM_2, False), AutomatonProof)


def test_totals_without_a_period_are_not_needed_if_digits_are_given() -> None:
    proof = discover("empty-redistribute:boxes=2", numerations=[TERNARY, BINARY])
    assert isinstance(proof, AutomatonProof)
    assert proof.positions.numeration == BINARY
    assert_true(proof)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (0, u) where 1 <= u < a + b any order piles >= 1",
        "(a, b) -> (a + 1, 0) where u + v = a + 2 any order piles >= 1 stop when a mod 3 = 1, b mod 3 = 1",
    ],
)
def test_a_game_without_a_move(text: str, misere: bool) -> None:
    proof = discover(parse(text), misere=misere, budget=SMALL)
    assert isinstance(proof, Proof)
    assert_true(proof)
    assert ((3, 4) in proof) is not misere
    verify(certificate_of(proof))


def test_progress_is_reported() -> None:
    messages: list[str] = []
    discover(NIM_2, progress=lambda progress: messages.append(progress.message))
    snapshot("\n".join(messages[:2]))
    snapshot("\n".join(messages))
    snapshot("\n".join(messages[-2:]))


# ----------------------------------------------------------------------------------- other rules


SHARING = "(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order"
WYTHOFF = "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "mistyped"),
    [
        (
            "(a, b) -> (u, v) where u + v = b any order piles >= 1",
            "(a, b) -> (u, v) where u + v = b - 1 any order piles >= 1",
        ),
        (
            "(a, b) -> (u, v) where u + v = b any order piles >= 1",
            "(a, b) -> (u, v) where u + v = b any order piles >= 2",
        ),
        (NIM_2, "(a, b) -> (u, b) where u < a - 1 any order"),
        (NIM_2, f"{NIM_2} stop when a + b <= 1"),
        (SHARING, SHARING.replace("k >= 1", "k >= 2")),
        (SHARING, SHARING.replace("b + k <= a - k", "b + k <= a")),
        (WYTHOFF, WYTHOFF.replace("k >= 1", "k >= 2")),
        (COOKIES, COOKIES.replace("y + 1", "y + 2")),
    ],
)
def test_a_typo_leads_to_another_theorem_or_to_none(text: str, mistyped: str) -> None:
    rule = parse(mistyped)
    proof = discover(rule, budget=SMALL)
    if isinstance(proof, Undecided):
        return
    assert_true(proof)
    before = found(text, False)
    limit = 12 if len(rule.names) == 2 else 8
    assert any((position in proof) != (position in before) for position in positions_within(rule, limit))
    verify(certificate_of(proof))


def test_those_changed_rules_that_are_solved_stay_solved() -> None:
    for text in (
        "(a, b) -> (u, b) where u < a - 1 any order",
        "(a, b) -> (u, v) where u + v = b any order piles >= 2",
        "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 2)",
    ):
        assert isinstance(discover(parse(text), budget=SMALL, words=False), Proof), text


# -------------------------------------------------------------------------------------- sabotage


class LyingTable(Table):
    """A table with one wrong outcome."""

    lie: Position

    def values_at(self, positions: PositionArray) -> ValueArray:
        found = super().values_at(positions).copy()
        wrong = (np.sort(positions, axis=1) == np.array(self.lie)).all(axis=1)
        found[wrong] = 1 - found[wrong]
        return found

    def positions_array(self, value: object) -> Numbers:
        assert value == "P"
        rows = self.arrays()[0]
        return np.asarray(rows[self.values_at(rows) == 0], dtype=np.int64)


@pytest.mark.parametrize("lie", [(0, 0, 0), (0, 1, 1), (1, 2, 3), (0, 0, 3), (2, 3, 3), (1, 1, 6)])
@pytest.mark.parametrize("game", ["nim:piles=3", "sharing-nim"])
def test_a_table_that_lies_proves_nothing_false(monkeypatch: pytest.MonkeyPatch, game: str, lie: Position) -> None:
    def tabulate(rule: sprague.Ruleset, **asked: Any) -> Table:
        table = honest_tabulate(rule, **asked)
        lying = object.__new__(LyingTable)
        lying.__dict__.update(table.__dict__)
        lying.lie = lie
        return lying

    monkeypatch.setattr(digits, "tabulate", tabulate)
    proof = discover(game, budget=Limits(positions=400, states=60, pairs=2_000, seconds=200), numerations=[BINARY])
    if isinstance(proof, Proof):
        # Before the lie comes into the table, the truth may have been found.
        assert_true(proof)
        assert max(lie) >= 4
    else:
        assert proof.attempts


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("lie", sample([3, 4, 6, 17], 2))
def test_totals_that_lie_prove_nothing_false(monkeypatch: pytest.MonkeyPatch, lie: int, misere: bool) -> None:
    messages = []

    def count(kind: Any, misere: bool, limit: int, known: Any, budget: int) -> Any:
        members, tried = count_totals(kind, misere, limit, known, budget)
        if lie >= len(known):
            members = members.copy()
            members[lie] = not members[lie]
            messages.append(lie)
        return members, tried

    monkeypatch.setattr(totals, "count_totals", count)
    monkeypatch.setattr(totals, "MOST_TOTALS", 64)
    limits = Limits(positions=100, states=60, pairs=1_000, seconds=200)
    proof = discover("empty-redistribute:boxes=3", misere=misere, budget=limits)
    assert messages
    if isinstance(proof, Proof):
        assert_true(proof)
    else:
        assert proof.attempts


def test_changed_proofs_are_refused() -> None:
    automatic = found(NIM_2, True)
    assert isinstance(automatic, AutomatonProof)
    positions = automatic.positions
    for state in range(positions.states):
        accepting = positions.accepting.copy()
        accepting[state] = not accepting[state]
        not_verified(replace(automatic, automata=(Automaton(2, BINARY, positions.table, accepting),)))
    not_verified(replace(automatic, misere=False))
    for state in range(1, positions.states):
        table = positions.table.copy()
        table[state, 1] = (table[state, 1] + 1) % positions.states
        changed = Automaton(2, BINARY, table, positions.accepting)
        if changed != positions:
            not_verified(replace(automatic, automata=(changed,)))


@pytest.mark.usefixtures("long_turns")
def test_changed_totals_and_windows_are_refused() -> None:
    totals = found(str(sprague.game("empty-redistribute:boxes=3")), False)
    assert isinstance(totals, TotalsProof)
    known = totals.totals
    for residue in range(known.period):
        residues = tuple(sorted({*known.residues} ^ {residue}))
        not_verified(replace(totals, totals=Totals(known.preperiod, known.period, known.small, residues)))
    not_verified(replace(totals, misere=True))
    window = found(COOKIES, False)
    assert isinstance(window, WindowProof)
    for place in np.ndindex(4, 4):
        data = certificate_of(window)
        values = data["window"]["windows"][0]["values"]
        values[place[0]][place[1]] += 1
        with pytest.raises((NotVerified, SpragueError)):
            verify(data)


def not_verified(proof: Proof) -> None:
    with pytest.raises(NotVerified):
        verify(certificate_of(proof))


# ------------------------------------------------------------------------------- games that resist


@pytest.mark.parametrize(
    ("game", "misere"),
    sample([("empty-transfer:boxes=3", True), ("empty-transfer:boxes=5", False), ("sharing-nim:piles=4", False)], 3),
)
def test_games_that_resist_end_undecided(game: str, misere: bool) -> None:
    result = discover(game, misere=misere, budget=Limits(positions=400, states=100, pairs=2_000, seconds=200))
    assert isinstance(result, Undecided)
    assert not result
    snapshot(result.reason)
    assert {attempt.method.split(",")[0] for attempt in result.attempts} == {"base 2", "base 3", "Fibonacci digits"}
    assert result.growth()["base 2"][0][0] == 4
    # Counts of unfinished learners depend on the turns that the strategies had.
    snapshot(re.sub(r"(at least|more than) [\d,]+ states", r"\1 … states", str(result)))
    assert all(attempt.result != "proved" for attempt in result.attempts)


def test_interrupted() -> None:
    def report(progress: Progress) -> None:
        if progress.message.startswith("tabulating piles below 8"):
            raise KeyboardInterrupt

    result = discover("sharing-nim", budget=SMALL, progress=report)
    assert isinstance(result, Undecided)
    assert result.reason == "interrupted"
    assert {attempt.limit for attempt in result.attempts} == {4}


def test_interrupted_after_a_value() -> None:
    def report(progress: Progress) -> None:
        if progress.message == "searching for the positions of Grundy value 1":
            raise KeyboardInterrupt

    with pytest.warns(SpragueWarning, match="no theorem about values 1 to 3 was found"):
        proof = discover(NIM_2, values=3, progress=report)
    assert isinstance(proof, AutomatonProof)
    assert len(proof.automata) == 1
    assert_true(proof)


def test_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "plain")  # the clock runs so fast that kernels would be compiled at once
    result = discover(NIM_2, budget=Limits(seconds=0))
    assert isinstance(result, Undecided)
    snapshot(result.reason)
    # With every reading a second passes: a search that reads the clock often ends soon.
    with FakeClock(step=1).running() as clock:
        result = discover("sharing-nim:piles=4", budget=Limits(seconds=1000))
    assert isinstance(result, Undecided)
    snapshot(result.reason)
    assert clock.readings < 1100


def test_what_no_automaton_reads() -> None:
    squares = sprague.game("dynamic-nim", piles=1, limit=lambda x: x * x)
    for game, reason in (
        (squares, "the rule uses a Python function; proofs need linear moves"),
        (parse("(a, b) -> (a - k*b, b) where k >= 1 piles >= 1"), "k*b is a product; proofs need linear moves"),
        (parse("(a) -> (a - k) where k square, k >= 1"), "'k square' is not linear; proofs need linear moves"),
        (parse("(a) -> (a - 1) stop when a prime"), "'a prime' is not linear; proofs need linear moves"),
        (
            parse("(a, b) -> (a + 1, b - 1) ; (a - 1, b + 1)"),
            "play need not end, so outcomes are not defined: (0, 1) -> (1, 0) -> (0, 1)",
        ),
        (
            parse("(a, b) -> (a - k, b) where k power of 2 ; (a, b - k) where k power of 3"),
            "no numeration can express all powers in the rule",
        ),
        (parse("(a) -> (a - k) where k power of 11"), "no numeration can express all powers in the rule"),
    ):
        result = discover(game)
        assert isinstance(result, Undecided)
        assert result.reason == reason
        assert str(result) == f"undecided: {reason}"


def test_digits_that_are_tried() -> None:
    assert candidate_numerations(parse(NIM_2)) == [BINARY, TERNARY, FIBONACCI]
    assert candidate_numerations(parse("(a) -> (a - k) where k power of 5")) == [base(5)]
    assert candidate_numerations(parse(f"{NIM_2} stop when a + b power of 3")) == [TERNARY]


def test_what_is_refused() -> None:
    with refused(SpragueError):
        discover(NIM_2, misere=True, values=1)
    with refused(SpragueError):
        discover(NIM_2, values=-1)
