"""Rules as LaTeX."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sprague.rules.arithmetic import Divides, Prime, Square
from sprague.rules.conditions import FALSE, TRUE, Chain, Formula, Junction, Member, Not, Power
from sprague.rules.expressions import Abs, Call, Div, Expression, Max, Min, Mod, Product
from sprague.rules.linear import Applied, Linear
from sprague.rules.written import conjuncts, disjuncts

if TYPE_CHECKING:
    from sprague.rules.ruleset import Ruleset

_RELATIONS = {"<": "<", "<=": r"\leq", "=": "=", "!=": r"\neq", ">=": r"\geq", ">": ">"}


def latex(rule: Ruleset) -> str:
    r"""The rule as an `align*` environment, for a document that uses amsmath.

    >>> from sprague.rules.notation import parse
    >>> print(parse("(a, b) -> (u, b) where u < a any order").latex())
    \begin{align*}
    (a, b) &\to (u, b) && \text{where } u < a \\
    && & \text{piles in any order}
    \end{align*}
    """
    start = _tuple(rule, [Expression.of(name) for name in rule.names])
    lines = []
    for number, move in enumerate(rule.written.moves):
        line = f"{start if number == 0 else ''} &\\to {_tuple(rule, move.target)}"
        if move.where != TRUE:
            line += rf" && \text{{where }} {_listed(move.where)}"
        lines.append(line.strip())
    for block in rule.blocks:
        some = (
            ""
            if len(block) == len(rule.piles)
            else ", ".join(_name(rule.piles[i]) for i in block) + r"\text{ in any order}"
        )
        lines.append(f"&& & {some or chr(92) + 'text{piles in any order}'}")
    for standing in rule.written.standings:
        some = "" if standing.piles == rule.piles else ", ".join(map(_name, standing.piles))
        lines.append(rf"&& & {some}\text{{{' ' if some else 'piles '}in a {standing.word}}}")
    if rule.floor:
        lines.append(rf"&& & \text{{every pile at least }} {rule.floor}")
    clauses = (
        ("positions where", rule.written.domain),
        ("play stops when", rule.written.stop),
        ("the mover wins on reaching", rule.written.win),
    )
    for word, condition in clauses:
        if condition not in (TRUE, FALSE):
            lines.append(rf"&& & \text{{{word} }} " + r" \text{ or } ".join(map(_listed, disjuncts(condition))))
    if rule.blocking:
        plural = "s" if rule.blocking > 1 else ""
        lines.append(rf"&& & \text{{after a move, up to }} {rule.blocking} \text{{ option{plural} may be forbidden}}")
    body = " \\\\\n".join(lines)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _tuple(rule: Ruleset, entries: Sequence[Expression | Applied]) -> str:
    texts = [rf"{_name(e.function)}({_term(e.term)})" if isinstance(e, Applied) else _side(e) for e in entries]
    piles, rest = texts[: len(rule.piles)], texts[len(rule.piles) :]
    return "(" + ", ".join(piles) + (r" \mid " + ", ".join(rest) if rest else "") + ")"


def _listed(condition: Formula) -> str:
    parts = conjuncts(condition)
    return _condition(condition) if len(parts) == 1 else r",\ ".join(map(_bracketed, parts))


def _condition(condition: Formula) -> str:
    no = "not" if isinstance(condition, Not) else ""
    match condition.part if isinstance(condition, Not) else condition:
        case Power(term, base):
            return rf"{_side(term)} \{no}in \{{1, {base}, {base}^2, \ldots\}}"
        case Square(term):
            return rf"{_side(term)} \{no}in \{{0, 1, 4, 9, \ldots\}}"
        case Prime(term):
            return rf"{_side(term)} \text{{ {f'{no} prime'.strip()}}}"
        case Divides(divisor, number):
            sign = r"\not\mid" if no else r"\mid"
            return f"{_side(divisor)} {sign} {_side(number)}"
        case Member(term, numbers):
            return rf"{_side(term)} \{no}in \{{{', '.join(map(str, numbers))}\}}"
        case part if no:
            return rf"\text{{not }} {_bracketed(part)}"
        case Junction(word, parts):
            return rf" \text{{ {word} }} ".join(map(_bracketed, parts)) or rf"\text{{{condition}}}"
    assert isinstance(condition, Chain)  # rules have no other conditions
    text = _side(condition.sides[0])
    for relation, side in zip(condition.relations, condition.sides[1:], strict=True):
        text += f" {_RELATIONS[relation]} {_side(side)}"
    return text


def _bracketed(condition: Formula) -> str:
    """A condition among others."""
    return (
        f"({_condition(condition)})" if isinstance(condition, Junction) and condition.parts else _condition(condition)
    )


def _side(side: Expression) -> str:
    """A linear term plus multiples of functions."""
    text = "" if side.linear == Linear() and side.calls else _term(side.linear)
    for call, factor in side.calls:
        size = "" if abs(factor) == 1 else str(abs(factor))
        sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
        shown = f"({_call(call)})" if isinstance(call, Mod) and (sign or size or len(side.calls) > 1) else _call(call)
        text += f"{sign}{size}{shown}"
    return text


def _call(call: Call) -> str:
    match call:
        case Mod(term, modulus):
            return rf"{_factor(term)} \bmod {modulus}"
        case Div(term, divisor):
            return rf"\lfloor {_factor(term)} / {divisor} \rfloor"
        case Abs(term):
            return rf"\lvert {_side(term)} \rvert"
        case Product():
            powers = Counter(map(_factor, call.arguments)).items()
            return " ".join(term if power == 1 else f"{term}^{{{power}}}" for term, power in powers)
    assert isinstance(call, Max | Min)  # rules have no other functions
    return rf"\{call.word}({', '.join(map(_side, call.terms))})"


def _factor(term: Expression) -> str:
    """A term that is multiplied or divided."""
    return _term(term.linear) if term.is_linear and term.linear.is_name else f"({_side(term)})"


def _term(term: Linear) -> str:
    return term.written(_name)


def _name(name: str) -> str:
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
