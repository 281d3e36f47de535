"""Every game of the catalogue agrees with the literal version of its rule, and its rule satisfies general properties.

The file is long because of two tables: the games with their parameters, and all errors with their texts.
"""

import os
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
import pytest

import sprague
from sprague import Ruleset, SpragueError
from sprague.games import find_game, ruleset_of
from sprague.games.support.catalogue import FOLDERS_VARIABLE
from tests.games import literal_rules
from tests.games.literal_rules import Options
from tests.oracle import Oracle, Position
from tests.snapshots import refused, snapshot


def unordered(piles: int, top: int, least: int = 0) -> list[Position]:
    return list(combinations_with_replacement(range(least, top + 1), piles))


def ordered(piles: int, top: int) -> list[Position]:
    return list(product(range(top + 1), repeat=piles))


def with_limit(piles: list[Position], most: int) -> list[Position]:
    return [(*position, limit) for position in piles for limit in range(most + 1)]


def square(x: int) -> int:
    return x * x


def jumpy(x: int) -> int:
    return 1 if x == 2 else x + 3


boxes = partial(unordered, least=1)


@dataclass(frozen=True)
class Case:
    """A game with parameters, its rule read literally, and the positions at which the two are compared."""

    name: str
    parameters: Mapping[str, object]
    literal: Options
    positions: list[Position]

    @cached_property
    def rule(self) -> Ruleset:
        return sprague.game(self.name, **self.parameters)


CASES = [
    Case("nim", {"piles": 1}, literal_rules.nim, unordered(1, 9)),
    Case("nim", {"piles": 3}, literal_rules.nim, unordered(3, 6)),
    Case("nim", {"piles": 7}, literal_rules.nim, unordered(7, 2)),
    Case("moore-nim", {"piles": 2, "width": 1}, literal_rules.moore_nim(1), unordered(2, 8)),
    Case("moore-nim", {"piles": 3, "width": 2}, literal_rules.moore_nim(2), unordered(3, 5)),
    Case("moore-nim", {"piles": 3, "width": 3}, literal_rules.moore_nim(3), unordered(3, 4)),
    Case("moore-nim", {"piles": 4, "width": 3}, literal_rules.moore_nim(3), unordered(4, 3)),
    Case("wythoff", {}, literal_rules.wythoff, unordered(2, 12)),
    Case("rim", {"piles": 3, "base": 2}, literal_rules.rim(2), unordered(3, 6)),
    Case("rim", {"piles": 3, "base": 3}, literal_rules.rim(3), unordered(3, 7)),
    Case("rim", {"piles": 1, "base": 4}, literal_rules.rim(4), unordered(1, 20)),
    Case("rim", {"piles": 2, "base": 4}, literal_rules.rim(4), unordered(2, 10)),
    Case("rim", {"piles": 3, "base": 4}, literal_rules.rim(4), unordered(3, 6)),
    Case("trim", {"piles": 2}, literal_rules.trim, unordered(2, 14)),
    Case("trim", {"piles": 4}, literal_rules.trim, unordered(4, 4)),
    Case("empty-transfer", {"boxes": 2}, literal_rules.empty_transfer, boxes(2, 14)),
    Case("empty-transfer", {"boxes": 3}, literal_rules.empty_transfer, boxes(3, 8)),
    Case("empty-transfer", {"boxes": 5}, literal_rules.empty_transfer, boxes(5, 4)),
    Case("empty-all-but-one", {"boxes": 2}, literal_rules.empty_all_but_one, boxes(2, 14)),
    Case("empty-all-but-one", {"boxes": 3}, literal_rules.empty_all_but_one, boxes(3, 9)),
    Case("empty-all-but-one", {"boxes": 4}, literal_rules.empty_all_but_one, boxes(4, 7)),
    Case("empty-redistribute", {"boxes": 2}, literal_rules.empty_redistribute, boxes(2, 14)),
    Case("empty-redistribute", {"boxes": 3}, literal_rules.empty_redistribute, boxes(3, 7)),
    Case("empty-redistribute", {"boxes": 5}, literal_rules.empty_redistribute, boxes(5, 3)),
    Case("empty-redistribute", {"boxes": 7}, literal_rules.empty_redistribute, boxes(7, 2)),
    Case("selective-empty-redistribute", {"boxes": 2}, literal_rules.selective_empty_redistribute, boxes(2, 14)),
    Case("selective-empty-redistribute", {"boxes": 3}, literal_rules.selective_empty_redistribute, boxes(3, 7)),
    Case("selective-empty-redistribute", {"boxes": 4}, literal_rules.selective_empty_redistribute, boxes(4, 4)),
    Case("empty-some", {"boxes": 2, "empty": 1}, literal_rules.empty_some(1), boxes(2, 12)),
    Case("empty-some", {"boxes": 4, "empty": 2}, literal_rules.empty_some(2), boxes(4, 5)),
    Case("empty-some", {"boxes": 4, "empty": 3}, literal_rules.empty_some(3), boxes(4, 6)),
    Case("empty-some", {"boxes": 5, "empty": 2}, literal_rules.empty_some(2), boxes(5, 3)),
    Case("sharing-nim", {"piles": 2}, literal_rules.sharing_nim, unordered(2, 14)),
    Case("sharing-nim", {"piles": 3}, literal_rules.sharing_nim, unordered(3, 9)),
    Case("sharing-nim", {"piles": 5}, literal_rules.sharing_nim, unordered(5, 4)),
    Case("entropy-reduction", {"piles": 4}, literal_rules.entropy_reduction, unordered(4, 5)),
    Case("graph-nim", {"graph": "path2"}, literal_rules.graph_nim([(0, 1)], "sharing"), ordered(2, 9)),
    Case("graph-nim", {"graph": "path3"}, literal_rules.graph_nim([(0, 1), (1, 2)], "sharing"), ordered(3, 6)),
    Case(
        "graph-nim",
        {"graph": "path3", "rule": "entropy"},
        literal_rules.graph_nim([(0, 1), (1, 2)], "entropy"),
        ordered(3, 6),
    ),
    Case(
        "graph-nim",
        {"graph": "cycle4", "rule": "sharing"},
        literal_rules.graph_nim([(0, 1), (1, 2), (2, 3), (3, 0)], "sharing"),
        ordered(4, 3),
    ),
    Case(
        "graph-nim",
        {"graph": "star3", "rule": "entropy"},
        literal_rules.graph_nim([(0, 1), (0, 2), (0, 3)], "entropy"),
        ordered(4, 3),
    ),
    Case(
        "graph-nim",
        {"graph": "complete3", "rule": "entropy"},
        literal_rules.graph_nim([(0, 1), (0, 2), (1, 2)], "entropy"),
        ordered(3, 6),
    ),
    Case("graph-nim", {"graph": "1-3/3-2"}, literal_rules.graph_nim([(0, 2), (1, 2)], "sharing"), ordered(3, 5)),
    Case(
        "graph-nim",
        {"graph": [(0, 2), (1, 2)], "rule": "entropy"},
        literal_rules.graph_nim([(0, 2), (1, 2)], "entropy"),
        ordered(3, 5),
    ),
    Case("one-bottle", {"piles": 2}, literal_rules.one_bottle, unordered(2, 14)),
    Case("one-bottle", {"piles": 3}, literal_rules.one_bottle, unordered(3, 9)),
    Case("one-bottle", {"piles": 4}, literal_rules.one_bottle, unordered(4, 5)),
    Case("dynamic-nim", {"piles": 1}, literal_rules.dynamic_nim(0, lambda x: x), with_limit(unordered(1, 12), 12)),
    Case(
        "dynamic-nim",
        {"piles": 2, "stop": 3},
        literal_rules.dynamic_nim(3, lambda x: x),
        with_limit(unordered(2, 8), 5),
    ),
    Case(
        "dynamic-nim",
        {"limit": "2x-1"},
        literal_rules.dynamic_nim(0, lambda x: 2 * x - 1),
        with_limit(unordered(2, 8), 5),
    ),
    Case(
        "dynamic-nim",
        {"limit": 3, "stop": 1},
        literal_rules.dynamic_nim(1, lambda x: 3),
        with_limit(unordered(2, 6), 4),
    ),
    Case(
        "dynamic-nim",
        {"piles": 4, "limit": "n + 2"},
        literal_rules.dynamic_nim(0, lambda x: x + 2),
        with_limit(unordered(4, 3), 3),
    ),
    Case(
        "dynamic-nim",
        {"piles": 1, "limit": square},
        literal_rules.dynamic_nim(0, square),
        with_limit(unordered(1, 12), 8),
    ),
    Case(
        "dynamic-nim",
        {"piles": 3, "stop": 2, "limit": jumpy},
        literal_rules.dynamic_nim(2, jumpy),
        with_limit(unordered(3, 4), 4),
    ),
    Case("subtraction-transfer", {}, literal_rules.subtraction_transfer(2, 2, [1]), ordered(2, 12)),
    Case(
        "subtraction-transfer",
        {"a": 3, "b": 1, "c": 4},
        literal_rules.subtraction_transfer(3, 1, [4]),
        ordered(2, 12),
    ),
    Case(
        "subtraction-transfer",
        {"a": 2, "b": 3, "c": {1, 3}},
        literal_rules.subtraction_transfer(2, 3, [1, 3]),
        ordered(2, 12),
    ),
    Case(
        "cookies", {"a": 3, "b": 3, "c": "1/2/3"}, literal_rules.subtraction_transfer(3, 3, [1, 2, 3]), ordered(2, 12)
    ),
    Case("vector-addition", {}, literal_rules.vector_addition([(-2, 0), (0, -2), (-1, 1)]), ordered(2, 12)),
    Case(
        "vector-addition",
        {"vectors": "(-1,2,0)/(0,-1,2)/(0,0,-3)"},
        literal_rules.vector_addition([(-1, 2, 0), (0, -1, 2), (0, 0, -3)]),
        ordered(3, 5),
    ),
    Case(
        "vector-addition",
        {"vectors": [(-1,), (-3,), (-3,), (-4,)]},
        literal_rules.vector_addition([(-1,), (-3,), (-4,)]),
        ordered(1, 20),
    ),
    Case("fulves-merger", {"boxes": 2}, literal_rules.fulves_merger, unordered(2, 12)),
    Case("fulves-merger", {"boxes": 3}, literal_rules.fulves_merger, unordered(3, 7)),
    Case("fulves-merger", {"boxes": 4}, literal_rules.fulves_merger, unordered(4, 5)),
]


# Rules of so many kinds of move that it takes seconds to find a rank for them.
LONG_RULES = [
    Case("rim", {"piles": 2, "base": 7}, literal_rules.rim(7), unordered(2, 9)),
    Case("rim", {"piles": 3, "base": 5}, literal_rules.rim(5), unordered(3, 6)),
    Case("rim", {"piles": 4, "base": 5}, literal_rules.rim(5), unordered(4, 3)),
]


def small_positions(rule: Ruleset) -> list[Position]:
    """A few positions of any rule, for games that are not among the cases."""
    return list(filter(rule.is_position, product(range(rule.floor, rule.floor + 4), repeat=len(rule.names))))


def about_sixty(positions: list[Position]) -> list[Position]:
    return positions[:: len(positions) // 60 or 1]


# The cases, and every game as it comes, so that a new file among the games is checked without further ado.
SAMPLES = [pytest.param(case.rule, about_sixty(case.positions), id=case.rule.name) for case in CASES] + [
    pytest.param(game := entry(), about_sixty(small_positions(game)), id=entry.name) for entry in sprague.catalogue()
]

each_case = pytest.mark.parametrize("case", [pytest.param(case, id=case.rule.name) for case in CASES + LONG_RULES])
each_sample = pytest.mark.parametrize(("rule", "positions"), SAMPLES)
each_unordered_sample = pytest.mark.parametrize(
    ("rule", "positions"),
    [sample for sample in SAMPLES if isinstance(rule := sample.values[0], Ruleset) and rule.blocks],
)
each_game = pytest.mark.parametrize("name", [entry.name for entry in sprague.catalogue()])


@each_case
def test_options_are_those_of_the_literal_rule(case: Case) -> None:
    rule = case.rule
    for position in case.positions:
        assert sorted(rule.options(position)) == sorted(case.literal(position)), position


@each_case
def test_play_is_over_where_the_literal_rule_has_no_move(case: Case) -> None:
    rule = case.rule
    over = [position for position in case.positions if not case.literal(position)]
    assert [position for position in case.positions if rule.is_terminal(position)] == over
    assert over


@each_case
def test_only_fulves_merger_is_won_before_the_last_move(case: Case) -> None:
    rule = case.rule
    won = {position for position in case.positions if rule.is_won(position)}
    even = {position for position in case.positions if all(size % 2 == 0 for size in position)}
    assert won == (even if case.name == "fulves-merger" else set())


CATALOGUE = {
    *("nim", "moore-nim", "wythoff", "rim", "trim", "sharing-nim", "graph-nim", "one-bottle", "dynamic-nim"),
    *("empty-transfer", "empty-all-but-one", "empty-redistribute", "selective-empty-redistribute", "empty-some"),
    *("subtraction-transfer", "vector-addition", "fulves-merger"),
}


def test_every_game_of_the_papers_has_a_literal_reading() -> None:
    assert {find_game(case.name).name for case in CASES} == CATALOGUE
    assert {entry.name for entry in sprague.catalogue()} >= CATALOGUE


@each_unordered_sample
def test_the_order_in_which_unordered_piles_are_given_does_not_matter(rule: Ruleset, positions: list[Position]) -> None:
    count = len(rule.piles)
    for number, position in enumerate(positions):
        piles, remembered = position[:count], position[count:]
        turned = piles[::-1] if number % 2 else piles[1:] + piles[:1]
        given = (*turned, *remembered)
        options = rule.options(position)
        assert rule.options(given) == options, given
        assert {move.option for move in rule.moves(given)} == set(options), given


@each_sample
def test_moves_lead_to_the_options_and_have_a_sentence(rule: Ruleset, positions: list[Position]) -> None:
    for position in positions:
        moves = rule.moves(position)
        assert sorted(move.option for move in moves) == sorted(rule.options(position)), position
        assert all(move.sentence.strip() and str(move) == move.sentence for move in moves), position


@each_sample
def test_the_rank_falls_with_every_move(rule: Ruleset, positions: list[Position]) -> None:
    rank = rule.rank
    assert rank is not None
    for position in positions:
        before = rank.value(position)
        assert min(before) >= 0
        for option in rule.options(position):
            assert rank.value(option) < before, (position, option)


@pytest.mark.parametrize("rule", [pytest.param(*sample.values[:1], id=sample.id) for sample in SAMPLES])
def test_a_rule_is_read_back_from_its_text(rule: Ruleset) -> None:
    assert sprague.parse(str(rule), dict(rule.functions)) == rule


@pytest.mark.parametrize("rule", [pytest.param(case.rule, id=case.rule.name) for case in CASES])
def test_a_rule_is_found_again_by_its_name(rule: Ruleset) -> None:
    if rule.is_linear:
        assert sprague.game(rule.name) == rule
        assert repr(rule) == f"sprague.game({rule.name!r})"
    else:
        assert rule.name.endswith(("limit=square", "limit=jumpy"))


@each_game
def test_every_game_describes_itself(name: str) -> None:
    rule = sprague.game(name)
    text = rule.describe()
    assert rule.ast.tuple_text(rule.names) in text
    assert str(rule.rank) in text  # play ends
    assert find_game(name).summary.endswith(".")
    assert find_game(name).sources


@pytest.mark.parametrize("arrow", ["->", "=>", "→", "⟶", "↦", "⟼", "-->", "⇒", "⟹"])
def test_a_text_with_any_arrow_is_a_rule(arrow: str) -> None:
    assert sprague.game(f"(a, b) {arrow} (a - 1, b)") == sprague.parse("(a, b) -> (a - 1, b)")


@each_game
def test_every_game_has_latex_with_one_arrow_for_each_kind_of_move(name: str) -> None:
    rule = sprague.game(name)
    text = rule.latex()
    assert text.startswith(r"\begin{align*}")
    assert text.endswith(r"\end{align*}")
    assert text.count(r"\to") == len(rule.ast.moves)
    assert text.count("{") == text.count("}")


ERRORS: list[tuple[str, dict[str, object]]] = [
    ("nim", {"piles": 0}),
    ("nim", {"piles": 65}),
    ("nim:piles=three", {}),
    ("nim", {"piles": 2.5}),
    ("nim", {"piles": True}),
    ("nim", {"heaps": 3}),
    ("wythoff", {"piles": 2}),
    ("trim", {"base": 3}),
    ("moore nim", {"base": 3}),
    ("nim:piles", {}),
    ("nim:piles=2", {"piles": 2}),
    ("nim:piles=2,piles=3", {}),
    ("(a) -> (a - 1)", {"piles": 1}),
    ("moore-nim", {"piles": 2, "width": 3}),
    ("moore-nim", {"width": 0}),
    ("rim", {"base": 1}),
    ("rim", {"base": 13}),
    ("trim", {"piles": 0}),
    ("empty-transfer", {"boxes": 1}),
    ("empty-all-but-one", {"boxes": 1}),
    ("empty-redistribute", {"boxes": 1}),
    ("selective-empty-redistribute", {"boxes": 1}),
    ("fulves-merger", {"boxes": 1}),
    ("empty-some", {"boxes": 1}),
    ("empty-some", {"boxes": 4, "empty": 4}),
    ("empty-some", {"boxes": 4, "empty": 0}),
    ("sharing-nim", {"piles": 1}),
    ("one-bottle", {"piles": 1}),
    ("graph-nim", {"rule": "nim"}),
    ("graph-nim", {"graph": "tree3"}),
    ("graph-nim:graph=1-2/3", {}),
    ("graph-nim", {"graph": "path1"}),
    ("graph-nim", {"graph": "cycle2"}),
    ("graph-nim", {"graph": "star0"}),
    ("graph-nim", {"graph": "path99"}),
    ("graph-nim", {"graph": []}),
    ("graph-nim", {"graph": [(1, 1)]}),
    ("graph-nim", {"graph": "1-99"}),
    ("graph-nim", {"graph": [(-1, 2)]}),
    ("graph-nim", {"graph": [(1, "x")]}),
    ("graph-nim", {"graph": ((1, 2, 3),)}),
    ("graph-nim", {"graph": "complete20"}),
    ("graph-nim", {"graph": "complete17", "rule": "entropy"}),
    ("graph-nim", {"graph": 7}),
    ("dynamic-nim", {"piles": 0}),
    ("dynamic-nim", {"stop": -1}),
    ("dynamic-nim:stop=soon", {}),
    ("dynamic-nim", {"limit": 0}),
    ("dynamic-nim:limit=x-1", {}),
    ("dynamic-nim", {"limit": "9 - x"}),
    ("dynamic-nim", {"limit": "x+y"}),
    ("dynamic-nim:limit=2x+", {}),
    ("subtraction-transfer", {"a": 0}),
    ("subtraction-transfer", {"b": 0}),
    ("subtraction-transfer", {"c": 0}),
    ("subtraction-transfer", {"c": [2, 0]}),
    ("subtraction-transfer", {"c": 1.5}),
    ("subtraction-transfer", {"c": [1, 1.5]}),
    ("subtraction-transfer", {"c": ()}),
    ("subtraction-transfer:c=1/x", {}),
    ("vector-addition:vectors=x", {}),
    ("vector-addition", {"vectors": ()}),
    ("vector-addition", {"vectors": [()]}),
    ("vector-addition", {"vectors": [("a",)]}),
    ("vector-addition", {"vectors": "(-1,2)/(-1)"}),
    *((text, {}) for text in ("77", "0,77", "00.7", "-0.7")),
    ("parcheesi", {}),
]


@pytest.mark.parametrize(("spec", "parameters"), ERRORS)
def test_errors_in_games_and_parameters_are_named(spec: str, parameters: dict[str, object]) -> None:
    with refused(SpragueError):
        sprague.game(spec, **parameters)


@pytest.mark.parametrize("vectors", [5, [5], [(-1,), 5], None, [None]])
def test_malformed_vectors_are_refused(vectors: object) -> None:
    with refused(SpragueError):
        sprague.game("vector-addition", vectors=vectors)


@pytest.mark.parametrize(
    ("name", "meant"), [("sharin-nim", "'sharing-nim'"), ("entropy", "'entropy-reduction'"), ("wytoff", "'wythoff'")]
)
def test_a_name_that_is_nearly_right_is_corrected(name: str, meant: str) -> None:
    with refused(SpragueError, meant):
        sprague.game(name)


@pytest.mark.parametrize("spec", [5, None, ("nim",)])
def test_texts_that_are_neither_names_nor_rules_are_refused(spec: object) -> None:
    with refused(SpragueError):
        sprague.game(spec)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("graph", "position", "options"),
    [
        ("path64", (*[0] * 63, 3), [(*[0] * 62, 1, 2)]),
        ("cycle64", (*[0] * 63, 3), [(*[0] * 62, 1, 2), (1, *[0] * 62, 2)]),
        ("complete16", (*[0] * 15, 3), [(*[int(k == taker) for k in range(15)], 2) for taker in range(15)]),
    ],
)
def test_the_largest_allowed_graph(graph: str, position: Position, options: list[Position]) -> None:
    assert sorted(sprague.game("graph-nim", graph=graph).options(position)) == sorted(options)


@pytest.mark.parametrize(
    ("name", "given", "plain"),
    [
        ("nim", {"piles": np.int64(2)}, {"piles": 2}),
        ("moore-nim", {"piles": np.uint8(4), "width": np.int32(3)}, {"piles": 4, "width": 3}),
        ("dynamic-nim", {"stop": np.int64(3), "limit": np.int64(2)}, {"stop": 3, "limit": 2}),
        ("subtraction-transfer", {"a": np.int8(3), "c": np.int64(2)}, {"a": 3, "c": 2}),
        ("subtraction-transfer", {"c": np.array([3, 1])}, {"c": [3, 1]}),
        ("graph-nim", {"graph": np.array([[1, 2], [2, 3]])}, {"graph": [(1, 2), (2, 3)]}),
        ("vector-addition", {"vectors": np.array([[-2, 0], [1, -1]])}, {"vectors": [(-2, 0), (1, -1)]}),
    ],
)
def test_numpy_integers_are_integers(name: str, given: dict[str, object], plain: dict[str, object]) -> None:
    rule = sprague.game(name, **given)
    assert rule == sprague.game(name, **plain)
    assert rule.name == sprague.game(name, **plain).name


def test_numpy_integers_may_be_piles() -> None:
    rule = sprague.game("nim")
    position = np.array([3, 1, 2])
    assert rule.position(position) == (1, 2, 3)
    assert all(type(pile) is int for pile in rule.position(position))
    assert rule.options(position) == rule.options((3, 1, 2))
    assert rule.moves(position) == rule.moves((3, 1, 2))
    assert not rule.is_terminal(position)
    assert sprague.solve("nim", position) == sprague.solve("nim", (3, 1, 2))


def test_a_limit_may_be_a_numpy_integer() -> None:
    table = np.array([0, 1, 4, 9])
    options = sprague.game("dynamic-nim", piles=1, limit=lambda x: table[x]).options((9, 3))
    assert options == [(8, 1), (7, 4), (6, 9)]
    assert all(type(entry) is int for option in options for entry in option)


@pytest.mark.parametrize(
    "limit",
    [
        lambda x: -x,
        lambda x: x / 2,
    ],
)
def test_a_limit_that_is_no_natural_number_is_refused(limit: object) -> None:
    rule = sprague.game("dynamic-nim", piles=1, limit=limit)
    with refused(SpragueError):
        rule.options((3, 1))


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("Sharing Nim", "sharing-nim"),
        ("sharing_nim", "sharing-nim"),
        ("SHARINGNIM", "sharing-nim"),
        ("Entropy Reduction", "sharing-nim"),
        ("Empty & Transfer", "empty-transfer"),
        ("Empty-All-But-One", "empty-all-but-one"),
        ("Selective Empty & Redistribute", "selective-empty-redistribute"),
        ("cookies", "subtraction-transfer"),
        ("  trim ", "trim"),
        ("Ním", "nim"),
        ("Fulves's Merger", "fulves-merger"),
        ("Moore's Nim", "moore-nim"),
        ("Moore’s nim", "moore-nim"),
        ("Wythoff's game", "wythoff"),
    ],
)
def test_games_are_found_under_loose_spellings(spelling: str, name: str) -> None:
    assert find_game(spelling).name == name
    assert sprague.game(spelling) == sprague.game(name)


@each_game
def test_a_game_is_found_by_its_title(name: str) -> None:
    assert find_game(find_game(name).title).name == name


@pytest.mark.parametrize(
    ("name", "parameters", "full"),
    [
        ("subtraction-transfer", {"c": range(1, 4)}, "subtraction-transfer:a=2,b=2,c=1/2/3"),
        ("subtraction-transfer", {"c": iter([4, 2])}, "subtraction-transfer:a=2,b=2,c=4/2"),
        ("graph-nim", {"graph": zip([1, 2], [2, 3], strict=True)}, "graph-nim:graph=(1,2)/(2,3),rule=sharing"),
        ("vector-addition", {"vectors": ([-k] for k in (1, 3))}, "vector-addition:vectors=(-1)/(-3)"),
    ],
)
def test_a_name_contains_every_parameter(name: str, parameters: dict[str, object], full: str) -> None:
    rule = sprague.game(name, **parameters)
    assert rule.name == full
    assert sprague.game(full) == rule
    assert sprague.game(full).name == full


def test_parameters_may_be_part_of_the_name() -> None:
    assert sprague.game("moore-nim: piles = 4, width = 3") == sprague.game("moore-nim", piles=4, width=3)
    assert sprague.game("subtraction-transfer:a=3,c=1/2", b=1) == sprague.game("cookies", a=3, b=1, c=[2, 1])
    assert sprague.game("vector-addition:vectors=(-2,0)/(0,-1)") == sprague.game(
        "vector-addition", vectors=[(-2, 0), (0, -1)]
    )


HERON = '''
from sprague.games import Source, catalogued
from sprague.rules import Ruleset, parse


@catalogued("Heron's Walk", sources=[Source("Folklore", "by the pond")], aliases=["stork"])
def heron_walk(reach: int = 2) -> Ruleset:
    """Take any number from one pile, or k from the left and reach times k from the right."""
    return parse(f"(a, b) -> (u, b) where u < a ; (a, v) where v < b ; (a - k, b - {reach}k) where k >= 1")
'''


def test_a_game_is_added_by_adding_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "heron_walk.py").write_text(HERON)
    (tmp_path / "_draft.py").write_text("raise AssertionError('files with an underscore are not games')")
    before = [entry.name for entry in sprague.catalogue()]
    monkeypatch.setenv(FOLDERS_VARIABLE, str(tmp_path))
    assert [entry.name for entry in sprague.catalogue()] == sorted([*before, "heron-walk"])
    assert sprague.game("heron-walk").options((1, 2)) == [(0, 2), (1, 0), (1, 1), (0, 0)]
    assert sprague.game("Stork", reach=1).options((1, 2)) == [(0, 2), (1, 0), (1, 1), (0, 1)]
    snapshot(str(find_game("heron-walk").sources[0]))
    monkeypatch.delenv(FOLDERS_VARIABLE)
    assert [entry.name for entry in sprague.catalogue()] == before


def test_games_may_come_from_several_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [tmp_path / "pond", tmp_path / "river"]
    for folder in folders:
        folder.mkdir()
        (folder / "heron.py").write_text(HERON.replace("heron_walk", f"{folder.name}_walk"))
    monkeypatch.setenv(FOLDERS_VARIABLE, os.pathsep.join(map(str, folders)))
    assert {"pond-walk", "river-walk"} <= {entry.name for entry in sprague.catalogue()}


def test_a_folder_that_is_missing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pond").mkdir()
    (tmp_path / "file.py").write_text(HERON)
    for missing in (tmp_path / "river", tmp_path / "file.py"):
        monkeypatch.setenv(FOLDERS_VARIABLE, os.pathsep.join([str(tmp_path / "pond"), str(missing)]))
        with refused(SpragueError):
            sprague.catalogue()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import nonsense", "ModuleNotFoundError"),
        ("from sprague.rules import parse\nparse('(a) -> (')", "line 1, column 9: "),
    ],
)
def test_a_file_that_fails_is_named(text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.py").write_text(text)
    monkeypatch.setenv(FOLDERS_VARIABLE, str(tmp_path))
    with refused(SpragueError, repr(str(tmp_path / "broken.py")), message):
        sprague.catalogue()


@pytest.mark.parametrize("function", ["nim", "moore_nim", "first"])
def test_a_game_that_is_defined_twice_is_refused(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "earlier.py").write_text(HERON.replace("heron_walk", "first"))
    (tmp_path / "later.py").write_text(HERON.replace("heron_walk", function))
    monkeypatch.setenv(FOLDERS_VARIABLE, str(tmp_path))
    with refused(SpragueError, str(tmp_path / "later.py")):
        sprague.catalogue()


HERON_RULE = """# Heron's Walk
# Take any number from one pile, or k from the left
# and 2k from the right.
(a, b) -> (u, b) where u < a ; (a, v) where v < b  # one pile
          (a - k, b - 2k) where k >= 1
"""


def test_a_game_is_added_by_adding_a_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "heron_walk.rule").write_text(HERON_RULE)
    (tmp_path / "plain nim.rule").write_text("(a) -> (u) where u < a")
    for name in ("_draft.rule", ".hidden.rule", "notes.txt"):
        (tmp_path / name).write_text("no rule")
    monkeypatch.setenv(FOLDERS_VARIABLE, str(tmp_path))
    assert {"heron-walk", "plain-nim"} <= {entry.name for entry in sprague.catalogue()}
    heron = sprague.game("Heron walk")
    assert heron.options((1, 2)) == [(0, 2), (1, 0), (1, 1), (0, 0)]
    assert heron.name == "heron-walk"
    entry = find_game("Heron's Walk")
    assert entry.title == "Heron's Walk"
    snapshot(entry.summary)
    assert pickle.loads(pickle.dumps(entry)) is entry
    plain = find_game("plain-nim")
    assert (plain.title, plain.summary, plain.parameters) == ("plain nim", "", {})
    with refused(SpragueError):
        sprague.game("plain-nim:piles=3")


def test_an_error_in_a_rule_file_is_raised_when_its_game_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.rule").write_text("# Broken\n(a) -> (")
    monkeypatch.setenv(FOLDERS_VARIABLE, str(tmp_path))
    assert sprague.game("nim", piles=1).options((1,)) == [(0,)]
    with refused(SpragueError):
        sprague.game("broken")
    repr(str(tmp_path / "broken.rule"))


def test_a_rule_that_no_name_can_be_made_for_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a:b.rule"
    path.write_text(HERON_RULE)
    monkeypatch.setenv(FOLDERS_VARIABLE, str(tmp_path))
    with refused(SpragueError):
        sprague.catalogue()


def test_a_path_opens_a_rule_file_and_a_text_never_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("heron.rule")
    path.write_text(HERON_RULE)
    assert sprague.game(path).options((1, 2)) == [(0, 2), (1, 0), (1, 1), (0, 0)]
    with refused(SpragueError):
        sprague.game(path, piles=3)
    for text in (str(path), f"@{path}", "-"):
        with refused(SpragueError):
            sprague.game(text)
    with refused(SpragueError):
        ruleset_of(path)  # type: ignore[arg-type]


@pytest.mark.parametrize(("piles", "top"), [(2, 12), (3, 7), (4, 3)])
@pytest.mark.parametrize("rule", ["sharing", "entropy"])
def test_on_complete_graphs_graph_nim_has_the_values_of_sharing_nim(piles: int, top: int, rule: str) -> None:
    labelled = Oracle(sprague.game("graph-nim", graph=f"complete{piles}", rule=rule).options)
    shared = Oracle(sprague.game("sharing-nim", piles=piles).options)
    for position in ordered(piles, top):
        assert labelled.grundy(position) == shared.grundy(tuple(sorted(position))), position


def test_on_complete_graphs_the_options_still_tell_the_piles_apart() -> None:
    assert set(sprague.game("graph-nim", graph="complete3").options((3, 0, 0))) == {(2, 1, 0), (2, 0, 1)}
    assert set(sprague.game("sharing-nim", piles=3).options((3, 0, 0))) == {(0, 1, 2)}


def test_on_a_path_sharing_and_entropy_are_different_games() -> None:
    for rule, outcome in (("sharing", "P"), ("entropy", "N")):
        assert Oracle(sprague.game("graph-nim", graph="path3", rule=rule).options).outcome((0, 3, 0)) == outcome


@pytest.mark.parametrize(("piles", "top"), [(2, 29), (3, 15), (4, 8), (5, 5)])
def test_on_unordered_piles_sharing_nim_is_entropy_reduction(piles: int, top: int) -> None:
    for position in unordered(piles, top):
        assert literal_rules.sharing_nim(position) == literal_rules.entropy_reduction(position), position


@pytest.mark.parametrize(("base", "piles", "top"), [(4, 2, 12), (4, 3, 7), (5, 2, 12), (5, 3, 6)])
def test_rim_has_the_same_p_positions_if_y_may_vary(base: int, piles: int, top: int) -> None:
    same, varied = Oracle(literal_rules.rim(base)), Oracle(literal_rules.rim_with_any_y(base))
    for position in unordered(piles, top):
        assert same.outcome(position) == varied.outcome(position), position


@pytest.mark.parametrize("name", ["empty-all-but-one", "empty-redistribute", "selective-empty-redistribute"])
def test_with_two_boxes_the_games_of_emptying_coincide(name: str) -> None:
    rule, transfer = sprague.game(name, boxes=2), sprague.game("empty-transfer", boxes=2)
    for position in boxes(2, 16):
        assert set(rule.options(position)) == set(transfer.options(position)), position
