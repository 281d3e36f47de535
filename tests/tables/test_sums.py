"""Tables of heaps that split contain the values of sums, compared with plain recursion."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague.rules import parse
from sprague.tables.request import Request
from sprague.tables.search import nim_sum, search
from sprague.tables.tabulate import select_traversal, tabulate
from tests.properties.random_rules import examples
from tests.snapshots import refusal, snapshot
from tests.splitting_rules import Oracle, SplitRule, split_rules, sums

KAYLES = "(n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2"
LASKER = "n -> u where u < n ; u + v where u + v = n, u >= 1, v >= 1"
GRUNDY = "n -> u + v where u + v = n, u >= 1, v >= 1, u != v"


@given(split_rules())
@examples(40)
def test_values_of_single_components_are_those_of_plain_recursion(definition: SplitRule) -> None:
    rule, limit = parse(definition.text), 9 if len(definition.piles) == 1 else 4
    oracle = Oracle.of(definition)
    values = tabulate(rule, limit)
    outcomes = tabulate(rule, limit, what="outcome")
    capped = tabulate(rule, limit, cap=2)
    misere = tabulate(rule, min(limit, 4), what="outcome", misere=True)
    for component in product(range(limit), repeat=len(definition.piles)):
        total = definition.position((component,))
        assert values[component] == oracle.grundy(total)
        assert outcomes[component] == ("P" if oracle.is_p(total) else "N")
        assert capped[component] == min(2, oracle.grundy(total))
        if max(component) < 4:
            assert misere[component] == ("P" if oracle.is_misere_p(total) else "N")


@given(split_rules(), st.data())
@examples(40)
def test_values_of_sums_are_those_of_plain_recursion(definition: SplitRule, data: st.DataObject) -> None:
    rule, oracle = parse(definition.text), Oracle.of(definition)
    total = data.draw(sums(definition, most=3, components=3))
    position = definition.flat(total)
    assert nim_sum(rule, search(rule, [position]), position) == oracle.grundy(total)
    assert search(rule, [position], "outcome", misere=True)[position] == int(not oracle.is_misere_p(total))
    assert search(rule, [position], "remoteness")[position] % 2 == int(not oracle.is_p(total))
    assert search(rule, [position], "suspense", misere=True)[position] % 2 == int(oracle.is_misere_p(total))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (KAYLES, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]),  # A002186
        (GRUNDY, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]),  # A002188
        (LASKER, [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12]),
    ],
)
def test_known_values(text: str, first: list[int]) -> None:
    assert tabulate(text, 300).to_array()[:12].tolist() == first


def test_plain_and_compiled_kernels_agree_far_out() -> None:
    far = tabulate(KAYLES, 1000).to_array().tolist()
    assert far[100:112] == far[112:124]
    assert far[:60] == tabulate(KAYLES, 60).to_array().tolist()


@pytest.mark.slow
def test_a_table_knows_sums_of_its_components() -> None:
    table = tabulate(KAYLES, 20)
    assert table[5, 7] == table[5] ^ table[7]
    assert table[(5,) * 999_999] == table[5]
    assert (5, 7) not in table
    refusal(lambda: table[5, 30])
    refusal(lambda: tabulate(KAYLES, 20, what="outcome")[5, 7])


def test_what_is_done_is_explained() -> None:
    description = select_traversal(Request(parse(LASKER), 50, what="outcome")).describe()
    snapshot("\n".join(description.split("\n")[2:]))
    snapshot(select_traversal(Request(parse(LASKER), 50, what="remoteness")).describe())
