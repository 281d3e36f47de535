"""docs/notation.md: each rule has the stated options, and its canonical form is parsed again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sprague.rules import lowering as cases
from sprague.rules import parse

TEXT = Path(__file__).parents[2].joinpath("docs/notation.md").read_text("utf-8")
EXAMPLES = re.findall(r"```rule\n((?:.+\n)+?)```", TEXT)


def position_of(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_reaches_what_the_page_says(example: str) -> None:
    rule = parse(example)
    shown = re.findall(r"^# from (\(.*?\)):(.*)$", example, re.MULTILINE)
    assert shown
    for start, options in shown:
        assert rule.options(position_of(start)) == [position_of(option) for option in re.findall(r"\(.*?\)", options)]
    assert parse(str(rule)) == rule


def test_every_construct_has_an_example() -> None:
    words = [
        "min",
        "max",
        "sum",
        "div",
        "ceil",
        "mod",
        "or",
        "not",
        "odd",
        "even",
        "≡",
        "in {",
        "..",
        "power of",
        "square",
    ]
    words += ["prime", "divides", "block"]
    words += ["in {", "power of", "at most one pile", "any order", "in a circle", "in a row", "piles >="]
    words += [") + (", "u + v where", "positions where", "stop when", "win when"]
    every = "\n".join(EXAMPLES)
    assert [word for word in words if word not in every] == []


def test_the_number_of_cases_is_as_the_page_says() -> None:
    assert f"more than {cases.MOST_CASES} cases" in TEXT
