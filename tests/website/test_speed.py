"""The page on speed has a table for every benchmark of `make bench`, from the measured data."""

from __future__ import annotations

import json
import re

import pytest
from website.speed import PLACE, fill_tables

from tests.documents import ROOT, text_of

MEASURED = json.loads(text_of("docs/measured.json"))


def test_every_benchmark_of_make_bench_has_its_place_and_its_figures() -> None:
    named = re.search(r"for name in ([\w ]+); do", text_of("Makefile"))
    assert named is not None
    assert sorted(named[1].split()) == sorted(PLACE.findall(text_of("docs/speed.md"))) == sorted(MEASURED)


@pytest.mark.parametrize("name", MEASURED)
def test_a_table_names_its_command_and_versions(name: str) -> None:
    kept = MEASURED[name]
    page = fill_tables(f"Before.\n\n<!-- measured: {name} -->\n\nAfter.\n", MEASURED)
    assert f"`python benchmarks/{name}.py`, measured on 20" in page
    assert (ROOT / "benchmarks" / f"{name}.py").is_file()
    assert page.count("\n|") == 2 + len(kept["rows"])
    assert all(len(row) == len(kept["columns"]) for row in kept["rows"])


def test_a_figure_that_was_not_measured_is_noticed() -> None:
    with pytest.raises(KeyError):
        fill_tables("<!-- measured: nothing -->", MEASURED)
