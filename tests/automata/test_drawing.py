"""Drawings of automata: labels match exactly the columns of an edge, nothing overlaps, the output is well formed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from sprague.automata.atoms import linear
from sprague.automata.automaton import Automaton, everything, nothing
from sprague.automata.digit_patterns import ANY, Pattern, find_patterns, format_pattern, label_lines
from sprague.automata.drawing import to_dot, to_svg
from sprague.automata.layout import spread
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, base
from sprague.automata.serialization import from_walnut
from sprague.errors import OutOfReach, SpragueError
from tests.properties.random_rules import examples
from tests.properties.test_automata_laws import several
from tests.snapshots import refused, snapshot

SVG = "{http://www.w3.org/2000/svg}"


# ------------------------------------------------------------------------------ labels


def matching_columns(pattern: Pattern, digits: int) -> list[tuple[int, ...]]:
    return list(product(*(range(digits) if digit == ANY else (digit,) for digit in pattern)))


@examples(150)
@given(st.integers(2, 3).flatmap(lambda d: st.integers(0, 4).flatmap(lambda k: arrays.arrays(np.bool_, (d,) * k))))
def test_patterns_match_exactly_the_columns_and_none_can_be_left_out(columns: npt.NDArray[np.bool_]) -> None:
    digits = columns.shape[0] if columns.ndim else 2
    found = find_patterns(columns)
    matched = [set(matching_columns(pattern, digits)) for pattern in found]
    wanted = {tuple(column) for column in np.argwhere(columns).tolist()}
    assert set().union(*matched) == wanted
    for i, pattern in enumerate(found):
        assert set().union(*matched[:i], *matched[i + 1 :]) != wanted
        for track in range(columns.ndim):  # and each is as wide as can be
            if pattern[track] != ANY:
                assert not set(matching_columns((*pattern[:track], ANY, *pattern[track + 1 :]), digits)) <= wanted


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        ("00 01 10 11", "**"),
        ("01 11", "*1"),
        ("00 11", "00 11"),
        ("000 011 101 110", "000 011 101 110"),
        ("000 010 011 110 111", "*1* 0*0"),
    ],
)
def test_patterns_are_few(columns: str, shown: str) -> None:
    wanted = np.zeros((2,) * len(columns.split()[0]), np.bool_)
    for column in columns.split():
        wanted[tuple(map(int, column))] = True
    assert [format_pattern(pattern) for pattern in find_patterns(wanted)] == shown.split()


def test_long_labels_are_cut() -> None:
    columns = [(a, b) for a in range(10) for b in range(10)]
    lines = label_lines(columns, width=11, most=4)
    assert lines == ["00 01 02 03", "04 05 06 07", "08 09 10 11", "… 88 more"]
    assert label_lines(columns[:5], width=11, most=4) == ["00 01 02", "03 04"]
    assert label_lines([()], width=11, most=4) == ["()"]


# --------------------------------------------------------------------------------- DOT


def read_dot(text: str) -> tuple[dict[int, bool], dict[tuple[int, int], str]]:
    """The states, whether they accept, and the labels of the edges; every line is of a known form."""
    lines = text.split("\n")
    assert lines[0] == "digraph automaton {"
    assert lines[-1] == "}"
    states, edges = {}, {}
    for line in lines[1:-1]:
        if match := re.fullmatch(r"  (\d+)( \[shape=doublecircle\])?;", line):
            states[int(match[1])] = bool(match[2])
        elif match := re.fullmatch(r'  (\d+) -> (\d+) \[label="([^"]*)"\];', line):
            edges[int(match[1]), int(match[2])] = match[3].replace("\\n", " ")
        else:
            assert re.fullmatch(r'  ((rankdir=LR|label="([^"\\]|\\.)*"|(node|start) \[[^]]*\]|start -> 0));', line), (
                line
            )
    assert {state for edge in edges for state in edge} <= set(states)
    return states, edges


@examples(100)
@given(several(1, most=2))
def test_the_automaton_can_be_rebuilt_from_its_dot(one: list[Automaton]) -> None:
    automaton = one[0]
    states, edges = read_dot(to_dot(automaton))
    name = {state: i for i, state in enumerate(states)}
    assert list(states) == list(range(len(states)))
    table = np.full((len(states) + 1, automaton.symbols), len(states))
    for (source, target), label in edges.items():
        for text in label.split():
            pattern = tuple(ANY if letter == "*" else int(letter) for letter in text.strip("()"))
            for column in matching_columns(pattern, automaton.numeration.digits):
                symbol = sum(d * automaton.numeration.digits**i for i, d in enumerate(reversed(column)))
                assert table[name[source], symbol] in (len(states), name[target]), "a column stands on two edges"
                table[name[source], symbol] = name[target]
    appeared = dict.fromkeys([0, *table[:-1].reshape(-1).tolist()])
    assert [state for state in appeared if state in states] == list(states)
    if automaton.is_empty:
        assert states == {0: False}
        assert not edges
    else:
        assert Automaton(automaton.tracks, automaton.numeration, table, [*states.values(), False]) == automaton


def test_names_are_quoted() -> None:
    text = to_dot(linear((1, -1), 0, "="), ('a"]; x', "b\\"))
    snapshot("\n".join(text.split("\n")))
    read_dot(text)


# --------------------------------------------------------------------------------- SVG


PICTURES = [
    everything(0),
    nothing(3, TERNARY),
    everything(2, FIBONACCI),
    linear((1, 1, -1), 0, "="),
    linear((1, 1, -1), 0, "=", FIBONACCI),
    linear((1, -5), 0, "="),
    linear((1, -3), 1, "<=", TERNARY),
    linear((2, -3), 7, "="),
]


@pytest.mark.parametrize("automaton", PICTURES, ids=repr)
def test_a_picture_shows_every_state_and_label_and_no_two_overlap(automaton: Automaton) -> None:
    states, edges = read_dot(to_dot(automaton))
    root = ET.fromstring(to_svg(automaton, [f"p{i}" for i in range(automaton.tracks)]))
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert sorted(texts.count(str(state)) >= 1 for state in states) == [True] * len(states)
    circles = list(root.iter(f"{SVG}circle"))
    assert len(circles) == len(states) + sum(states.values())
    arrows = list(root.iter(f"{SVG}polygon"))
    assert len(arrows) == len(edges) + 1  # and the one from nowhere
    labels = list(root.iter(f"{SVG}rect"))[1:]
    assert len(labels) == len(edges)
    boxes = [tuple(float(box.get(key, "")) for key in ("x", "y", "width", "height")) for box in labels]
    for circle in circles:
        x, y, r = (float(circle.get(key, "")) for key in ("cx", "cy", "r"))
        if r > 15:
            boxes.append((x - r, y - r, 2 * r, 2 * r))
    for i, (x, y, width, height) in enumerate(boxes):
        for u, v, other_width, other_height in boxes[i + 1 :]:
            assert x + width <= u or u + other_width <= x or y + height <= v or v + other_height <= y
    left, top, width, height = map(float, root.get("viewBox", "").split())
    shift = float(re.findall(r"translate\(([\d.]+) 0\)", to_svg(automaton))[0])
    assert all(
        left <= x and x + w <= left + width - shift and top <= y and y + h <= top + height for x, y, w, h in boxes
    )


def test_names_are_escaped() -> None:
    root = ET.fromstring(to_svg(linear((1, -1), 0, "="), ("<a>", "b & c")))
    snapshot(str([text.text for text in root.iter(f"{SVG}text")][-1]))


@examples(60)
@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(0, 9)), min_size=1, max_size=4))
def test_spreading_is_the_nearest_way(pairs: list[tuple[int, int]]) -> None:
    """No small change of neighbouring coordinates is nearer to the wanted coordinates."""
    wanted, gaps = [float(w) for w, _ in pairs], [float(g) for _, g in pairs[1:]]
    found = spread(wanted, gaps)

    def cost(places: list[float]) -> float:
        return sum((place - want) ** 2 for place, want in zip(places, wanted, strict=True))

    def fits(places: list[float]) -> bool:
        return all(b - a >= gap - 1e-9 for (a, b), gap in zip(pairwise(places), gaps, strict=True))

    assert fits(found)
    for first in range(len(found)):
        for last in range(first + 1, len(found) + 1):
            for change in (-0.01, 0.01):
                moved = [p + change * (first <= i < last) for i, p in enumerate(found)]
                assert not fits(moved) or cost(moved) >= cost(found) - 1e-9


# ------------------------------------------------------------------------------ refusal


def chain(length: int) -> Automaton:
    """Return the automaton of the single number 2^(length - 1)."""
    return linear((1,), -(2 ** (length - 2)), "=")


def test_large_automata_are_refused() -> None:
    assert "<svg" in to_svg(chain(40))
    with refused(OutOfReach):
        to_svg(chain(41))
    assert len(read_dot(to_dot(chain(41)))[0]) == 41
    with refused(OutOfReach):
        to_dot(
            from_walnut(
                "msd_2\n0 0\n0 -> 0\n1 -> 1\n" + "".join(f"{i} 1\n1 -> {i + 1}\n" for i in range(1, 1000)) + "1000 1\n"
            )
        )
    with refused(OutOfReach):
        to_svg(everything(11))
    with refused(OutOfReach):
        to_dot(chain(129).arrange((0,), 9))
    rows = np.random.default_rng(1).integers(0, 30, (30, 10))
    rows[0, 0] = 0
    dense = Automaton(1, base(10), rows, np.arange(30) % 3 == 0)
    with refused(OutOfReach):
        to_svg(dense)
    with refused(SpragueError):
        to_dot(everything(2, BINARY), ["a"])
