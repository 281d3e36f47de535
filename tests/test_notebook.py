"""Notebook output of each object: HTML, SVG or LaTeX."""

from __future__ import annotations

import builtins
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

import sprague
from sprague.automata.atoms import linear
from sprague.automata.automaton import Automaton
from sprague.periods.period import find_period
from sprague.proofs.proof import AutomatonProof
from tests.snapshots import refused, snapshot

NIM = sprague.game("nim:piles=2")


def read(text: str) -> list[str]:
    """The text of what is well-formed."""
    return [piece for piece in ET.fromstring(f"<all>{text}</all>").itertext() if piece.strip()]


def test_a_rule_is_shown_as_latex() -> None:
    shown = NIM._repr_latex_()
    assert shown == NIM.latex()
    assert shown.startswith("\\begin{align*}")


def test_a_table_is_shown_as_a_grid_with_zeros_in_bold() -> None:
    table = sprague.tabulate(NIM, limit=3)
    shown = table._repr_html_()
    caption, *cells = read(shown)
    assert caption == "grundy of nim:piles=2, piles < 3"
    assert cells == ["a\\b", "0", "1", "2", "0", "0", "1", "2", "1", "1", "0", "3", "2", "2", "3", "0"]
    assert shown.count("<strong>0</strong>") == 3
    assert "…" in sprague.tabulate(NIM, limit=30)._repr_html_()
    listed = sprague.tabulate("nim", limit=2, what="outcome")._repr_html_()
    assert read(listed)[1:3] == ["0,0,0", "P"]


def test_an_answer_a_proof_a_refutation_and_periods_are_shown_with_their_words() -> None:
    answer = sprague.solve(NIM, (3, 5))
    assert "".join(read(answer._repr_html_())) == str(answer)
    proof = sprague.prove(NIM, "a = b")
    assert isinstance(proof, AutomatonProof)
    snapshot(read(proof._repr_html_())[0])
    assert "<svg" in proof._repr_html_()
    refuted = sprague.prove(NIM, "a <= b")
    assert isinstance(refuted, sprague.Refutation)
    assert "".join(read(refuted._repr_html_())).startswith("Refuted: ")
    assert str(refuted) in "".join(read(refuted._repr_html_()))
    period = find_period("subtraction-transfer:a=2,b=3,c=2")
    snapshot("".join(read(period._repr_html_())))


def test_a_match_is_shown_with_its_moves() -> None:
    match = sprague.Match("nim", (1, 2, 3)).play((1, 2, 2))
    first, moves = read(match._repr_html_())
    snapshot(first)
    assert moves == "\n1 │ ● 1\n2 │ ●● 2\n3 │ ●● 2\nmoves: 1,2,3 → 1,2,2"
    named = sprague.Match("nim", (0, 0), players=("Ada", "Emmy"))
    snapshot(read(named._repr_html_())[0])
    snapshot(read(sprague.Match("nim", (1,), players=("Ada", "Emmy"))._repr_html_())[0])


def test_an_automaton_is_drawn_unless_it_is_too_large() -> None:
    assert ET.fromstring(linear((1, -1), 0, "=")._repr_svg_() or "").tag.endswith("svg")
    large = Automaton(
        1, linear((1,), 0, "=").numeration, [[i, min(i + 1, 59)] for i in range(60)], [False] * 59 + [True]
    )
    assert large._repr_svg_() is None


def test_a_table_as_a_data_frame() -> None:
    table = sprague.tabulate("nim", limit=4)
    frame = table.to_pandas()
    assert list(frame.columns) == ["a", "b", "c", "grundy"]
    assert {(a, b, c): value for a, b, c, value in frame.itertuples(index=False)} == dict(table.items())
    outcomes = sprague.tabulate("nim:piles=2", limit=3, what="outcome", misere=True)
    assert outcomes.to_pandas().outcome.tolist() == [value for _, value in outcomes.items()]


def test_a_table_as_a_labelled_array() -> None:
    table = sprague.tabulate("empty-transfer:boxes=2", limit=5)
    array = table.to_xarray()
    assert array.dims == ("a", "b")
    assert (array.to_numpy() == table.to_array()).all()
    assert int(array.sel(a=2, b=3)) == table[2, 3]
    assert array.attrs == {"game": "empty-transfer:boxes=2", "play": "normal", "limit": 5}
    assert np.array_equal(array.coords["a"], np.arange(5))


@pytest.mark.parametrize(
    ("method", "module"),
    [
        ("to_pandas", "pandas"),
        ("to_xarray", "xarray"),
    ],
)
def test_a_missing_package_is_named(method: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = builtins.__import__

    def without(name: str, *others: Any, **more: Any) -> Any:
        if name == module:
            raise ImportError(name)
        return whole(name, *others, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with refused(sprague.SpragueError):
        getattr(sprague.tabulate(NIM, limit=2), method)()
