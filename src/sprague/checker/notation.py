"""The checker's printer, which writes syntax trees in Sprague's notation to show which statement was checked.

>>> format_term(("-", "a", ("*", 2, ("mod", ("+", "b", 1), 3)))), format_formula(("compare", 1, "<=", "k", "<", "a"))
('a - 2*((b + 1) mod 3)', '1 <= k < a')
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from .trees import FALSE, TRUE, Formula, Guard, Line, Program, Rule, Term, expanded, free_names, rename

_DIGITS = ("zeros", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")


def format_rule(rule: Rule) -> str:
    """Return the rule of a certificate in Sprague's notation, in one line, for the report of the checker."""

    def entries(terms: Sequence[str]) -> str:
        piles, rest = terms[: len(rule.piles)], terms[len(rule.piles) :]
        return f"({', '.join(piles)}{' | ' if rest else ''}{', '.join(rest)})"

    moves = []
    for move in rule.moves:
        option = " + ".join(entries([format_term(term) for term in part]) for part in move.parts)
        moves.append(option + (f" where {_listed(move.where)}" if move.where != TRUE else ""))
    text = f"{entries(rule.entries)} -> {' ; '.join(moves)}"
    for words, groups in (("any order", rule.any_order), ("in a circle", rule.circles), ("in a row", rule.rows)):
        for group in groups:
            text += f" {words}" + ("" if group == rule.piles else f" of {', '.join(group)}")
    if rule.least_pile:
        text += f" piles >= {rule.least_pile}"
    for words, formula in (("positions where", rule.positions), ("stop when", rule.stop), ("win when", rule.win)):
        if formula not in (TRUE, FALSE) or (formula == FALSE) == (words == "positions where"):
            text += f" {words} {_listed(formula)}"
    return f"{text} block {rule.block}" if rule.block else text


def _listed(formula: Formula) -> str:
    """Return a condition in Sprague's notation, as it is written after `where`: with commas between conjuncts."""
    match formula:
        case ("and", *parts) if len(parts) > 1:
            return ", ".join(_inside(part) for part in parts)
    return format_formula(formula)


# Formulas


def format_formula(formula: Formula) -> str:
    """Return a formula of a certificate in Sprague's notation, for the report of the checker."""
    match formula:
        case ("and",):
            return "true"
        case ("or",):
            return "false"
        case ("and" | "or", part):
            return format_formula(part)
        case ("and" | "or" as word, *parts):
            return f" {word} ".join(_inside(part) for part in parts)
        case ("not", part):
            return f"not ({format_formula(part)})"
        case ("exists", name, body, bound) if name in free_names(bound):
            # Rename the quantified variable if the bound of the quantifier contains an outer variable of the same name.
            taken = free_names(body) | free_names(bound)
            new = next(f"{name}_{number}" for number in count(1) if f"{name}_{number}" not in taken)
            return format_formula(("exists", new, rename(body, {name: new}), bound))
        case ("exists", name, body, *bound):
            upto = f" <= {format_term(bound[0])}" if bound else ""
            return f"exists {name}{upto}: {format_formula(body)}"
        case ("compare", first, *rest):
            text = format_term(first)
            for relation, term in zip(rest[::2], rest[1::2], strict=True):
                text += f" {relation} {_bracketed(term)}"
            return text
        case ("in", term, ranges):
            shown = [str(low) if low == high else f"{low}..{high}" for low, high in ranges]
            return f"{_bracketed(term)} in {{{', '.join(shown)}}}"
        case ("power", term, base):
            return f"{_bracketed(term)} power of {base}"
        case ("columns", terms, base, modulus):
            return f"all columns({', '.join(map(format_term, terms))}) base {base} mod {modulus} = 0"
        case ("program", program):
            return _program(program)
        case ("member", name, terms):
            return f"{name}({', '.join(map(format_term, terms))})"
    raise AssertionError(formula)


def _inside(formula: Formula) -> str:
    """Return the text of a formula inside another formula, in brackets if necessary."""
    match formula:
        case ("and" | "or", _, _, *_) | ("exists", *_):
            return f"({format_formula(formula)})"
        case ("and" | "or", part):
            return _inside(part)
    return format_formula(formula)


def _bracketed(term: Term) -> str:
    """Return the text of a term, in brackets if it is a remainder or quotient."""
    text = format_term(term)
    return f"({text})" if isinstance(term, tuple) and term[0] in ("mod", "div") else text


# Terms


def format_term(term: Term) -> str:
    """Return a term of a certificate in Sprague's notation, with sums multiplied out, for the report of the checker."""
    factors, constant = expanded(term)
    parts = list(factors.items())
    text = ""
    for one, factor in parts:
        if isinstance(one, str):
            size, shown = "" if abs(factor) == 1 else str(abs(factor)), one
        else:
            size, shown = "" if abs(factor) == 1 else f"{abs(factor)}*", _call(one)
            if one[0] in ("mod", "div") and (factor != 1 or constant or len(parts) > 1):
                shown = f"({shown})"
        sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
        text += f"{sign}{size}{shown}"
    if constant or not text:
        text += str(constant) if not text else f" {'-' if constant < 0 else '+'} {abs(constant)}"
    return text


def _call(call: Term) -> str:
    match call:
        case ("mod" | "div" as word, term, number):
            simple = isinstance(term, str) or (isinstance(term, tuple) and term[0] not in ("+", "-", "*", "mod", "div"))
            shown = format_term(term)
            return f"{shown if simple else f'({shown})'} {word} {number}"
        case ("abs", term):
            return f"|{format_term(term)}|"
        case ("xor", term):  # `term xor 0` is undefined for a negative term, but `term` is defined
            return f"({_bracketed(term)} xor 0)"
        case ("xor", *terms):
            return f"({' xor '.join(map(_bracketed, terms))})"
        case ("valuation", base, term):
            return f"v{base}({format_term(term)})"
        case ("lowest", base, term):
            return f"low{base}({format_term(term)})"
        case ("fib_shift" | "fib_zeros" | "fib_low" as word, times, term):
            return f"fib{times if times > 1 else ''}{word[3:]}({format_term(term)})"
        case (word, *terms):
            return f"{word}({', '.join(map(format_term, terms))})"
    raise AssertionError(call)


# Column programs


# The stages of the column program `fibonacci(n)`: the Fibonacci digits of n are all 0, or a single 1 followed by zeros.
FIBONACCI_NUMBER = ["start: 1 ones -> zeros", "zeros: 0 ones -> zeros"]


def _program(program: Program) -> str:
    terms = [
        format_term(term) + ("" if group == "piles" else f" in {group}")
        for term, group in zip(program.terms, program.groups, strict=True)
    ]
    digits = {(2,): "", (1, 1): " fibonacci"}.get(program.numeration, f" base {program.numeration[0]}")
    stages = []
    for name, ends, lines in program.stages:
        shown = [*map(_line, lines), *([] if ends else ["end -> no"])]
        stages.append(f"{name}: {'; '.join(shown)}")
    if digits == " fibonacci" and len(terms) == 1 and program.groups == ("piles",) and stages == FIBONACCI_NUMBER:
        return f"fibonacci({terms[0]})"
    return f"columns({', '.join(terms)}){digits} {{ {'; '.join(stages)} }}"


def _line(line: Line) -> str:
    moved = []
    for digit, group, to in line.regroup:
        who = ("all" if digit is None else _DIGITS[digit]) + ("" if group == "piles" else f" of {group}")
        moved.append(f"{who} {'free' if to == 'free' else f'in {to}'}")
    guard = " and ".join(map(_guard, line.guards)) or "else"
    last = "" if line.may_be_last else " not last"
    return f"{guard} -> {line.to}{last}{' with ' if moved else ''}{' and '.join(moved)}"


def _guard(guard: Guard) -> str:
    if not guard.group:
        return " or ".join("".join("*" if d < 0 else str(d) for d in pattern) for pattern in guard.patterns)
    numbers = " or ".join(map(str, sorted(guard.counts))) + ("" if guard.modulus is None else f" mod {guard.modulus}")
    of = "" if guard.group == "piles" else f" of {guard.group}"
    return f"sum {numbers}{of}" if guard.digit is None else f"{numbers} {_DIGITS[guard.digit]}{of}"
