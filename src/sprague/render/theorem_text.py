"""Conversion of proved theorems and refutations to lines of plain text.

A column program is a formula such as `columns(a, b) { … }`, which reads the digits of the piles column by column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, islice
from operator import add
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING

from sprague.automata.drawing import MOST_DOT, MOST_DRAWN
from sprague.certificates.evidence import P_POSITIONS, SEVERAL, VALUES
from sprague.language.column_english import digit_sentence
from sprague.language.column_programs import ColumnProgram
from sprague.language.column_tables import program_table
from sprague.language.conditions import TRUE
from sprague.language.formula_parser import parse_formula
from sprague.language.positions import Position, tuples_with_sum
from sprague.language.rule_english import any_of_text
from sprague.language.statements import Order
from sprague.proofs.kernel_equation import NO_MOVE, OUTSIDE
from sprague.proofs.proof import AutomatonProof, Proof, WindowProof
from sprague.rules import format_position

if TYPE_CHECKING:
    from sprague.proofs.proof import Refutation

MOST_MEMBERS = 12  # maximum number of P-positions that a theorem lists as examples
MOST_SEARCHED = 20_000  # maximum number of positions that are searched for the smallest P-positions
PROVED = "Proved for all positions: "
POINTER = 'In the notation of formulas (see "Column programs" in docs/formulas.md):'

_PROGRAM = re.compile(r"columns\([^)]*\)(?: \w+| base \d+)? \{[^}]*\}")
# A regular expression for a function that needs a natural number, but is applied to a difference, which may be
# negative.
_OF_A_DIFFERENCE = re.compile(r"\b(xor|bitand|bitor|low\d+|fib\d?_(?:shift|zeros|low))\((?:[^()]|\([^()]*\))* - ")
_ZERO = "for n = 0 it is infinite and counts as even"
_LIKE = (
    r"in the numeration with weights 1, \1 + 1, …, where each weight is \1 times the last one plus the one before, and "
    "each digit, from the greatest weight on, is as large as possible"
)
# A regular expression for an operand to the right of `xor`; `xor` without an operand or brackets is the nim-sum of all
# piles.
_OPERAND = r" (?!(?:mod|div|is|and|or|iff|implies|power|in|not|square|prime|divides)\b)[\w(|]"
# Regular expressions for `xor` between two numbers or before brackets, and for `xor` alone.
_XOR, _XOR_OF_PILES = rf"\bxor\b(?=\(|{_OPERAND})", rf"\bxor\b(?!\(|{_OPERAND})"
# Regular expressions for `min` and `max` without arguments.
_MIN, _MAX = (rf"(?<![a-z_]){word}\b(?!\()" for word in ("min", "max"))
# The definitions of the functions in formulas; the key is a regular expression that matches the function.
_FUNCTIONS = {
    r"\bv(\d+)\(": rf"v\1(n) is the exponent of the greatest power of \1 that divides n ({_ZERO})",
    r"\blow(\d+)\(": r"low\1(n) is the greatest power of \1 that divides n (for n = 0 it is infinite)",
    r"\bfib_shift\(": "fib_shift(n) is n with each Fibonacci number replaced by the next one, if n is written as a sum "
    "of numbers 1, 2, 3, 5, 8, … of which no two are equal or neighbours",
    r"\bfib_zeros\(": "fib_zeros(n) is the number of zeros at the end of the Fibonacci digits of n, which have the "
    f"weights …, 8, 5, 3, 2, 1 and no two ones next to each other ({_ZERO})",
    r"\bfib_low\(": "fib_low(n) is the least summand, if n is written as a sum of numbers 1, 2, 3, 5, 8, … of which no "
    "two are equal or neighbours (for n = 0 it is infinite)",
    r"\bfib(\d)_shift\(": rf"fib\1_shift(n) is the number whose digits are those of n followed by a 0, {_LIKE}",
    r"\bfib(\d)_zeros\(": rf"fib\1_zeros(n) is the number of zeros at the end of the digits of n ({_ZERO}), {_LIKE}",
    r"\bfib(\d)_low\(": r"fib\1_low(n) is the least weight whose digit in n is not 0 (for n = 0 it is infinite), "
    f"{_LIKE}",
    r"\bfibonacci\(": "fibonacci(n) means that n is one of the Fibonacci numbers 0, 1, 2, 3, 5, 8, …",
    rf"\A(?=.*{_XOR})(?=.*{_XOR_OF_PILES})": "xor between two numbers is the nim-sum, addition of binary digits "
    "without carries, and xor alone is the nim-sum of all piles",
    rf"\A(?=.*{_XOR})(?!.*{_XOR_OF_PILES})": "xor is the nim-sum, addition of binary digits without carries",
    rf"\A(?!.*{_XOR})(?=.*{_XOR_OF_PILES})": "xor is the nim-sum of the piles, their sum in binary without carries",
    r"\ball columns mod (\d+) = 0": r"all columns mod \1 = 0 means that in each column of digits, if the piles are "
    r"written in binary below each other, the sum of the digits is divisible by \1",
    r"\ball columns base (\d+) mod (\d+) = 0": r"all columns base \1 mod \2 = 0 means that in each column of digits, "
    r"if the piles are written in base \1 below each other, the sum of the digits is divisible by \2",
    r"\ball columns(\(.*?\)) mod (\d+) = 0": r"all columns\1 mod \2 = 0 means that in each column of digits, if the "
    r"numbers in brackets are written in binary below each other, the sum of the digits is divisible by \2",
    r"\ball columns(\(.*?\)) base (\d+) mod (\d+) = 0": r"all columns\1 base \2 mod \3 = 0 means that in each column "
    r"of digits, if the numbers in brackets are written in base \2 below each other, the sum of the digits is "
    r"divisible by \3",
    rf"\A(?=.*{_MIN})(?=.*{_MAX})": "min and max are the smallest and the largest pile",
    rf"\A(?=.*{_MIN})(?!.*{_MAX})": "min is the smallest pile",
    rf"\A(?!.*{_MIN})(?=.*{_MAX})": "max is the largest pile",
    r" div \d": "m div n is the quotient m / n, rounded down to an integer",
    r"\((?!max - min\))[^()]* - [^()]*\) mod \d+(?! = 0)": "m mod n is the remainder from 0 to n - 1, also if m is "
    "negative",
    r"\bbitand\(": "bitand(m, n) has a binary digit 1 where both m and n have one",
    r"\bbitor\(": "bitor(m, n) has a binary digit 1 where m or n has one",
}


def theorem_lines(proof: Proof, opening: str = PROVED) -> list[str]:
    """Return the lines of a theorem: the statement, then indented definitions, tables and column programs.

    The lines define every function in the statement that is not taught at school. Each column program is shown first as
    a table, and then in the notation of formulas.
    """
    claim = proof.claim
    if claim is not None and any(proof.programs):
        pairs = zip(proof.programs, claim.split(SEVERAL), strict=True)
        text = [f"    {line}" for program, one in pairs for line in (_program_lines(one) if program else [one])]
        return [f"{opening}{program_statement(proof)}.", *_table_lines(proof), f"  {POINTER}", *text]
    statement, meanings, tables = _name_programs(proof)
    notes = [f"  {line}" for line in function_notes(proof)]
    if isinstance(proof, WindowProof) and (exactly := proof.formula_statement()) is not None:
        notes[:0] = [f"  So {exactly}.", *(f"  {line}" for line in window_formula_advice(proof))]
    if meanings:
        return [f"{opening}{statement},", *meanings, *notes, *tables, f"  {POINTER}", f"    {claim}"]
    return [f"{opening}{statement}.", *notes, *(f"  {line}" for line in proof.words())]


def window_formula_advice(proof: Proof) -> Iterator[str]:
    """Yield the command that certifies the formula of a proof by a window, because its certificate has no formula."""
    if isinstance(proof, WindowProof) and proof.formula is not None:
        misere = " --misere" if proof.misere else ""
        command = f"sprague check '{proof.game.name or proof.game}' '{proof.formula}'{misere}"
        yield f"The certificate proves only the periods; to certify the formula: {command}"


def program_statement(proof: Proof) -> str:
    """Return the statement of a theorem whose claim is a column program, without the text of the program."""
    subject = f"{proof.game.label}{' in misère play' if proof.misere else ''}"
    position = proof.game.ast.tuple_text(proof.game.names)
    programs = "these column programs" if proof.programs[1:] else "this column program"
    if None in proof.programs:
        programs = "these column programs and formulas"
    if proof.kind == P_POSITIONS:
        order = next((f", {order.value}," for order in Order if (proof.claim or "").startswith(order.value)), "")
        return f"the P-positions of {subject} are exactly the positions {position} accepted{order} by {programs}"
    if proof.kind == VALUES:
        last = len(proof.programs) - 1
        values = f"0 to {last}" if last else "0"
        return (
            f"the positions {position} of {subject} with Grundy value {values} are exactly those accepted by {programs}"
        )
    return f"the number {proof.track} of a position {position} of {subject} is the one that {programs} accepts"


def _table_lines(proof: Proof) -> list[str]:
    """Return lines with a formula, or the table of a column program, for each Grundy value."""
    lines: list[str] = []
    claims = (proof.claim or "").split(SEVERAL)
    for number, (program, claim) in enumerate(zip(proof.programs, claims, strict=True)):
        if len(claims) > 1:
            lines.append(f"  Grundy value {number}:" + (f" {claim}" if program is None else ""))
        if program is not None:
            lines += (f"  {line}" for line in program_table(program).lines())
    return lines


def _name_programs(proof: Proof) -> tuple[str, list[str], list[str]]:
    """Return a statement with letters instead of column programs, explanations of the letters, and their tables."""
    statement = proof.statement()
    meanings: list[str] = []
    tables: list[str] = []
    names = proof.game.names
    letters = (letter for letter in ascii_uppercase if letter not in names)
    for text in dict.fromkeys(_PROGRAM.findall(statement)):
        program = parse_formula(text, names, proof.game.piles)
        assert isinstance(program, ColumnProgram)
        letter = next(letters)
        statement = statement.replace(text, letter)
        meaning = digit_sentence(program)
        if meaning is None:
            terms = ", ".join(map(str, program.terms))
            meaning = f"the column program {letter} below accepts {terms}"
            tables += (f"  {line}" for line in (f"Column program {letter}:", *program_table(program).lines()))
        meanings.append(f"  where {letter} means that {meaning}.")
    return statement, meanings, tables


def function_notes(proof: Proof) -> list[str]:
    """Return the lines printed below a theorem, about its functions, the least pile size and negative numbers."""
    claim = proof.formula if isinstance(proof, WindowProof) else proof.claim
    formula = _PROGRAM.sub("", claim or "")
    notes = [f"Here {meaning}." for meaning in function_definitions(formula)]
    if formula and (domain := proof.game.ast.domain) != TRUE:
        notes.insert(0, f"In every position of this game, {any_of_text(domain)}.")
    if formula and (floor := proof.game.floor):
        notes.insert(0, f"In this game every pile has at least {floor} chip{'' if floor == 1 else 's'}.")
    if (function := _OF_A_DIFFERENCE.search(formula)) is not None:
        notes.append(f"A comparison that applies {function[1]} to a negative number counts as false.")
    return notes


def _program_lines(program: str) -> list[str]:
    """Return the text of a column program, with a separate line for each stage of the program."""
    head, *stages = re.split(r"(?<=[{;]) (?=[A-Za-z0-9_]+:)", program)
    *others, last = stages
    return [head, *(f"  {stage}" for stage in others), f"  {last.removesuffix(' }')}", "}"]


def function_definitions(text: str) -> list[str]:
    """Return the definitions in plain text of all functions that occur in the text of a theorem.

    >>> function_definitions("a = b and even(v2(c - a))")
    ['v2(n) is the exponent of the greatest power of 2 that divides n (for n = 0 it is infinite and counts as even)']
    """
    found: dict[str, None] = {}
    for pattern, meaning in _FUNCTIONS.items():
        found.update((match.expand(meaning), None) for match in re.finditer(pattern, text))
    return list(found)


def coq_line(proof: Proof, file: Path) -> str:
    """Return the line of text that names the Coq file of a theorem and the command that checks the file."""
    only = " (about the P-positions only)" if proof.kind == "window" and proof.certificate()["play"] == "normal" else ""
    return f"  Coq file{only}: {file}; check it with: sprague verify --coq {file}"


def proof_lines(proof: Proof) -> list[str]:
    """Return lines about the proof of a theorem: its size, why play ends, and the observed slopes of P-positions."""
    slopes = proof.slopes if isinstance(proof, AutomatonProof) else ()
    return [
        f"  Proof: {proof.effort()}",
        f"  Play always ends: every move lowers {proof.game.rank}",
        *(f"  P-positions in tables: {slope}" for slope in slopes),
    ]


def smallest_members(proof: Proof) -> list[Position]:
    """Return the P-positions with the fewest chips, found by a short search, as examples for a theorem."""
    rule = proof.game
    lowest = [rule.lowest(name) for name in rule.names]
    candidates = (tuple(map(add, lowest, more)) for total in count() for more in tuples_with_sum(total, len(lowest)))
    members = (
        p for p in islice(candidates, MOST_SEARCHED) if rule.is_position(p) and rule.position(p) == p and proof.is_p(p)
    )
    return list(islice(members, MOST_MEMBERS))


def missing_formula_lines(proof: Proof, certificate: Path | None) -> Iterator[str]:
    """Yield lines of advice about a theorem without a formula: how to draw its automaton and how to add a formula."""
    if proof.claim is not None or not isinstance(proof, AutomatonProof) or proof.kind != P_POSITIONS:
        return
    yield "No closed formula was found for this set."
    if certificate is not None:
        states = proof.positions.states
        drawn = "-o automaton.svg" if states <= MOST_DRAWN else "-o automaton.dot"
        way = drawn if states <= MOST_DOT else "--format walnut"
        yield f"To draw the automaton: sprague automaton --from '{certificate}' {way}"
    yield "If sprague check proves a formula for this game, the formula is saved with the theorem."


def _about_formula(position: str, reason: str) -> str:
    """Return the reason for a refutation as a sentence about the formula, instead of the set that it defines.

    >>> _about_formula("3,3", "not in the set, but no move leads into the set")
    '3,3 does not satisfy the formula, and no move from 3,3 leads to a position that satisfies it'
    >>> _about_formula("0,0", "in the set, but not a position of the game")
    '0,0 satisfies the formula, but is not a position of the game'
    """
    if reason == NO_MOVE:
        reached = f"no move from {position} leads to a position that satisfies it"
        return f"{position} does not satisfy the formula, and {reached}"
    is_inside = reason.startswith("in the set, but ")
    rest = reason.removeprefix("not ").removeprefix("in the set, but ").replace("are in the set", "satisfy it")
    if reason == OUTSIDE:
        rest = f"is {rest}"
    return f"{position} {'satisfies' if is_inside else 'does not satisfy'} the formula, but {rest}"


def refutation_lines(found: Refutation) -> Iterator[str]:
    """Yield the lines of a refutation: the counterexample, the reason, and a command that shows the mistake."""
    from sprague.proofs.grundy import ValueFailure

    position, option = found.counterexample, found.failure.option
    if found.wrong_value is not None:
        why = str(found.wrong_value)
    elif isinstance(found.failure, ValueFailure):
        why = str(found.failure)
    elif option is not None:
        sentence = found.game.move_to(position, option).sentence
        where = "are both in the set" if found.claim is None else "both satisfy the formula"
        first, second = format_position(position), format_position(option)
        why = f"{first} and {second} {where}, but a move leads from {first} to {second}: {sentence}"
    elif found.claim is None:
        why = f"{format_position(position)}: {found.failure.reason}"
    else:
        why = _about_formula(format_position(position), found.failure.reason)
    yield f"Refuted: {why}."
    if found.misplaced is not None:
        play = " --misere" if found.misere else ""
        shown = f"sprague solve '{found.game.name or found.game}' {format_position(found.misplaced)}{play}"
        yield f"  The claim is wrong about {format_position(found.misplaced)}; to see why: {shown}"
