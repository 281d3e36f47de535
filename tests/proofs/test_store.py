"""The store of theorems, and its use by `solve`."""

import errno
import json
import os
from itertools import product
from pathlib import Path

import pytest

import sprague
from sprague.discovery.discover import discover
from sprague.errors import SpragueWarning
from sprague.files import NoHome
from sprague.proofs.certificate_proofs import prove_certificate
from sprague.proofs.proof import AutomatonProof, Proof, TotalsProof, WindowProof
from sprague.proofs.proving import prove
from sprague.proofs.store import keep, load_proof
from sprague.proofs.stored_theorems import StoredTheorem, list_theorems
from sprague.proofs.theorem_files import store_path
from tests.certificates.samples import FILES, version_1, with_claim
from tests.layers import sample
from tests.oracle import Oracle
from tests.snapshots import refusal, refused, snapshot, warned

PAIRS = ["compare", "a", "=", "b"]
RULE = "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path))


class TestKeeping:
    def test_nothing_is_known_at_first(self) -> None:
        assert load_proof(sprague.parse(RULE), misere=False) is None
        assert list_theorems() == []
        assert sprague.solve(RULE, (2, 3, 4)).because.kind == "search"

    def test_solve_uses_stored_theorems(self) -> None:
        proof = discover(RULE, words=False)
        assert isinstance(proof, Proof)
        sprague.keep(proof)
        answer = sprague.solve(RULE, (3, 6, 4 * 10**50))
        assert answer.grundy is None
        snapshot(answer.explanation)
        assert answer.because.kind == "proof"
        assert "P-positions" in answer.because.source
        assert answer.outcome == "N"
        for option in answer.winning_moves:
            assert option in proof
            sprague.parse(RULE).move_to((3, 6, 4 * 10**50), option)

    @pytest.mark.parametrize("name", ["this game", "(a, b) -> (u, b) where u < a any order"])
    def test_a_certificate_may_call_a_game_without_a_name_as_older_ones_did(self, name: str) -> None:
        data = version_1("nim-2")
        rule = sprague.parse(data["rule"])
        path = store_path(rule, misere=False)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(data | {"game": name}))
        assert "game" not in json.loads(path.read_text()).get("quotations", {})
        found = load_proof(rule, misere=False)
        assert found is not None
        assert (found.claim, found.game) == ("a = b", rule)

    @pytest.mark.slow
    @pytest.mark.parametrize("path", sample(FILES, 5), ids=lambda path: path.stem)
    def test_a_file_of_version_1_is_used(self, path: Path) -> None:
        data = version_1(path.stem)
        rule, misere = sprague.parse(data["rule"]), data["play"] == "misere"
        place = store_path(rule, misere, data["kind"] == "grundy-values")
        place.parent.mkdir(parents=True)
        place.write_text(json.dumps(data))
        (kept,) = list_theorems()
        assert (kept["kind"], kept.misere) == (data["kind"], misere)
        if data["kind"] == "misere-quotient":
            return
        found = load_proof(rule, misere, data["kind"] == "grundy-values")
        assert found is not None
        assert found.game == rule
        assert found.claim == data.get("claim")
        assert keep(found) == place
        assert json.loads(place.read_text())["version"] == 2
        again = load_proof(rule, misere, data["kind"] == "grundy-values")
        assert again is not None
        assert (again.claim, again.statement()) == (found.claim, found.statement())

    def test_answers_are_those_of_a_search(self) -> None:
        found = discover(RULE, words=False)
        assert isinstance(found, Proof)
        before = {p: sprague.solve(RULE, p) for p in ((1, 2, 3), (2, 2, 2), (1, 1, 1), (4, 2, 6))}
        keep(found)
        for position, old in before.items():
            new = sprague.solve(RULE, position)
            assert new.because.kind == "proof"
            assert (new.outcome, sorted(new.winning_moves)) == (old.outcome, sorted(old.winning_moves))

    def test_normal_and_misere_theorems_are_stored_separately(self) -> None:
        rule = sprague.parse("(a, b) -> (u, b) where u < a any order")
        proof = discover(rule, misere=True, words=False)
        assert isinstance(proof, Proof)
        keep(proof)
        assert load_proof(rule, misere=False) is None
        kept = load_proof(rule, misere=True)
        assert kept is not None
        assert (1, 0) in kept
        assert [found.proof.misere for found in list_theorems()] == [True]

    @pytest.mark.slow
    def test_values_and_p_positions_are_stored_separately(self) -> None:
        rule = sprague.parse("(p, q) -> (u, q) where u < p any order")
        worded, values = discover(rule), discover(rule, values=2)
        assert isinstance(worded, Proof)
        assert isinstance(values, AutomatonProof)
        assert worded.claim == "p = q"
        assert keep(worded) != keep(values)
        assert [kept.proof.kind for kept in list_theorems()] == ["p-positions", "grundy-values"]
        far = 10**40
        answer = sprague.solve(rule, (far, far + 1))
        assert "are exactly the positions (p, q) with p = q" in str(answer.because)
        assert answer.grundy == 1
        snapshot(str(answer.grundy_because))

    def test_a_theorem_of_the_catalogue_comes_first(self) -> None:
        proof = discover("nim:piles=2", words=False)
        assert isinstance(proof, Proof)
        keep(proof)
        assert sprague.solve("nim:piles=2", (3, 4)).because.kind == "theorem"


class TestTwoOnOneStore:
    """Another process may delete a theorem at any moment."""

    @pytest.fixture
    def kept(self) -> StoredTheorem:
        keep(prove("nim:piles=2", "a = b"))  # type: ignore[arg-type]
        return list_theorems()[0]

    def test_what_is_gone_when_it_is_looked_at_was_never_there(
        self, kept: StoredTheorem, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
    ) -> None:
        kept.path.unlink()
        monkeypatch.setattr("sprague.proofs.store.is_stored", lambda *which: True)
        monkeypatch.setattr("sprague.proofs.stored_theorems.stored_files", lambda: [kept.path])
        assert load_proof(sprague.game("nim:piles=2"), misere=False) is None
        assert list_theorems() == []
        assert not recwarn.list
        refusal(lambda: kept.saved_on)
        assert str(kept.path) in str(refusal(lambda: kept.digest))

    def test_a_theorem_deleted_while_it_is_saved_is_saved(
        self, kept: StoredTheorem, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        since = os.utime

        def too_late(path: Path, ns: tuple[int, int]) -> None:
            path.unlink()
            since(path, ns=ns)

        monkeypatch.setattr(os, "utime", too_late)
        keep(prove("nim:piles=2", "a = b"))  # type: ignore[arg-type]
        assert list_theorems() == []

    def test_a_folder_that_may_only_be_read_forgets_nothing(
        self, kept: StoredTheorem, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(path: Path) -> None:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

        monkeypatch.setattr(os, "unlink", refuse)
        refusal(kept.delete)


def test_without_a_home_folder_nothing_is_stored_and_solve_works(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str, appauthor: bool) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("SPRAGUE_DATA")
    monkeypatch.setattr("sprague.proofs.theorem_files._user_data_path", unknown)
    assert sprague.solve(RULE, (2, 3, 4)).because.kind == "search"
    assert list_theorems() == []
    with refused(NoHome):
        keep(prove("nim:piles=2", "a = b"))  # type: ignore[arg-type]


class TestOtherWords:
    """A theorem is found for other names of the piles and other notations of the rule."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("rule", "other", "claim"),
        [
            (
                "(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order",
                "(x,y,z)->(y,u,v) where v+u=x+z, x>u, u>=v any order",
                "in some order: x = y and even(v2(x - z))",
            ),
            (
                "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1",
                "(c, a, x) -> (c, a - k, k) where 1 <= k < a any order piles >= 1",
                "v2(c) = v2(a) = v2(x)",
            ),
            ("(a, b) -> (a - 1, b) ; (a, b - 1)", "(b, a) -> (b, a - 1) ; (b - 1, a)", None),
        ],
    )
    def test_a_theorem_uses_the_names_of_the_requested_rule(self, rule: str, other: str, claim: str | None) -> None:
        proof = discover(rule)
        assert isinstance(proof, Proof)
        keep(proof)
        asked = sprague.parse(other)
        found = load_proof(asked, misere=False)
        assert found is not None
        assert found.game == asked
        assert claim in (None, found.claim)
        oracle = Oracle(asked.options)
        for position in product(range(asked.floor, 6), repeat=len(asked.piles)):
            assert (position in found) == (oracle.grundy(asked.position(position)) == 0)

    def test_grundy_values_have_their_formulas_too(self) -> None:
        proof = prove("nim:piles=2", ["a = b", "a = b + 1 and odd(a)"])
        assert isinstance(proof, Proof)
        keep(proof)
        found = load_proof(sprague.parse("(b, x) -> (b, u) where x > u any order"), misere=False, of_values=True)
        assert found is not None
        assert found.claim == "b = x | in some order: b = x + 1 and odd(b)"

    def test_names_that_cannot_say_the_formula_leave_it_out(self) -> None:
        proof = prove("nim:piles=2", "max = min")
        assert isinstance(proof, Proof)
        keep(proof)
        found = load_proof(sprague.parse("(max, b) -> (u, b) where u < max any order"), misere=False)
        assert found is not None
        assert found.claim is None

    def test_another_game_is_not_found(self) -> None:
        proof = prove("nim:piles=2", "a = b")
        assert isinstance(proof, Proof)
        keep(proof)
        for text in ("(a, b) -> (u, b) where u < a", "(a, b) -> (u, b) where u < a any order piles >= 1"):
            assert load_proof(sprague.parse(text), misere=False) is None


class TestReadingBack:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("spec", "misere", "kind"),
        [
            ("nim:piles=3", False, AutomatonProof),
            ("empty-some:boxes=4,empty=2", False, TotalsProof),
            ("empty-some:boxes=5,empty=2", True, TotalsProof),
            ("subtraction-transfer:a=2,b=3,c=2", False, WindowProof),
            ("wythoff", False, AutomatonProof),
        ],
    )
    @pytest.mark.usefixtures("long_turns")
    def test_a_proof_is_the_same_after_reading(self, spec: str, misere: bool, kind: type[Proof]) -> None:
        proof = discover(spec, misere=misere)
        assert isinstance(proof, kind)
        again = prove_certificate(json.loads(json.dumps(proof.certificate())))
        assert again.statement() == proof.statement()
        assert again.certificate() == proof.certificate()

    def test_values_and_functions_too(self) -> None:
        for proof in (prove("nim:piles=2", ["a = b", "a = b + 1 and odd(a)"]), prove("nim:piles=2", "value = a xor b")):
            assert isinstance(proof, AutomatonProof)
            again = prove_certificate(proof.certificate())
            assert again.kind == proof.kind

    def test_a_changed_certificate_is_as_good_as_none(self) -> None:
        rule = sprague.parse(RULE)
        proof = discover(rule, words=False)
        assert isinstance(proof, Proof)
        path = keep(proof)
        data = json.loads(path.read_text())
        state = data["automaton"]["accepting"][0]
        data["automaton"]["accepting"].remove(state)
        path.write_text(json.dumps(data))
        with warned(f"'{path}'"):
            assert load_proof(rule, misere=False) is None
        assert sprague.solve(rule, (2, 3, 4)).because.kind == "search"

    def test_the_warning_is_issued_once(self) -> None:
        rule = sprague.parse(RULE)
        path = store_path(rule, misere=False)
        path.parent.mkdir(parents=True)
        path.write_text("{}")
        with pytest.warns(SpragueWarning) as warnings:
            found = [load_proof(rule, misere=False), load_proof(rule, misere=False)]
        assert found == [None, None]
        assert len(warnings) == 1

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "change",
        [
            {"claims": [{"formula": PAIRS, "order": "every"}]},
            {"claims": [{"formula": ["compare", "value", "=", 1], "order": "some"}]},
            {"claims": 7},
            {"quotations": {"game": "nim:piles=3"}},
            {"quotations": {"game": "chess"}},
            {"kind": "guess"},
            {"play": "misere"},
            {"automaton": 7},
            {"automaton": {"transitions": [[10**30] * 8], "accepting": []}},
            {"numeration": [99]},
            {"numeration": [3, 5]},
            {"version": 3},
        ],
    )
    def test_a_file_that_was_edited_is_not_used(self, change: dict[str, object]) -> None:
        rule = sprague.parse(RULE)
        proof = discover(rule, words=False)
        assert isinstance(proof, Proof)
        path = keep(proof)
        path.write_text(json.dumps(json.loads(path.read_text()) | change))
        with warned():
            answer = sprague.solve(rule, (2, 3, 4))
        assert answer.because.kind == "search"

    def test_a_true_formula_is_stored_with_its_proof(self) -> None:
        proof = prove("nim:piles=2", "a = b")
        assert isinstance(proof, Proof)
        for claim in ("a = b", "a <= b and b <= a", "xor = 0"):
            again = prove_certificate(with_claim(proof.certificate(), claim))
            assert (again.claim, again.game.label) == (claim, "nim:piles=2")

    def test_a_formula_is_quoted_with_the_order_that_is_meant(self) -> None:
        proof = prove("sharing-nim", "a = b and even(v2(c - a))")
        assert isinstance(proof, Proof)
        again = prove_certificate(with_claim(proof.certificate(), "a = b and even(v2(c - a))"))
        assert again.claim == proof.claim == "in some order: a = b and even(v2(c - a))"

    @pytest.mark.parametrize(
        "change",
        [
            {"residues": []},
            {"residues": [0, 1, 2]},
        ],
    )
    @pytest.mark.usefixtures("long_turns")
    def test_wrong_totals_are_reported(self, change: dict[str, object]) -> None:
        rule = sprague.game("empty-some:boxes=4,empty=2")
        proof = discover(rule)
        assert isinstance(proof, TotalsProof)
        path = keep(proof)
        data = json.loads(path.read_text())
        path.write_text(json.dumps(data | {"totals": data["totals"] | change}))
        with warned():
            assert load_proof(rule, misere=False) is None

    @pytest.mark.parametrize("content", ["", "{}", "[1]", "null", '{"kind": "p-positions"}', "\x00\x01", "[" * 9999])
    def test_rubbish_in_the_folder_is_not_there(self, content: str) -> None:
        rule = sprague.parse(RULE)
        path = store_path(rule, misere=False)
        path.parent.mkdir(parents=True)
        path.write_text(content)
        with warned():
            assert load_proof(rule, misere=False) is None

    def test_another_rules_certificate_does_not_answer(self) -> None:
        rule = sprague.parse(RULE)
        other = discover("(a, b, c) -> (u, b, c) where u < a any order piles >= 1", words=False)
        assert isinstance(other, Proof)
        path = store_path(rule, misere=False)
        path.parent.mkdir(parents=True)
        other.save(path)
        with warned():
            assert load_proof(rule, misere=False) is None


def test_grundy_values_from_a_window_are_those_of_the_oracle() -> None:
    rule = sprague.parse("(x, y) -> (x - 2, y) ; (x, y - 3) ; (x - 1, y + 1)")
    proof = discover(rule, words=False)
    assert isinstance(proof, WindowProof)
    keep(proof)
    oracle = Oracle(rule.options)
    for position in [(8, 8), (5, 2), (0, 7)]:
        answer = sprague.solve(rule, position)
        assert (answer.because.kind, answer.grundy) == ("proof", oracle.grundy(position))
