r"""A theorem that is kept, for a paper: LaTeX with the statement, the method and the certificate's digest; BibTeX."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from sprague.games import SPRAGUE, Source, Work, bibliography, find_game
from sprague.proofs.kept import Kept
from sprague.proofs.proof import FUNCTION, P_POSITIONS, TOTALS, VALUES, WINDOW, Proof
from sprague.rules.formula_latex import formula_latex
from sprague.rules.statements import VALUE, Order, Statement

WIDTH = 100
_ORDERS = {Order.SOME: "for some order of the piles", Order.EVERY: "for every order of the piles"}
#: How each kind of proof goes, in a sentence.
METHODS = {
    P_POSITIONS: "A set $P$ of positions is the set of P-positions exactly if a position is in $P$ if and only if no "
    "move from it leads into $P$. Both sides are sets that finite automata recognise by the digits of the piles, and "
    "the two automata were compared",
    VALUES: "A position has Grundy value $g$ exactly if a move leads to every smaller value and none to $g$ itself. "
    "All of these are sets that finite automata recognise by the digits of the piles, and the automata were compared",
    FUNCTION: "A function $g$ is the Grundy function exactly if the positions of the sum with a Nim pile of $g$ chips "
    "are its P-positions. They are a set that a finite automaton recognises by the digits of the piles, and the "
    "automata of both sides were compared",
    TOTALS: "The options of a position depend only on the total of chips that a move keeps, so that the totals of "
    "P-positions decide. They are eventually periodic, and a period was checked",
    WINDOW: "The values are determined by those a bounded number of chips before, so that a window that "
    "repeats does so for ever; such a window was computed",
}


def as_latex(theorem: Kept) -> str:
    """A theorem and a proof environment, for a document with amsmath and amsthm."""
    proof = theorem.proof
    title = f"[{_escaped(theorem.name)}]" if theorem.name else ""
    lines = [
        rf"\begin{{theorem}}{title}",
        f"For the game in {'misère' if proof.misere else 'normal'} play",
        proof.game.latex(),
        f"{_statement(proof)}.",
        r"\end{theorem}",
        r"\begin{proof}",
        *textwrap.wrap(_method(theorem), WIDTH, break_long_words=False, break_on_hyphens=False),
        r"\end{proof}",
    ]
    return "\n".join(lines) + "\n"


def as_bibtex(theorem: Kept) -> str:
    """The entries of Sprague and of the works that the game comes from."""
    return bibliography([SPRAGUE, *_works(theorem.proof)])


def _works(proof: Proof) -> Iterator[Work]:
    entry = find_game(proof.game.name.partition(":")[0]) if proof.game.name else None
    sources: tuple[Source, ...] = entry.sources if entry else ()
    yield from (source.work for source in sources if source.work is not None)


def _statement(proof: Proof) -> str:
    """What was proved, with formulas in math mode."""
    if proof.claim is None or proof.kind not in (P_POSITIONS, FUNCTION):
        return _escaped(proof.statement())
    said = Statement.read_claim(proof.game, proof.claim)
    orders = "" if said.is_symmetric else f", {_ORDERS[said.order]}"
    if proof.kind == FUNCTION:
        value = "Grundy value" if VALUE in said.formula.names else "power of two of the Grundy value"
        return f"the {value} is determined by ${formula_latex(said.formula)}${orders}"
    return f"the P-positions are exactly those with ${formula_latex(said.formula)}${orders}"


def _method(theorem: Kept) -> str:
    proof = theorem.proof
    return (
        f"By computation with Sprague~\\cite{{{SPRAGUE.key}}}. {METHODS[proof.kind]} ({_escaped(proof.effort())}). "
        f"Play ends, as every move lowers {_escaped(str(proof.game.rank))}. The certificate, which "
        f"\\texttt{{sprague verify}} checks on its own, has the SHA-256 digest \\texttt{{{theorem.digest}}}."
    )


_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "_": r"\_", "&": r"\&", "%": r"\%", "#": r"\#", "$": r"\$",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "|": r"$\mid$",
}  # fmt: skip


def _escaped(text: str) -> str:
    """Text as LaTeX sets it, sign for sign."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)
