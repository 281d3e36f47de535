"""The OEIS numbers of the atlas: their first terms are terms of a sequence of the entry."""

from __future__ import annotations

import re

import pytest
from website.atlas.oeis import QUOTED, RESIDUES, SEQUENCES, ListedSequence, known_sequences

from sprague import atlas
from sprague.atlas import Entry
from sprague.atlas.sequences import find_run, sequences
from tests.documents import text_of

BY_NAME = {name: entry for entry in atlas.entries() if entry.play == "normal" for name in entry.names}


@pytest.mark.parametrize("name", [name for name in SEQUENCES if name in BY_NAME])
def test_the_first_terms_of_a_sequence_agree_with_the_entry(name: str) -> None:
    entry = BY_NAME[name]
    for listed in SEQUENCES[name]:
        assert listed in [ListedSequence(one.number, one.what, listed.terms, one.certainty) for one in entry.oeis], (
            listed
        )
        if (start := re.fullmatch(r"Grundy values(?:, from n = (\d+) on)?", listed.what)) is not None:
            assert find_run(listed.terms, entry.rows[0].values) == int(start[1] or 0) or listed.certainty == QUOTED
        else:
            known = [*(one.terms for one in sequences(entry)), *square(entry)]
            assert len(listed.terms) >= 5
            assert any(find_run(listed.terms, terms) is not None for terms in known), listed


def square(entry: Entry) -> list[tuple[int, ...]]:
    """The values of the positions (a, b) with b <= a, row by row, and the values of the positions (n, n)."""
    rows = [row.values for row in entry.rows]
    triangle = tuple(value for size, row in enumerate(rows) for value in row[: size + 1])
    return [triangle, tuple(row[size] for size, row in enumerate(rows))]


def test_residues_have_their_numbers() -> None:
    """An entry has the number of n mod m exactly if its values are n mod m and the certificate proves the period."""
    for entry in atlas.entries():
        values = entry.rows[0].values if len(entry.rows) == 1 and entry.play == "normal" else ()
        for modulus, number in RESIDUES.items():
            has_residues = len(values) > modulus and values == tuple(n % modulus for n in range(len(values)))
            proved = entry.certificate is not None and f"period {modulus} from 0 on" in entry.certificate.verified
            assert (number in {one.number for one in entry.oeis}) is (has_residues and proved), entry.id


def test_a_wrong_or_late_period_gives_no_number() -> None:
    assert [one.number for one in known_sequences([], (0, 1) * 5, "n has period 2 from 0 on")] == ["A000035"]
    assert not list(known_sequences([], (0, 1) * 5, "n has period 2 from 9 on"))
    assert not list(known_sequences([], (0, 1) * 5, "n has period 4 from 0 on"))
    assert not list(known_sequences([], (0, 1, 1) * 5, "n has period 3 from 0 on"))
    assert not list(known_sequences([], (0, 1) * 5, ""))


def test_the_well_known_games_have_their_numbers() -> None:
    assert {"nim:piles=2", "wythoff", "kayles", "grundys-game", "(n) -> (n - k) where 1 <= k <= 2"} <= BY_NAME.keys()


def test_the_documentation_states_how_many_entries_have_a_number() -> None:
    number = sum(bool(entry.oeis) for entry in atlas.entries())
    assert f"{number} entries have a number" in text_of("docs/how-to/atlas.md")
