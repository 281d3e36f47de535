"""Computer players: the perfect player wins whenever it can, and the other players follow their levels."""

from __future__ import annotations

from random import Random

import pytest

from sprague.games import catalogue, game
from sprague.play.match import Match
from sprague.play.playable import Pos
from sprague.play.players import LEVELS
from sprague.rules import Position, Ruleset
from tests.fake_clocks import at_most_calls
from tests.layers import sample
from tests.oracle import Oracle
from tests.snapshots import snapshot

TYPED = [
    "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order block 1",
    "(a, b) -> (u, b) where u < a any order block 2",
    "(a, b) -> (a - k, b) where 1 <= k <= 3 ; (a, b - k) where 1 <= k <= 3 positions where a >= b",
    "(a, b) -> (a - 1, 0) + (0, b - 1) ; (a - 1, b)",
    "(a, b) -> (a - k, b) where k >= 1 any order win when a + b = 3",
    "(n) -> (n - k) where k in {1, 3, 4}",
    "(a, b, c) -> (u, v, c) where u <= a, v <= b, u + v < a + b in a circle",
    "octal:code=4.3",
    "graph-nim:graph=complete3",
]
RULES = [*(entry.name for entry in catalogue()), *TYPED]


def played(match: Match[Pos], first: str, second: str, random: Random) -> Match[Pos]:
    """The match played to its end by two players."""
    players = LEVELS[first], LEVELS[second]
    if match.playable.blocking:
        match.forbid(players[1].options_to_forbid(match, match.position))
    while not match.is_over:
        choice = players[match.mover].choose(match, random)
        match.play(choice.option, choice.forbidden)
    return match


def some_positions(rule: Ruleset, count: int, random: Random) -> list[Position]:
    """Small positions at which play is not over."""
    found: list[Position] = []
    while len(found) < count:
        heaps = random.choice((1, 2)) if rule.takes_sums else 1
        entries = tuple(random.randint(rule.lowest(name), 6) for name in rule.names * heaps)
        if rule.is_position(entries) and not rule.is_terminal(entries):
            found.append(rule.position(entries))
    return found


@pytest.mark.parametrize("text", sample(RULES, 3))
def test_the_perfect_player_wins_whenever_it_can(text: str) -> None:
    """Six matches each in normal and misère play, against players of two levels; the oracle determines who can win."""
    rule, random = game(text), Random(text)
    for misere in (False,) if rule.blocking else (False, True):
        oracle = Oracle(rule.options, rule.is_won, rule.blocking)
        for position in some_positions(rule, 3, random):
            for other in ("random", "perfect"):
                match = played(Match(rule, position, misere=misere), "perfect", other, random)
                if oracle.outcome(position, misere) == "N":
                    assert match.winner == 0, (position, misere, other)
                elif other == "perfect":
                    assert match.winner == 1, (position, misere)


@pytest.mark.slow
@pytest.mark.parametrize(
    "parts",
    [
        (("nim:piles=2", (3, 5)), ("kayles", (7,))),
        (("wythoff", (4, 6)), ("wythoff", (4, 6)), ("(n) -> (n - k) where k in {1, 3, 4}", (5, 6))),
        (("subtraction-transfer:a=2,b=2,c=1", (4, 7)), ("sharing-nim", (0, 2, 7)), ("grundys-game", (9, 3))),
        (("dynamic-nim", (3, 4, 2)), ("empty-transfer:boxes=2", (3, 4))),
    ],
)
def test_the_perfect_player_wins_sums_of_games(parts: tuple[tuple[str, Position], ...]) -> None:
    components = [game(text) @ position for text, position in parts]
    for number in range(4):
        for other in ("random", "perfect"):
            match = Match.of_sum(*components)
            outcome = match.outcome
            played(match, "perfect", other, Random(number))
            if outcome == "N":
                assert match.winner == 0
            elif other == "perfect":
                assert match.winner == 1


@pytest.mark.parametrize(
    "parts",
    [
        (("nim:piles=2", (1, 3)), ("kayles", (4,))),
        (("wythoff", (2, 3)), ("(n) -> (n - k) where k in {1, 3, 4}", (2, 3))),
        (("dynamic-nim", (2, 3, 2)), ("grundys-game", (6,))),
    ],
)
def test_the_perfect_player_wins_sums_of_games_in_misere_play(parts: tuple[tuple[str, Position], ...]) -> None:
    components = [game(text) @ position for text, position in parts]

    def options(at: Position) -> list[Position]:
        # The oracle sees the positions of all games one after the other, by their number.
        return [number(option) for option in playable.options(places[at[0]])]

    def number(option: tuple[Position, ...]) -> Position:
        if option not in places:
            places.append(option)
        return (places.index(option),)

    match = Match.of_sum(*components, misere=True)
    playable, places = match.playable, [match.position]
    outcome = Oracle(options).outcome((0,), misere=True)
    assert match.outcome == outcome
    for seed in range(4):
        for other in ("random", "perfect"):
            again = played(Match.of_sum(*components, misere=True), "perfect", other, Random(seed))
            if outcome == "N":
                assert again.winner == 0
            elif other == "perfect":
                assert again.winner == 1


def choices(level: str, match: Match[Position], count: int = 40) -> list[Position]:
    return [LEVELS[level].choose(match, Random(number)).option for number in range(count)]


def test_the_perfect_player_hurries_when_it_wins_and_drags_out_what_is_lost() -> None:
    # Every match has an odd number of moves: both options win, one of them at once.
    rule = game("(n) -> (n - k) where k in {1, 3}")
    assert choices("perfect", Match(rule, (3,)), 1) == [(0,)]
    # To take a whole pile would end it sooner.
    lost = Match("nim", (2, 2))
    option = LEVELS["perfect"].choose(lost, Random(1)).option
    assert option == (1, 2)


def test_at_any_size_that_a_theorem_covers_it_replies_without_a_search() -> None:
    for misere in (False, True):
        match = Match("nim", (10**100, 10**90 + 7, 10**80), misere=misere)
        for number in range(10):
            with at_most_calls(50_000):
                choice = LEVELS["perfect"].choose(match, Random(number))
            match.play(choice.option)
            assert match.outcome == ("P" if number % 2 == 0 else "N")
        # What is lost is dragged out: hardly anything is taken.
        assert sum(match.position) > 10**90


def test_a_casual_player_errs_now_and_then_and_not_at_the_end() -> None:
    match = Match("nim", (3, 5, 7))
    chosen = choices("casual", match)
    won = set(match.playable.verdict(match.position).winning_moves)
    mistakes = [option for option in chosen if option not in won]
    assert 5 <= len(mistakes) <= 20
    # A beginner can find the answer: it is one of few moves, or one that ends play.
    shares = [
        len(match.playable.verdict(option).winning_moves) / len(match.playable.options(option)) for option in mistakes
    ]
    every = [
        len(match.playable.verdict(option).winning_moves) / len(match.playable.options(option))
        for option in match.moves()
    ]
    assert min(shares) > sum(every) / len(every)
    assert set(choices("casual", Match("nim", (0, 0, 4)))) == {(0, 0, 0)}


def test_a_random_player_makes_any_move() -> None:
    match = Match("nim", (1, 1, 2))
    assert set(choices("random", match, 100)) == set(match.moves())
    huge = Match("nim", (1, 10**100, 10**200))
    assert len(set(choices("random", huge, 10))) > 5


def test_a_teacher_asks_before_it_takes_advantage() -> None:
    match = Match("nim", (3, 5, 7))
    teacher = LEVELS["teacher"]
    assert teacher.question(match) == ""
    assert teacher.question(match.copy().play((2, 5, 7))) == ""
    snapshot(teacher.question(match.play((3, 5, 5))))
    assert LEVELS["perfect"].question(match) == ""
    # What was lost in any case is no mistake.
    assert teacher.question(Match("nim", (1, 2, 3)).play((1, 2, 2))) == ""


def test_remarks_state_the_search_or_the_guess() -> None:
    rule = game("(a, b) -> (a - k, b) where 1 <= k <= b any order")
    snapshot(LEVELS["perfect"].choose(Match(rule, (5, 6)), Random(1)).remark)
    assert LEVELS["perfect"].choose(Match("nim", (5, 6)), Random(1)).remark == ""
    far = Match(rule, (10**30, 10**30))
    choice = LEVELS["perfect"].choose(far, Random(1))
    snapshot(choice.remark)
    assert far.play(choice.option).history == (choice.option,)


def test_every_level_forbids_what_may_be_forbidden() -> None:
    rule = game("(a, b) -> (u, b) where u < a any order block 2")
    match = Match(rule, (3, 4))
    for level, player in LEVELS.items():
        forbidden = player.options_to_forbid(match, match.position)
        assert len(forbidden) == 2, level
        assert set(forbidden) <= set(match.moves())
