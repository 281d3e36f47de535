"""The OEIS numbers of the atlas: their first terms are terms of a sequence of the entry."""

from __future__ import annotations

import pytest
from website.atlas.oeis import SEQUENCES

from sprague import atlas
from sprague.atlas.sequences import find_run, sequences

BY_NAME = {name: entry for entry in atlas.entries() if entry.play == "normal" for name in entry.names}


@pytest.mark.parametrize("name", [name for name in SEQUENCES if name in BY_NAME])
def test_the_first_terms_of_a_sequence_agree_with_the_entry(name: str) -> None:
    entry = BY_NAME[name]
    for listed in SEQUENCES[name]:
        assert listed.number in {one.number for one in entry.oeis}
        if listed.terms:
            assert any(find_run(listed.terms, one.terms) is not None for one in sequences(entry)), listed


def test_the_well_known_games_have_their_numbers() -> None:
    assert {"nim:piles=2", "wythoff", "kayles", "grundys-game", "(n) -> (n - k) where 1 <= k <= 2"} <= BY_NAME.keys()
