"""`sprague discover` and `sprague check`, as a person uses them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague.checker import verify
from sprague.commands.command_line import app
from sprague.errors import SpragueError

runner = CliRunner()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path / "data"))


class TestDiscover:
    def test_a_theorem_with_its_certificate(self, tmp_path: Path) -> None:
        file = tmp_path / "nim.json"
        result = runner.invoke(app, ["discover", "(a, b) -> (u, b) where u < a any order", "-o", str(file)])
        assert result.exit_code == 0, result.output
        assert "Proved for all positions: the P-positions of this game are exactly" in result.stdout
        assert "smallest P-positions: (0, 0), (1, 1), (2, 2)" in result.stdout
        assert verify(file).kind == "p-positions"
        solved = runner.invoke(app, ["solve", "(a, b) -> (u, b) where u < a any order", "7,9", "--json"])
        assert json.loads(solved.stdout)["because"]["kind"] == "proof"

    def test_json(self) -> None:
        result = runner.invoke(app, ["discover", "empty-some:boxes=4,empty=2", "--misere", "--json"])
        found = json.loads(result.stdout)
        assert (found["status"], found["kind"], found["play"]) == ("proved", "totals", "misere")
        assert found["smallest"][0] == [1, 1, 1, 2] or min(map(sum, found["smallest"])) >= 4

    def test_what_is_kept_is_listed(self) -> None:
        runner.invoke(app, ["discover", "(p, q) -> (u, q) where u < p any order"])
        listed = runner.invoke(app, ["games"]).stdout
        assert "Discovered and proved" in listed
        assert "(p, q) -> (u, q) where u < p any order" in listed

    def test_nothing_is_kept_if_not_wanted(self) -> None:
        runner.invoke(app, ["discover", "(p, q) -> (u, q) where u < p any order", "--no-keep"])
        assert "Discovered" not in runner.invoke(app, ["games"]).stdout

    def test_grundy_values_one_after_another(self, tmp_path: Path) -> None:
        file = tmp_path / "values.json"
        result = runner.invoke(app, ["discover", "sharing-nim", "--grundy", "0..1", "-o", str(file)])
        assert result.exit_code == 0
        assert verify(file).kind == "grundy-values"

    def test_a_drawing(self, tmp_path: Path) -> None:
        file = tmp_path / "nim.svg"
        result = runner.invoke(app, ["discover", "nim:piles=2", "--drawing", str(file)])
        assert result.exit_code == 0
        assert file.read_text().startswith("<svg")

    def test_a_game_that_resists_is_undecided(self) -> None:
        result = runner.invoke(app, ["discover", "empty-transfer:boxes=5", "--positions", "3000", "--seconds", "20"])
        assert result.exit_code == 3
        assert result.stdout.startswith("Undecided: no automaton was proved within")

    def test_undecided_as_json(self) -> None:
        arguments = ["discover", "empty-transfer:boxes=3", "--misere", "--positions", "500", "--json"]
        result = runner.invoke(app, arguments)
        found = json.loads(result.stdout)
        assert result.exit_code == 3
        assert found["status"] == "undecided"
        assert {attempt["limit"] for attempt in found["attempts"]} == {4, 8}

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["nim", "--grundy", "3..5"], "expected Grundy values such as 0..3, got '3..5'"),
            (["nim", "--base", "12"], "unknown numeration '12'"),
            (["nimm"], "unknown game 'nimm'"),
        ],
    )
    def test_bad_input(self, arguments: list[str], message: str) -> None:
        result = runner.invoke(app, ["discover", *arguments])
        assert isinstance(result.exception, SpragueError)
        assert message in str(result.exception)


class TestCheck:
    def test_proved(self, tmp_path: Path) -> None:
        file = tmp_path / "c.json"
        result = runner.invoke(app, ["check", "nim:piles=3", "xor = 0", "-o", str(file)])
        assert result.exit_code == 0
        assert result.stdout.startswith("Proved for all positions: the P-positions of nim:piles=3 are exactly xor = 0.")
        assert verify(file).pairs > 0

    def test_refuted_and_replayed(self) -> None:
        result = runner.invoke(app, ["check", "nim:piles=2", "a = b and a != 3"])
        assert result.exit_code == 1
        assert "sprague solve 'nim:piles=2' 3,3" in result.stdout

    def test_misere(self) -> None:
        assert runner.invoke(app, ["check", "nim:piles=2", "a = b", "--misere"]).exit_code == 1
        claim = "max >= 2 and xor = 0 or max <= 1 and sum is odd"
        assert runner.invoke(app, ["check", "nim:piles=2", claim, "--misere"]).exit_code == 0

    def test_json(self) -> None:
        found = json.loads(runner.invoke(app, ["check", "nim:piles=2", "a = b or a = 1", "--json"]).stdout)
        assert (found["status"], found["counterexample"], found["option"]) == ("refuted", [0, 1], [0, 0])

    @pytest.mark.parametrize(
        ("claim", "text", "data"),
        [
            ("value = 0", "(0, 1) has Grundy value 1, not 0", {"counterexample": [0, 1], "grundy": 1, "claimed": [0]}),
            (
                "value = a + b",
                "(1, 1) has Grundy value 0, not 2",
                {"counterexample": [1, 1], "grundy": 0, "claimed": [2]},
            ),
            (
                "power = 1",
                "(0, 1) has power 2, so Grundy value 1, not 1",
                {"counterexample": [0, 1], "grundy": 1, "claimed powers of two": [1]},
            ),
            (
                "value = xor and not max = 99999",
                "(0, 99999): given none of the values up to 99999, and no option is given 99999",
                {
                    "counterexample": [0, 99999],
                    "half": "given none of the values up to 99999, and no option is given 99999",
                    "option": None,
                    "misplaced": None,
                },
            ),
        ],
    )
    def test_a_claim_about_values_is_refuted_by_a_position_and_its_value(
        self, claim: str, text: str, data: dict[str, object]
    ) -> None:
        result = runner.invoke(app, ["check", "nim:piles=2", claim])
        assert (result.exit_code, result.stdout) == (1, f"Refuted: {text}.\n")
        found = json.loads(runner.invoke(app, ["check", "nim:piles=2", claim, "--json"]).stdout)
        same = {"game": "nim:piles=2", "formula": claim, "play": "normal", "status": "refuted"}
        assert found == {**same, **data}

    def test_a_claim_about_values_is_proved_with_piles_of_at_least_one(self) -> None:
        result = runner.invoke(app, ["check", "(a) -> (a - 1) piles >= 1", "value = (a + 1) mod 2"])
        assert result.exit_code == 0
        assert result.stdout.startswith("Proved for all positions: the Grundy function of this game is value = ")

    def test_undecided(self) -> None:
        endless = "(a, b) -> (a - k, b + k) where k >= 1 ; (a + k, b - k) where k >= 1, k <= b, a + k <= 3"
        result = runner.invoke(app, ["check", endless, "a = b"])
        assert result.exit_code == 3
        assert "no rank was found" in result.stdout

    def test_a_table_certifies_nothing(self, tmp_path: Path) -> None:
        result = runner.invoke(app, ["check", "nim", "xor = 0", "--limit", "8", "-o", str(tmp_path / "x")])
        assert isinstance(result.exception, SpragueError)
        assert "a table proves nothing to certify" in str(result.exception)
