"""The search of the atlas: values, P-positions, rules and words, and what was tried when nothing is found."""

from __future__ import annotations

import pytest

import sprague
from sprague import atlas
from sprague.atlas.lookup import searched_box
from sprague.atlas.searching import search_words
from sprague.atlas.sequences import differences, find_run, sequences
from sprague.errors import CycleError, SpragueError

ONE_OR_TWO = "Subtraction game {1, 2}"


def titles(query: str) -> list[str]:
    return [hit.entry.title for hit in atlas.search(query).hits]


def test_values_find_the_game_of_taking_one_or_two() -> None:
    assert titles("0 1 2 0 1 2")[0] == ONE_OR_TWO
    assert titles("0,1,2,0,1,2,0,1")[0] == ONE_OR_TWO


@pytest.mark.parametrize(
    ("query", "how"),
    [
        ("1 2 0 1 2 0 1", "as given, from term 1 on"),
        ("0 1 1 0 1 1 0 1", "as outcomes, 0 for P and 1 for N"),
        ("1 0 0 1 0 0 1 0", "as outcomes, 1 for P and 0 for N"),
        ("5 6 7 5 6 7 5 6", "shifted by a constant"),
        ("0 3 6 9 12 15", "as given"),
        ("1 2 4 5 7 8 10 11 13 14", "as the numbers that are not in the sequence"),
        ("2 5 8 11 14", "shifted by a constant"),
    ],
)
def test_values_are_found_in_other_forms(query: str, how: str) -> None:
    hit = next(hit for hit in atlas.search(query).hits if hit.entry.title == ONE_OR_TWO)
    assert how in hit.reason


def test_every_hit_of_values_contains_the_values() -> None:
    asked = (0, 1, 0, 2, 1)
    for hit in atlas.search("0 1 0 2 1").hits:
        if hit.reason.endswith("as given"):
            assert any(find_run(asked, one.terms) == 0 for one in sequences(hit.entry))


def test_p_positions_are_found_in_any_order_of_the_piles() -> None:
    found = atlas.search("2,1 3,5 7,4")
    assert found.read_as == "P-positions"
    assert found.hits[0].entry.names[0] == "wythoff"
    for hit in found.hits:
        if hit.entry.in_any_order:
            within = {one for one in ((1, 2), (3, 5), (4, 7)) if sum(one) < hit.entry.chips}
            assert within <= set(hit.entry.positions)


def test_a_rule_in_another_spelling_finds_its_entry() -> None:
    assert titles("(m) -> (m - i) where i in {1, 2}")[0] == ONE_OR_TWO
    assert atlas.search("(m) -> (v) where m - 2 <= v < m").hits[0].reason == "the same game"


def test_a_rule_finds_games_with_the_same_p_positions() -> None:
    """Taking 1, 2 or 8 chips has the P-positions of taking one or two: 8 is not a multiple of three."""
    hits = atlas.search("(n) -> (n - 1) ; (n - 2) ; (n - 8)").hits
    reason = next(hit.reason for hit in hits if hit.entry.title == ONE_OR_TWO)
    assert reason == "the same P-positions in a box: all entries below 64"


def test_words_and_concepts() -> None:
    assert all(len(hit.entry.rule.piles) == 2 for hit in atlas.search("2 piles proved").hits)
    few = atlas.search("states<=4").hits
    assert few
    assert all(hit.entry.certificate and (hit.entry.certificate.states or 9) <= 4 for hit in few)
    assert atlas.search("s21").hits[0].entry.id == "S000021"
    assert {hit.entry.play for hit in atlas.search("misere").hits} <= {"misere"}


def test_the_entries_with_the_name_come_first() -> None:
    hits = search_words(atlas.load_atlas(), "Wythoff").hits
    assert [hit.entry.names[0] for hit in hits[:2]] == ["wythoff", "wythoff"]
    assert len(hits) > 2


def test_nothing_found_says_what_was_tried() -> None:
    result = atlas.search("5 77 123 9999")
    assert not result.hits
    assert "as differences" in result.tried
    assert result.to_json()["tried"] == list(result.tried)


def test_a_large_number_is_searched_quickly() -> None:
    """No list of all missing numbers is made if the sequences are shorter than this list."""
    assert not atlas.search(f"1 3 4 {10**18}").hits


def test_wrong_queries_are_errors() -> None:
    with pytest.raises(SpragueError, match="query is empty"):
        atlas.search("  ")
    with pytest.raises(SpragueError):
        atlas.search("(n) -> (n - ")


def test_differences_and_runs() -> None:
    assert differences((1, 4, 9)) == (3, 5)
    assert find_run((9, 9), (1, 9)) is None


def test_the_entries_of_a_proof() -> None:
    proof = sprague.discover("(x, y) -> (x, y - k) where k >= 1 any order", words=False)
    assert isinstance(proof, sprague.Proof)
    matches = proof.atlas_entries()
    assert matches
    assert matches[0].is_same_game
    assert {match.reason.split(":")[0] for match in matches[1:]} <= {
        "the same P-positions (equal automata)",
        "the same P-positions in a box",
    }
    for match in matches:
        entry = match.entry
        assert all((one in proof) for one in entry.positions if match.reason.startswith("the same P-positions (equal"))


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("[0, 1, 2, 0, 1, 2, ...]", ONE_OR_TWO),
        ("{1,2} {3,5} {4,7}", "Wythoff's game"),
        ("[1, 2], [3, 5], …", "Wythoff's game"),
        ("(1 2) (3 5)", "Wythoff's game"),
        ("subtraction {1,2}", ONE_OR_TWO),
        ("A2188", "Grundy's game"),
        ("oeis A002188", "Grundy's game"),
    ],
)
def test_queries_are_understood_as_users_type_them(query: str, title: str) -> None:
    assert titles(query)[0] == title


def test_misspelt_words_are_corrected() -> None:
    result = atlas.search("kayels")
    assert not result.hits
    assert result.suggestion == result.to_json()["suggestion"] == "kayles"
    assert atlas.search("kayles").hits
    assert atlas.search("kayles").suggestion is None
    assert atlas.search("qqqqqqq").suggestion is None


@pytest.mark.parametrize(
    "rule", ["(x, y) -> (x - k, y)", "(a, b) -> (a + 1, b - 1) ; (a - 1, b + 1)", "(a) -> (a + 1)"]
)
def test_a_rule_whose_play_need_not_end_is_an_error(rule: str) -> None:
    with pytest.raises(CycleError):
        atlas.search(rule)


def test_a_search_in_a_box_finds_the_p_positions_of_the_entries() -> None:
    """Entries with splits, with blocking and with an end condition of their own are searched, too."""
    entries = [entry for entry in atlas.load_atlas() if entry.subject == "positions" and entry.box]
    special = [next(one for one in entries if getattr(one.rule, name)) for name in ("splits", "blocking", "win")]
    misere = next(one for one in entries if one.play == "misere")
    for entry in (*special, misere, atlas.load_atlas()["S000220"]):
        assert searched_box(entry.rule, entry.play == "misere") == entry.box, entry.notation
