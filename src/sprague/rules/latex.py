"""Rules as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sprague.rules.conditions import FALSE, TRUE
from sprague.rules.expressions import Expression
from sprague.rules.formula_latex import listed, name_latex, term_latex
from sprague.rules.linear import Applied
from sprague.rules.written import disjuncts

if TYPE_CHECKING:
    from sprague.rules.ruleset import Ruleset


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
        line = f"{start if number == 0 else ''} &\\to {' + '.join(_tuple(rule, part) for part in move.parts)}"
        if move.where != TRUE:
            line += rf" && \text{{where }} {listed(move.where)}"
        lines.append(line.strip())
    for block in rule.blocks:
        some = (
            ""
            if len(block) == len(rule.piles)
            else ", ".join(name_latex(rule.piles[i]) for i in block) + r"\text{ in any order}"
        )
        lines.append(f"&& & {some or chr(92) + 'text{piles in any order}'}")
    for standing in rule.written.standings:
        some = "" if standing.piles == rule.piles else ", ".join(map(name_latex, standing.piles))
        lines.append(rf"&& & {some}\text{{{' ' if some else 'piles '}in a {standing.word}}}")
    if rule.floor:
        lines.append(rf"&& & \text{{every pile at least }} {rule.floor}")
    clauses = (
        ("positions where", rule.written.domain, TRUE),
        ("play stops when", rule.written.stop, FALSE),
        ("the mover wins on reaching", rule.written.win, FALSE),
    )
    for word, condition, default in clauses:
        if condition != default:
            lines.append(rf"&& & \text{{{word} }} " + r" \text{ or } ".join(map(listed, disjuncts(condition))))
    if rule.blocking:
        plural = "s" if rule.blocking > 1 else ""
        lines.append(rf"&& & \text{{after a move, up to }} {rule.blocking} \text{{ option{plural} may be forbidden}}")
    body = " \\\\\n".join(lines)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _tuple(rule: Ruleset, entries: Sequence[Expression | Applied]) -> str:
    texts = [_applied(entry) if isinstance(entry, Applied) else term_latex(entry) for entry in entries]
    piles, rest = texts[: len(rule.piles)], texts[len(rule.piles) :]
    return "(" + ", ".join(piles) + (r" \mid " + ", ".join(rest) if rest else "") + ")"


def _applied(entry: Applied) -> str:
    return f"{name_latex(entry.function)}({term_latex(Expression.of(entry.term))})"
