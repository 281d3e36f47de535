"""The learning loop: one learner uses larger and larger tables, and continues after refuted guesses."""

from __future__ import annotations

import json
from itertools import product

import pytest

import sprague
from sprague.automata import atoms
from sprague.automata.atoms import linear
from sprague.automata.numeration import BINARY
from sprague.certificates.verification import verify
from sprague.discovery import learning_loop as reading
from sprague.discovery import table_oracle as oracles
from sprague.discovery.automaton_strategy import AutomatonStrategy
from sprague.discovery.discover import DEFAULT, discover
from sprague.discovery.learning_loop import LearningLoop
from sprague.discovery.prefix_tree import PrefixTree
from sprague.discovery.strategy import Problem
from sprague.errors import OutOfTime
from sprague.limits import Limits
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.undecided import Undecided
from tests.oracle import Oracle
from tests.snapshots import snapshot

#: Taking twice as much from one pile as from the other: a table of piles below 8 is too small for its automaton.
TWICE = "(a, b) -> (a - 2k, b - k) where k >= 1 any order"
TO_EIGHT = Limits(positions=40, seconds=200)


def digits(rule: str) -> AutomatonStrategy:
    found = AutomatonStrategy(Problem(sprague.game(rule), False, None, (BINARY,), True, DEFAULT, lambda text: None))
    assert found.applies()
    return found


@pytest.mark.parametrize(
    ("both", "by_lines"),
    [("(a - k, b - k) where k >= 1", True), ("(a - k, b - l) where k >= 1, l >= 1, |k - l| < 3", False)],
)
def test_limits_of_tables_count_lines_only_if_large_tables_store_lines(both: str, by_lines: bool) -> None:
    rule = f"(a, b) -> (a - k, b) where k >= 1 ; {both} any order"
    found = digits(rule)
    assert found.is_by_lines is by_lines
    assert sprague.tabulate(rule, limit=256, what="outcome").is_by_lines is by_lines
    assert found.table_size(256) == (256 if by_lines else 256 * 257 // 2)


def test_a_guess_with_fewer_states_than_the_list_of_members_needs_is_not_checked() -> None:
    search = digits(TWICE)
    [loop] = search.loops
    while loop.is_waiting():
        search.tables.step()
    loop._fewest_states = 500
    loop._learn(loop._oracles[loop.limit])
    assert loop._guess is None
    assert (loop.attempts[-1].states, loop.attempts[-1].reached) == (None, 500)


def test_a_refuted_guess_goes_on_where_a_move_takes_no_chips_but_a_pass() -> None:
    rule = "(a | p) -> (a - k | p) where 1 <= k <= 4 ; (a | p - 1) where a >= 1 positions where p <= 1"
    proof = discover(rule, budget=Limits(positions=80, seconds=200), numerations=[BINARY], words=False)
    assert isinstance(proof, AutomatonProof)
    oracle = Oracle(proof.game.options)
    for position in product(range(120), range(2)):
        assert (position in proof) is (oracle.outcome(position) == "P")


def test_a_refuted_guess_takes_the_place_of_a_larger_table() -> None:
    proof = discover(TWICE, budget=TO_EIGHT, numerations=[BINARY], words=False)
    assert isinstance(proof, AutomatonProof)
    oracle = Oracle(proof.game.options)
    for a in range(24):
        for b in range(a, 40):
            assert ((a, b) in proof) is (oracle.outcome((a, b)) == "P")
    verify(json.loads(json.dumps(proof.certificate())))


def test_without_it_the_table_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LearningLoop, "_can_refine_without_table", lambda loop: False)
    found = discover(TWICE, budget=TO_EIGHT, numerations=[BINARY], words=False)
    assert isinstance(found, Undecided)
    assert found.growth()["base 2"][-1][0] == 8


def test_a_guess_that_is_wrong_within_the_table_is_corrected_by_it() -> None:
    search = digits("(a, b) -> (u, b) where u < a any order")
    (loop,) = search.loops
    search.tables.step()
    table_oracle = search.tables.oracles[4]
    equal = atoms.linear((1, -1), 0, "=", BINARY)
    guess = (equal - atoms.finite([(2, 2)], tracks=2)) | atoms.finite([(2, 3), (3, 2)], tracks=2)
    assert loop._table_corrections(table_oracle, guess, (2, 2)) == {(2, 2): True}
    assert loop._table_corrections(table_oracle, guess, (3, 3)) == {(2, 3): False}
    assert loop._table_corrections(table_oracle, guess, (1, 3)) == {}
    assert loop._table_corrections(table_oracle, guess, (3, 9)) == {(2, 3): False}


def test_where_chips_stay_a_refuted_guess_says_nothing_for_sure() -> None:
    # Chips that are moved are no fewer: a position that fails may be right, and another one wrong.
    search = digits("sharing-nim")
    assert search.problem.rule.rank is not None
    assert not search.problem.rule.rank.is_chips
    (loop,) = search.loops
    loop._limits = loop._limits[:1]
    assert not loop._can_refine_without_table()


def test_small_tables_are_made_before_a_guess_is_refuted_twice() -> None:
    (loop,) = digits(TWICE).loops
    assert not loop._can_refine_without_table()
    loop._limits = loop._limits[-2:]
    assert loop._can_refine_without_table()
    loop._rounds = reading.MOST_ROUNDS
    assert not loop._can_refine_without_table()


def test_one_learner_goes_from_table_to_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracles, "MOST_LISTED", -1)  # no members are listed
    monkeypatch.setattr(reading, "SOON", 0)
    search = digits("(a, b) -> (u, b) where u < a any order stop when a + b <= 5")
    (loop,) = search.loops
    learners = set()
    for _ in range(40):
        task = search.tables if loop.is_waiting() else loop
        if isinstance(found := task.step(), Proof):
            break
        learners.add(loop._learner)
    assert isinstance(found, Proof)
    assert len(learners - {None}) == 1
    assert len(search.tables.oracles) > 1


def test_a_table_that_is_refused_ends_those_who_wait_for_it_and_no_others() -> None:
    first, second = (digits("nim:piles=2").loops[0] for _ in range(2))
    first._await_next_table()
    first._await_next_table()
    first.stop_before(16)
    second.stop_before(16)
    assert first.is_finished
    assert not second.is_finished
    second._await_next_table()
    assert not second.is_finished
    second._await_next_table()
    assert second.is_finished


def test_values_are_read_from_tables_made_before() -> None:
    messages: list[str] = []
    proof = discover("nim:piles=2", values=2, progress=lambda progress: messages.append(progress.message), words=False)
    assert isinstance(proof, sprague.Proof)
    assert messages.count("tabulating piles below 4") == 1
    snapshot("\n".join([text for text in messages if "Grundy value" in text]))


def test_a_refuted_grundy_function_is_refined() -> None:
    rule = "(a) -> (a - k) where 1 <= k <= 2 ; (a - 5)"
    proof = discover(rule, values="all", numerations=[BINARY], budget=Limits(positions=16, seconds=200), words=False)
    assert isinstance(proof, AutomatonProof)
    oracle = Oracle(proof.game.options)
    assert [proof.grundy((a,)) for a in range(60)] == [oracle.grundy((a,)) for a in range(60)]


def _with_a_table(rule: str, limit: int) -> tuple[AutomatonStrategy, LearningLoop]:
    search = digits(rule)
    (loop,) = search.loops
    loop._limits = [limit, 2 * limit]
    search.tables.step()
    loop.step()
    assert loop._tree is not None
    return search, loop


def test_an_interrupted_list_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    _, loop = _with_a_table("nim:piles=2", 16)
    with monkeypatch.context() as patch:

        def interrupted(self: PrefixTree, *arguments: object) -> None:
            raise OutOfTime("the turn has ended")

        patch.setattr(PrefixTree, "automaton", interrupted)
        with pytest.raises(OutOfTime):
            loop.step()
    loop.step()
    assert loop._learner is None
    assert isinstance(loop.step(), Proof)


def test_an_automaton_with_as_many_states_as_before_is_tried_but_not_refined(monkeypatch: pytest.MonkeyPatch) -> None:
    _, loop = _with_a_table("nim:piles=2", 16)
    # The wrong automaton agrees with the table of piles below 16.
    wrong = linear((1, -1), 0, "=") | linear((1, -1), 40, "=") | linear((-1, 1), 40, "=")
    other = ~wrong
    monkeypatch.setattr(PrefixTree, "automaton", lambda self, most, digits=None: wrong if digits is None else other)
    loop.step()
    assert (loop._guess, loop._is_stable) == (wrong, False)
    loop.step()
    assert loop.attempts[-1].result.startswith("wrong: ")
    assert not loop._refuted  # the next list is used instead of queries
    assert (loop._guess, loop.limit, loop._learner) == (None, 32, None)
    # If no larger list follows, the loop learns from the same table by queries.
    _, last = _with_a_table("nim:piles=2", 16)
    last._limits = [16]
    last.step()
    last.step()
    assert (last._guess, last.limit, last.is_finished) == (None, 16, False)
    last.step()
    assert last._learner is not None
