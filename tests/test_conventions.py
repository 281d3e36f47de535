"""Conventions of Python that results and errors follow: equality, hashing, pickling, mappings and exception types."""

from __future__ import annotations

import pickle
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from typer.testing import CliRunner

import sprague
from sprague.cli.main import app
from sprague.games import Source, Theorem, catalogued
from sprague.games.support import catalogue as catalogue_module
from sprague.periods.period import Period
from sprague.plugins import load_plugins
from sprague.proofs import theorem_files
from sprague.rules import Position
from sprague.surveys.measures import find_measure
from tests.snapshots import refused, snapshot

RESULTS: dict[str, Callable[[], object]] = {
    "answer": lambda: sprague.solve("nim", (3, 5, 7)),
    "answer with forbidden options": lambda: sprague.solve("(a, b) -> (u, b) where u < a any order block 1", (3, 5)),
    "period of heaps": lambda: sprague.find_period("0.77"),
    "period of piles": lambda: sprague.find_period("(a, b) -> (a - 1, b) ; (a, b - 2)"),
    "proof of heaps": lambda: sprague.discover("0.77"),
    "proof": lambda: sprague.discover("(a, b) -> (u, b) where u < a any order"),
    "undecided": lambda: sprague.discover("(a) -> (a - k) where k divides a, k < a", budget=sprague.Limits(seconds=1)),
    "refutation": lambda: sprague.prove("nim:piles=2", "a = b + 1"),
    "quotient": lambda: sprague.misere_quotient("0.77", heaps=4),
    "table": lambda: sprague.tabulate("nim", 4),
    "rule": lambda: sprague.game("wythoff"),
    "limits": lambda: sprague.Limits(seconds=3),
    "yes or no": lambda: sprague.ask("nim:piles=2", "all a: exists unique b: P(a, b)"),
    "no with a counterexample": lambda: sprague.ask("nim:piles=2", "all a, b: P(a, b)"),
    "set": lambda: sprague.ask("nim:piles=2", "P(a, b) and S(a, 0)", let={"S(a, b)": "a = b + 1"}),
    "undecided question": lambda: sprague.ask(
        "(a) -> (a - k) where k divides a, k < a", "exists a: P(a)", budget=sprague.Limits(seconds=0.5)
    ),
    "comparison": lambda: sprague.compare("nim:piles=2", "nim:piles=2"),
    "sequence": lambda: sprague.sequence("nim:piles=2", "least b: P(a, b)"),
    "no period": lambda: sprague.find_period("(x, y) -> (x - 1, y - 1)", budget=sprague.Limits(positions=100)),
    "verified certificate": lambda: sprague.verify(sprague.prove("nim:piles=2", "a = b").certificate()),  # type: ignore[union-attr]
    "family": lambda: sprague.discover_family("nim", "piles", (1, 2)),
    "winning numbers": lambda: sprague.winning_numbers("dynamic-nim", 4),
    "progress": lambda: sprague.Progress(0.5, "half"),
    "sum": lambda: sprague.Sum(sprague.game("nim:piles=2") @ (3, 5), sprague.game("kayles") @ (7,)),
}


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_results_are_equal_to_their_copies(make: Callable[[], object]) -> None:
    first = make()
    copy = pickle.loads(pickle.dumps(first))
    assert copy == first
    assert hash(copy) == hash(first)
    assert first != object()


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_results_cannot_be_changed(make: Callable[[], object]) -> None:
    result = make()
    names = [name for name in dir(result) if not name.startswith("_")]
    for name in [*names, "another_name"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(result, name, None)
    for name in names:
        if not hasattr(result, name):  # an attribute of another kind of result, such as the size of the answer yes
            continue
        value = getattr(result, name)
        if isinstance(value, np.ndarray):
            assert not value.flags.writeable or getattr(result, name) is not value, name
        elif isinstance(value, dict | list | set):
            assert getattr(result, name) is not value, name


@pytest.mark.parametrize(
    "name",
    [
        "answer",
        "period of heaps",
        "period of piles",
        "proof of heaps",
        "quotient",
        "table",
        "yes or no",
        "no with a counterexample",
        "set",
        "comparison",
        "sequence",
    ],
)
def test_equal_requests_have_equal_results(name: str) -> None:
    assert RESULTS[name]() == RESULTS[name]()
    assert hash(RESULTS[name]()) == hash(RESULTS[name]())
    assert len({RESULTS[name](), RESULTS[name]()}) == 1


def test_different_answers_are_unequal() -> None:
    yes = sprague.ask("nim:piles=2", "exists a, b: P(a, b)")
    assert yes != sprague.ask("nim:piles=2", "exists a, b: P(a, b) and a > b")
    assert yes != sprague.ask("nim:piles=2", "exists a, b: P(a, b)", misere=True)
    defined = [sprague.ask("nim:piles=2", "S(a, b)", let={"S(a, b)": text}) for text in ("a = b", "a < b")]
    assert defined[0] != defined[1]
    least = sprague.sequence("nim:piles=2", "least b: P(a, b)")
    assert least != sprague.sequence("nim:piles=2", "least b: P(a, b)", differences=True)
    assert pickle.loads(pickle.dumps(least)).terms(4) == [0, 1, 2, 3]


def test_a_match_is_continued_without_changing_it() -> None:
    match = sprague.Match("nim", (3, 5, 7))
    after = match.after((2, 5, 7))
    assert (match.position, after.position, after.history) == ((3, 5, 7), (2, 5, 7), ((2, 5, 7),))
    assert after == sprague.Match("nim", (3, 5, 7)).play((2, 5, 7))
    with pytest.raises(sprague.SpragueError):
        match.after((9, 9, 9))


def test_different_periods_are_unequal() -> None:
    assert sprague.find_period("0.77") != sprague.find_period("0.07")


def test_a_table_is_a_mapping() -> None:
    table = sprague.tabulate("wythoff", 6)
    assert isinstance(table, Mapping)
    assert dict(table) == dict(table.items()) == {key: table[key] for key in table.keys()}  # noqa: SIM118
    assert list(table.values()) == [value for _, value in table.items()]
    assert len(table) == len(table.keys()) == len(table.items()) == len(table.values()) == len(list(table))
    assert ((3, 5), table[3, 5]) in table.items()
    assert len(table.items(most=4)) == 4
    assert table.get((5, 3)) == table[3, 5]
    assert table.get((6, 6), "none") == "none"
    assert table.shape == table.to_array().shape == (6, 6)
    assert np.array_equal(table[...], table.to_array())
    assert table[3, ...].tolist() == table[3, :].tolist()
    with refused(sprague.SpragueError):
        table[1, 2, ..., 3]


def test_errors_have_the_types_of_python(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        sprague.tabulate("nim", 4)[9, 9, 9]
    with pytest.raises(TypeError):
        sprague.solve("nim", 3.5)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        sprague.Table.load(tmp_path / "missing")
    with pytest.raises(FileNotFoundError):
        sprague.verify(tmp_path / "missing.json")
    for error in (sprague.MissingEntryError, sprague.ArgumentTypeError, sprague.MissingFileError, sprague.Cancelled):
        assert issubclass(error, sprague.SpragueError)
    assert issubclass(sprague.MissingExtraError, ImportError)
    assert not issubclass(sprague.Cancelled, sprague.OutOfReach)


@pytest.mark.parametrize("position", [b"3,5", {3, 5}, {3: 1, 5: 2}, 3.0, None])
def test_positions_without_an_order_and_bytes_are_refused(position: object) -> None:
    with pytest.raises(TypeError):
        sprague.solve("nim", position)  # type: ignore[arg-type]


def test_wrong_types_are_type_errors() -> None:
    with pytest.raises(TypeError):
        sprague.solve(3, (1, 2))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        sprague.Limits(seconds="3")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 0") as refused:
        sprague.Limits(seconds=-1)
    assert not isinstance(refused.value, TypeError)


def test_integers_of_other_libraries_are_accepted() -> None:
    gmpy2 = pytest.importorskip("gmpy2")
    expected = sprague.solve("nim:piles=1", (5,))
    assert sprague.solve("nim:piles=1", np.int64(5)) == expected
    assert sprague.solve("nim:piles=1", gmpy2.mpz(5)) == expected
    assert sprague.solve("nim:piles=1", (5,), misere=np.bool_(False)) == expected  # type: ignore[arg-type]
    assert sprague.solve("nim", "3,5,7") == sprague.solve("nim", "3 5 7") == sprague.solve("nim", (3, 5, 7))


def test_data_frames_are_signed_and_tell_their_game() -> None:
    frame = sprague.tabulate("nim:piles=2", 4, misere=True, what="outcome").to_pandas()
    assert frame.attrs == {"game": "nim:piles=2", "play": "misere", "limit": 4}
    values = sprague.tabulate("nim:piles=2", 4).to_pandas().grundy
    assert (values - 1).min() == -1


def test_a_table_is_not_saved_under_the_suffix_of_another_format(tmp_path: Path) -> None:
    with refused(sprague.SpragueError):
        sprague.tabulate("nim", 4).save(tmp_path / "nim.npz")
    sprague.tabulate("nim", 4).save(tmp_path / "nim.table")
    assert sprague.Table.load(tmp_path / "nim.table") == sprague.tabulate("nim", 4)


def test_periods_and_quotients_are_saved_as_certificates(tmp_path: Path) -> None:
    period = sprague.find_period("0.77")
    assert isinstance(period, Period)
    period.save(tmp_path / "period.json")
    sprague.misere_quotient("0.77", heaps=4).save(tmp_path / "quotient.json")
    for name in ("period.json", "quotient.json"):
        assert sprague.verify(tmp_path / name)


def test_gymnasium_makes_the_environment_by_its_identifier() -> None:
    env = gymnasium.make("sprague.play.gym:sprague/PileGame-v0", game="nim", limit=4, render_mode="ansi")
    env.reset(seed=1)
    assert isinstance(env.render(), str)
    with refused(sprague.SpragueError):
        from sprague.play.gym import PileGame

        PileGame("nim", 4, render_mode="human")  # type: ignore[arg-type]


def test_the_bounds_of_a_rule_cannot_be_changed() -> None:
    rule = sprague.parse("(a | p) -> (a - 1 | p) ; (a | p - 1) positions where p <= 1")
    rule.highest["p"] = 7
    assert rule.highest == {"p": 1}


class Contradiction(Theorem):
    """A theorem that is wrong in a way that depends on the number of chips."""

    title = "Theorem 1"
    statement = "wrong"
    source = Source("a test")

    def is_p(self, position: Position) -> bool:
        return sum(position) % 2 == 0

    def grundy(self, position: Position) -> int | None:
        return 2 if sum(position) == 4 else None

    def winning_moves(self, position: Position) -> list[Position]:
        return [(3,)] if position == (9,) else []

    def explain(self, position: Position) -> str:
        return "wrong"


@pytest.fixture
def defined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue_module, "_defined", dict(catalogue_module._defined))


@pytest.mark.usefixtures("defined")
def test_a_game_of_a_program_is_solved_and_found_by_its_name() -> None:
    @catalogued("Heron", sources=[Source("a test")])
    def heron_step(reach: int = 2) -> sprague.Ruleset:
        """Take any number from one pile, or k from the left and k times reach from the right."""
        return sprague.parse(f"(x, y) -> (u, y) where u < x ; (x, u) where u < y ; (x - k, y - {reach}k) where k >= 1")

    rule = heron_step(2)
    assert sprague.solve(rule, (1, 2)).outcome == "N"
    assert sprague.game("heron-step:reach=2") == rule == pickle.loads(pickle.dumps(rule))
    assert "heron-step" in [game.name for game in sprague.catalogue()]
    assert sprague.Match(rule, (1, 2)).moves()

    def nim() -> sprague.Ruleset:
        return rule

    with refused(sprague.SpragueError):
        catalogued("Nim")(nim)
    catalogue_module._defined.clear()
    assert sprague.solve(rule, (1, 2)).outcome == "N"  # as in another process, which does not know the game


@pytest.mark.usefixtures("defined")
def test_a_theorem_that_contradicts_itself_is_blamed() -> None:
    @catalogued("Wrong", sources=[Source("a test")])
    def wrong() -> sprague.Ruleset:
        return sprague.parse("(a) -> (u) where u < a")

    @wrong.theory
    def known() -> list[Theorem]:
        return [Contradiction()]

    for position in ((4,), (3,), (9,)):
        with refused(sprague.SpragueError):
            sprague.solve(wrong(), position)


def test_the_plugin_of_the_documents_works_beside_broken_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, module = re.findall(r"```(?:toml|python)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    points = tomllib.loads(project)["project"]["entry-points"]
    install_plugin(tmp_path, "heron_games", module, points)
    install_plugin(tmp_path, "bad_heron", "raise OSError('no pond')", {"sprague.games": {"bad": "bad_heron"}})
    install_plugin(tmp_path, "answer", "answer = 42", {group: {"answer": "answer:answer"} for group in points})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(catalogue_module, "_defined", {})
    load_plugins.cache_clear()
    try:
        with pytest.warns(sprague.SpragueWarning) as warned:
            names = [game.name for game in sprague.catalogue()]
        with pytest.warns(sprague.SpragueWarning) as warned_of_measures:
            measure = find_measure("terminal")
        assert measure.compute(sprague.game("nim:piles=1")) == {"terminal": 1}
        rows = sprague.survey("subtraction-transfer", "a=1..2,b=1,c=1", measure="terminal")
        for row in rows:
            rule = sprague.game("subtraction-transfer", a=row["a"], b=1, c=1)
            assert row["terminal"] == sum(not rule.options(position) for position in product(range(4), repeat=2))
        snapshot("\n".join(sorted(str(warning.message) for warning in [*warned, *warned_of_measures])))
        assert "pond-heron" in names
        assert sprague.solve("pond-heron", (10**30,)).because.kind == "theorem"
        assert sprague.prove("pond-heron", "a mod 3 = 0")
    finally:
        load_plugins.cache_clear()
        sys.modules.pop("heron_games", None)


PAGE = Path(__file__).parent.parent / "docs" / "how-to" / "plugins.md"


def install_plugin(folder: Path, package: str, text: str, points: dict[str, dict[str, str]]) -> None:
    """Write a package with entry points as pip would install it."""
    (folder / f"{package}.py").write_text(text, encoding="utf-8")
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [
        line for group, named in points.items() for line in (f"[{group}]", *(f"{k} = {v}" for k, v in named.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def own_store() -> Iterator[None]:
    before = theorem_files._Store.folder, theorem_files._Store.is_used
    yield
    theorem_files._Store.folder, theorem_files._Store.is_used = before


@pytest.mark.usefixtures("own_store")
def test_the_store_of_theorems_is_selected_or_turned_off(tmp_path: Path) -> None:
    rule = "(a) -> (a - 1) ; (a - 4)"
    proof = sprague.prove(rule, "a mod 5 in {0, 2}")
    assert isinstance(proof, sprague.Proof)
    sprague.use_store(tmp_path / "store")
    assert sprague.keep(proof).parent == tmp_path / "store"
    assert sprague.solve(rule, (7,)).because.kind == "proof"
    sprague.use_store(None)
    assert sprague.solve(rule, (7,)).because.kind != "proof"
    assert theorem_files.stored_files() == []
    with refused(sprague.SpragueError):
        sprague.keep(proof)


@pytest.mark.usefixtures("own_store")
def test_the_command_line_turns_the_store_off(tmp_path: Path) -> None:
    sprague.use_store(tmp_path)
    result = CliRunner().invoke(app, ["--no-store", "discover", "(a) -> (a - 1) ; (a - 4)"])
    assert result.exit_code == 0
    assert not list(tmp_path.iterdir())


def test_the_page_of_settings_lists_all_environment_variables() -> None:
    root = Path(__file__).parent.parent
    page = (root / "docs" / "how-to" / "environment.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `(SPRAGUE_[A-Z]+)` \|", page, re.MULTILINE))
    texts = [file.read_text(encoding="utf-8") for file in (root / "src" / "sprague").rglob("*.py")]
    used = {name for text in texts for name in re.findall(r"\bSPRAGUE_[A-Z]+\b", text)}
    assert listed == used
