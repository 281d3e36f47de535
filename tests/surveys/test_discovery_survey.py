"""Discovery as a survey; the rules of a small grammar; and the laws of emptying j of k boxes."""

from __future__ import annotations

import json
import pickle
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY
from sprague.checker import verify
from sprague.commands.command_line import app
from sprague.discovery.discover import discover
from sprague.errors import SpragueError
from sprague.games import game
from sprague.limits import Limits
from sprague.proofs.kernel_equation import check_kernel
from sprague.proofs.proof import Proof, TotalsProof
from sprague.proofs.totals import Totals, check_totals, count_totals, positions_of_totals, redistribution_of
from sprague.rules import parse
from sprague.surveys import discovery_measure
from sprague.surveys.discovery_measure import DISCOVER, DISCOVER_MISERE, digest
from sprague.surveys.measures import Measure, add_measure, find_measure
from sprague.surveys.small_rules import small_rules
from sprague.surveys.store import query
from sprague.surveys.survey import Survey, run_survey
from tests.oracle import Oracle

# Totals, from their definition


def totals_by_definition(boxes: int, kept: tuple[int, ...], misere: bool, limit: int) -> list[int]:
    """The totals below a limit that P-positions have: each total from the smaller ones."""
    found: list[int] = []
    for total in range(boxes, limit):
        for position in combinations_with_replacement(range(1, total), boxes):
            if sum(position) != total:
                continue
            sums = [sum(chosen) for size in kept for chosen in combinations(position, size)]
            if not any(s in found for s in sums) and not (misere and max(sums) < boxes):
                found.append(total)
                break
    return found


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "empty-some:boxes=2,empty=1",
        "empty-some:boxes=3,empty=1",
        "empty-some:boxes=3,empty=2",
        "empty-some:boxes=4,empty=1",
        "empty-some:boxes=5,empty=2",
        "empty-some:boxes=5,empty=3",
        "selective-empty-redistribute:boxes=4",
    ],
)
def test_totals_are_those_of_the_definition(name: str, misere: bool) -> None:
    kind = redistribution_of(game(name))
    assert kind is not None
    members, tried = count_totals(kind, misere, 26, np.zeros(0, dtype=np.bool_), 10**9)
    assert np.flatnonzero(members).tolist() == totals_by_definition(kind.piles, kind.kept, misere, 26)
    assert tried > 0


def test_emptying_two_of_five_has_irregular_totals() -> None:
    kind = redistribution_of(game("empty-some:boxes=5,empty=2"))
    assert kind is not None
    members, _ = count_totals(kind, False, 290, np.zeros(0, dtype=np.bool_), 10**9)
    missing = np.flatnonzero(~members)
    assert missing[5:30].tolist() == [
        *(7, 8, 11, 12, 15, 16, 27, 28, 31, 32, 43, 44, 47, 48, 59, 60, 63, 64),
        *(93, 94, 97, 98, 109, 110, 113),
    ]
    assert missing[-4:].tolist() == [250, 267, 274, 287]


# Laws


def divisor_law(boxes: int, kept: int, misere: bool) -> Totals:
    """The kept boxes divide the boxes (docs/empty-some.md, Theorems 1 and 2)."""
    q = boxes // kept
    if misere:
        first, last, period = boxes, 2 * boxes - kept - 1, kept * (q - 1) * (2 * q - 1)
    else:
        first, last, period = kept, boxes - 1, boxes * (q - 1)
    residues = set(range(period)) - {number % period for number in range(first, last + 1)}
    return Totals(boxes, period, (), tuple(sorted(residues)))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("boxes", "kept"), [(2, 1), (3, 1), (4, 1), (4, 2), (5, 1), (6, 1), (6, 2), (6, 3), (8, 4), (9, 3), (10, 5)]
)
def test_kept_boxes_that_divide_the_boxes(boxes: int, kept: int, misere: bool) -> None:
    rule = game("empty-some", boxes=boxes, empty=boxes - kept)
    kind = redistribution_of(rule)
    assert kind is not None
    law = divisor_law(boxes, kept, misere)
    assert check_totals(kind, law, misere).failure is None
    if boxes <= 4:
        oracle = Oracle(rule.options)
        small = [p for p in combinations_with_replacement(range(1, 14), boxes) if sum(p) <= 13]
        assert {sum(p) for p in small if oracle.outcome(p, misere) == "P"} == {n for n in range(14) if n in law}


@pytest.mark.parametrize("boxes", [3, 5, 7, 9])
def test_two_of_an_odd_number_of_boxes_kept_in_misere_play(boxes: int) -> None:
    kind = redistribution_of(game("empty-some", boxes=boxes, empty=boxes - 2))
    assert kind is not None
    period = (boxes - 1) * (boxes - 2)
    residues = set(range(period)) - {number % period for number in range(boxes, 2 * boxes - 2)}
    assert check_totals(kind, Totals(boxes, period, (), tuple(sorted(residues))), True).failure is None


def test_two_of_five_boxes_kept() -> None:
    """Totals that no P-position has are 3m - 1, 3m, 3m + 1 where m is written 1 and then 0s and 3s in base 4."""
    rule = game("empty-some:boxes=5,empty=3")
    kind = redistribution_of(rule)
    assert kind is not None
    # In binary: 1, then any number of 00 and 11.
    written = Automaton(1, BINARY, [[0, 1], [2, 3], [1, 4], [4, 1], [4, 4]], [False, True, False, False, False])
    totals = atoms.linear((1,), -5, ">=", BINARY)
    for more in (-1, 0, 1):
        totals &= ~(atoms.linear((1, -3), -more, "=", BINARY) & written.arrange((1,), 2)).project(1)
    assert totals.states == 14
    members, _ = count_totals(kind, False, 300, np.zeros(0, dtype=np.bool_), 10**9)
    assert totals.contains_many(np.arange(300)[:, None]).tolist() == members.tolist()
    positions = positions_of_totals(rule, kind, totals, misere=False, most_states=100_000)
    assert check_kernel(rule, positions).failure is None


@pytest.mark.parametrize(("boxes", "empty", "times"), [(2, 1, 4), (3, 1, 2), (3, 1, 3), (3, 2, 2), (4, 1, 2)])
def test_scaling(boxes: int, empty: int, times: int) -> None:
    small, large = (redistribution_of(game("empty-some", boxes=d * boxes, empty=d * empty)) for d in (1, times))
    assert small is not None
    assert large is not None
    none = np.zeros(0, dtype=np.bool_)
    few, _ = count_totals(small, False, 15, none, 10**9)
    many, _ = count_totals(large, False, 15 * times, none, 10**9)
    assert many.tolist() == np.repeat(few, times).tolist()


@pytest.mark.parametrize(
    ("empty", "misere", "first"), [(2, False, [42, 43]), (3, False, [64, 65, 66, 67]), (2, True, [66, 67])]
)
def test_scaling_fails_with_ten_boxes(empty: int, misere: bool, first: list[int]) -> None:
    small, large = (redistribution_of(game("empty-some", boxes=5 * d, empty=d * empty)) for d in (1, 2))
    assert small is not None
    assert large is not None
    none = np.zeros(0, dtype=np.bool_)
    few, _ = count_totals(small, misere, 34, none, 10**9)
    many, _ = count_totals(large, misere, first[-1] + 1, none, 10**9)
    differ = np.flatnonzero(np.repeat(few, 2)[: len(many)] != many)
    assert differ.tolist() == first
    assert not many[differ].any()


@pytest.mark.parametrize("misere", [False, True])
def test_a_certificate_with_millions_of_positions_is_verified(misere: bool) -> None:
    proof = discover("empty-some:boxes=6,empty=5", misere=misere)
    assert isinstance(proof, TotalsProof)
    assert verify(proof.certificate()).pairs > 3_000_000
    certificate = json.loads(json.dumps(proof.certificate()))
    certificate["totals"]["residues"].append(1 if not misere else 7)
    certificate["totals"]["residues"].sort()
    with pytest.raises(SpragueError, match="is listed, but no position"):
        verify(certificate)


# The measure


def test_discovery_is_a_measure_of_surveys(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    command = [
        "survey",
        "empty-some",
        "--over",
        "boxes=2..4,empty=1..boxes-1",
        "--measure",
        "discover",
        "-o",
        str(path),
    ]
    done = CliRunner().invoke(app, [*command, "--expect", "period >= 2"])
    assert done.exit_code == 0, done.output
    assert "6 of 6 games" in done.output
    found = query(path, "select boxes, empty, status, kind, period, digest, error from rows order by row")[1]
    assert [row[:5] for row in found] == [
        (2, 1, "proved", "totals", 2),
        (3, 1, "proved", "totals", 3),
        (3, 2, "proved", "totals", 6),
        (4, 1, "proved", "totals", 2),
        (4, 2, "proved", "totals", 4),
        (4, 3, "proved", "totals", 12),
    ]
    assert len({row[5] for row in found}) == 6
    # The file goes on by itself: it knows its measure by name.
    assert CliRunner().invoke(app, ["survey", "-o", str(path)]).exit_code == 0


def test_a_row_says_which_proof_it_was() -> None:
    for rule, kind, digits in [
        ("nim:piles=2", "p-positions", "2"),
        ("(x, y) -> (x - 2, y) ; (x, y - 1)", "window", None),
    ]:
        row = DISCOVER.of(game(rule))
        assert (row["status"], row["kind"], row.get("digits")) == ("proved", kind, digits)
        assert set(row) <= set(DISCOVER.columns(game(rule)))
        proof = discover(rule, limits=discovery_measure.LIMITS)
        assert isinstance(proof, Proof)
        assert row["digest"] == digest(proof)
    misere = DISCOVER_MISERE.of(game("empty-some:boxes=2,empty=1"))
    assert (misere["kind"], misere["preperiod"], misere["period"]) == ("totals", 2, 3)


def test_a_game_that_resists_is_a_row_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_measure, "LIMITS", Limits(positions=3000, states=50, seconds=5))
    row = DISCOVER_MISERE.of(game("empty-transfer:boxes=3"))
    assert row["status"] == "undecided"
    assert str(row["result"]).startswith("undecided: ")
    assert "digest" not in row


def test_a_measure_travels_by_name() -> None:
    assert pickle.loads(pickle.dumps(DISCOVER)) == DISCOVER == find_measure("discover")
    with pytest.raises(SpragueError, match="expected a new name for a measure, and there is one called 'discover'"):
        add_measure(Measure("discover", 2, DISCOVER.columns, DISCOVER.of))


# The grammar


def test_small_rules_are_games_that_end_and_differ() -> None:
    rules = small_rules()
    assert len(rules) == 362
    assert rules == tuple(dict.fromkeys(rules))
    for text in rules[::20]:
        assert parse(text).rank is not None, text
    same = [
        "(a, b) -> (a - k, b - k) where k >= 1 ; (a - k, b) where k >= 1 any order",
        "(a, b) -> (a - k, b) where k >= 1 any order",
    ]
    assert set(same) <= set(rules)
    # Guards that say nothing new: a move that takes from both piles alike leaves the larger one larger.
    assert "(a, b) -> (a - k, b - k) where k >= 1, a - k >= b - k any order" not in rules


@pytest.mark.parametrize("number", [0, 7, 13, 41, 130, 320])
def test_what_is_discovered_of_a_small_rule_is_so(number: int) -> None:
    rule = parse(small_rules()[number])
    proof = discover(rule, limits=discovery_measure.LIMITS)
    if not isinstance(proof, Proof):
        pytest.fail(f"undecided: {rule}")
    oracle = Oracle(rule.options)
    high = 14 if len(rule.piles) == 2 else 7
    for position in combinations_with_replacement(range(high), len(rule.piles)):
        assert (position in proof) == (oracle.outcome(position) == "P"), position


def test_small_rules_are_surveyed_by_number(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    assert run_survey(Survey.of("small-rules", "number=0..1", "discover-quickly"), path) == 2
    assert query(path, "select number, status, rule from rows order by row")[1] == [
        (number, "proved", small_rules()[number]) for number in range(2)
    ]
    for over, shown in [("number=362", "{'number': 362}"), ("a=1", "{'a': 1}")]:
        with pytest.raises(SpragueError, match=r"^small-rules: expected number=0\.\.361, got ") as error:
            Survey.of("small-rules", over, "discover")
        assert str(error.value).endswith(shown)
