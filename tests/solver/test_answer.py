"""`solve`: outcomes, values, winning moves and reasons; cycles and limits."""

from __future__ import annotations

import re
from itertools import product

import pytest

import sprague
from sprague import Answer, solve
from sprague.errors import CycleError, OutOfReach, SpragueError
from sprague.limits import Limits
from sprague.proofs.store import keep
from sprague.rules import parse
from sprague.solver.answer import answer_lines
from sprague.solver.reasons import Because
from tests.oracle import Oracle
from tests.snapshots import refused, snapshot

Position = tuple[int, ...]

COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"
ONE_BY_ONE = "(a) -> (a - 1)"
MERGER = "(a, b) -> (a - k, b + k) where 1 <= k <= a, a <= b any order win when a mod 2 = 0, b mod 2 = 0"

# The rule, a position, the Grundy value, the winning moves, all worked out by hand.
VALUES: list[tuple[str, Position, int, list[Position]]] = [
    ("(a) -> (u) where u < a", (0,), 0, []),
    ("(a) -> (u) where u < a", (7,), 7, [(0,)]),
    (ONE_BY_ONE, (4,), 0, []),
    (ONE_BY_ONE, (5,), 1, [(4,)]),
    ("(a) -> (a - k) where 1 <= k <= 3", (10,), 2, [(8,)]),
    ("(a) -> (a - k) where 1 <= k <= 3", (12,), 0, []),
    ("(a, b) -> (u, b) where u < a any order", (3, 5), 6, [(3, 3)]),
    ("(a, b) -> (u, b) where u < a any order", (4, 4), 0, []),
    ("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order", (2, 4), 3, [(1, 2)]),
    ("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order", (3, 5), 0, []),
    (COOKIES, (0, 1), 0, []),
    (COOKIES, (0, 2), 1, [(0, 0)]),
    (COOKIES, (1, 0), 1, [(0, 1)]),
    (COOKIES, (1, 1), 0, []),
    (COOKIES, (2, 0), 1, [(0, 0), (1, 1)]),
    # Play that stops early, and a win that stops it.
    ("(a) -> (a - 1) stop when a <= 2", (3,), 1, [(2,)]),
    ("(a) -> (a - 1) stop when a <= 2", (2,), 0, []),
    ("(a) -> (a - 1) win when a = 3", (4,), 1, [(3,)]),
    (MERGER, (1, 1), 1, [(0, 2)]),
]


@pytest.mark.parametrize(("rule", "position", "grundy", "winning_moves"), VALUES)
def test_a_position_is_solved(rule: str, position: Position, grundy: int, winning_moves: list[Position]) -> None:
    answer = solve(rule, position)
    assert answer.outcome == ("N" if grundy else "P")
    assert answer.grundy == grundy
    assert sorted(answer.winning_moves) == sorted(winning_moves)
    assert answer.misere is False


MISERE: list[tuple[str, Position, str, list[Position]]] = [
    ("(a) -> (u) where u < a", (0,), "N", []),
    ("(a) -> (u) where u < a", (1,), "P", []),
    ("(a) -> (u) where u < a", (5,), "N", [(1,)]),
    ("(a, b) -> (u, b) where u < a any order", (1, 1), "N", [(0, 1)]),
    ("(a, b) -> (u, b) where u < a any order", (2, 2), "P", []),
    (ONE_BY_ONE, (4,), "N", [(3,)]),
    ("(a) -> (a - 1) stop when a <= 2", (2,), "N", []),
    ("(a) -> (a - 1) stop when a <= 2", (3,), "P", []),
    # Whoever reaches the position has won, in misère play too.
    ("(a) -> (a - 1) win when a = 2", (2,), "P", []),
    ("(a) -> (a - 1) win when a = 2", (3,), "N", [(2,)]),
    ("(a) -> (a - 1) win when a = 2", (1,), "P", []),
    (MERGER, (1, 1), "N", [(0, 2)]),
]


@pytest.mark.parametrize(("rule", "position", "outcome", "winning_moves"), MISERE)
def test_a_position_is_solved_in_misere_play(
    rule: str, position: Position, outcome: str, winning_moves: list[Position]
) -> None:
    answer = solve(rule, position, misere=True)
    assert (answer.outcome, answer.grundy, answer.misere) == (outcome, None, True)
    assert sorted(answer.winning_moves) == sorted(winning_moves)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "rule",
    [
        COOKIES,
        "(a, b) -> (u, b) where u < a any order",
        "(a, b) -> (u, v) where u + v = b any order piles >= 1",
        "(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order",
        "(a | t) -> (a - d | 2d - 1) where 1 <= d <= t",
        MERGER,
    ],
)
def test_winning_moves_are_those_to_p_positions(rule: str, misere: bool) -> None:
    game = parse(rule)
    outcomes = {}
    for position in product(range(1, 7), repeat=len(game.names)):
        answer = solve(game, position, misere=misere)
        outcomes[position] = answer.outcome
        options = game.options(position)
        leading_to_p = [option for option in options if solve(game, option, misere=misere).outcome == "P"]
        assert answer.winning_moves == leading_to_p
        if options:
            assert (answer.outcome == "N") == bool(leading_to_p)
        else:
            assert answer.outcome == ("N" if misere and not game.is_won(position) else "P")
    assert set(outcomes.values()) == {"N", "P"}


def test_the_text_of_an_answer() -> None:
    game = parse("(a, b) -> (u, b) where u < a any order")
    answer = solve(game, (3, 1))
    assert answer == Answer(
        game=game,
        position=(1, 3),
        misere=False,
        outcome="N",
        grundy=2,
        all_winning_moves=True,
        because=Because("search", answer.because.source),
        explanation=answer.explanation,
        _winning_moves=((1, 1),),
    )
    snapshot(answer.explanation)
    snapshot(str(solve(game, (3, 1)).because))
    snapshot(str(solve(game, (0, 0)).because))
    snapshot(str(solve(ONE_BY_ONE, (1999,)).because))


@pytest.mark.parametrize(
    ("game", "position", "misere", "data"),
    [
        (
            "(a, b) -> (u, b) where u < a any order",
            (3, 1),
            False,
            {
                "version": 1,
                "game": "(a, b) -> (u, b) where u < a any order",
                "rule": "(a, b) -> (u, b) where u < a any order",
                "position": [1, 3],
                "play": "normal",
                "outcome": "N",
                "grundy": 2,
                "winning_moves": [[1, 1]],
                "all_winning_moves": True,
                "sentences": 1,
                "forbid": [],
                "explanation": "",
                "because": "search",
                "grundy_because": None,
            },
        ),
        (
            "(a|t)->(a-d|d) where 1<=d<=t",
            (2, 1),
            True,
            {
                "version": 1,
                "game": "(a | t) -> (a - d | d) where 1 <= d <= t",
                "rule": "(a | t) -> (a - d | d) where 1 <= d <= t",
                "position": [2, 1],
                "play": "misere",
                "outcome": "N",
                "grundy": None,
                "winning_moves": [[1, 1]],
                "all_winning_moves": True,
                "sentences": 1,
                "forbid": [],
                "explanation": "",
                "because": "search",
                "grundy_because": None,
            },
        ),
    ],
)
def test_an_answer_as_json(game: str, position: Position, misere: bool, data: dict[str, object]) -> None:
    answer = solve(game, position, misere=misere)
    found = answer.to_json()
    assert found["because"] == {"kind": answer.because.kind, "source": answer.because.source}
    assert (found["sentences"], found["explanation"]) == (answer.sentences, answer.explanation)
    snapshot("\n".join([*answer.sentences, answer.explanation, answer.because.source]))
    found |= {"sentences": len(answer.sentences), "explanation": "", "because": answer.because.kind}
    assert list(found.items()) == list(data.items())


@pytest.mark.parametrize(
    ("game", "position", "shown"),
    [
        ("(a, b) -> (a - k, b) where k <= a", (3, 4), "(3, 4) -> (3, 4)"),
        ("(a) -> (a)", (3,), "(3,) -> (3,)"),
        ("(a, b) -> (a - 1, b + 1) ; (a + 1, b - 1)", (1, 0), "(1, 0) -> (0, 1) -> (1, 0)"),
        # Only the cycle is shown, not the way to it.
        ("(a) -> (a - 1) where a > 2 ; (2 - a)", (5,), ": (2,) -> (0,) -> (2,)"),
        ("(a) -> (a - 1) ; (7 - a) where a = 0", (7,), "(7,) -> (6,) -> (5,) -> (4,) -> … -> (7,) (8 "),
        ("(a) -> (a - 1) ; (6 - a) where a = 0", (6,), "-> (5,) -> (4,) -> (3,) -> (2,) -> (1,) -> (0,) -> (6,)"),
        ("(a) -> (a - 1) ; (900 - a) where a = 0", (900,), "(900,) -> (899,) -> (898,) -> (897,) -> … -> (900,) (901 "),
    ],
)
@pytest.mark.parametrize("misere", [False, True])
def test_a_cycle_is_shown(game: str, position: Position, shown: str, misere: bool) -> None:
    with refused(CycleError, shown):
        solve(game, position, misere=misere)


def test_a_cycle_out_of_reach_does_no_harm() -> None:
    assert solve("(a) -> (a) where a = 9 ; (a - 1) where a < 9", (4,)).outcome == "P"


def test_too_many_positions_are_out_of_reach() -> None:
    assert solve(ONE_BY_ONE, (999,), budget=Limits(positions=1_000)).outcome == "N"
    with refused(OutOfReach, "--positions 10000", "--limit 1001 --what grundy"):
        solve(ONE_BY_ONE, (1_000,), budget=Limits(positions=1_000))


def test_the_table_that_a_refusal_names_answers() -> None:
    rule = sprague.game("sharing-nim", piles=4)
    with refused(OutOfReach, "sprague table 'sharing-nim:piles=4' --limit 10 --what outcome --misere"):
        solve(rule, (0, 1, 5, 9), misere=True, budget=Limits(positions=10))
    table = sprague.tabulate(rule, limit=10, what="outcome", misere=True)
    assert table[0, 1, 5, 9] == solve(rule, (0, 1, 5, 9), misere=True).outcome


def test_a_refusal_suggests_no_table_that_does_not_fit() -> None:
    with refused(OutOfReach):
        solve("one-bottle", (31, 32, 10**15), budget=Limits(positions=50))


def test_a_refusal_because_of_many_options_comes_at_once_and_does_not_advise_to_search_more() -> None:
    with refused(OutOfReach):
        solve("(a) -> (u) where u < a", (10**8,), misere=True)


@pytest.mark.parametrize(
    ("rule", "position", "shown"),
    [
        ("(a) -> (a + 1)", (1,), "(1,) -> (2,) -> (3,) -> …"),
        ("(a, b) -> (2a, b)", (1, 1), "(1, 1) -> (2, 1) -> (4, 1) -> …"),
        ("(a, b) -> (a + b, b) where b >= 3 any order", (0, 5), "(0, 5) -> (5, 5) -> (5, 10) -> …"),
        ("(a) -> (a + k) where k = 2 ; (a - 1)", (3,), "(3,) -> (5,) -> (7,) -> …"),
        ("(a, b) -> (a - k, b + 1)", (2, 1), "(2, 1) -> (2, 2) -> (2, 3) -> …, with k = 0; write k >= 1"),
        ("(a, b) -> (u, b + v) where u <= a, 1 <= v <= 3 any order", (2, 1), "(1, 2) -> (1, 3) -> (1, 4) -> …"),
    ],
)
def test_play_that_never_stops_growing_is_refused_at_once(rule: str, position: tuple[int, ...], shown: str) -> None:
    with refused(CycleError, shown):
        solve(rule, position)


def test_a_move_that_adds_chips_but_must_also_take_chips_is_searched() -> None:
    assert solve("(a, b) -> (a - k, b + 1) where k >= 1", (2, 1)).grundy == 2


def test_an_imitated_move_is_not_an_endless_move() -> None:
    # From 1 a move leads where the move that never ends would lead, were it legal there.
    assert solve("(a) -> (a + 2) where a >= 10 ; (a + 2) where a < 3", (1,)).grundy == 1


@pytest.mark.slow
def test_a_long_game_is_no_problem() -> None:
    rule = f"{ONE_BY_ONE} ; (a) where a = 200_000".replace("_", "")  # no rank, and so no table
    answer = solve(rule, (20_000,), budget=Limits(positions=20_001))
    assert (answer.outcome, answer.grundy) == ("P", 0)
    snapshot(answer.because.source)


@pytest.mark.parametrize(
    ("game", "position", "name"),
    [
        ("nim", (1, 2), "nim:piles=2"),
        ("nim", (1, 2, 3, 4), "nim:piles=4"),
        ("dynamic-nim", (5, 6, 7, 2), "dynamic-nim:piles=3,stop=0,limit=x"),
        ("dynamic-nim:stop=3", (5, 2), "dynamic-nim:piles=1,stop=3,limit=x"),
    ],
)
def test_the_number_of_piles_follows_from_the_position(game: str, position: Position, name: str) -> None:
    assert solve(game, position).game.name == name


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("nim:piles=3", (1, 2)),
        ("wythoff", (1, 2, 3)),
        ("nim", (1, -2)),
        ("nim", (10**5000, 1.5, 2)),
        ("sharin-nim", (1, 2, 3)),
    ],
)
def test_unsolvable_requests_are_refused(game: str, position: Position) -> None:
    with refused(SpragueError):
        solve(game, position)


class TestTelling:
    def test_an_answer_prints_the_same_as_the_command_solve(self) -> None:
        snapshot(str(solve("nim", (3, 5, 7))))

    @pytest.mark.slow
    @pytest.mark.parametrize(("position", "offered"), [((2, 2, 2, 30), True), ((2, 2, 2, 10**9), False)])
    def test_all_moves_are_offered_only_if_they_can_be_listed(self, position: Position, offered: bool) -> None:
        answer = solve("empty-redistribute", position)
        snapshot(str(answer))
        assert ("every_move=True" in str(answer)) == offered
        if offered:
            assert solve("empty-redistribute", position, every_move=True).all_winning_moves
        else:
            with pytest.raises(OutOfReach):
                solve("empty-redistribute", position, every_move=True)

    def test_a_value_that_the_reason_does_not_tell_is_searched_if_that_is_cheap(self) -> None:
        rule = sprague.game("empty-some:boxes=4,empty=2")
        answer = solve(rule, (1, 1, 2, 4))
        assert answer.because.kind == "theorem"
        assert answer.grundy == Oracle(rule.options).grundy((1, 1, 2, 4)) > 0
        assert str(answer.grundy_because).startswith("search: all ")
        assert f"Grundy value: {answer.grundy} ({answer.grundy_because})" in str(answer)
        reason = answer.to_json()["grundy_because"]
        assert isinstance(reason, dict)
        assert reason["kind"] == "search"
        far = solve(rule, (1, 1, 2, 4 * 10**50))
        assert (far.outcome, far.grundy, far.grundy_because) == ("N", None, None)
        assert solve(rule, (1, 1, 2, 4), budget=Limits(positions=2)).grundy is None

    @pytest.mark.parametrize(
        ("game", "position"),
        [
            ("fulves-merger:boxes=3", (0, 0, 6)),
            ("fulves-merger:boxes=3", (0, 0, 5)),
            ("(a) -> (a - 1) stop when a <= 2", (2,)),
            ("(a) -> (a - 1)", (0,)),
        ],
    )
    def test_why_play_is_over(self, game: str, position: Position) -> None:
        snapshot(solve(game, position).explanation)


WYTHOFF_BLOCKED = "(a, b) -> (u, b) where u < a ; (a, v) where v < b ; (a - k, b - k) where k >= 1 block 1"


def test_an_answer_with_blocking_lists_the_options_to_forbid() -> None:
    answer = sprague.solve(WYTHOFF_BLOCKED, (3, 4))
    assert (answer.outcome, answer.grundy) == ("N", None)
    assert answer.forbid == {(3, 1): [(0, 1)], (0, 1): [(0, 0)]}
    assert list(answer.forbid) == answer.winning_moves
    snapshot(answer.explanation)
    assert answer.to_json()["forbid"] == [
        {"position": [3, 1], "options": [[0, 1]]},
        {"position": [0, 1], "options": [[0, 0]]},
    ]
    snapshot("\n".join(str(answer).splitlines()[2:4]))
    lost = sprague.solve(WYTHOFF_BLOCKED, (4, 6))
    assert (lost.outcome, lost.winning_moves, lost.forbid) == ("P", [], {(4, 6): [(1, 3)]})
    snapshot(str(lost).splitlines()[1])
    snapshot(str(solve(WYTHOFF_BLOCKED, (0, 0))).splitlines()[1])
    assert sprague.solve("nim", (3, 4)).to_json()["forbid"] == []


@pytest.mark.slow
@pytest.mark.parametrize("blocking", [1, 2, 3])
@pytest.mark.parametrize("position", [(7, 12), (12, 19), (60, 90)])  # the last is known by a table
def test_forbidding_the_listed_options_wins_against_every_reply(position: tuple[int, int], blocking: int) -> None:
    rule = parse(WYTHOFF_BLOCKED.replace("block 1", f"block {blocking}"))
    table = sprague.tabulate(rule, max(position) + 1, what="outcome")
    answer = solve(rule, position)
    assert len(answer.winning_moves) > blocking or answer.outcome == "P"
    for reached, forbidden in answer.forbid.items():
        left = set(rule.options(reached)) - set(forbidden)
        assert (len(forbidden) <= blocking, {table[option] for option in left} <= {"N"}) == (True, True)


def test_a_proof_lists_the_options_to_forbid() -> None:
    rule = "(a) -> (u) where u < a block 2"
    proof = sprague.prove(rule, "a <= 2")
    assert isinstance(proof, sprague.Proof)
    keep(proof)
    answer = solve(rule, (10**20,))
    assert (answer.because.kind, answer.outcome) == ("proof", "N")
    assert answer.forbid == {(0,): [], (1,): [(0,)], (2,): [(0,), (1,)]}
    snapshot(answer.explanation)


def test_a_column_program_explains_a_position_by_its_columns() -> None:
    rule = sprague.game("(a, b, c, d) -> (u, v, c, d) where u < a, v < b any order")
    stages = "start: 0 or 4 ones -> start; 1 one -> rest with ones free; rest: 0 or 3 ones -> rest"
    proof = sprague.prove(rule, f"columns {{ {stages} }}")
    assert isinstance(proof, sprague.Proof)
    sprague.keep(proof)
    reason = sprague.solve(rule, (1, 1, 1, 6)).explanation
    assert "0001 (1 one -> rest with ones free), 0001 (0 or 3 ones -> rest), 1110 (0 or 3 ones -> rest)." in reason
    snapshot(sprague.solve(rule, (1, 1, 2, 6)).explanation)


@pytest.mark.parametrize(
    ("game", "given"),
    [("nim", (9, 1, 2)), ("wythoff", (7, 3)), ("sharing-nim", (6, 0, 13)), ("empty-transfer", (9, 5, 4, 3))],
)
def test_the_text_has_the_piles_in_the_order_of_the_user(game: str, given: Position) -> None:
    answer = solve(game, given)
    first, *lines = answer_lines(answer, given)
    assert first.startswith(",".join(map(str, given)) + " is ")
    shown = [re.fullmatch(r"  ([\d,]+)  +(.+)", line) for line in lines]
    moves = [(tuple(map(int, found[1].split(","))), found[2]) for found in shown if found]
    assert sorted(tuple(sorted(reached)) for reached, _ in moves) == sorted(answer.winning_moves)
    for reached, words in moves:
        named = {int(number) for number in re.findall(r"(\d+)(?:st|nd|rd|th)\b", words)}
        changed = {number for number, (one, two) in enumerate(zip(given, reached, strict=True), 1) if one != two}
        assert changed <= named, (reached, words)


def test_a_position_in_an_explanation_has_the_order_of_the_user() -> None:
    (why,) = [line for line in answer_lines(solve("nim", (9, 1, 2)), (9, 1, 2)) if line.startswith("Why")]
    assert why.startswith("Why: The nim-sum of (9, 1, 2) is 10.")
