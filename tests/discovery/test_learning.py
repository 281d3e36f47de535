"""The learner: its queries, its stored answers, and its limits."""

from __future__ import annotations

import numpy as np
import pytest

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, Numeration, numeration
from sprague.automata.words import digit_columns
from sprague.discovery.learning import UNKNOWN, Answers, Learner, MembershipOracle, Numbers, WordTable
from sprague.errors import OutOfReach, OutOfTime
from sprague.limits import Limits
from tests.snapshots import refused


def knows(automaton: Automaton, limit: int | None = None) -> MembershipOracle:
    """Return a membership oracle for a set, which answers below the limit if there is one."""

    def answer(numbers: Numbers) -> Answers:
        found = automaton.contains_many(numbers).astype(np.int8)
        if limit is not None:
            found[(numbers >= limit).any(axis=1)] = UNKNOWN
        return found

    return answer


def multiples(number: int, numeration: Numeration = BINARY) -> Automaton:
    digits = numeration.digits
    table = [[(digits * r + d) % number for d in range(digits)] for r in range(number)]
    return Automaton(1, numeration, table, [r == 0 for r in range(number)])


def test_short_words_tell_enough_for_a_small_set() -> None:
    learner = Learner(1, BINARY, knows(multiples(5)))
    assert learner.hypothesis() == multiples(5)


def test_a_wrong_position_teaches_what_was_missing() -> None:
    # Whether the ninth digit from the end is 1: only words of nine symbols tell.
    ninth = Automaton(1, BINARY, [[0, 1], *([[s + 1, s + 1] for s in range(1, 9)]), [9, 9]], [False] * 9 + [True])
    learner = Learner(1, BINARY, knows(ninth))
    first = learner.hypothesis()
    assert first != ninth
    rounds = 0
    while (wrong := learner.hypothesis().difference(ninth)) is not None:
        assert learner.learn_from(wrong)
        rounds += 1
    assert rounds >= 1
    assert learner.hypothesis() == ninth


def test_nothing_is_learnt_from_what_is_right() -> None:
    learner = Learner(1, TERNARY, knows(multiples(7, TERNARY)))
    learner.hypothesis()
    assert not any(learner.learn_from((number,)) for number in range(40))


def test_what_was_learnt_stays_with_a_better_teacher() -> None:
    truth = multiples(11)
    learner = Learner(1, BINARY, knows(truth, limit=8))
    assert learner.hypothesis() != truth
    before = list(learner.access)
    learner.use_oracle(knows(truth, limit=4096))
    assert learner.hypothesis() == truth
    assert learner.access[: len(before)] == before


def test_words_that_are_no_digits_are_no_members() -> None:
    everything = Learner(1, FIBONACCI, lambda numbers: np.ones(len(numbers), dtype=np.int8)).hypothesis()
    assert (~everything).is_empty
    assert all((n,) in everything for n in range(100))


def test_states_are_limited() -> None:
    learner = Learner(1, BINARY, knows(multiples(13)), most_states=5)
    with refused(OutOfReach):
        learner.hypothesis()


def test_it_ends_with_its_time() -> None:
    learner = Learner(1, BINARY, knows(multiples(3)))
    with Limits(seconds=0).watch(), pytest.raises(OutOfTime):
        learner.hypothesis()


def test_numbers_too_large_to_ask_about_are_unknown() -> None:
    learner = Learner(1, BINARY, knows(multiples(3)))
    learner.hypothesis()
    assert not learner.learn_from((2**200,))


def test_another_teacher_is_asked_only_what_was_unknown() -> None:
    asked: list[int] = []

    def teacher_to(limit: int) -> MembershipOracle:
        def answer(numbers: Numbers) -> Answers:
            asked.append(len(numbers))
            known = (numbers < limit).all(axis=1)
            return np.where(known, numbers[:, 0] == numbers[:, 1], UNKNOWN).astype(np.int8)

        return answer

    learner = Learner(2, BINARY, teacher_to(8))
    learner.hypothesis()
    first, unknown = sum(asked), int((learner._answers == UNKNOWN).sum())
    assert 0 < unknown < first
    asked.clear()
    learner.use_oracle(teacher_to(1 << 20))
    assert sum(asked) == unknown
    assert not (learner._answers == UNKNOWN).any()
    asked.clear()
    assert all(((a, b) in learner.hypothesis()) is (a == b) for a, b in np.ndindex(20, 20))
    assert not asked


@pytest.mark.parametrize("name", ["2", "3", "fibonacci", "tribonacci", "pell"])
def test_words_with_more_behind_are_asked_as_the_numbers_they_are(name: str) -> None:
    digits = numeration(name)
    columns = digit_columns(2, digits)

    def spelt(numbers: Numbers) -> Answers:  # any function of both numbers
        return ((7 * numbers[:, 0] + 11 * numbers[:, 1]) % 5 % 2).astype(np.int8)

    def expected(word: tuple[int, ...]) -> int:
        tracks = [columns[track, list(word)] for track in range(2)]
        if not all(digits.is_valid(track) for track in tracks):
            return 0
        return int(spelt(np.array([[digits.read(track) for track in tracks]]))[0])

    words = WordTable(2, digits)
    random = np.random.default_rng(1)
    kept = [(), *(tuple(random.integers(words.symbols, size=1 + place % 6).tolist()) for place in range(20))]
    for word in kept:
        words.add(word)
    assert words.answers(spelt).tolist() == [expected(word) for word in kept]
    rows = np.arange(len(kept) * words.symbols)
    for experiment in [(), *kept[5:9]]:
        found = words.extended_answers(spelt, rows, experiment).tolist()
        assert found == [expected((*word, symbol, *experiment)) for word in kept for symbol in range(words.symbols)]


def test_words_that_are_too_long_are_unknown() -> None:
    words = WordTable(1, BINARY)
    words.add((1,) * 60)
    words.add((1,))
    assert words.answers(lambda numbers: np.ones(len(numbers), np.int8)).tolist() == [UNKNOWN, 1]
    assert words.extended_answers(lambda numbers: np.ones(len(numbers), np.int8), np.arange(4), (0,)).tolist() == [
        UNKNOWN,
        UNKNOWN,
        1,
        1,
    ]
