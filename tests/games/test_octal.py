"""Games that break heaps: named games agree with their codes, and theorems hold for large heaps."""

from __future__ import annotations

import pytest

import sprague
from sprague.games import find_game, theorems
from sprague.games.theory.heap_periods import KNOWN
from sprague.periods.period import Period
from sprague.rules.breaking import Breaking, find_breakings
from sprague.rules.octal_codes import format_code
from tests.snapshots import refusal, snapshot

CODES = {
    "kayles": "0.77",
    "dawsons-kayles": "0.07",
    "dawsons-chess": "0.137",
    "guiles": "0.15",
    "officers": "0.6",
    "james-bond": "0.007",
    "treblecross": "0.007",
}


@pytest.mark.parametrize(("name", "code"), CODES.items())
def test_named_games_are_their_codes(name: str, code: str) -> None:
    moves = find_breakings(sprague.game(name))
    assert moves is not None
    assert format_code(moves) == code
    assert sprague.game(name) == sprague.game(f"octal:code={code}")


def test_games_that_only_break() -> None:
    assert find_breakings(sprague.game("grundys-game")) == (Breaking(0, 2, distinct=True),)
    assert find_breakings(sprague.game("couples-are-forever")) == (Breaking(0, 2, heap=3),)
    # OEIS A002188.
    values = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2]
    assert sprague.tabulate("grundys-game", 30).to_array().tolist() == values


@pytest.mark.parametrize("code", KNOWN)
def test_known_periods_are_proved(code: str) -> None:
    rule = sprague.game("octal", code=code)
    found = sprague.find_period(rule)
    assert isinstance(found, Period)
    assert (found.preperiods[0], found.periods[0]) == KNOWN[code]


@pytest.mark.slow
@pytest.mark.parametrize("code", KNOWN)
def test_heaps_far_out_have_the_values_and_moves_of_a_table(code: str) -> None:
    rule = sprague.game("octal", code=code)
    table = sprague.tabulate(rule, 500)
    (theorem,) = theorems(rule)
    for heap in range(500):
        assert theorem.grundy((heap,)) == table[heap]
    for heap in range(380, 500):
        moves = theorem.winning_moves((heap,))
        assert bool(moves) == bool(table[heap])
        for move in moves:
            value = 0
            for part in move:
                value ^= table[part]
            assert value == 0
        assert set(moves) <= set(rule.options((heap,)))
        assert str(KNOWN[code][1]) in theorem.explain((heap,))


def test_a_heap_of_any_size_is_solved_at_once() -> None:
    answer = sprague.solve("kayles", (10**18,))
    assert (answer.outcome, answer.grundy, answer.because.kind) == ("N", 1, "theorem")
    assert (1, 10**18 - 3) in answer.winning_moves
    lasker = sprague.solve("laskers-nim", (4 * 10**18,))
    assert (lasker.grundy, lasker.winning_moves) == (4 * 10**18 - 1, [(0,), (2 * 10**18, 2 * 10**18)])


def test_laskers_nim_has_the_values_of_its_theorem() -> None:
    (theorem,) = theorems(sprague.game("laskers-nim"))
    assert sprague.tabulate("laskers-nim", 60).to_array().tolist() == [theorem.grundy((heap,)) for heap in range(60)]


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("0.3", "(n) -> (n - 1)"),
        ("0.333", "(n) -> (n - k) where 1 <= k <= 3"),
        pytest.param("0." + "3" * 40, "(n) -> (u) where u < n", marks=pytest.mark.slow),
        ("0.77", "(n) -> (u) + (v) where u + v = n - k, 1 <= k <= 2"),
    ],
)
def test_rules_written_both_ways_have_the_same_values(code: str, rule: str) -> None:
    both = [sprague.tabulate(game, 40).to_array().tolist() for game in (sprague.game("octal", code=code), rule)]
    assert both[0] == both[1]


def test_codes_that_make_no_game_are_refused() -> None:
    refusal(lambda: sprague.game("octal:code=0.8G"))


@pytest.mark.parametrize("code", ["0.77", "4.007", "0.F", ".07", " 0.137 "])
def test_a_code_is_a_game_wherever_a_name_is(code: str) -> None:
    rule = sprague.game(code)
    assert rule == sprague.game("octal", code=code.strip())
    assert sprague.solve(code, 7).grundy == sprague.tabulate(code, 8)[7] == sprague.solve(rule, (7,)).grundy
    assert sprague.Sum(rule @ (7,), sprague.game(code) @ (7,)).outcome == "P"


def test_codes_without_a_game_are_refused() -> None:
    refusal(lambda: sprague.game("0.9Z"))
    refusal(lambda: sprague.game("3.7"))


def test_the_description_explains_the_digits() -> None:
    snapshot(find_game("octal").summary)
