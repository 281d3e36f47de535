"""Tables of random rules agree with the definitions, for every traversal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

import sprague
from sprague import Ruleset, jit
from sprague.errors import CycleError, OutOfReach
from sprague.limits import Limits
from sprague.results.base import Measure
from sprague.rules import parse
from sprague.tables.fibres import EnumeratedFamily, Fibre, find_fibre
from sprague.tables.kernels.indexing import CHIPS, SORTED
from sprague.tables.request import Request
from sprague.tables.tabulate import select_traversal
from sprague.tables.traversals.base import PlannedTraversal, Traversal
from sprague.tables.traversals.differences import DifferenceTraversal
from sprague.tables.traversals.enumerated import EnumeratedTraversal
from sprague.tables.traversals.levels import LevelTraversal
from sprague.tables.traversals.rows import RowTraversal
from sprague.tables.traversals.sorted_order import ChipsTraversal, SortedTraversal
from sprague.tables.traversals.unplanned import SearchTraversal
from tests.blocking_rules import with_blocking
from tests.expected_tables import ASKED, Expected, positions_within
from tests.layers import sample
from tests.oracle import Position
from tests.properties.random_rules import THOROUGH, WAYS, examples

# Moves that take, share out, level and gather; {n} is a small number, {rest} the piles that stand by.
TAKING = [
    "(u{rest}) where u < a",
    "(u{rest}) where u + {n} < a",
    "(a - k{rest}) where k >= 1 + {n}",
    "(a - k{rest}) where 1 <= k <= {n} + 1",
    "(a - {n} - 1{rest})",
    "(a - k{rest}) where k power of 2",
    "(a - k{rest}) where k mod 3 != {n}, k >= 1",
]
PAIRS = [
    "(a - k, b - k{rest}) where k >= 1",
    "(a - 2k, b - k{rest}) where k >= 1",
    "(a - 1, b - {n}{rest})",
    "(u, v{rest}) where u + v = b",
    "(u, v{rest}) where u + v + {n} = b",
    "(u, v{rest}) where u + v + {n} < a + b",
    "(u, v{rest}) where u + v + {n} + 1 = a + b",
    "(u, v{rest}) where u + v < a",
    "(u, v{rest}) where u <= a, v <= b, u + v < a + b",
    "(u, v{rest}) where u < a, v < a",
    "(u, v{rest}) where u = v, u + v < a",
]
LEVELLING = [
    "(a - k, b + k{rest}) where k >= 1, b + k <= a - k",
    "(a - k, b + k{rest}) where k >= 1, k < a - b",
    "(a - k, b + k{rest}) where k >= 1, b + k + {n} < a",
    "(a - 1, b + 1{rest}) where b + 1 <= a - 1",
    "(a - 2, b + 2{rest}) where b + 2 < a",
]
GATHERING = [
    "(a - k, b + k{rest}) where k >= 1, a <= b",
    "(a - k, b + k{rest}) where k >= 1, a + {n} <= b",
    "(a - 1, b + 1{rest}) where a <= b",
]
ENDINGS = ["", "", "", " stop when {total} <= 3", " win when {total} = 2", " win when {even}"]


DOMAINS = [
    " positions where {total} >= {n}",
    " positions where {distinct}",
    " positions where ({total}) mod 3 != {n} or {total} = {n}",
]


@st.composite
def rules(draw: st.DrawFn, least_piles: int = 1, with_domain: bool = False) -> Ruleset:
    """Draw one or two of these moves, on piles that are all interchangeable or all distinguished."""
    count = draw(st.integers(least_piles, 3))
    groups = [TAKING, PAIRS, TAKING + PAIRS, LEVELLING, LEVELLING, GATHERING] if count > 1 else [TAKING]
    group = draw(st.sampled_from(groups))
    moves = draw(st.lists(st.sampled_from(group), min_size=1, max_size=2, unique=True))
    names = "abc"[:count]
    number = draw(st.integers(0, 2))

    def written(move: str) -> str:
        rest = "".join(f", {name}" for name in names[1 if move in TAKING else 2 :])
        return move.format(rest=rest, n=number)

    in_any_order = draw(st.booleans())
    text = f"({', '.join(names)}) -> " + " ; ".join(map(written, moves)) + (" any order" if in_any_order else "")
    text += draw(st.sampled_from(("", "", " piles >= 1")))
    even = ", ".join(f"{name} mod 2 = 0" for name in names)
    domains = (
        [""]
        if not with_domain
        else [*DOMAINS, " positions where a >= {last}"]
        if count > 1 and not in_any_order
        else DOMAINS
    )
    distinct = ", ".join(f"{one} != {two}" for one, two in combinations(names, 2)) or "a != 2"
    text += draw(st.sampled_from(domains)).format(total=" + ".join(names), last=names[-1], n=number, distinct=distinct)
    text += draw(st.sampled_from(ENDINGS)).format(total=" + ".join(names), even=even)
    return parse(text)


@st.composite
def bounds(draw: st.DrawFn, rule: Ruleset) -> dict[str, int]:
    """A limit, or a number of chips, that leaves some hundred positions."""
    count = len(rule.names)
    if draw(st.booleans()):
        return {"limit": rule.floor + draw(st.integers(1, (12, 8, 5)[count - 1]))}
    return {"chips": rule.floor * count + draw(st.integers(0, (12, 9, 7)[count - 1]))}


def assert_as_defined(rule: Ruleset, bound: dict[str, int], what: Measure, misere: bool) -> Traversal:
    """Assert that the table agrees with the definitions; return the traversal."""
    expected = Expected(rule)
    wanted = {p: expected.value(p, what, misere) for p in positions_within(rule, **bound)}
    for how in WAYS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "mode", how)
            table = sprague.tabulate(rule, bound.get("limit"), chips=bound.get("chips"), what=what, misere=misere)
            assert dict(table.items()) == wanted, (str(rule), bound, what, misere, how)
    return select_traversal(Request(rule, bound.get("limit"), bound.get("chips"), what, misere))


def kinds(traversal: Traversal) -> Iterator[str]:
    kind = -1 if traversal.region is None else traversal.region.layout.kind
    where = {SORTED: " sorted", CHIPS: " by chips"}.get(kind, " box")
    by_levels = isinstance(traversal, LevelTraversal | EnumeratedTraversal)
    yield type(traversal).__name__ + (where if by_levels else "")
    if isinstance(traversal, EnumeratedTraversal):
        yield "enumerated"
    if isinstance(traversal, LevelTraversal):
        yield "shared and enumerated" if traversal.plan.enumerated else "shared"


SEEN: Counter[str] = Counter()


@examples(110)
@given(st.data())
def tables_of_random_rules(data: st.DataObject) -> None:
    table_of_a_rule(data, rules())


@examples(70)
@given(st.data())
def tables_of_rules_with_domains(data: st.DataObject) -> None:
    table_of_a_rule(data, rules(with_domain=True))


def table_of_a_rule(data: st.DataObject, some: st.SearchStrategy[Ruleset]) -> None:
    rule = data.draw(some)
    assume(rule.rank is not None)  # the others come further down
    bound = data.draw(bounds(rule))
    what, misere = data.draw(st.sampled_from(ASKED))
    assume(not (misere and rule.win and what != "outcome"))
    for kind in kinds(assert_as_defined(rule, bound, what, misere)):
        event(kind)
        SEEN[kind] += 1


@examples(70)
@given(st.data(), st.integers(1, 3))
def tables_of_rules_with_blocking(data: st.DataObject, blocking: int) -> None:
    rule = with_blocking(data.draw(rules(with_domain=data.draw(st.booleans()))), blocking)
    assume(rule.rank is not None)
    traversal = assert_as_defined(rule, data.draw(bounds(rule)), "outcome", False)
    SEEN.update(kinds(traversal))


BY_LEVELS = (
    "LevelTraversal sorted",
    "LevelTraversal by chips",
    "LevelTraversal box",
    "shared",
    "enumerated",
    "shared and enumerated",
)


def test_tables_of_random_rules_agree_with_the_definitions() -> None:
    SEEN.clear()
    tables_of_random_rules()
    assert not THOROUGH or not [kind for kind in (*BY_LEVELS, "SortedTraversal") if SEEN[kind] < 2], SEEN


@pytest.mark.slow
def test_tables_hold_the_positions_of_the_domain_and_no_others() -> None:
    SEEN.clear()
    tables_of_rules_with_domains()
    assert not THOROUGH or not [kind for kind in BY_LEVELS if SEEN[kind] < 2], SEEN


@pytest.mark.slow
def test_tables_of_rules_with_blocking_count_options_once_each() -> None:
    SEEN.clear()
    tables_of_rules_with_blocking()
    assert not THOROUGH or not [kind for kind in BY_LEVELS if SEEN[kind] < 2], SEEN


@pytest.mark.parametrize("blocking", [1, 2, 3])
@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order",
        "(a, b, c) -> (u, b, c) where u < a any order",
        "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1",
    ],
)
def test_tables_that_are_filled_in_order_count_options_once_each(text: str, blocking: int) -> None:
    rule = parse(f"{text} block {blocking}")
    assert isinstance(assert_as_defined(rule, {"limit": 9}, "outcome", False), SortedTraversal)


@examples(20)
@given(
    st.integers(2, 3),
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), min_size=1, max_size=2, unique=True),
    st.integers(0, 1),
    st.integers(0, 7),
    st.sampled_from(ASKED),
    st.integers(0, 2),
)
def test_tables_of_sharing_out_are_filled_by_chips(
    piles: int, families: list[tuple[int, int]], floor: int, chips: int, asked: tuple[Measure, bool], blocking: int
) -> None:
    """A move redistributes the chips of some piles, minus some chips."""
    names, new = list("abc"[:piles]), [f"u{i}" for i in range(piles)]
    moves = [
        f"({', '.join(new)}) where {' + '.join(new)} + {less} = {' + '.join(names[: max(1, piles - emptied)])}"
        for emptied, less in families
    ]
    rule = parse(f"({', '.join(names)}) -> {' ; '.join(moves)} any order piles >= {floor}")
    if asked == ("outcome", False):
        rule = with_blocking(rule, blocking)
    traversal = assert_as_defined(rule, {"chips": chips + floor * piles}, *asked)
    assert isinstance(traversal, ChipsTraversal)


STEPS = st.tuples(st.integers(-3, 0), st.integers(-3, 3)).filter(lambda step: step < (0, 0))


@examples(40)
@given(st.lists(STEPS, min_size=1, max_size=5, unique=True), st.integers(1, 9), st.sampled_from(("grundy", "outcome")))
def test_tables_of_random_vectors_are_filled_by_rows(steps: list[tuple[int, int]], limit: int, what: Measure) -> None:
    rule = sprague.game("vector-addition", vectors=steps)
    assert isinstance(assert_as_defined(rule, {"limit": limit}, what, False), RowTraversal)


@pytest.mark.parametrize("count", sample([8, 7, 15, 16, 31, 32], 6))
def test_tables_of_many_vectors_use_wider_bits(count: int) -> None:
    steps = [(-i, -j) for i, j in product(range(6), repeat=2) if i + j > 0][:count]
    rule = sprague.game("vector-addition", vectors=steps)
    assert isinstance(assert_as_defined(rule, {"limit": 9}, "grundy", False), RowTraversal)


DIFFERENCES = [
    "(a - k, b + k, c) where k >= 1, b + k <= a - k",
    "(a - k, b + k, c) where k >= 1, k < a - b",
    "(a - 1, b + 1, c) where b + 1 <= a - 1",
    "(a - k, b + k, c) where k >= 1, b + k <= a - k, c <= b",
    "(a - k, b + k, c) where 1 <= k <= 2, b + k <= a - k",
    "(a - k, b + k, c) where k >= 1, b + k + 1 <= a - k",
]


@examples(15)
@given(
    st.lists(st.sampled_from(DIFFERENCES), min_size=1, max_size=2, unique=True),
    st.integers(0, 1),
    st.integers(1, 6),
    st.sampled_from(ASKED),
)
def test_tables_of_differences_agree_with_the_definitions(
    moves: list[str], floor: int, limit: int, asked: tuple[Measure, bool]
) -> None:
    rule = parse(f"(a, b, c) -> {' ; '.join(moves)} any order" + f" piles >= {floor}" * floor)
    traversal = assert_as_defined(rule, {"limit": limit + floor}, *asked)
    assert traversal.is_of_differences
    event(type(traversal).__name__)
    if moves == DIFFERENCES[:1] and asked in ASKED[:2]:
        assert isinstance(traversal, DifferenceTraversal)


@examples(25)
@given(st.data(), st.integers(2, 4), st.integers(0, 1), st.sampled_from(ASKED))
def test_tables_of_differences_of_distinguished_piles_agree_with_the_definitions(
    data: st.DataObject, piles: int, floor: int, asked: tuple[Measure, bool]
) -> None:
    """Chips move along edges of a graph; cells of the table belong to differences to the first pile."""
    names = "abcd"[:piles]
    moves = []
    for giver, taker in data.draw(
        st.lists(st.sampled_from(list(permutations(range(piles), 2))), min_size=1, max_size=4)
    ):
        after = list(names)
        after[giver], after[taker] = f"{names[giver]} - k", f"{names[taker]} + k"
        where = data.draw(st.sampled_from(["{1} + k <= {0} - k", "k < {0} - {1}", "k <= 2, {1} + k <= {0} - k"]))
        moves.append(f"({', '.join(after)}) where k >= 1, {where.format(names[giver], names[taker])}")
    rule = parse(f"({', '.join(names)}) -> {' ; '.join(moves)}" + f" piles >= {floor}" * floor)
    traversal = assert_as_defined(rule, {"limit": floor + data.draw(st.integers(1, (9, 6, 4)[piles - 2]))}, *asked)
    assert traversal.region is not None
    # Accumulators of moves that change all piles depend on the total number of chips, not only on differences.
    assert isinstance(traversal, PlannedTraversal)
    changes_all = any(not fibre.kept for fibre in traversal.plan.fibres)
    assert traversal.region.reduced is not changes_all
    assert not traversal.is_of_differences
    event(type(traversal).__name__)


# Rules without a plan


@contextmanager
def at_most(count: int) -> Iterator[None]:
    """Searches are cut off after so many positions."""
    with Limits(positions=count).watch():
        yield


UNRANKED = [
    "(a - 1, b + 1)",
    "(a + 1, b - 2)",
    "(a - 1, b + 2)",
    "(a + 1, b - 1) where b mod 2 = 0",
    "(a - 2, b + 1) where a mod 2 = 0",
    "(a, b - 1)",
    "(b, a - 1)",
    "(a - 1, u) where u <= 2b",
    "(u, b + 1) where u + 1 < a",
    "(a - 1, b + 2k) where k <= a",
]


@examples(60)
@given(
    st.lists(st.sampled_from(UNRANKED), min_size=1, max_size=3, unique=True),
    st.sampled_from(("", " any order")),
    st.integers(1, 4),
    st.sampled_from(ASKED),
)
def test_without_a_plan_a_table_is_searched_or_the_cycle_shown(
    moves: list[str], order: str, limit: int, asked: tuple[Measure, bool]
) -> None:
    rule = parse(f"(a, b) -> {' ; '.join(moves)}{order}")
    reach = reached_from(rule, list(positions_within(rule, limit)), 600)
    with at_most(600):
        if reach is None:
            with pytest.raises((OutOfReach, CycleError)):
                sprague.tabulate(rule, limit, what=asked[0], misere=asked[1])
            event("unbounded")
        elif repeats(rule, reach):
            with pytest.raises(CycleError):
                sprague.tabulate(rule, limit, what=asked[0], misere=asked[1])
            event("cycle")
        else:
            event(type(assert_as_defined(rule, {"limit": limit}, *asked)).__name__)


def reached_from(rule: Ruleset, starts: list[Position], most: int) -> set[Position] | None:
    """All positions that play can reach; None if they are many."""
    found, waiting = set(starts), list(starts)
    while waiting:
        for option in rule.options(waiting.pop()):
            if option not in found:
                found.add(option)
                waiting.append(option)
        if len(found) > most or any(max(position) > 60 for position in waiting):
            return None
    return found


def repeats(rule: Ruleset, positions: set[Position]) -> bool:
    """Return whether some position recurs, by repeatedly removing positions without options."""
    left = {position: set(rule.options(position)) for position in positions}
    while True:
        over = {position for position, options in left.items() if not options & left.keys()}
        if not over:
            return bool(left)
        for position in over:
            del left[position]


@examples(25)
@given(
    st.lists(st.integers(0, 7), min_size=6, max_size=6), st.integers(1, 2), st.integers(0, 2), st.sampled_from(ASKED)
)
def test_tables_of_rules_with_a_function(limits: list[int], piles: int, stop: int, asked: tuple[Measure, bool]) -> None:
    rule = sprague.game("dynamic-nim", piles=piles, stop=stop, limit=lambda taken: limits[taken - 1])
    assert isinstance(assert_as_defined(rule, {"limit": 7 if piles == 1 else 5}, *asked), SearchTraversal)


# What is said to hold for all positions holds for small ones


@examples(60)
@given(rules(least_piles=2))
def test_a_fibre_holds_exactly_the_options_of_lower_rank(rule: Ruleset) -> None:
    rank = rule.rank
    for number in range(len(rule.families)):
        fibre = find_fibre(rule, number)
        event("shared" if isinstance(fibre, Fibre) else fibre.reason.partition(" by ")[0])
        if isinstance(fibre, EnumeratedFamily):
            continue
        assert rank is not None
        plain = replace(rule, stop=(), win=())
        alone = Ruleset.from_families(
            rule.piles, (rule.families[number],), rule.remembered, rule.blocks, rule.floor, domain=rule.domain
        )
        top = rule.floor + (6 if len(rule.piles) == 2 else 4)
        positions = [plain.position(p) for p in product(range(rule.floor, top + 1), repeat=len(rule.piles))]
        added: dict[object, set[Position]] = {}
        for position in set(positions):
            for order in orders(rule, position):
                added.setdefault(key(rule, fibre, order, 1), set()).add(position)
        for position in set(positions):
            sharing = set().union(*(added.get(key(rule, fibre, o, 0), set()) for o in orders(rule, position)))
            options = set(plain.options(position))
            assert {y for y in sharing if rank.value(y) < rank.value(position)} == sharing & options
            assert {y for y in alone.options(position) if max(y) <= top} <= sharing
            if fibre.any_order and rule.blocks:
                assert all(y in options or by_height(y) >= by_height(position) for y in sharing)


def orders(rule: Ruleset, position: Position) -> list[Position]:
    return list(set(permutations(position))) if rule.blocks else [position]


def key(rule: Ruleset, fibre: Fibre, position: Position, side: int) -> object:
    """Return the key of a position (side 0) or of an option (side 1)."""
    values = dict(zip(rule.piles, position, strict=True))
    kept = [position[part] for part in fibre.kept]
    return tuple(row[side].value(values) for row in fibre.rows), tuple(sorted(kept) if rule.blocks else kept)


def by_height(position: Position) -> list[int]:
    return sorted(position, reverse=True)
