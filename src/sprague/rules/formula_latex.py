"""Conditions and formulas as LaTeX, in math mode."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from sprague.rules.arithmetic import Divides, Prime, Square
from sprague.rules.column_programs import ColumnProgram
from sprague.rules.column_prose import program_sentences
from sprague.rules.conditions import Chain, Columns, Compare, Exists, Formula, Junction, Member, Not, Power
from sprague.rules.expressions import (
    Abs,
    BitAnd,
    BitOr,
    Call,
    Div,
    Expression,
    FibShift,
    FibZeros,
    Lowest,
    Max,
    Min,
    Mod,
    Product,
    Valuation,
    Xor,
)
from sprague.rules.linear import Linear
from sprague.rules.written import conjuncts

_RELATIONS = {"<": "<", "<=": r"\leq", "=": "=", "!=": r"\neq", ">=": r"\geq", ">": ">"}
_BITWISE = {Xor: r" \oplus ", BitAnd: r" \mathbin{\&} ", BitOr: r" \mathbin{|} "}


def formula_latex(formula: Formula) -> str:
    r"""A formula in math mode.

    >>> from sprague.rules.formula_notation import parse_formula
    >>> print(formula_latex(parse_formula("a = b and v2(c - a) >= 1", "abc")))
    a = b \text{ and } v_{2}(c - a) \geq 1
    """
    no = "not" if isinstance(formula, Not) else ""
    match formula.part if isinstance(formula, Not) else formula:
        case Power(term, base):
            return rf"{term_latex(term)} \{no}in \{{1, {base}, {base}^2, \ldots\}}"
        case Square(term):
            return rf"{term_latex(term)} \{no}in \{{0, 1, 4, 9, \ldots\}}"
        case Prime(term):
            return rf"{term_latex(term)} \text{{ {f'{no} prime'.strip()}}}"
        case Divides(divisor, number):
            sign = r"\not\mid" if no else r"\mid"
            return f"{term_latex(divisor)} {sign} {term_latex(number)}"
        case Member(term, numbers):
            return rf"{term_latex(term)} \{no}in \{{{', '.join(map(str, numbers))}\}}"
        case part if no:
            return rf"\text{{not }} {_bracketed(part)}"
        case Junction(word, parts):
            return rf" \text{{ {word} }} ".join(map(_bracketed, parts)) or rf"\text{{{formula}}}"
        case Columns(terms, base, modulus):
            inside = ", ".join(map(term_latex, terms))
            return rf"\text{{in base {base} every column of }} {inside} \text{{ has a sum divisible by }} {modulus}"
        case ColumnProgram() as program:
            sentences = program_sentences(program, shown=lambda term: f"${term_latex(term)}$")
            return rf"\text{{the columns pass this reading: {' '.join(sentences)}}}"
        case Exists(name, body, bound):
            most = "" if bound is None else rf" \leq {term_latex(bound)}"
            return rf"\exists {name_latex(name)}{most} \colon {formula_latex(body)}"
        case Chain((left, right), ("=",)) if parity := _parity(left, right):
            return parity
        case Compare(left, relation, right):
            return f"{term_latex(left)} {_RELATIONS[relation]} {term_latex(right)}"
    assert isinstance(formula, Chain)
    text = term_latex(formula.sides[0])
    for relation, side in zip(formula.relations, formula.sides[1:], strict=True):
        text += f" {_RELATIONS[relation]} {term_latex(side)}"
    return text


def _parity(left: Expression, right: Expression) -> str | None:
    """That a term is even or odd, if that is what an equation says."""
    if isinstance(left.call, Mod) and left.call.modulus == 2 and right.is_constant and right.linear.constant in (0, 1):
        return rf"{term_latex(left.call.term)} \text{{ is {'odd' if right.linear.constant else 'even'}}}"
    return None


def listed(condition: Formula) -> str:
    """A condition as it is written after `where`: a list with commas, if several hold."""
    parts = conjuncts(condition)
    return formula_latex(condition) if len(parts) <= 1 else r",\ ".join(map(_bracketed, parts))


def _bracketed(formula: Formula) -> str:
    """A formula among others."""
    needed = isinstance(formula, Exists) or (isinstance(formula, Junction) and formula.parts)
    return f"({formula_latex(formula)})" if needed else formula_latex(formula)


def term_latex(term: Expression) -> str:
    """A linear term plus multiples of functions."""
    text = "" if term.linear == Linear() and term.calls else term.linear.written(name_latex)
    for call, factor in term.calls:
        size = "" if abs(factor) == 1 else str(abs(factor))
        sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
        among = isinstance(call, Mod | Xor | BitAnd | BitOr) and (sign or size or len(term.calls) > 1)
        times = r" \cdot " if size and isinstance(call, Lowest) else ""
        text += f"{sign}{size}{times}{f'({_call(call)})' if among else _call(call)}"
    return text


def _call(call: Call) -> str:
    inside = ", ".join(map(term_latex, call.arguments))
    match call:
        case Mod(term, modulus):
            return rf"{_factor(term)} \bmod {modulus}"
        case Div(term, divisor):
            return rf"\lfloor {_factor(term)} / {divisor} \rfloor"
        case Abs():
            return rf"\lvert {inside} \rvert"
        case Max() | Min():
            return rf"\{call.word}({inside})"
        case Xor() | BitAnd() | BitOr():
            return _BITWISE[type(call)].join(map(_factor, call.arguments))
        case Product():
            powers = Counter(map(_factor, call.arguments)).items()
            return " ".join(term if power == 1 else f"{term}^{{{power}}}" for term, power in powers)
        case Valuation():
            return f"v_{{{call.base}}}({inside})"
        case Lowest():
            return f"{call.base}^{{v_{{{call.base}}}({inside})}}"
        case FibShift():
            return rf"\operatorname{{shift}}_{_fibonacci(call.times)}({inside})"
        case FibZeros():
            return f"v_{_fibonacci(call.times)}({inside})"
    raise AssertionError(call)


def _fibonacci(times: int) -> str:
    """The index of functions of Fibonacci digits, and of digits like them."""
    return "F" if times == 1 else f"{{F_{times}}}"


def _factor(term: Expression) -> str:
    """A term among signs that bind closer than + and -; what is a function of something needs no brackets."""
    closed = (Div, Abs, Max, Min, Valuation, Lowest, FibShift, FibZeros)
    alone = term.linear.is_name if term.is_linear else isinstance(term.call, closed)
    return term_latex(term) if alone else f"({term_latex(term)})"


def name_latex(name: str) -> str:
    """A name in math mode: what follows a letter and a digit or _ is a subscript; a word is set upright."""
    base = name.rstrip("'")
    stem, _, below = base.partition("_")
    if not below and (match := re.fullmatch(r"(.)([0-9]+)", stem)):
        stem, below = match[1], match[2]
    below = re.sub("_+", ",", below.strip("_"))
    text = _word(stem) + (f"_{{{_word(below)}}}" if below else "")
    return text + name[len(base) :]


def _word(text: str) -> str:
    if "α" <= text[0] <= "ω":
        greek = unicodedata.name(text[0]).split()[-1].lower()
        letter = {"ο": "o", "ς": r"\varsigma", "λ": r"\lambda"}.get(text[0], rf"\{greek}")
        return letter if len(text) == 1 else rf"{letter}_{{{_word(text[1:])}}}"
    return text if len(text) == 1 or text.isdigit() else rf"\mathrm{{{text}}}"
