"""Walnut's text format: the output agrees with the manual, and parsing it gives the same set."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sprague.automata.atoms import linear
from sprague.automata.automaton import Automaton, everything, nothing
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, TRIBONACCI, Numeration, base, numeration
from sprague.automata.serialization import SYSTEMS, from_walnut, to_walnut
from sprague.cli.commands.automaton import read_automaton
from sprague.errors import OutOfReach, OutOfTime, SpragueError
from sprague.limits import Limits
from tests.properties.random_rules import examples
from tests.properties.test_automata_laws import several, tables
from tests.snapshots import refused

BELOW = """msd_2 msd_2

0 0
0 0 -> 0
0 1 -> 1
1 1 -> 0

1 1
0 0 -> 1
0 1 -> 1
1 0 -> 1
1 1 -> 1
"""


def test_the_text_is_laid_out_as_walnut_does() -> None:
    assert to_walnut(linear((1, -1), 0, "<")) == BELOW
    assert from_walnut(BELOW) == linear((1, -1), 0, "<")


@pytest.mark.parametrize(
    ("automaton", "text"),
    [
        (nothing(1, TERNARY), "msd_3\n\n0 0\n"),
        (everything(1, FIBONACCI), "msd_fib\n\n0 1\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 0\n"),
        (everything(0), "true\n"),
        (nothing(0), "false\n"),
        (linear((1,), -7, "=", base(10)), "msd_10\n\n0 0\n0 -> 0\n7 -> 1\n\n1 1\n"),
    ],
)
def test_small_automata(automaton: Automaton, text: str) -> None:
    assert to_walnut(automaton) == text
    assert from_walnut(text) == automaton


@pytest.mark.parametrize("numeration", [BINARY, TERNARY, FIBONACCI, base(10)], ids=str)
@pytest.mark.parametrize(("coefficients", "constant"), [((1, -2), 0), ((1, 1, -1), 0), ((3, -1), 4), ((2, 3), -30)])
def test_linear_relations_come_back(coefficients: tuple[int, ...], constant: int, numeration: Numeration) -> None:
    for relation in ("=", "<=", "!="):
        automaton = linear(coefficients, constant, relation, numeration)
        assert from_walnut(to_walnut(automaton)) == automaton


def test_digits_that_walnut_has_no_name_for() -> None:
    assert to_walnut(everything(1, TRIBONACCI)).startswith("msd_trib\n")
    with refused(SpragueError):
        to_walnut(everything(1, numeration("pell")))


@examples(150)
@given(several(1))
def test_random_automata_come_back(one: list[Automaton]) -> None:
    digits = one[0].numeration
    assume(not one[0].tracks or not digits.is_restricted or digits in SYSTEMS)
    found = from_walnut(to_walnut(one[0]))
    if one[0].tracks:
        assert found == one[0]
    else:  # a truth value has no digits
        assert found == (nothing(0) if one[0].is_empty else everything(0))


@examples(100)
@given(st.data(), st.sampled_from([BINARY, TERNARY, FIBONACCI]), st.integers(1, 2))
def test_tables_of_any_kind_can_be_read(data: st.DataObject, numeration: Numeration, tracks: int) -> None:
    """States may have other names and another order, and whitespace may be of any kind."""
    rows, accepting = data.draw(tables(numeration.digits**tracks))
    names = data.draw(st.lists(st.integers(0, 999), min_size=len(rows), max_size=len(rows), unique=True))
    space = data.draw(st.sampled_from([" ", "  ", "\t", " \t "]))
    end = data.draw(st.sampled_from(["\n", "\r\n", "\n\n", " \n", "\n# a comment -> 5\n"]))
    text = space.join(["msd_fib" if numeration == FIBONACCI else f"msd_{numeration.digits}"] * tracks) + end
    for name, row, accepts in zip(names, rows, accepting, strict=True):
        text += f"{space}{name}{space}{int(accepts)}{end}"
        for symbol, target in enumerate(row):
            digits = [str(symbol // numeration.digits**place % numeration.digits) for place in range(tracks)]
            text += f"{space.join(digits[::-1])}{space}->{space}{names[target]}{end}"
    assert from_walnut(text) == Automaton(tracks, numeration, rows, accepting)


@pytest.mark.parametrize("header", ["msd_2", "msd2", "msd", "2", "  msd_2  "])
def test_walnuts_shorter_names_of_numerations(header: str) -> None:
    assert from_walnut(f"{header}\n0 1\n0->0\n") == linear((1,), 0, "=")


def test_a_star_is_every_digit() -> None:
    """The first column that is not 00 begins with a 1: x has the leading digit 1, and y no more digits than x."""
    found = from_walnut("msd_3 msd_3\n0 0\n0 0 -> 0\n1 * -> 1\n1 1\n**->1\n")
    expected = [[any(k <= x < 2 * k and y < 3 * k for k in (1, 3, 9)) for y in range(27)] for x in range(27)]
    assert found.to_array(27).tolist() == expected


def test_several_targets_mean_that_some_way_accepts() -> None:
    """Numbers whose binary digits contain 11: a nondeterministic automaton guesses where 11 begins."""
    text = "msd_2\n0 0\n* -> 0\n1 -> 1\n1 0\n1 -> 2\n2 1\n* -> 2\n"
    found = from_walnut(text)
    together = from_walnut(text.replace("* -> 0\n1 -> 1", "0 -> 0\n1 -> 0 1"))
    assert found == together
    assert [n for n in range(32) if n in found] == [n for n in range(32) if "11" in f"{n:b}"]


def test_words_that_are_no_numbers_are_taken_out() -> None:
    assert from_walnut("msd_fib\n0 1\n* -> 0\n") == everything(1, FIBONACCI)


ERRORS = [
    "",
    "# nothing but a comment\n",
    "lsd_2\n0 1\n",
    "lsd\n0 1\n",
    "msd_11\n0 1\n",
    "msd_pell\n0 1\n",
    "msd_fibonacci\n0 1\n",
    "digraph {\n",
    "{0, 1}\n0 1\n",
    "msd_2 msd_3\n0 1\n",
    "msd_2 " * 30 + "\n0 1\n",
    "msd_2\n",
    "msd_2\n0 -> 0\n",
    "msd_2\n0 1\nwhat\n",
    "msd_2\n0 1\n0 -> 0 / 1\n",
    "msd_2\n0 1\n0 -> \n",
    "msd_2\n0 1\n" + "1" * 100_000 + "\n",
    "msd_2\n0 1\n0 -> " + "1" * 5000 + "\n",
    "msd_2 msd_2\n0 1\n0 -> 0\n",
    "msd_2\n0 1\n-> 0\n",
    "msd_2\n0 1\n2 -> 0\n",
    "msd_2\n0 1\n0 -> 0\n1 -> 3\n",
    "msd_2\n0 1\n0 -> 0\n0 1\n",
    "msd_2\n0 2\n",
    "msd_2\n0 - 1\n",
    "true\n0 1\n",
    "msd_2\n0 1\n0 -> 1\n1 0\n",
]


@pytest.mark.parametrize("text", ERRORS)
def test_errors(text: str) -> None:
    with refused(SpragueError) as caught:
        from_walnut(text)
    assert len(str(caught.value)) < 300


def test_limits() -> None:
    with Limits(memory=10**6).watch():
        with refused(OutOfReach):
            from_walnut("msd_2 " * 11 + "\n0 1\n" + ("* " * 11 + "-> 0\n") * 3)
        with refused(OutOfReach):
            from_walnut("msd_2 " * 11 + "\n" + "".join(f"{state} 1\n" for state in range(300)))
    # The subsets of this one are all 2^30 sets of places of a 1 among the last 30 digits.
    guess = "msd_2\n0 0\n* -> 0\n1 -> 1\n" + "".join(f"{i} {i // 30}\n* -> {i + 1}\n" for i in range(1, 31)) + "31 0\n"
    with Limits(states=1000).watch(), refused(OutOfReach):
        from_walnut(guess)
    with Limits(memory=6 * 256).watch(), refused(OutOfReach):
        to_walnut(linear((1, -1), 0, "<"))
    with Limits(seconds=0).watch(), pytest.raises(OutOfTime):
        from_walnut("msd_2\n0 1\n")


CERTIFICATES = [
    '{"tracks": ["a"]}',
    '{"tracks": ["a"',
    '{"a": ' + "[" * 100_000,
    '{"automata": []}',
    '{"tracks": ["a"], "numeration": "2", "automaton": {"transitions": [[0, 0]], "accepting": [1]}}',
    '{"tracks": ["a"], "numeration": "2", "automaton": {"transitions": [[0, 0]], "accepting": [-1]}}',
    '{"tracks": ["a"], "numeration": "2", "automaton": {"transitions": [[0], [0, 1]], "accepting": []}}',
    '{"tracks": ["a"], "numeration": "2", "automaton": {"transitions": [["x", 0]], "accepting": []}}',
    '{"tracks": ["a"], "numeration": "1", "automaton": {"transitions": [[0]], "accepting": []}}',
    "lsd_2\n",
    "\xff",
]


@pytest.mark.parametrize("text", CERTIFICATES)
def test_files_that_hold_no_automaton(text: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(text.encode("latin-1"))
    with refused(SpragueError):
        read_automaton(path)
    with refused(SpragueError):
        read_automaton(tmp_path / "missing")


def test_both_kinds_of_files(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text('{"tracks": ["p", "q"], "numeration": "2", "automaton": {"transitions": '
                    '[[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]}}')  # fmt: skip
    found = read_automaton(path)
    assert found.names == ("p", "q")
    assert found.automaton == linear((1, -1), 0, "=")
    path.write_text(BELOW)
    assert read_automaton(path) == (linear((1, -1), 0, "<"), ("x1", "x2"))
    assert np.array_equal(read_automaton(path).automaton.accepting, [False, True, False])
