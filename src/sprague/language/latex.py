"""LaTeX text of rules, conditions, terms and formulas: `rule_latex`, `formula_latex`."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from sprague.language.column_english import program_sentences
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import (
    FALSE,
    TRUE,
    Chain,
    Columns,
    Compare,
    Exists,
    Formula,
    Junction,
    Member,
    Not,
    Power,
)
from sprague.language.expressions import (
    Abs,
    BitAnd,
    BitOr,
    Call,
    Div,
    Expression,
    FibLow,
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
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.language.rule_ast import RuleAst, conjuncts, disjuncts
from sprague.linear.terms import Applied, Linear

_RELATIONS = {"<": "<", "<=": r"\leq", "=": "=", "!=": r"\neq", ">=": r"\geq", ">": ">"}
_BITWISE = {Xor: r" \oplus ", BitAnd: r" \mathbin{\&} ", BitOr: r" \mathbin{|} "}


def formula_latex(formula: Formula) -> str:
    r"""Return the LaTeX text of a formula, for math mode.

    >>> from sprague.language.formula_parser import parse_formula
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
        case ColumnProgram((term,)) as program if program.is_fibonacci_number:
            return rf"{term_latex(term)} \text{{ is {f'{no} ' if no else ''}a Fibonacci number}}"
        case part if no:
            return rf"\text{{not }} {_bracketed(part)}"
        case Junction(word, parts):
            return rf" \text{{ {word} }} ".join(map(_bracketed, parts)) or rf"\text{{{formula}}}"
        case Columns(terms, base, modulus):
            inside = ", ".join(map(term_latex, terms))
            return rf"\text{{in base {base} every column of }} {inside} \text{{ has a sum divisible by }} {modulus}"
        case ColumnProgram() as program:
            sentences = program_sentences(program, shown=lambda term: f"${term_latex(term)}$")
            return rf"\text{{the columns pass this test: {' '.join(sentences)}}}"
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
    """Return the LaTeX text of an equation that says that a term is even or odd; for other equations, return None."""
    if isinstance(left.call, Mod) and left.call.modulus == 2 and right.is_constant and right.linear.constant in (0, 1):
        return rf"{term_latex(left.call.term)} \text{{ is {'odd' if right.linear.constant else 'even'}}}"
    return None


def _condition_list_latex(condition: Formula) -> str:
    """Return the LaTeX text of a condition; conjuncts are separated by commas."""
    parts = conjuncts(condition)
    return formula_latex(condition) if len(parts) <= 1 else r",\ ".join(map(_bracketed, parts))


def _bracketed(formula: Formula) -> str:
    """Return the LaTeX text of an operand of `and`, `or` or `not`, in brackets where needed."""
    needed = isinstance(formula, Exists) or (isinstance(formula, Junction) and formula.parts)
    return f"({formula_latex(formula)})" if needed else formula_latex(formula)


def term_latex(term: Expression) -> str:
    """Return the LaTeX text of a term."""
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
        case FibLow():
            return rf"\operatorname{{low}}_{_fibonacci(call.times)}({inside})"
    raise AssertionError(call)


def _fibonacci(times: int) -> str:
    """Return the LaTeX subscript that names the numeration of a function of Fibonacci digits."""
    return "F" if times == 1 else f"{{F_{times}}}"


def _factor(term: Expression) -> str:
    """Return the LaTeX text of a term as a factor, in brackets unless the term is a name or a function call."""
    closed = (Div, Abs, Max, Min, Valuation, Lowest, FibShift, FibZeros, FibLow)
    alone = term.linear.is_name if term.is_linear else isinstance(term.call, closed)
    return term_latex(term) if alone else f"({term_latex(term)})"


def name_latex(name: str) -> str:
    """Return the LaTeX text of a name.

    The digits after a single letter, and the part of a name after an underscore, become a subscript. A name of several
    letters is printed upright.
    """
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


def rule_latex(rule: RuleAst) -> str:
    r"""Return the LaTeX text of a rule as an `align*` environment, for documents with amsmath.

    >>> from sprague.rules import parse
    >>> print(parse("(a, b) -> (u, b) where u < a any order").latex())
    \begin{align*}
    (a, b) &\to (u, b) && \text{where } u < a \\
    && & \text{piles in any order}
    \end{align*}
    """
    start = _tuple(rule, [Expression.of(name) for name in rule.names])
    lines = []
    for number, move in enumerate(rule.moves):
        line = f"{start if number == 0 else ''} &\\to {' + '.join(_tuple(rule, part) for part in move.parts)}"
        if move.where != TRUE:
            line += rf" && \text{{where }} {_condition_list_latex(move.where)}"
        lines.append(line.strip())
    for block in rule.blocks:
        some = (
            ""
            if len(block) == len(rule.piles)
            else ", ".join(name_latex(rule.piles[i]) for i in block) + r"\text{ in any order}"
        )
        lines.append(f"&& & {some or chr(92) + 'text{piles in any order}'}")
    for arrangement in rule.arrangements:
        some = "" if arrangement.piles == rule.piles else ", ".join(map(name_latex, arrangement.piles))
        lines.append(rf"&& & {some}\text{{{' ' if some else 'piles '}in a {arrangement.word}}}")
    if rule.floor:
        lines.append(rf"&& & \text{{every pile at least }} {rule.floor}")
    clauses = (
        ("positions where", rule.domain, TRUE),
        ("play stops when", rule.stop, FALSE),
        ("a player wins by reaching", rule.win, FALSE),
    )
    for word, condition, default in clauses:
        if condition != default:
            lines.append(
                rf"&& & \text{{{word} }} " + r" \text{ or } ".join(map(_condition_list_latex, disjuncts(condition)))
            )
    if rule.blocking:
        plural = "s" if rule.blocking > 1 else ""
        lines.append(
            rf"&& & \text{{after a move, the player may forbid up to }} {rule.blocking} \text{{ option{plural}}}"
        )
    body = " \\\\\n".join(lines)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _tuple(rule: RuleAst, entries: Sequence[Expression | Applied]) -> str:
    texts = [_applied(entry) if isinstance(entry, Applied) else term_latex(entry) for entry in entries]
    piles, rest = texts[: len(rule.piles)], texts[len(rule.piles) :]
    return "(" + ", ".join(piles) + (r" \mid " + ", ".join(rest) if rest else "") + ")"


def _applied(entry: Applied) -> str:
    return f"{name_latex(entry.function)}({term_latex(Expression.of(entry.term))})"
