"""Quotients: names, relations, multiplication tables, tameness, and refused input."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest

from sprague.errors import SpragueError
from sprague.quotients.misere import compute_quotient
from sprague.quotients.monoids import BipartiteMonoid
from sprague.quotients.quotient import Quotient
from tests.quotients.plainly import misere, octal, quotient
from tests.snapshots import refused, snapshot

TABLE = """\
    1   a*  b   ab  b²* ab²
1   1   a*  b   ab  b²* ab²
a*  a*  1   ab  b   ab² b²*
b   b   ab  b²* ab² b   ab
ab  ab  b   ab² b²* ab  b
b²* b²* ab² b   ab  b²* ab²
ab² ab² b²* ab  b   ab² b²*"""


def test_a_quotient_is_shown_with_generators_relations_and_growth() -> None:
    snapshot(str(quotient("0.75")))
    snapshot(str(quotient("0.77", 0)))


def test_the_multiplication_table_of_nim_with_heaps_up_to_2() -> None:
    assert quotient("0.33", 2).multiplication_table() == TABLE


@pytest.mark.slow
def test_a_large_table_is_not_shown() -> None:
    with refused(SpragueError):
        quotient("0.07", 25).multiplication_table()


@pytest.mark.parametrize("code", ["0.75", "0.123", "0.77", "0.152"])
def test_relations_present_the_monoid(code: str) -> None:
    """A word that contains no larger side of a relation is the least of its class; there is one for each element."""
    found = quotient(code)
    larger = [one for one, _ in found.relations]
    tops = [
        next(len(one) for one in larger if set(one) == {heap}) for heap in found.generators
    ]  # each generator has a power that is not least
    words = [
        tuple(heap for heap, count in zip(found.generators, counts, strict=True) for _ in range(count))[::-1]
        for counts in product(*(range(top) for top in tops))
    ]
    irreducible = [word for word in words if not any(contains(word, one) for one in larger)]
    assert sorted(irreducible) == sorted(found.monoid.words)
    for one, other in found.relations:
        assert found.element(one) == found.element(other)
        assert other < one


def contains(word: tuple[int, ...], part: tuple[int, ...]) -> bool:
    return all(word.count(heap) >= part.count(heap) for heap in set(part))


def test_products_are_commutative_and_associative_and_the_quotient_is_reduced() -> None:
    table = quotient("0.77").monoid.table
    assert (table == table.T).all()
    assert (table[0] == np.arange(len(table))).all()
    assert (table[table] == table[:, table]).all()
    assert len(np.unique(quotient("0.77").monoid.rows, axis=0)) == 40


def test_far_heaps_have_the_element_of_their_residue() -> None:
    found, is_p = quotient("0.123"), misere(octal("0.123"))
    assert found.heaps < 40
    for heap in range(40):
        assert found.is_p((heap,)) == is_p((heap,))
        assert found.is_p((3, heap)) == is_p((3, heap))
    assert found.element((10**30,)) == found.element((5,))


@pytest.mark.parametrize("heap", [-1, 26, 2.0])
def test_heaps_that_are_not_known_are_refused(heap: int) -> None:
    with refused(SpragueError):
        quotient("0.07", 25).is_p((heap,))
    with refused(SpragueError):
        quotient("0.75").is_p((-1,))


def test_tame_and_wild() -> None:
    snapshot("\n".join(quotient(code, 20).kind for code in ("0.3", "0.33", "0.56", "0.75")))


def test_a_monoid_of_the_size_of_nims_need_not_be_tame() -> None:
    nim = compute_quotient("nim", lambda heap: [(left,) for left in range(heap)], 3)
    marks = nim.monoid.is_p.copy()
    marks[[2, 4]] = marks[[4, 2]]
    other = BipartiteMonoid(nim.monoid.table, marks, nim.monoid.heaps, nim.monoid.words)
    assert (nim.tame, Quotient("other", other, nim.growth).tame) == (2, None)


def test_json_has_all_of_it() -> None:
    data = json.loads(json.dumps(quotient("0.75").to_json()))
    assert data["elements"] == ["1", "a", "b", "ab", "b²", "ab²", "c", "ac"]
    assert data["p_elements"] == [1, 4]
    assert data["heap_elements"][:6] == [0, 1, 2, 1, 2, 6]
    assert data["table"][6] == [6, 7, 3, 2, 5, 4, 4, 5]
    assert data["generators"] == {"a": 1, "b": 2, "c": 5}
    assert data["relations"][0] == ["a²", "1"]
    assert (data["kind"], data["start"], data["period"], data["stopped"]) == ("wild", 8, 2, None)
    assert data["growth"] == [[0, 1], [1, 2], [2, 6], [5, 8]]
