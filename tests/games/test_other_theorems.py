"""Closed forms of Sharing Nim, Graph Nim, Dynamic Nim, Moore's Nim, Rim, Trim and Wythoff's game, against search."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement, product

import pytest

import sprague
from sprague import Ruleset
from sprague.games import Theorem, theorems
from sprague.games.dynamic_nim import (
    _limit_term,
    _suitable_slope,
    companion_condition,
    is_suitable,
    satisfies_companion,
)
from sprague.games.moore_nim import MooreSum, column_remainders
from sprague.games.rim import RimSum
from sprague.games.sharing_nim import count_p_positions
from sprague.games.wythoff import golden_floor
from tests.oracle import Oracle, Position

PLAYS = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
HUGE = 1 << 100_000


def deciding(rule: Ruleset, position: Position, misere: bool = False) -> Theorem:
    return first(theorems(rule, misere), position)


def first(known: list[Theorem], position: Position) -> Theorem:
    return next(theorem for theorem in known if theorem.decides(position))


def unordered(piles: int, top: int) -> Iterable[Position]:
    return combinations_with_replacement(range(top + 1), piles)


def agree(rule: Ruleset, positions: Iterable[Position], misere: bool, outcome: Callable[[Position], str]) -> None:
    """The theorem's outcome is the true one, and its moves are legal, win, and exist where there are any."""
    known = theorems(rule, misere)
    seen = set()
    for position in positions:
        theorem = first(known, position)
        moves = theorem.winning_moves(position)
        assert theorem.is_p(position) == (outcome(position) == "P"), position
        assert len(set(moves)) == len(moves)
        if theorem.is_p(position):
            assert not moves, position
        else:
            options = set(rule.options(position))
            assert set(moves) <= options, position
            assert all(outcome(move) == "P" for move in moves), position
            assert bool(moves) == bool(options), position
        assert theorem.explain(position).endswith(".")
        seen.add(theorem.is_p(position))
    assert seen == {True, False}


def agree_with_table(rule: Ruleset, limit: int, misere: bool) -> None:
    table = sprague.tabulate(rule, limit=limit, what="outcome", misere=misere)
    agree(rule, table.positions(), misere, table.__getitem__)


def agree_with_oracle(rule: Ruleset, positions: Iterable[Position], misere: bool) -> None:
    oracle = Oracle(rule.options)
    agree(rule, positions, misere, lambda position: oracle.outcome(position, misere))


class TestSharingNim:
    @PLAYS
    @pytest.mark.parametrize(("piles", "limit"), [(2, 40), (3, 20)])
    def test_every_small_position(self, piles: int, limit: int, misere: bool) -> None:
        agree_with_table(sprague.game("sharing-nim", piles=piles), limit, misere)

    @PLAYS
    def test_wide_differences(self, misere: bool) -> None:
        rule = sprague.game("sharing-nim", piles=3)
        table = sprague.tabulate(rule, limit=150, what="outcome", misere=misere)
        (theorem,) = theorems(rule, misere)
        for high in range(150):
            for middle in range(high + 1):
                position = (0, middle, high)
                moves = theorem.winning_moves(position)
                assert theorem.is_p(position) == (table[position] == "P"), position
                assert all(table[move] == "P" and sum(move) == sum(position) for move in moves), position
                assert len(moves) == (not theorem.is_p(position) and high > 1), position

    def test_values_zero_and_one(self) -> None:
        rule = sprague.game("sharing-nim", piles=3)
        table = sprague.tabulate(rule, limit=90)
        (theorem,) = theorems(rule)
        for high in range(90):
            for middle in range(high + 1):
                position = (0, middle, high)
                value = theorem.grundy(position)
                assert value == (table[position] if table[position] <= 1 else None), position

    def test_two_piles_are_a_nim_pile(self) -> None:
        rule = sprague.game("sharing-nim", piles=2)
        (theorem,) = theorems(rule)
        for position, value in sprague.tabulate(rule, limit=50).items():
            assert theorem.grundy(position) == value

    def test_the_equalising_moves_of_the_paper_do_not_suffice(self) -> None:
        """From (0, 1, 3) no equalising move wins, whatever the remark in the paper says."""
        answer = sprague.solve("sharing-nim", (0, 1, 3))
        assert answer.winning_moves == [(1, 1, 2)]

    @pytest.mark.parametrize(
        ("position", "move"),
        [((0, 0, 3), (0, 1, 2)), ((0, 0, 7), (0, 2, 5)), ((0, 0, 8), (0, 3, 5)), ((0, 5, 10), (4, 5, 6))],
    )
    def test_misere_cases_that_the_printed_proof_leaves_out_or_singles_out(
        self, position: Position, move: Position
    ) -> None:
        assert sprague.solve("sharing-nim", position, misere=True).winning_moves == [move]

    @pytest.mark.parametrize("piles", [4, 6])
    def test_mirror_positions(self, piles: int) -> None:
        rule = sprague.game("sharing-nim", piles=piles)
        table = sprague.tabulate(rule, limit=9 if piles == 4 else 5, what="outcome")
        (theorem,) = theorems(rule)
        decided = 0
        for position, outcome in table.items():
            if theorem.decides(position):
                assert outcome == "P"
                assert all(position.count(pile) % 2 == 0 for pile in position)
                decided += 1
        assert decided == (45 if piles == 4 else 35)
        assert deciding(rule, (2,) * piles).explain((2,) * piles)
        assert not theorems(rule, misere=True)

    def test_an_odd_number_of_piles_has_no_mirror(self) -> None:
        assert theorems(sprague.game("sharing-nim", piles=5)) == []

    def test_number_of_p_positions(self) -> None:
        table = sprague.tabulate("sharing-nim", limit=40, what="outcome")
        cold = list(table.P_positions())
        for chips in range(40):
            there = [position for position in cold if sum(position) == chips]
            assert count_p_positions(chips, empty_piles=True) == len(there)
            assert count_p_positions(chips, empty_piles=False) == sum(0 not in position for position in there)

    @PLAYS
    def test_huge_piles(self, misere: bool) -> None:
        for position in [(7, HUGE, 3 * HUGE), (HUGE, HUGE, 3 * HUGE), (0, 0, 3 * HUGE), (5, HUGE + 5, 2 * HUGE + 5)]:
            answer = sprague.solve("sharing-nim", position, misere=misere)
            assert (answer.outcome == "N") == bool(answer.winning_moves)
            assert all(sum(move) == sum(position) for move in answer.winning_moves)
            assert "digits" in answer.explanation


class TestGraphNim:
    @pytest.mark.parametrize("rule", ["sharing", "entropy"])
    @pytest.mark.parametrize("graph", ["path3", "star2", "1-3/3-2"])
    def test_path_of_three(self, graph: str, rule: str) -> None:
        agree_with_table(sprague.game("graph-nim", graph=graph, rule=rule), 12 if graph == "path3" else 6, False)

    @pytest.mark.parametrize("rule", ["sharing", "entropy"])
    def test_all_winning_moves_on_the_path_are_found(self, rule: str) -> None:
        path = sprague.game("graph-nim", graph="path3", rule=rule)
        table = sprague.tabulate(path, limit=9, what="outcome")
        (theorem,) = theorems(path)
        for position in table.positions():
            winning = {option for option in path.options(position) if table[option] == "P"}
            assert set(theorem.winning_moves(position)) == winning

    @pytest.mark.parametrize("rule", ["sharing", "entropy"])
    @pytest.mark.parametrize(
        ("graph", "pairs", "limit"),
        [
            ("path2", [(0, 1)], 12),
            ("path4", [(0, 3), (1, 2)], 5),
            ("2-1/1-4/4-3", [(1, 2), (0, 3)], 4),
            ("cycle4", [(0, 2), (1, 3)], 5),
            ("path6", [(0, 5), (1, 4), (2, 3)], 3),
            ("cycle6", [(0, 3), (1, 4), (2, 5)], 3),
        ],
    )
    def test_mirror_positions(self, graph: str, pairs: list[tuple[int, int]], limit: int, rule: str) -> None:
        game = sprague.game("graph-nim", graph=graph, rule=rule)
        (theorem,) = theorems(game)
        decided = 0
        oracle = Oracle(game.options)
        for position in product(range(limit), repeat=2 * len(pairs)):
            mirrored = all(position[i] == position[j] for i, j in pairs)
            assert theorem.decides(position) == mirrored
            if mirrored:
                assert oracle.outcome(position) == "P"
                assert theorem.is_p(position)
                assert theorem.winning_moves(position) == []
                decided += 1
        assert decided == limit ** len(pairs)

    @pytest.mark.parametrize("graph", ["cycle3", "star3", "path5", "cycle5", "complete4", "1-2/3-4"])
    def test_nothing_is_claimed_about_other_graphs(self, graph: str) -> None:
        assert theorems(sprague.game("graph-nim", graph=graph)) == []

    @pytest.mark.parametrize("rule", ["sharing", "entropy"])
    def test_huge_piles(self, rule: str) -> None:
        path = sprague.game("graph-nim", graph="path3", rule=rule)
        for position in [(HUGE, 0, HUGE - 9), (0, HUGE, 5), (HUGE, 3, 0)]:
            theorem = deciding(path, position)
            moves = theorem.winning_moves(position)
            assert moves
            assert all(theorem.is_p(move) for move in moves)
            assert theorem.explain(position)
            assert theorem.explain(moves[0])


class TestDynamicNim:
    @PLAYS
    @pytest.mark.parametrize("limit", ["x", "2x - 1"])
    @pytest.mark.parametrize(
        ("piles", "stop", "top"),
        [
            (1, 0, 24),
            (1, 1, 24),
            (1, 5, 30),
            (2, 0, 10),
            (2, 1, 10),
            (2, 2, 11),
            (2, 4, 12),
            (2, 6, 12),
            (3, 0, 5),
            (3, 1, 5),
            (3, 2, 6),
            (3, 6, 7),
            (4, 0, 3),
            (4, 1, 3),
            (4, 2, 3),
            (4, 3, 3),
            (5, 1, 2),
            (5, 0, 2),
        ],
    )
    def test_every_small_position(self, piles: int, stop: int, top: int, limit: str, misere: bool) -> None:
        rule = sprague.game("dynamic-nim", piles=piles, stop=stop, limit=limit)
        if not satisfies_companion(max(1, stop + misere), piles):
            assert theorems(rule, misere) == []
            return
        positions = [(*sizes, most) for sizes in unordered(piles, top) for most in range(top + 2)]
        agree_with_oracle(rule, positions, misere)

    def test_the_theorem_is_used_only_where_it_holds(self) -> None:
        for limit in ("1", "2x", "x + 1", "3x - 2", lambda x: x):
            assert theorems(sprague.game("dynamic-nim", limit=limit)) == []
        assert theorems(sprague.game("dynamic-nim", piles=4, stop=2)) == []
        assert [str(found.title) for found in theorems(sprague.game("dynamic-nim", piles=9))] == ["Theorem 2"]

    def test_the_ideal_theorem_fails_without_the_companion_condition(self) -> None:
        """Four ones with stop 2: the formula says 2, but no pile has two chips, and no move wins."""
        answer = sprague.solve(sprague.game("dynamic-nim", piles=4, stop=2), (1, 1, 1, 1, 9))
        assert (answer.outcome, answer.because.kind) == ("P", "search")

    def test_companion_condition(self) -> None:
        for piles, most in ((1, 70), (2, 40), (3, 20), (4, 9), (5, 7), (6, 4)):
            for stop in range(1, most):
                assert satisfies_companion(stop, piles) == companion_condition(stop, piles), (stop, piles)

    @pytest.mark.parametrize("slope", range(5))
    def test_which_linear_limits_are_suitable(self, slope: int) -> None:
        for constant in range(1 - slope, 6):
            limit = _limit_term(f"{slope}x + {constant}" if constant >= 0 else f"{slope}x - {-constant}")
            suitable = is_suitable(lambda x, p=slope, q=constant: p * x + q, 64)  # type: ignore[misc]
            assert (_suitable_slope(limit) is not None) == suitable

    @PLAYS
    def test_huge_piles(self, misere: bool) -> None:
        rule = sprague.game("dynamic-nim", piles=2, stop=5, limit="2x - 1")
        answer = sprague.solve(rule, (HUGE + 3, 5 * HUGE, HUGE), misere=misere)
        assert answer.outcome == "N"
        assert len(answer.winning_moves) == 2


class TestMooreNim:
    @PLAYS
    @pytest.mark.parametrize(
        ("piles", "width", "limit"),
        [
            (1, 1, 20),
            (2, 1, 20),
            (3, 1, 9),
            (2, 2, 12),
            (3, 2, 7),
            (4, 2, 5),
            (5, 2, 3),
            (4, 3, 4),
            (5, 3, 3),
            (5, 4, 3),
            (6, 2, 3),
        ],
    )
    def test_every_small_position(self, piles: int, width: int, limit: int, misere: bool) -> None:
        rule = sprague.game("moore-nim", piles=piles, width=width)
        agree_with_oracle(rule, unordered(piles, limit - 1), misere)

    @pytest.mark.parametrize(("piles", "width"), [(5, 2), (6, 3), (8, 4), (9, 5), (6, 1)])
    def test_large_piles_reach_p_by_a_legal_move(self, piles: int, width: int) -> None:
        theorem = MooreSum(width)
        seed = 12345
        for _ in range(60):
            sizes = []
            for _ in range(piles):
                seed = seed * 6364136223846793005 % (2**89 - 1)
                sizes.append(seed >> 5)
            position = tuple(sorted(sizes))
            (move,) = theorem.winning_moves(position)
            assert theorem.is_p(move)
            before, after = Counter(position), Counter(move)
            changed = sorted((before - after).elements()), sorted((after - before).elements())
            assert 1 <= len(changed[0]) <= width
            assert all(new < old for old, new in zip(*changed, strict=True))

    def test_columns_counted_all_at_once(self) -> None:
        for modulus, piles in product(range(2, 7), [(5,), (7, 7, 1), (1, 2, 3, 4, 5, 6, 7), (9, 9, 9, 9, 9, 9)]):
            columns = column_remainders(piles, modulus)
            for place in range(max(piles).bit_length()):
                ones = sum(pile >> place & 1 for pile in piles)
                assert [value for value in range(modulus) if columns[value] >> place & 1] == [ones % modulus]

    @PLAYS
    def test_huge_piles(self, misere: bool) -> None:
        piles = (HUGE // 3, HUGE // 5, HUGE // 7, HUGE // 11)
        answer = sprague.solve("moore-nim", piles, misere=misere)
        assert answer.outcome == "N"
        assert len(set(piles) & set(answer.winning_moves[0])) >= 2


class TestRim:
    @pytest.mark.parametrize(
        ("piles", "base", "limit"),
        [
            (1, 3, 30),
            (2, 2, 12),
            (3, 2, 8),
            (2, 3, 20),
            (3, 3, 10),
            (4, 3, 3),
            (2, 4, 20),
            (3, 4, 6),
            (2, 5, 16),
            (3, 5, 6),
            (4, 4, 4),
        ],
    )
    def test_every_small_position(self, piles: int, base: int, limit: int) -> None:
        agree_with_table(sprague.game("rim", piles=piles, base=base), limit, False)

    def test_trim(self) -> None:
        agree_with_table(sprague.game("trim", piles=3), 10, False)

    def test_flanigans_example(self) -> None:
        rule = sprague.game("rim", piles=5, base=5)
        position = (71, 135, 138, 176, 252)
        theorem = deciding(rule, position)
        assert not theorem.is_p(position)
        assert theorem.is_p(rule.position((71 - 62, 135, 138, 176 - 50, 252)))
        assert all(theorem.is_p(move) for move in theorem.winning_moves(position))
        assert "y = 25," in theorem.explain(position)

    @pytest.mark.parametrize("base", [2, 3, 7])
    def test_huge_piles(self, base: int) -> None:
        rule = sprague.game("rim", piles=3, base=base)
        answer = sprague.solve(rule, (HUGE // 7, HUGE // 5, HUGE // 3))
        assert answer.outcome == "N"
        assert all(deciding(rule, move).is_p(move) for move in answer.winning_moves)

    @pytest.mark.parametrize(
        ("base", "block"),
        [
            # The digits of three piles: every column sums to a multiple of the base.
            (2, ["0110100", "1011001", "1101101"]),
            (3, ["2101202", "1200221", "0002210"]),
            (7, ["6403215", "5160344", "3214225"]),
            (12, ["b0a7419", "1b27803", "010a0b0"]),
        ],
    )
    def test_piles_of_100_000_digits_from_a_repeated_block(self, base: int, block: list[str]) -> None:
        """A block of digits repeated: P if the block is, and not after a change of one digit."""
        width, times = 7, 15_000
        repeated = (base ** (width * times) - 1) // (base**width - 1)
        cold = tuple(sorted(int(text, base) * repeated for text in block))
        rule = sprague.game("rim", piles=3, base=base)
        answer = sprague.solve(rule, cold)
        assert (answer.outcome, answer.winning_moves) == ("P", [])
        assert answer.explanation.startswith(f"In base {base} every column of (a number of about ")
        place = base ** (3 * times)
        warm = rule.position((cold[0], cold[1], cold[2] + place))
        answer = sprague.solve(rule, warm)
        assert answer.outcome == "N"
        assert cold in answer.winning_moves
        for move in answer.winning_moves:
            assert rule.move_to(warm, move).option == move
            assert sprague.solve(rule, move).outcome == "P"
        # Below the highest wrong column the digits change as well.
        warm = rule.position((cold[0], cold[1] + place // base**9, cold[2] + place))
        for move in sprague.solve(rule, warm).winning_moves:
            assert rule.move_to(warm, move).option == move
            assert sprague.solve(rule, move).outcome == "P"

    def test_more_piles_than_a_small_number_can_count(self) -> None:
        theorem = RimSum(12)
        assert theorem.is_p((11 * 12**30,) * 48)
        assert theorem.winning_moves((11 * 12**30,) * 49)[0] == (0,) + (11 * 12**30,) * 48


class TestWythoff:
    @PLAYS
    def test_every_small_position(self, misere: bool) -> None:
        agree_with_table(sprague.game("wythoff"), 45, misere)

    @PLAYS
    def test_all_winning_moves_are_found(self, misere: bool) -> None:
        rule = sprague.game("wythoff")
        table = sprague.tabulate(rule, limit=30, what="outcome", misere=misere)
        (theorem,) = theorems(rule, misere)
        for position in table.positions():
            winning = {option for option in rule.options(position) if table[option] == "P"}
            assert set(theorem.winning_moves(position)) == winning

    @PLAYS
    def test_far_out(self, misere: bool) -> None:
        """The closed form is exact where floating point numbers are not."""
        rule = sprague.game("wythoff")
        low = golden_floor(10**40)
        assert low == 16180339887498948482045868343656381177203
        cold = (low, low + 10**40)
        theorem = deciding(rule, cold, misere)
        assert theorem.is_p(cold)
        assert theorem.winning_moves((low, cold[1] + 7)) == [cold]
        assert cold in theorem.winning_moves((low + 12, cold[1] + 12))
        assert cold in theorem.winning_moves((low + 3, cold[1]))

    @PLAYS
    def test_huge_piles(self, misere: bool) -> None:
        answer = sprague.solve("wythoff", (HUGE, 3 * HUGE), misere=misere)
        assert answer.outcome == "N"
        assert answer.winning_moves

    @PLAYS
    def test_piles_of_100_000_digits_from_fibonacci_numbers(self, misere: bool) -> None:
        """A sum of Fibonacci numbers, no two neighbours, the lowest of even index; and the sum of the next ones.

        Those pairs are the cold positions (Fraenkel): the golden ratio does not come into it. With a
        single one the product with the golden ratio is as near to an integer as it can be.
        """
        rule = sprague.game("wythoff")
        for indices in ([478_500], [478_501 - 97 * n for n in range(12)] + [400_000, 4], [478_499, 71, 2]):
            pairs = [fibonacci(index) for index in indices]
            low, high = sum(first for first, _ in pairs), sum(second for _, second in pairs)
            assert sprague.solve(rule, (low, high), misere=misere).outcome == "P"
            for warm in [(low, high + 1), (low + 1, high + 1), (low + 1, high)]:
                answer = sprague.solve(rule, warm, misere=misere)
                assert answer.outcome == "N"
                assert (low, high) in answer.winning_moves
            for warm in [(low, high - 1), (low - 1, high)]:
                answer = sprague.solve(rule, warm, misere=misere)
                assert answer.outcome == "N"
                assert all(rule.move_to(warm, move).option == move for move in answer.winning_moves)
                assert all(sprague.solve(rule, move, misere=misere).outcome == "P" for move in answer.winning_moves)


def fibonacci(index: int) -> tuple[int, int]:
    """The Fibonacci number of this index and the next, by doubling; 1 has the indices 1 and 2."""
    if index == 0:
        return 0, 1
    first, second = fibonacci(index // 2)
    even, odd = first * (2 * second - first), first * first + second * second
    return (odd, even + odd) if index % 2 else (even, odd)
