"""The exact simplex method against all basic solutions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from hypothesis import event, given
from hypothesis import strategies as st

from sprague.linear.simplex import minimise
from tests.properties.random_rules import examples

Program = tuple[list[list[int]], list[int], list[int]]


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Few small rows, some of them repeated or summed, and costs that are not negative."""
    width = draw(st.integers(1, 5))
    numbers = st.integers(-3, 3)
    rows = draw(st.lists(st.lists(numbers, min_size=width, max_size=width), min_size=1, max_size=3))
    if draw(st.booleans()):
        # Feasible on purpose.
        point = draw(st.lists(st.integers(0, 3), min_size=width, max_size=width))
        right = [sum(entry * value for entry, value in zip(row, point, strict=True)) for row in rows]
    else:
        right = draw(st.lists(st.integers(-4, 4), min_size=len(rows), max_size=len(rows)))
    if draw(st.booleans()):
        rows.append([sum(column) for column in zip(*rows, strict=True)])
        right.append(sum(right) + draw(st.sampled_from((0, 0, 1))))
    return rows, right, draw(st.lists(st.integers(0, 4), min_size=width, max_size=width))


def least_cost(rows: list[list[int]], right: list[int], cost: list[int]) -> Fraction | None:
    """The least cost of a basic solution: where there is a solution at all, a basic one has least cost."""
    costs = []
    for size in range(len(rows) + 1):
        for columns in combinations(range(len(cost)), size):
            values = unique_solution([[row[column] for column in columns] for row in rows], right)
            if values is not None and all(value >= 0 for value in values):
                costs.append(
                    sum((cost[column] * value for column, value in zip(columns, values, strict=True)), Fraction(0))
                )
    return min(costs, default=None)


def unique_solution(rows: list[list[int]], right: list[int]) -> list[Fraction] | None:
    """The only solution of the equations, or None if there is none or more than one."""
    system = [[Fraction(entry) for entry in (*row, value)] for row, value in zip(rows, right, strict=True)]
    width = len(rows[0])
    for column in range(width):
        pivot = next((row for row in range(column, len(system)) if system[row][column]), None)
        if pivot is None:
            return None
        system[column], system[pivot] = system[pivot], system[column]
        lead = [entry / system[column][column] for entry in system[column]]
        system[column] = lead
        for number, row in enumerate(system):
            if number != column:
                system[number] = [entry - row[column] * other for entry, other in zip(row, lead, strict=True)]
    if any(row[-1] for row in system[width:]):
        return None
    return [system[column][-1] for column in range(width)]


@examples(400)
@given(programs())
def test_the_simplex_method_agrees_with_all_basic_solutions(program: Program) -> None:
    rows, right, cost = program
    found = minimise(rows, right, cost)
    expected = least_cost(rows, right, cost)
    event("infeasible" if expected is None else "feasible")
    if found is None:
        assert expected is None
        return
    assert all(value >= 0 for value in found)
    assert [sum(entry * value for entry, value in zip(row, found, strict=True)) for row in rows] == right
    assert sum(price * value for price, value in zip(cost, found, strict=True)) == expected
