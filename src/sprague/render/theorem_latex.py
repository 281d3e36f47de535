"""Proved theorems as LaTeX theorem environments (`theorem_to_latex`), and their sources as BibTeX."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from itertools import product

from sprague.automata.automaton import Automaton
from sprague.automata.drawing import drawn_states
from sprague.certificates.evidence import FUNCTION, HEAPS, P_POSITIONS, SEVERAL, TOTALS, VALUES, WINDOW
from sprague.games import SPRAGUE, Source, Work, bibliography, find_game
from sprague.language.column_english import program_sentences
from sprague.language.column_programs import ColumnProgram
from sprague.language.latex import formula_latex, name_latex, term_latex
from sprague.language.statements import POWER, VALUE, Order, Statement
from sprague.linear.terms import Linear
from sprague.proofs.heap_proofs import HeapsProof
from sprague.proofs.proof import AutomatonProof, Proof, TotalsProof, WindowProof
from sprague.proofs.stored_theorems import StoredTheorem
from sprague.proofs.totals import Totals
from sprague.rules.termination import WeightedSums

# The largest automaton shown as a table.
MOST_STATES = 12
MOST_COLUMNS = 16
DEAD_STATE = "--"
_ORDERS = {Order.SOME: "for some order of the piles", Order.EVERY: "for every order of the piles"}
#: The definitions of functions, by a pattern of their LaTeX.
_ZERO = r"(infinite for $n = 0$, and then even)"
_LIKE = (
    r"where numbers are written, with digits as large as possible, in the weights $1$, $\1 + 1$, \\dots, each \1 times "
    r"the last one and the one before"
)
_FUNCTIONS = {
    r"v_\{(\d+)\}\(": rf"$v_{{\1}}(n)$ is the exponent of the greatest power of \1 that divides $n$ {_ZERO}",
    r"\\operatorname\{shift\}_F": r"$\\operatorname{shift}_F(n)$ is the sum of the Fibonacci numbers that follow those "
    r"of which $n$ is the sum in its Zeckendorf representation",
    r"v_F\(": rf"$v_F(n)$ is the number of digits 0 at the end of the Zeckendorf representation of $n$ {_ZERO}",
    r"\\operatorname\{shift\}_\{F_(\d)\}": r"$\\operatorname{shift}_{F_\1}(n)$ is $n$ with a digit 0 appended, "
    + _LIKE,
    r"v_\{F_(\d)\}\(": rf"$v_{{F_\1}}(n)$ is the number of digits 0 at the end of $n$ {_ZERO}, {_LIKE}",
    r"\\oplus": r"$\\oplus$ is the nim-sum, addition of binary digits without carries",
    r"\\mathbin\{\\&\}": r"$m \\mathbin{\\&} n$ has the binary digits 1 that both have",
    r"\\mathbin\{\|\}": r"$m \\mathbin{|} n$ has the binary digits 1 that one of them has",
}


def statement_latex(proof: Proof) -> str:
    """Return the statement of a theorem as LaTeX, with formulas in math mode."""
    if isinstance(proof, WindowProof):
        return _window_statement(proof)
    if isinstance(proof, HeapsProof):
        return _heaps_statement(proof)
    if proof.claim is None:
        return _totals_statement(proof) if isinstance(proof, TotalsProof) else _automata_statement(proof)
    if proof.kind == VALUES:
        formulas = (_formula(proof, text) for text in proof.claim.split(SEVERAL))
        return "a position has Grundy value " + "; ".join(
            f"{value} exactly if {text}" for value, text in enumerate(formulas)
        )
    if proof.kind == FUNCTION:
        assert isinstance(proof, AutomatonProof)
        value = "Grundy value" if not proof.by_power else "power of two of the Grundy value,"
        called = name_latex(POWER if proof.by_power else _letter(proof))
        return f"the {value} ${called}$ is determined by {_formula(proof, proof.claim)}"
    if (sentences := _program_latex(proof)) is not None:
        return f"the P-positions are exactly those that pass this reading of their digits. {sentences}"
    return f"the P-positions are exactly those with {_formula(proof, proof.claim)}"


def _program_latex(proof: Proof) -> str | None:
    """Return the sentences for a column program, without the last full stop; None for other claims."""
    program = Statement.read_claim(proof.game, proof.claim or "").formula
    if not isinstance(program, ColumnProgram):
        return None
    sentences = program_sentences(program, "a P-position", lambda term: f"${term_latex(term)}$")
    return " ".join(sentences).removesuffix(".")


def _formula(proof: Proof, claim: str) -> str:
    statement = Statement.read_claim(proof.game, claim)
    formula = statement.formula
    if VALUE in statement.names and VALUE not in proof.game.names:
        formula = formula.substitute({VALUE: Linear.of(_letter(proof))})
    return f"${formula_latex(formula)}$" + ("" if statement.is_symmetric else f", {_ORDERS[statement.order]}")


def _letter(proof: Proof) -> str:
    """Return the name of a Grundy value: $g$, unless a pile has that name."""
    return "g" if "g" not in proof.game.names else VALUE


def function_definitions_latex(text: str) -> list[str]:
    """Return a sentence of LaTeX that defines the functions in a theorem, or "" if it uses none."""
    found: dict[str, None] = {}
    for pattern, meaning in _FUNCTIONS.items():
        found.update((match.expand(meaning), None) for match in re.finditer(pattern, text))
    return [f"Here {'; '.join(found)}."] if found else []


def _window_statement(proof: WindowProof) -> str:
    period = proof.period
    what = "Grundy values" if period.evidence.what == "grundy" else "outcomes"
    parts = []
    for name, start, length in zip(proof.game.piles, period.preperiods, period.periods, strict=True):
        since = "the beginning" if start == proof.game.floor else f"${name_latex(name)} = {start}$ on"
        parts.append(f"in ${name_latex(name)}$ with period ${length}$ from {since}")
    return f"the {what} repeat {', '.join(parts)}"


def _heaps_statement(proof: HeapsProof) -> str:
    heaps, (name,) = proof.heaps, map(name_latex, proof.game.names)
    shifted, start = f"{name} + {heaps.period}", f"{name} \\geq {heaps.preperiod}"
    rise = f" + {heaps.saltus}" if heaps.saltus else ""
    statement = (
        f"the Grundy values ${(called := _letter(proof))}({name})$ of single heaps satisfy "
        f"${called}({shifted}) = {called}({name}){rise}$ for all ${start}$"
    )
    return statement if proof.claim is None else f"{statement}, so that {_claim_on_heaps(proof, proof.claim)}"


def _claim_on_heaps(proof: HeapsProof, claim: str) -> str:
    formula = _formula(proof, claim)
    if not proof.speaks_of_values:
        return f"a single heap is a P-position exactly if {formula}"
    return f"the Grundy value of a single heap is determined by {formula}"


def _totals_statement(proof: TotalsProof) -> str:
    more = " and there is a move" if proof.misere else ""
    return (
        "a position is a P-position exactly if no total of chips that a move may keep is in "
        f"${_totals_latex(proof.totals)}${more}"
    )


def _totals_latex(totals: Totals) -> str:
    """Return the totals of P-positions as a set in LaTeX."""
    listed = rf"\{{{', '.join(map(str, totals.small))}\}}" if totals.small else ""
    if not totals.residues:
        return listed or r"\emptyset"
    start = rf"n \geq {totals.preperiod}"
    among = rf"n \bmod {totals.period} \in \{{{', '.join(map(str, totals.residues))}\}}"
    rest = rf"\{{{start} : {among}\}}" if totals.period > 1 else rf"\{{n : {start}\}}"
    return rf"{listed} \cup {rest}" if listed else rest


def _automata_statement(proof: Proof) -> str:
    assert isinstance(proof, AutomatonProof)
    digits = _escape_latex(str(proof.automata[0].numeration))
    tracks = ", ".join(map(name_latex, proof.game.names))
    sizes = " and ".join(f"{automaton.states} states" for automaton in proof.automata)
    one = "the automaton" if len(proof.automata) == 1 else "the automata"
    which = "below" if _is_shown(proof) else f"of the certificate, with {sizes},"
    verb = "accepts" if len(proof.automata) == 1 else "accept"
    reading = f"reading the digits of $({tracks})$ ({digits}, most significant first)"
    if proof.kind == VALUES:
        return f"{reading}, {one} {which} {verb} exactly the positions of Grundy value 0 to {len(proof.automata) - 1}"
    what = "the positions with their Grundy values" if proof.kind == FUNCTION else "the P-positions"
    return f"{reading}, {one} {which} {verb} exactly {what}"


def _is_shown(proof: Proof) -> bool:
    """Whether a proof has no formula and an automaton that is small enough for a table."""
    if proof.claim is not None or not isinstance(proof, AutomatonProof) or len(proof.automata) > 1:
        return False
    (automaton,) = proof.automata
    return len(drawn_states(automaton)) <= MOST_STATES and automaton.symbols <= MOST_COLUMNS


def automaton_table_latex(proof: Proof) -> list[str]:
    """Return the transition table of a small automaton in LaTeX, for a theorem without a formula."""
    if not _is_shown(proof):
        return []
    assert isinstance(proof, AutomatonProof)
    return _transitions(proof.automata[0])


def _transitions(automaton: Automaton) -> list[str]:
    states = drawn_states(automaton)
    number = {state: str(place) for place, state in enumerate(states)}
    columns = [
        "".join(map(str, column)) for column in product(range(automaton.numeration.digits), repeat=automaton.tracks)
    ]
    rows = [
        f"${place}{'^*' * bool(automaton.accepting[state])}$ & "
        + " & ".join(number.get(int(target), DEAD_STATE) for target in automaton.table[state])
        for place, state in enumerate(states)
    ]
    return [
        r"\begin{center}",
        rf"\begin{{tabular}}{{r|{'c' * len(columns)}}}",
        f" & {' & '.join(columns)} \\\\ \\hline",
        *(rf"{row} \\" for row in rows),
        r"\end{tabular}",
        r"\end{center}",
        "A row is a state, 0 the first one, with the next state for each column of digits; those with a star",
        f"accept, and from {DEAD_STATE} nothing is accepted any more.",
    ]


_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "_": r"\_", "&": r"\&", "%": r"\%", "#": r"\#", "$": r"\$",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "|": r"$\mid$",
}  # fmt: skip


def _escape_latex(text: str) -> str:
    """Escape the special characters of LaTeX in a text."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)


WIDTH = 100
DIGEST_GROUP = 8  # characters of a digest between possible line breaks
_JUNCTION = re.compile(r"\\text\{ (?:and|or) \} ?")
#: The method of each kind of proof, in sentences.
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


def theorem_to_latex(theorem: StoredTheorem) -> str:
    """Return a theorem as LaTeX theorem and proof environments, for a document with amsmath and amsthm."""
    proof = theorem.proof
    title = f"[{_escape_latex(theorem.name)}]" if theorem.name else ""
    statement = statement_latex(proof)
    # TeX would not break lines at words within formulas.
    broken = _JUNCTION.sub(r"\g<0>\\allowbreak ", statement)
    sentences = " ".join([f"{broken}.", *function_definitions_latex(statement)])
    lines = [
        rf"\begin{{theorem}}{title}",
        f"For the game in {'misère' if proof.misere else 'normal'} play",
        proof.game.latex(),
        *_wrapped(sentences),
        *automaton_table_latex(proof),
        r"\end{theorem}",
        r"\begin{proof}",
        *_wrapped(_method(theorem)),
        r"\end{proof}",
    ]
    return "\n".join(lines) + "\n"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def theorem_to_bibtex(theorem: StoredTheorem) -> str:
    """Return the BibTeX entries to cite with a theorem: Sprague and the sources of the game."""
    return bibliography([SPRAGUE, *_works(theorem.proof)])


def _works(proof: Proof) -> Iterator[Work]:
    entry = find_game(proof.game.name.partition(":")[0]) if proof.game.name else None
    sources: tuple[Source, ...] = entry.sources if entry else ()
    yield from (source.work for source in sources if source.work is not None)


def _method(theorem: StoredTheorem) -> str:
    proof = theorem.proof
    effort = re.sub(r"(\d+)x(\d+)", r"$\1 \\times \2$", _escape_latex(proof.counters()))
    return (
        f"By computation with Sprague~\\cite{{{SPRAGUE.key}}}. {METHODS[proof.kind]} ({effort}). "
        f"Play ends, as every move lowers {_rank(proof)}. The certificate \\texttt{{{theorem.path.name}}}, which "
        f"\\texttt{{sprague verify}} checks on its own, has the SHA-256 digest "
        f"\\texttt{{{_breakable(theorem.digest)}}}."
    )


def _breakable(digest: str) -> str:
    """Return a digest that LaTeX may break, as it is wider than a column."""
    return r"\allowbreak ".join(digest[place : place + DIGEST_GROUP] for place in range(0, len(digest), DIGEST_GROUP))


def _rank(proof: Proof) -> str:
    rank = proof.game.rank
    if not isinstance(rank, WeightedSums) or rank.is_chips:
        return _escape_latex(str(rank))
    first, *rest = (f"${term.written(name_latex)}$" for term in rank.terms)
    return f"first {', then '.join((first, *rest))}" if rest else first
