"""Theorems in LaTeX: their statements, and the definitions of all functions in them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import sprague
from sprague.automata.automaton import Automaton
from sprague.discovery.discover import discover
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.proofs.store import keep
from sprague.proofs.stored_theorems import find_theorem, list_theorems
from sprague.render.theorem_latex import (
    DEAD_STATE,
    automaton_table_latex,
    function_definitions_latex,
    program_tables_latex,
    statement_latex,
    theorem_to_bibtex,
    theorem_to_latex,
)
from tests.cli.running import printed
from tests.snapshots import snapshot
from tests.waiting import LONGEST

QUEEN = "(p, q) -> (u, q) where u < p ; (p - k, q - k) where 1 <= k <= 3 any order"
V2 = (
    "$v_{2}(n)$ is the exponent of the greatest power of 2 that divides $n$ "
    "(for $n = 0$ it is infinite and counts as even)"
)
FIVE = (
    "columns { start: 0 or 4 ones -> start; 1 one -> rest with ones free; 5 ones -> zeros; rest: 0 or 3 ones -> rest; "
    "zeros: 0 ones -> zeros }"
)
XOR = r"$\oplus$ is the nim-sum, addition of binary digits without carries"


def proved(game: str, claim: str | list[str], misere: bool = False) -> Proof:
    proof = sprague.prove(game, claim, misere=misere)
    assert isinstance(proof, Proof)
    return proof


@pytest.mark.parametrize(
    ("game", "claim", "defined"),
    [
        ("nim:piles=2", "a = b", []),
        ("sharing-nim", "a = b and even(v2(c - a))", [f"Here {V2}."]),
        ("dynamic-nim:piles=2", "t < low2(a xor b)", [f"Here {V2}; {XOR}."]),
        ("nim:piles=2", "value = a xor b", [f"Here {XOR}."]),
        ("nim:piles=2", ["a = b", "a = b + 1 and odd(a)"], []),
    ],
)
def test_statements_and_definitions(game: str, claim: str | list[str], defined: list[str]) -> None:
    text = statement_latex(proved(game, claim))
    snapshot(text)
    assert function_definitions_latex(text) == defined


def test_fibonacci_functions_are_defined() -> None:
    proof = proved("wythoff", "a = fib_shift(b) and even(fib_zeros(b))")
    (definitions,) = function_definitions_latex(statement_latex(proof))
    snapshot(definitions)


def test_the_least_fibonacci_number_is_defined() -> None:
    (definitions,) = function_definitions_latex(
        statement_latex(proved("dynamic-nim:piles=1,limit=2x", "t < fib_low(a)"))
    )
    snapshot(definitions)


def test_digits_like_those_of_fibonacci_are_defined() -> None:
    game = "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - l) where k >= 1, l >= 1, |k - l| < 3 any order"
    (definitions,) = function_definitions_latex(
        statement_latex(proved(game, "in some order: a = fib3_shift(b) and even(fib3_zeros(b))"))
    )
    snapshot(definitions)


def test_periods_name_piles_in_math_mode() -> None:
    proof = discover("subtraction-transfer:a=2,b=3,c=2", words=False)
    assert isinstance(proof, Proof)
    snapshot(statement_latex(proof))


def test_totals_are_a_set() -> None:
    proof = discover("empty-some:boxes=4,empty=2")
    assert isinstance(proof, Proof)
    snapshot(statement_latex(proof))


def test_a_small_set_without_words_is_its_automaton() -> None:
    proof = discover(QUEEN, misere=True, words=False)
    assert isinstance(proof, AutomatonProof)
    snapshot(statement_latex(proof))
    rows = [line for line in automaton_table_latex(proof) if line.startswith("$")]
    transitions, accepting = [], []
    for row in rows:
        state, *targets = row.removesuffix(r" \\").split(" & ")
        accepting.append("^*" in state)
        transitions.append([len(rows) if target == DEAD_STATE else int(target) for target in targets])
    (automaton,) = proof.automata
    dead = [len(rows)] * automaton.symbols
    assert Automaton(automaton.tracks, automaton.numeration, [*transitions, dead], [*accepting, False]) == automaton


def test_a_large_set_without_words_is_that_of_its_certificate() -> None:
    proof = discover("sharing-nim", misere=True, words=False)
    assert isinstance(proof, AutomatonProof)
    snapshot(statement_latex(proof))
    assert automaton_table_latex(proof) == []
    path = keep(proof)
    kept = find_theorem("1")
    text = theorem_to_latex(kept).replace("\n", " ")
    assert rf"The certificate \texttt{{{path.name}}}" in text
    assert kept.digest in text.replace(r"\allowbreak ", "")


def test_sprague_is_cited_with_its_year() -> None:
    keep(proved("nim:piles=2", "a = b"))
    kept = find_theorem("1")
    entry = theorem_to_bibtex(kept).split("\n\n")[0]
    assert entry.startswith("@misc{sprague,\n")
    assert re.search(r"year = \{20\d\d\}", entry)
    assert r"\cite{sprague}" in theorem_to_latex(kept)


def test_ranks_and_sizes_are_in_math_mode() -> None:
    proof = discover("(x, y) -> (x - 2, y) ; (x, y - 3) ; (x - 1, y + 1)", words=False)
    assert isinstance(proof, Proof)
    keep(proof)
    text = theorem_to_latex(find_theorem("1"))
    snapshot(text)
    assert r"$18 \times 6$ values" in " ".join(text.split())


def test_a_proof_by_a_window_states_the_p_positions_and_its_size() -> None:
    game = "(a, b, c) -> (a - k, b, c) where k in {1, 2} ; (a - 1, b - 1, c) any order"
    proof = discover(game, words=False)
    assert isinstance(proof, Proof)
    keep(proof)
    text = theorem_to_latex(find_theorem("1"))
    words = " ".join(text.split())
    assert r"so the P-positions are exactly the positions $(a, b, c)$ with $(a + b + c) \bmod 3 = 0$." in words
    assert r"(a window of $3 \times 3 \times 3$ values)" in words
    assert f"sprague check '{game}' 'sum mod 3 = 0'\n" in text
    assert sprague.prove(game, "sum mod 3 = 0")


def test_a_column_program_is_a_table() -> None:
    proof = proved("nim:piles=3", "columns { start: even ones -> start }")
    snapshot(statement_latex(proof))
    snapshot("\n".join(program_tables_latex(proof)))


def test_a_column_program_inside_a_formula_is_a_letter() -> None:
    proof = proved("nim:piles=2", "a = b and columns(a - a) { start: 0 ones -> start }")
    (text,) = statement_latex(proof).splitlines()
    snapshot(text)
    keep(proof)
    text = " ".join(theorem_to_latex(find_theorem("1")).split())
    assert "Here $A$ means that the column program $A$ below accepts $0$." in text
    assert text.count(r"\begin{tabular}") == 1


def test_a_program_about_one_number_is_described_in_words() -> None:
    short = "columns(a) fibonacci { start: 1 one -> next; next: 0 ones -> last }"
    proof = proved("nim:piles=2", f"a = b and ({short} or not {short})")
    assert program_tables_latex(proof) == []
    keep(proof)
    text = " ".join(theorem_to_latex(find_theorem("1")).split())
    assert text.count("Here $A$ means that the Fibonacci digits of $a$ are 1 or 10.") == 1


@pytest.mark.usefixtures("latex")
def test_tex_sets_what_is_exported_and_no_line_runs_over(tmp_path: Path) -> None:
    long = "a = 0 and b = 1 or a = 2 and b = 2 or a >= 3 and b = fib_shift(a) and even(fib_zeros(a))"
    for proof in (
        proved("sharing-nim", "a = b and even(v2(c - a))"),
        proved("wythoff", long, misere=True),
        proved("nim:piles=3", "columns { start: even ones -> start }"),
        proved("exact-nim:piles=5,least=2,most=2", FIVE),
        proved("nim:piles=2", "a = b and columns(a - a) { start_1: 0 ones -> start_1 }"),
        discover(QUEEN, misere=True, words=False),
        discover("cookies"),
        discover("empty-redistribute:boxes=3"),
        discover("nim:piles=2", values=1),
    ):
        assert isinstance(proof, Proof)
        keep(proof)
    theorems = "\n".join(theorem_to_latex(kept) for kept in list_theorems())
    tables = [
        printed("table", "wythoff", "--limit", "9", "--what", "outcome", "--misere", "--format", "latex"),
        printed("table", "nim", "--limit", "5", "--fix", "c=2", "--format", "latex"),
        printed("table", "kayles", "--limit", "12", "--format", "latex"),
        printed("positions", "sharing-nim", "--limit", "9", "--format", "latex"),
        printed("positions", "(n_R, n_B) -> (n_R - 2, n_B) ; (n_R, n_B - 2)", "--limit", "6", "--format", "latex"),
    ]
    packages = r"\usepackage{amsmath,amsthm}\newtheorem{theorem}{Theorem}\emergencystretch=3em"
    body = "\n\n".join([theorems, *tables])
    document = f"\\documentclass{{article}}{packages}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (tmp_path / "all.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=LONGEST, check=False, text=True)
    assert done.returncode == 0, done.stdout[-2000:]
    assert r"Overfull \hbox" not in done.stdout
