"""`sequence` and `sprague sequence`: terms compared with tables, recurrences, formats and refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import islice, pairwise, product
from pathlib import Path

import pytest

import sprague
from sprague import jit
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.queries.sequence import shortest_recurrence
from tests.cli.running import run
from tests.fake_clocks import FakeClock
from tests.oracle import Oracle
from tests.queries.test_ask import cold_positions

COLD = cold_positions(40)
DIVISORS = "(a, b) -> (a - k, b) where 1 <= k, k divides a any order"


def test_terms_of_a_function() -> None:
    found = sprague.sequence("wythoff", "least b: P(a, b)")
    expected = [next(b for a, b in COLD if a == n) for n in range(20)]
    assert (found.proved, found.offset, found.terms(20)) == (True, 0, expected)
    steps = sprague.sequence("wythoff", "least b: P(a, b)", differences=True)
    assert steps.terms(19) == [two - one for one, two in pairwise(expected)]


def test_a_term_starts_where_it_is_defined() -> None:
    found = sprague.sequence("nim:piles=2", "(least b: P(a, b) and a > 2) + 1")
    assert (found.offset, found.terms(3)) == (3, [4, 5, 6])
    with pytest.raises(SpragueError, match="no value at a = 1"):
        sprague.sequence("nim:piles=2", "least b: P(a, b) and a != 1")


def test_the_smallest_numbers_without_a_value_are_named() -> None:
    with pytest.raises(SpragueError, match="has no value at a = 0, 1, 2, …"):
        sprague.sequence("wythoff", "least b: P(a, b) and b > 4")


def test_members_in_three_orders() -> None:
    by_sum = sorted(COLD, key=lambda one: (sum(one), one))
    by_largest = sorted(COLD, key=lambda one: (max(one), one))
    by_b = sorted(COLD, key=lambda one: (one[1], one))
    for order, expected in (("chips", by_sum), ("largest", by_largest), ("b", by_b)):
        found = sprague.sequence("wythoff", "P(a, b)", name="a", order=order)
        assert found.terms(12) == [a for a, _ in expected[:12]], order
    lower = sprague.sequence("wythoff", "exists b: a < b and P(a, b)")
    assert lower.terms(8) == sorted(a for a, b in COLD if a < b)[:8]
    few = sprague.sequence("wythoff", "P(a, b) and b < 4", name="a", order="largest")
    assert few.terms(20) == [0, 1, 2, 5]


def test_one_pile_of_each_p_position() -> None:
    sorted_positions = sorted((one for one in COLD if one[0] <= one[1]), key=lambda one: (sum(one), one))
    for place, name in enumerate("ab"):
        found = sprague.sequence("wythoff", name=name)
        assert found.terms(12) == [one[place] for one in sorted_positions[:12]]
        assert found.title.startswith(
            f"The number {name} in the n-th of the P-positions (a, b) of the game wythoff with a <= b, "
        )
    _, listed = run("positions", "wythoff", "--limit", "20", "--pile", "b")
    assert sprague.sequence("wythoff", name="b").terms(8) == [
        int(line) for line in listed.splitlines() if line.isdecimal()
    ]


@pytest.mark.parametrize(("order", "key"), [("chips", sum), ("largest", max), ("b", lambda one: one[1])])
def test_all_numbers_of_the_members(order: str, key: Callable[[tuple[int, ...]], int]) -> None:
    expected = sorted((one for one in COLD if one[0] <= one[1]), key=lambda one: (key(one), one))[:9]
    found = sprague.sequence("wythoff", order=order)
    assert found.proved
    assert found.terms(18) == [number for one in expected for number in one]
    assert found.title.startswith(
        "Table with 2 columns, read by rows: the P-positions (a, b) of the game wythoff with "
    )
    asked = sprague.sequence("wythoff", "P(a, b)", order="chips")
    assert asked.terms(14) == [n for one in sorted(COLD, key=lambda one: (sum(one), one))[:7] for n in one]


def test_all_numbers_of_three_piles() -> None:
    terms = sprague.sequence("nim").terms(30)
    members = [tuple(terms[place : place + 3]) for place in range(0, 30, 3)]
    cold = [one for one in product(range(12), repeat=3) if list(one) == sorted(one) and one[0] ^ one[1] == one[2]]
    assert members == sorted(cold, key=lambda one: (sum(one), one))[:10]


def test_counts() -> None:
    sums = sprague.sequence("wythoff", count="chips").terms(20)
    assert sums == [sum(sum(one) == n for one in COLD) for n in range(20)]
    below = sprague.sequence("wythoff", count="limit").terms(15)
    assert below == [sum(max(one) < n for one in COLD) for n in range(15)]


def test_counts_by_digits_have_a_recurrence() -> None:
    found = sprague.sequence("wythoff", count="digits")
    assert found.terms(7) == [sum(max(one) < n for one in COLD) for n in (1, 2, 3, 5, 8, 13, 21)]
    assert found.recurrence is not None
    terms = found.terms(40)
    order = len(found.recurrence)
    for place in range(order, 40):
        assert terms[place] == sum(c * terms[place - back] for back, c in enumerate(found.recurrence, 1))
    assert found.growth == pytest.approx((1 + 5**0.5) / 2)
    assert sprague.sequence("nim:piles=3", count="digits").recurrence == (4,)


@pytest.mark.parametrize("recurrence", [(1, 1), (2, 0, -1), (0, 0, 3), (1,)])
def test_shortest_recurrence(recurrence: tuple[int, ...]) -> None:
    terms = [*range(1, len(recurrence) + 1)]
    while len(terms) < 20:
        terms.append(sum(c * terms[-back] for back, c in enumerate(recurrence, 1)))
    found = shortest_recurrence(terms)
    assert len(found) <= len(recurrence)
    for place in range(len(found), 20):
        assert terms[place] == sum(c * terms[place - back] for back, c in enumerate(found, 1))


def test_tables_replace_missing_proofs() -> None:
    rule = sprague.game(DIVISORS)
    oracle = Oracle(rule.options)
    row = sprague.sequence(rule, "value(n + 1, 3)", budget=Limits(seconds=5))
    assert not row.proved
    assert row.terms(12) == [oracle.grundy(rule.position((n + 1, 3))) for n in range(12)]
    first = sprague.sequence(rule, name="a", budget=Limits(seconds=5))
    positions = [one for one in product(range(30), repeat=2) if one == rule.position(one)]
    cold = [one for one in positions if oracle.outcome(one) == "P"]
    both = {*cold, *((b, a) for a, b in cold)}
    expected = [a for a, _ in sorted(cold, key=lambda one: (sum(one), one))]
    assert not first.proved
    assert list(islice(first, 10)) == expected[:10]
    listed = sprague.sequence(rule, budget=Limits(seconds=5)).terms(20)
    assert list(zip(listed[::2], listed[1::2], strict=True)) == sorted(cold, key=lambda one: (sum(one), one))[:10]
    counted = sprague.sequence(rule, count="chips", budget=Limits(seconds=5)).terms(20)
    assert counted == [sum(sum(one) == n for one in both) for n in range(20)]
    with pytest.raises(SpragueError, match="without a theorem, only P-positions sorted"):
        sprague.sequence(rule, "P(a, 3)", budget=Limits(seconds=5))


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (None, {"name": "z"}),
        (None, {"name": "a", "order": "z"}),
        (None, {"count": "digit"}),
        ("true", {}),
        ("a + b", {}),
        (3, {}),
    ],
)
def test_wrong_arguments(text: str | None, options: dict[str, str]) -> None:
    with pytest.raises(SpragueError):
        sprague.sequence("wythoff", text, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["foo", "n + 1", "3"])
def test_terms_that_say_nothing_about_the_game_are_refused(text: str) -> None:
    with pytest.raises(SpragueError, match=r"says nothing about the game wythoff.*'P\(a, b\)'.*'least b: P\(a, b\)'"):
        sprague.sequence("wythoff", text)


@pytest.mark.parametrize("game", ["wythoff", "nim", "kayles"])
def test_suggested_texts_define_sequences(game: str) -> None:
    with pytest.raises(SpragueError) as refusal:
        sprague.sequence(game, "foo")
    texts = re.findall("'(.*?)'", str(refusal.value).partition("ask for")[2])
    assert texts
    for text in texts:
        assert len(sprague.sequence(game, text).terms(3)) == 3


@pytest.mark.parametrize("options", [{"name": "b"}, {"order": "a"}, {"order": "largest"}])
def test_counts_have_no_pile_and_no_order(options: dict[str, str]) -> None:
    with pytest.raises(SpragueError, match="leave out 'count'"):
        sprague.sequence("wythoff", count="chips", **options)  # type: ignore[arg-type]


def test_unlistable_orders_are_refused() -> None:
    with pytest.raises(SpragueError, match="infinitely many"):
        sprague.sequence("wythoff", "N(a, b)", name="a", order="a").terms(3)


def test_command(tmp_path: Path) -> None:
    assert run("sequence", "wythoff", "least b: P(a, b)", "--terms", "5") == (0, "0, 2, 1, 5, 7, …\n")
    _, text = run("sequence", "wythoff", "least b: P(a, b)", "--format", "bfile", "--terms", "3")
    assert text == "0 0\n1 2\n2 1\n"
    _, text = run("sequence", "nim:piles=2", "--count", "digits", "--json")
    data = json.loads(text)
    assert (data["terms"][:3], data["recurrence"], data["growth"], data["proved"]) == ([1, 2, 4], ["2"], 2.0, True)
    file = tmp_path / "entry.txt"
    run("sequence", "wythoff", "least b: P(a, b)", "--differences", "--format", "oeis", "-o", str(file))
    entry = file.read_text(encoding="utf-8")
    assert "%N A000000 First differences of: a(n) = least b: P(n, b) in the game wythoff.\n" in entry
    assert "%S A000000 2,-1,4,2,-4,7,-6,9" in entry
    assert "%K A000000 sign,easy\n" in entry
    _, text = run("sequence", "wythoff", "--count", "digits", "--terms", "4")
    assert "Recurrence: s(n) = 2*s(n-2) + s(n-3) for n >= 3\n" in text


def test_the_p_positions_of_a_game_with_one_pile_come_from_a_table() -> None:
    values: list[int] = []  # Dawson's Kayles: take two neighbours, which may split the heap
    for heap in range(60):
        reached = {values[left] ^ values[heap - 2 - left] for left in range(heap - 1)}
        values.append(next(value for value in range(60) if value not in reached))
    found = sprague.sequence("0.07")
    assert not found.proved
    assert [term for term in found.terms(20) if term < 60] == [heap for heap in range(60) if values[heap] == 0]
    assert run("sequence", "0.07", "--terms", "3") == (0, "0, 1, 5, …\n")


def test_the_time_limit_includes_the_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "plain")  # the clock runs so fast that kernels would be compiled at once
    with FakeClock(step=0.01, own_thread=True).running():
        code, text = run("sequence", "nim:piles=2", "least b: P(a, b)", "--terms", "100000", "--seconds", "60")
    assert code == 0
    assert text.startswith("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ")
    assert text.endswith(", …\n")
    assert 10 < text.count(",") < 100_000


def test_a_list_of_positions_is_a_table_in_the_oeis() -> None:
    _, entry = run("sequence", "wythoff", "--format", "oeis", "--terms", "40")
    assert "%S A000000 0,0,1,2,3,5,4,7," in entry
    assert "%K A000000 nonn,tabf,easy\n" in entry


def test_oeis_entries_are_complete(tmp_path: Path) -> None:
    file = tmp_path / "entry.txt"
    run("sequence", "wythoff", "--count", "digits", "--format", "oeis", "-o", str(file))
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("%")]
    assert {line.split()[0] for line in lines} == {"%I", "%S", "%N", "%C", "%D", "%F", "%e", "%o", "%K", "%O"}
    assert "%F A000000 a(n) = 2*a(n-2) + a(n-3) for n >= 3." in lines
    (program,) = [line.partition("print(")[2] for line in lines if line.startswith("%o")]
    values = eval(program.removesuffix(")"), {"sprague": sprague})
    (data,) = [line.split()[2] for line in lines if line.startswith("%S")]
    assert [int(one) for one in data.split(",")] == values[: len(data.split(","))]
    assert 200 < len(data) <= 260


def test_the_title_is_never_shortened_and_names_its_index() -> None:
    more = " or ".join(f"b = 2a + {number}" for number in range(100, 130))
    _, entry = run("sequence", "nim:piles=2", f"least b: P(a, b) or {more}", "--format", "oeis", "--terms", "5")
    (title,) = [line for line in entry.splitlines() if line.startswith("%N")]
    assert title == f"%N A000000 a(n) = least b: P(n, b) or {more.replace('a', 'n')} in the game nim:piles=2."
    (example,) = [line for line in entry.splitlines() if line.startswith("%e")]
    assert example.startswith("%e A000000 a(3) = (least b: P(3, b) or b = 2*3 + 100 or ")
    assert example.endswith(") = 3.")
