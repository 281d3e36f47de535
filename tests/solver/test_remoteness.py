"""Remoteness near the end of play."""

from __future__ import annotations

from functools import cache

import pytest

from sprague.games import game
from sprague.limits import Limits
from sprague.rules import Position
from sprague.solver.remoteness import RemotenessSolver, SumRemotenessSolver


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("text", "position"), [("nim", (2, 3, 3)), ("kayles", (2, 5)), ("wythoff", (4, 5))])
def test_remoteness_agrees_with_its_definition(text: str, position: Position, misere: bool) -> None:
    """The winner ends play soon, and the loser delays the end, as in the definition."""
    rule = game(text)

    @cache
    def length(here: Position) -> int:
        after = [length(option) for option in rule.options(here)]
        # An even number of moves from an option on ends with the move that was made there; in misère play, an odd one.
        won = [moves for moves in after if moves % 2 == int(misere)]
        return 1 + (min(won) if won else max(after)) if after else 0

    assert RemotenessSolver(rule, misere).remoteness(position) == length(position)


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True])
def test_a_table_replaces_a_search_that_is_too_long(misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    # What is tested is that a table tells, not that a busy machine fills it in half a second.
    monkeypatch.setattr("sprague.solver.remoteness.NEAR", Limits(positions=1_000, seconds=60))
    rule = game("nim:piles=2")
    lengths = RemotenessSolver(rule, misere)

    @cache
    def length(here: Position) -> int:
        after = [length(option) for option in rule.options(here)]
        won = [moves for moves in after if moves % 2 == int(misere)]
        return 1 + (min(won) if won else max(after)) if after else 0

    assert lengths.remoteness((60, 70)) == length((60, 70))
    assert [lengths.remoteness((a, 70)) for a in range(60)] == [length((a, 70)) for a in range(60)]
    assert len(lengths._tables) == 1


@pytest.mark.parametrize("misere", [False, True])
def test_the_remoteness_of_a_sum_agrees_with_its_definition(misere: bool) -> None:
    rules = [game("nim:piles=2"), game("kayles")]
    lengths = SumRemotenessSolver(rules, misere)

    @cache
    def length(here: tuple[Position, Position]) -> int:
        after = [length((option, here[1])) for option in rules[0].options(here[0])]
        after += [length((here[0], option)) for option in rules[1].options(here[1])]
        won = [moves for moves in after if moves % 2 == int(misere)]
        return 1 + (min(won) if won else max(after)) if after else 0

    for here in (((1, 2), (4,)), ((2, 2), (3,)), ((0, 0), (0,)), ((0, 3), (2, 2))):
        assert lengths.remoteness(here) == length(here)
    assert lengths.remoteness(((50, 60), (70,))) is None


def test_remoteness_is_none_for_distant_or_undefined_positions() -> None:
    lengths = RemotenessSolver(game("nim:piles=2"))
    assert lengths.remoteness((10**6, 10**6)) is None
    assert lengths.remoteness((1, 1)) == 2
    assert RemotenessSolver(game("(a, b) -> (u, b) where u < a any order block 1")).remoteness((1, 2)) is None
    won = game("(a, b) -> (a - k, b) where k >= 1 any order win when a + b = 3")
    assert RemotenessSolver(won, misere=True).remoteness((2, 3)) is None
    assert RemotenessSolver(won).remoteness((2, 3)) == 1
