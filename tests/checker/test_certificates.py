"""The independent checker: what is true passes, what is no certificate is refused."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sprague
from sprague.checker import verify
from sprague.commands.command_line import app
from sprague.errors import NotVerified, SpragueError
from sprague.patterns.periods import Period
from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.rules import parse
from tests.checker.samples import (
    LIMITED,
    NIM_2,
    PROVED,
    Certificate,
    automata_of,
    certificate_of,
    edit,
    members,
    true_sets,
)


@pytest.mark.parametrize("name", PROVED)
def test_a_true_certificate_is_verified(name: str) -> None:
    certificate = certificate_of(name)
    found = verify(certificate)
    assert (found.kind, found.play) == (certificate["kind"], certificate["play"])
    assert found.pairs > 0
    assert str(found).startswith(f"Verified for all positions of {parse(certificate['rule'])} in ")
    assert found
    assert str(found).endswith(f"The formula '{certificate['claim']}' says the same.")
    limit = 9 if len(certificate["tracks"]) < 4 else 5
    assert [members(certificate, a, limit) for a in automata_of(certificate)] == true_sets(certificate, limit)


def test_what_is_verified_is_said_in_sentences() -> None:
    assert str(verify(certificate_of("nim 2"))) == (
        "Verified for all positions of (a, b) -> (u, b) where u < a any order in normal play: the set is exactly that "
        "of the P-positions (3 pairs of states). Play ends, because a + b falls with every move. The formula 'a = b' "
        "says the same."
    )


def test_all_values_may_be_claimed_where_there_are_no_others() -> None:
    certificate = certificate_of("values") | {"claim": None}
    with pytest.raises(NotVerified, match=r"^\(1, 2\) has none of the values listed$"):
        verify({**certificate, "all": True})
    fourth = prove(LIMITED, [*PROVED["values"][1], "a mod 3 = 1 and b mod 3 = 2"])
    assert isinstance(fourth, Proof)
    assert "and there are no others" in str(verify({**fourth.certificate(), "all": True, "claim": None}))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("certificate", "other", "expected \"certificate\": \"sprague\", got 'other'"),
        ("version", 2, 'expected "version": 1, got 2'),
        ("version", True, 'expected "version": 1, got True'),
        ("kind", "guess", "expected 'kind' to be one of p-positions, grundy-values, grundy-function, totals, window"),
        ("rank", ..., "expected a certificate with 'rank'"),
        ("extra", 1, "expected a certificate without 'extra'"),
        ("play", "fair", "expected 'play' to be one of normal, misere, got 'fair'"),
        ("rule", 7, "expected 'rule' to be text of at most 20,000 characters, got 7"),
        ("game", 7, "expected 'game' to be text of at most 20,000 characters, got 7"),
        ("numeration", "11", "expected 'numeration' to be 2 to 10, fibonacci, tribonacci or a recurrence such as 3,1"),
        ("tracks", ["b", "a"], "expected tracks a, b, got ['b', 'a']"),
        ("rank", {"terms": ["a"], "quadratic": "squares"}, "expected a rank such as"),
        ("rank/terms", "a", "expected 'terms' to be a list of texts, got 'a'"),
        ("rank", {"quadratic": "cubes"}, "expected 'quadratic' to be one of squares, pairs, got 'cubes'"),
        ("automaton", [], "expected an automaton, got []"),
        ("automaton/start", 0, "expected an automaton without 'start'"),
        ("automaton/transitions", [], "expected 1 to 1,250,000 states, got []"),
        ("automaton/transitions/1", [0, 1], "expected 'transitions' to be a list of 4 natural numbers, got [0, 1]"),
        ("automaton/transitions/1/2", -1, "expected 'transitions' to be natural numbers, got [1, 1, -1, 1]"),
        ("automaton/transitions/1/2", 1.0, "expected 'transitions' to be natural numbers, got [1, 1, 1.0, 1]"),
        ("automaton/transitions/1/2", True, "expected 'transitions' to be natural numbers, got [1, 1, True, 1]"),
        ("automaton/transitions/1/2", 2, "expected transitions to states below 2, got 2"),
        ("automaton/transitions/0/0", 1, "expected leading zeros not to matter"),
        ("automaton/accepting", [0, 0], "expected accepting states below 2, each once, got [0, 0]"),
        ("automaton/accepting", [2], "expected accepting states below 2, each once, got [2]"),
        ("claim", "a = b | a = b", "expected a claim of 1 formulas"),
    ],
)  # fmt: skip
def test_what_is_not_a_certificate_is_refused(path: str, value: object, message: str) -> None:
    certificate = certificate_of("nim 2")
    edit(path, value)(certificate)
    with pytest.raises(SpragueError) as raised:
        verify(certificate)
    assert not isinstance(raised.value, NotVerified)
    assert str(raised.value).startswith("not a certificate: ")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("values", {"play": "misere"}, "expected normal play for Grundy values, got 'misere'"),
        ("values", {"automata": []}, "expected 1 to 100 automata, one for each value from 0, got []"),
        ("values", {"all": 1}, 'expected "all" to be true or false, got 1'),
        ("function", {"tracks": ["a", "b", "a"]}, "expected tracks with different names"),
        ("function", {"tracks": ["a", "b"]}, "expected tracks a, b and one for the value"),
        ("function", {"value": "square"}, "expected 'value' to be one of number, power of two, got 'square'"),
        ("trim", {"numeration": "2"}, "expected 'transitions' to be a list of 4 natural numbers"),
        ("redistribute 4", {"numeration": "10"}, "expected at most 4,096 columns of digits, got 10000"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(name: str, change: Certificate, message: str) -> None:
    with pytest.raises(SpragueError) as raised:
        verify(certificate_of(name) | change)
    assert message in str(raised.value)


def test_powers_need_digits_of_their_base() -> None:
    rule = {"rule": "(a, b) -> (a - k, b) where k power of 3 any order"}
    with pytest.raises(SpragueError, match="expected digits in base 3 for powers of 3, got base 2"):
        verify(certificate_of("nim 2") | rule)


def test_the_checker_shares_no_code_with_solver_and_prover() -> None:
    files = sorted((Path(sprague.__file__).parent / "checker").glob("*.py"))
    assert len(files) > 9
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                room = module.removeprefix("sprague.").split(".")[0]
                own = room in ("rules", "formulas", "errors", "limits", "checker")
                own |= (file.name, room) == ("names.py", "games")  # a name means what it means in the catalogue
                assert own or module.split(".")[0] not in ("sprague", "numpy", "numba", ""), (file.name, module)


def test_the_command_says_what_was_verified(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(certificate_of("nim 2")))
    result = CliRunner().invoke(app, ["verify", str(path)])
    assert (result.exit_code, result.stdout) == (0, f"{verify(path)}\n")
    result = CliRunner().invoke(app, ["verify", str(path), "--json"])
    assert json.loads(result.stdout) == verify(path).to_json()
    assert set(verify(path).to_json()) == {
        *("verified", "set_verified", "formula_verified", "claim", "unproved"),
        *("kind", "rule", "play", "checked", "pairs"),
    }


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(certificate_of("nim 2") | {"play": "misere"}))
    reason = "(0, 0) is in the set, but play is over there and the last to move has lost"
    result = CliRunner().invoke(app, ["verify", str(path)])
    assert (result.exit_code, result.stdout) == (1, f"Not verified: {reason}\n")
    result = CliRunner().invoke(app, ["verify", str(path), "--json"])
    assert (result.exit_code, json.loads(result.stdout)) == (1, {"verified": False, "reason": reason})


def test_the_command_refuses_what_is_no_certificate(tmp_path: Path) -> None:
    with pytest.raises(SpragueError, match=r"expected a file with a certificate, got '.*missing': no such file"):
        CliRunner().invoke(app, ["verify", str(tmp_path / "missing")], catch_exceptions=False)


def test_the_command_says_so_if_the_formula_is_not_verified(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(certificate_of("nim 2") | {"claim": "v3(a) = v3(b) and a = b"}))
    result = CliRunner().invoke(app, ["verify", str(path)])
    assert result.exit_code == 3
    assert "the set is exactly that of the P-positions" in result.stdout
    assert (
        "The formula 'v3(a) = v3(b) and a = b' is NOT verified: v3 is seen in base 3, and the set is" in result.stdout
    )
    result = CliRunner().invoke(app, ["verify", str(path), "--json"])
    found = json.loads(result.stdout)
    assert result.exit_code == 3
    assert (found["verified"], found["set_verified"], found["formula_verified"]) == (False, True, False)
    assert found["unproved"] == "v3 is seen in base 3, and the set is written in base 2"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nim:piles=3", r"^the certificate is not about the game it names, 'nim:piles=3': that is \(a, b, c\) -> "),
        ("wythoff", "^the certificate is not about the game it names, 'wythoff': that is "),
        ("chess", "^the certificate names a game that is not in the catalogue: unknown game 'chess'"),
        ("nim:piles=1000000000", "^the certificate names a game that is not in the catalogue: "),
        ("", "^the certificate names a game that is not in the catalogue: "),
        ("(a) -> (a - 1)", r"^the certificate is not about the game it names"),
    ],
)
def test_a_name_that_is_not_that_of_the_rule_is_refused(name: str, message: str) -> None:
    with pytest.raises(NotVerified, match=message):
        verify(certificate_of("nim 2") | {"game": name})


@pytest.mark.parametrize("name", ["nim:piles=2", "this game", NIM_2])
def test_a_name_of_the_rule_is_fine(name: str) -> None:
    assert verify(certificate_of("nim 2") | {"game": name})


def test_a_certificate_in_the_format_of_periods_is_refused_with_the_way_out() -> None:
    with pytest.raises(
        SpragueError, match=r"got one of periods alone, .* make it anew with 'sprague period GAME -o FILE'$"
    ):
        verify({"certificate": "period", "rule": "(x) -> (x - 1)", "what": "grundy", "windows": []})


def test_the_command_says_so_if_time_is_over(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(certificate_of("nim 2")))
    reason = "stopped after 0 seconds; allow more (limits=sprague.Limits(seconds=…), or --seconds)"
    result = CliRunner().invoke(app, ["verify", str(path), "--seconds", "0"])
    assert (result.exit_code, result.stdout) == (3, f"Undecided: {reason}\n")
    result = CliRunner().invoke(app, ["verify", str(path), "--seconds", "0", "--json"])
    assert (result.exit_code, json.loads(result.stdout)) == (3, {"verified": None, "reason": reason})


def test_a_proof_is_checked_by_its_certificate() -> None:
    proof = sprague.prove(NIM_2, "a = b")
    assert isinstance(proof, sprague.Proof)
    assert sprague.verify(proof) == sprague.verify(proof.certificate())
    period = sprague.find_period("(a) -> (a - 1)")
    assert isinstance(period, Period)
    assert sprague.verify(period).kind == "window"
    with pytest.raises(SpragueError, match="expected a file, the object in it, or a proof, got <class"):
        sprague.verify(sprague.Proof)  # type: ignore[arg-type]


@pytest.mark.parametrize("field", ["certificate", "version", "kind", "rule", "play", "rank", "tracks", "automaton"])
def test_what_a_certificate_needs_is_named_where_it_lacks(field: str) -> None:
    proof = sprague.prove(NIM_2, "a = b")
    assert isinstance(proof, sprague.Proof)
    rest = {key: value for key, value in proof.certificate().items() if key != field}
    with pytest.raises(SpragueError, match=field):
        sprague.verify(rest)
