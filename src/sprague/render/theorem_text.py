"""Proved theorems and refutations as lines of plain text: `theorem_lines`, `refutation_lines`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, islice
from operator import add
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING

from sprague.automata.drawing import MOST_DOT, MOST_DRAWN
from sprague.language.column_english import digit_sentence
from sprague.language.column_programs import ColumnProgram
from sprague.language.formula_parser import parse_formula
from sprague.language.positions import Position, tuples_with_sum
from sprague.proofs.proof import Proof
from sprague.rules import format_position

if TYPE_CHECKING:
    from sprague.proofs.proof import Proof, Refutation

MOST_MEMBERS = 12  # smallest P-positions listed
MOST_SEARCHED = 20_000  # positions searched for them
PROVED = "Proved for all positions: "
POINTER = "As a formula, which docs/formulas.md explains under Column programs:"

_PROGRAM = re.compile(r"columns\([^)]*\)(?: \w+| base \d+)? \{[^}]*\}")
#: A function of natural numbers, applied to a difference, which may be negative.
_OF_A_DIFFERENCE = re.compile(r"\b(xor|bitand|bitor|low\d+|fib\d?_shift|fib\d?_zeros)\((?:[^()]|\([^()]*\))* - ")
_ZERO = "infinite for n = 0, and then even"
_LIKE = r"in the digits of weights 1, \1 + 1, …, each \1 times the last one and the one before"
#: The definitions of the functions of formulas, by a pattern of their name.
_FUNCTIONS = {
    r"\bv(\d+)\(": rf"v\1(n) is the exponent of the greatest power of \1 that divides n ({_ZERO})",
    r"\blow(\d+)\(": r"low\1(n) is the greatest power of \1 that divides n",
    r"\bfib_shift\(": "fib_shift(n) is n with a 0 appended to its Fibonacci digits: the sum of the Fibonacci numbers "
    "that follow those of which n is the sum, no two of them neighbours",
    r"\bfib_zeros\(": f"fib_zeros(n) is the number of zeros that end the Fibonacci digits of n ({_ZERO})",
    r"\bfib(\d)_shift\(": rf"fib\1_shift(n) is n with a 0 appended, {_LIKE}",
    r"\bfib(\d)_zeros\(": rf"fib\1_zeros(n) is the number of zeros that end n ({_ZERO}), {_LIKE}",
    r"\bxor\b": "xor is the nim-sum, addition of binary digits without carries",
    r"\bbitand\(": "bitand(m, n) has the binary digits 1 that both have",
    r"\bbitor\(": "bitor(m, n) has the binary digits 1 that one of them has",
}


def theorem_lines(proof: Proof, opening: str = PROVED) -> list[str]:
    """Return the text of a theorem: its statement and, indented, its meaning; column programs come last."""
    statement, words = proof.statement(), [f"  {line}" for line in proof.words()]
    claim = proof.claim
    if claim is None or not any(proof.programs):
        short, meanings = _name_programs(proof, statement)
        if meanings:
            return [f"{opening}{short},", *meanings, f"  {POINTER}", f"    {claim}"]
        return [f"{opening}{statement}.", *words]
    # The sentences, which are easier to read, come before the program.
    before = statement.partition(claim)[0].rstrip(", ")
    several = "these readings of their digits pass" if proof.programs[1:] else "this reading of their digits passes"
    return [f"{opening}{before} what {several}.", *words, f"  {POINTER}", *_program_lines(claim)]


def _name_programs(proof: Proof, statement: str) -> tuple[str, list[str]]:
    """Return the statement with a letter for each column program in a formula, and the meanings of the letters."""
    meanings: list[str] = []
    names = proof.game.names
    letters = (letter for letter in ascii_uppercase if letter not in names)
    for text in dict.fromkeys(_PROGRAM.findall(statement)):
        program = parse_formula(text, names, proof.game.piles)
        if not isinstance(program, ColumnProgram) or (meaning := digit_sentence(program)) is None:
            return statement, []
        letter = next(letters)
        statement = statement.replace(text, letter)
        meanings.append(f"  where {letter} says that {meaning}.")
    return statement, meanings


def function_notes(proof: Proof) -> list[str]:
    """Return notes on unusual functions in the text of a theorem: special digits, negative arguments."""
    formula = _PROGRAM.sub("", proof.claim or "")
    notes = [f"  {meaning}." for meaning in function_definitions(formula) if meaning.startswith("fib")]
    if (function := _OF_A_DIFFERENCE.search(formula)) is not None:
        notes.append(f"  A comparison in which {function[1]} is applied to a negative number is false.")
    return notes


def _program_lines(program: str) -> list[str]:
    """Return a column program with one stage per line, which parses to the same program."""
    head, *stages = re.split(r"(?<=[{;]) (?=[A-Za-z0-9_]+:)", program)
    *others, last = stages
    return [f"    {head}", *(f"      {stage}" for stage in others), f"      {last.removesuffix(' }')}", "    }"]


def function_definitions(text: str) -> list[str]:
    """Return the definitions, as plain text, of the functions that occur in the text of a theorem.

    >>> function_definitions("a = b and even(v2(c - a))")
    ['v2(n) is the exponent of the greatest power of 2 that divides n (infinite for n = 0, and then even)']
    """
    found: dict[str, None] = {}
    for pattern, meaning in _FUNCTIONS.items():
        found.update((match.expand(meaning), None) for match in re.finditer(pattern, text))
    return list(found)


def coq_line(proof: Proof, file: Path) -> str:
    """Return the line of text that names the Coq file of a theorem, and what Coq proves if that is less."""
    alone = ", on the P-positions alone" if proof.kind == "window" and proof.certificate()["play"] == "normal" else ""
    return f"  theorem of Coq{alone}: {file}; sprague verify --coq {file} checks it"


def smallest_members(proof: Proof) -> list[Position]:
    """Return the P-positions of a theorem with the fewest chips, as far as a short search finds them."""
    rule = proof.game
    lowest = [rule.lowest(name) for name in rule.names]
    candidates = (tuple(map(add, lowest, more)) for total in count() for more in tuples_with_sum(total, len(lowest)))
    members = (
        p for p in islice(candidates, MOST_SEARCHED) if rule.is_position(p) and rule.position(p) == p and proof.is_p(p)
    )
    return list(islice(members, MOST_MEMBERS))


def missing_formula_lines(proof: Proof, certificate: Path | None) -> Iterator[str]:
    """Yield lines of advice about a theorem without a formula: how to see its automaton or add a formula."""
    from sprague.certificates.evidence import P_POSITIONS
    from sprague.proofs.proof import AutomatonProof

    if proof.claim is not None or not isinstance(proof, AutomatonProof) or proof.kind != P_POSITIONS:
        return
    yield "no words were found for this set"
    if certificate is not None:
        states = proof.positions.states
        drawn = "-o automaton.svg" if states <= MOST_DRAWN else "-o automaton.dot"
        way = drawn if states <= MOST_DOT else "--format walnut"
        yield f"to see it: sprague automaton --from '{certificate}' {way}"
    yield "a formula that sprague check proves of this game and play is kept with the theorem"


def refutation_lines(found: Refutation) -> Iterator[str]:
    """Yield the text of a refutation: the counterexample, its reason, and the command that shows the mistake."""
    from sprague.proofs.grundy import ValueFailure

    position, option = found.counterexample, found.failure.option
    if found.wrong_value is not None:
        why = str(found.wrong_value)
    elif isinstance(found.failure, ValueFailure):
        why = str(found.failure)
    elif option is not None:
        words = found.game.move_to(position, option).sentence
        why = f"{format_position(position)} and {format_position(option)} are both in the set, one move apart: {words}"
    else:
        why = f"{format_position(position)}: {found.failure.reason}"
    yield f"Refuted: {why}."
    if found.misplaced is not None:
        play = " --misere" if found.misere else ""
        shown = f"sprague solve '{found.game.name or found.game}' {format_position(found.misplaced)}{play}"
        yield f"  {format_position(found.misplaced)} is misplaced: {shown}"
