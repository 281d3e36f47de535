"""Sprague where a library is missing: the core without any library, tables and proofs without numba or gmpy2."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.waiting import LONGEST

#: A program that makes the import of some libraries fail, as if they were not installed, and then runs a test program.
WITHOUT = """
import logging, sys
from importlib.abc import MetaPathFinder
class Missing(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {libraries!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
        return None
sys.meta_path.insert(0, Missing())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {libraries!r} else found(name, package)
logging.basicConfig(level=logging.INFO, format="%(message)s")
import sprague
{program}
assert not [name for name in sys.modules if name.partition(".")[0] in {libraries!r}]
"""
EVERYTHING = ["numpy", "numba", "gmpy2", "platformdirs", "typer", "rich", "matplotlib", "duckdb", "fastapi"]


def run_without(libraries: list[str], program: str) -> str:
    """Run a program where the libraries cannot be imported; return its log."""
    text = WITHOUT.format(libraries=libraries, program=program)
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=LONGEST, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stderr


def test_rules_answers_and_matches_need_only_the_standard_library() -> None:
    log = run_without(
        EVERYTHING,
        """
assert sprague.solve("nim", (3, 5, 7)).winning_moves == [(2, 5, 7), (3, 4, 7), (3, 5, 6)]
assert sprague.solve("(a, b) -> (a - k, b) where 1 <= k <= 3 any order", (3, 5)).grundy == 2
assert sprague.solve("wythoff", (10**5000, 10**6000)).outcome == "N"
assert sprague.solve("kayles", (5, 9), misere=True).outcome == "P"
assert sprague.solve("rim", (5, 13, 7)).because.kind == "theorem"
assert "takes" in sprague.game("nim").describe() or "move" in sprague.game("nim").describe()
assert sprague.game("sharing-nim").latex().startswith("\\\\begin")
match = sprague.Match("sharing-nim", (1, 4, 9))
while match.moves():
    match.hint()
    match.play(match.moves()[-1])
try:
    sprague.tabulate("nim", limit=4)
except ImportError:
    pass
else:
    raise AssertionError("a table without numpy")
""",
    )
    assert "gmpy2 is not installed" in log


@pytest.mark.slow
def test_the_answers_of_the_playground_need_only_pydantic() -> None:
    run_without(
        [*EVERYTHING, "starlette", "uvicorn", "resource"],
        """
import json
from sprague.web.playground import respond
def ask(path, **fields):
    status, body = respond("/api/v1/" + path, fields)
    assert status == 200, body
    return json.loads(body)
assert len(ask("games")["games"]) >= 30
assert ask("rule", game="sharing-nim")["description"]
assert ask("position", game="(a, b) -> (a - k, b) where 1 <= k <= 3 any order", position="3,5")["grundy"] == 2
for game in ("nim", "wythoff", "rim", "kayles", "(a, b) -> (a - k, b) where 1 <= k <= 3 any order"):
    state = ask("match", game=game, first="computer", seed=4)["state"]
    while not state["over"]:
        for path in ("hint", "why", "analyse"):
            ask("match/" + path, match=state["match"])
        if state["mover"] == 0:
            state = ask("match/reply", match=state["match"])["state"]
        else:
            state = ask("match/move", match=state["match"], move=state["moves"][0]["position"])["state"]
    assert ask("match/review", match=state["match"])["moves"]
""",
    )


@pytest.mark.slow
def test_tables_and_proofs_need_only_numpy() -> None:
    """JupyterLite has numpy, but neither numba nor gmpy2."""
    run_without(
        [name for name in EVERYTHING if name != "numpy"],
        """
assert sprague.tabulate("wythoff", limit=12)[3, 5] == 0
assert sprague.tabulate("nim", limit=8, what="outcome")[1, 2, 3] == "P"
assert isinstance(sprague.prove("nim:piles=2", "a = b"), sprague.Proof)
assert isinstance(sprague.prove("wythoff", "a = fib_shift(b) and even(fib_zeros(b))"), sprague.Proof)
assert isinstance(sprague.prove("nim:piles=2", "a = b + 1"), sprague.Refutation)
""",
    )


@pytest.mark.slow
def test_tables_proofs_and_discovery_without_numba() -> None:
    log = run_without(
        ["numba"],
        """
assert sprague.tabulate("nim", limit=5)[1, 2, 3] == 0
assert isinstance(sprague.prove("sharing-nim", "a = b and even(v2(c - a))"), sprague.Proof)
found = sprague.discover("(a, b) -> (a - k, b) where 1 <= k <= 2 any order")
assert (3, 6) in found and (3, 5) not in found
""",
    )
    assert log.count("numba is not installed") == 1


@pytest.mark.slow
def test_large_integers_without_gmpy2() -> None:
    log = run_without(
        ["gmpy2"],
        """
from sprague.integers import format_integer, is_power, join_digits, parse_integer, remove_factor, split_digits
text = "123456789" * 1000
assert format_integer(parse_integer(text)) == text and format_integer(-parse_integer(text)) == "-" + text
for base in (2, 3, 10, 36):
    number = 7 * base**3001 + 5
    assert join_digits(split_digits(number, base), base) == number
    for exponent in (0, 1, 5, 64, 3001):
        assert remove_factor(35 * base**exponent + 0, base) == (35, exponent) or base in (10, 36)
    assert is_power(base**3001, base) and not is_power(base**3001 + 1, base)
assert sprague.solve("wythoff", (10**3000, 10**3000)).outcome == "N"
assert isinstance(sprague.prove("wythoff", "a = fib_shift(b) and even(fib_zeros(b))"), sprague.Proof)
""",
    )
    assert log.count("gmpy2 is not installed") == 1
