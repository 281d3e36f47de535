r"""A theorem that is kept, for a paper: LaTeX with the statement, the method and the certificate's digest; BibTeX."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from sprague.certificates.kinds import FUNCTION, HEAPS, P_POSITIONS, TOTALS, VALUES, WINDOW
from sprague.games import SPRAGUE, Source, Work, bibliography, find_game
from sprague.proofs.kept import Kept
from sprague.proofs.proof import Proof
from sprague.rules.formula_latex import name_latex
from sprague.rules.ranks import WeightedSums
from sprague.show.theorem_latex import definitions, escaped, statement, table

WIDTH = 100
BROKEN = 8  # signs of a digest after which a line may end
_JUNCTION = re.compile(r"\\text\{ (?:and|or) \} ?")
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
    HEAPS: "A move takes a bounded number of chips from a heap and leaves a bounded number of heaps, so that values "
    "that repeat for long enough do so for ever, by the theorem of Guy and Smith; so many were computed",
}


def as_latex(theorem: Kept) -> str:
    """A theorem and a proof environment, for a document with amsmath and amsthm."""
    proof = theorem.proof
    title = f"[{escaped(theorem.name)}]" if theorem.name else ""
    said = statement(proof)
    # Words between formulas are no places where TeX would break a line by itself.
    broken = _JUNCTION.sub(r"\g<0>\\allowbreak ", said)
    told = " ".join([f"{broken}.", *definitions(said)])
    lines = [
        rf"\begin{{theorem}}{title}",
        f"For the game in {'misère' if proof.misere else 'normal'} play",
        proof.game.latex(),
        *_wrapped(told),
        *table(proof),
        r"\end{theorem}",
        r"\begin{proof}",
        *_wrapped(_method(theorem)),
        r"\end{proof}",
    ]
    return "\n".join(lines) + "\n"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def as_bibtex(theorem: Kept) -> str:
    """The entries of Sprague and of the works that the game comes from."""
    return bibliography([SPRAGUE, *_works(theorem.proof)])


def _works(proof: Proof) -> Iterator[Work]:
    entry = find_game(proof.game.name.partition(":")[0]) if proof.game.name else None
    sources: tuple[Source, ...] = entry.sources if entry else ()
    yield from (source.work for source in sources if source.work is not None)


def _method(theorem: Kept) -> str:
    proof = theorem.proof
    effort = re.sub(r"(\d+)x(\d+)", r"$\1 \\times \2$", escaped(proof.effort()))
    return (
        f"By computation with Sprague~\\cite{{{SPRAGUE.key}}}. {METHODS[proof.kind]} ({effort}). "
        f"Play ends, as every move lowers {_rank(proof)}. The certificate \\texttt{{{theorem.path.name}}}, which "
        f"\\texttt{{sprague verify}} checks on its own, has the SHA-256 digest "
        f"\\texttt{{{_breakable(theorem.digest)}}}."
    )


def _breakable(digest: str) -> str:
    """A digest that a line of a paper may break, as it is wider than a column."""
    return r"\allowbreak ".join(digest[place : place + BROKEN] for place in range(0, len(digest), BROKEN))


def _rank(proof: Proof) -> str:
    rank = proof.game.rank
    if not isinstance(rank, WeightedSums) or rank.is_chips:
        return escaped(str(rank))
    first, *rest = (f"${term.written(name_latex)}$" for term in rank.terms)
    return f"first {', then '.join((first, *rest))}" if rest else first
