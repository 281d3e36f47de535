"""Conversion of proved theorems to LaTeX theorem environments, and of their sources to BibTeX.

A column program is a formula such as `columns(a, b) { … }`, which reads the digits of the piles column by column.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from itertools import product
from string import ascii_uppercase

from sprague.automata.automaton import Automaton
from sprague.automata.drawing import drawn_states
from sprague.certificates.evidence import FUNCTION, HEAPS, P_POSITIONS, SEVERAL, TOTALS, VALUES, WINDOW
from sprague.games import SPRAGUE, Source, Work, bibliography, find_game
from sprague.language.column_english import digit_sentence
from sprague.language.column_programs import ColumnProgram
from sprague.language.column_tables import program_table
from sprague.language.conditions import column_programs
from sprague.language.expressions import Expression
from sprague.language.latex import formula_latex, name_latex, term_latex
from sprague.language.statements import POWER, VALUE, Order, Statement
from sprague.linear.terms import Linear
from sprague.proofs.heap_proofs import HeapsProof
from sprague.proofs.proof import AutomatonProof, Proof, TotalsProof, WindowProof
from sprague.proofs.stored_theorems import StoredTheorem
from sprague.proofs.totals import Totals
from sprague.render.theorem_text import window_formula_advice
from sprague.rules.termination import WeightedSums
from sprague.synthesis.window_formulas import with_formula

MOST_STATES = 12  # maximum number of states of an automaton that is printed as a table
MOST_COLUMNS = 16  # maximum number of symbols of an automaton that is printed as a table
DEAD_STATE = "--"  # sign for the dead state, from which the automaton accepts no word
_ORDERS = {Order.SOME: "for some order of the piles", Order.EVERY: "for every order of the piles"}
_ZERO = r"(for $n = 0$ it is infinite and counts as even)"
_LIKE = (
    r"in the numeration with weights $1$, $\1 + 1$, \\dots, where each weight is $\1$ times the last one plus the one "
    r"before, and each digit, from the greatest weight on, is as large as possible"
)
# The LaTeX definitions of functions; the key is a regular expression that matches the function in a LaTeX formula.
_FUNCTIONS = {
    r"v_\{(\d+)\}\(": rf"$v_{{\1}}(n)$ is the exponent of the greatest power of \1 that divides $n$ {_ZERO}",
    r"\\operatorname\{shift\}_F": r"$\\operatorname{shift}_F(n)$ is the number obtained by replacing each "
    r"Fibonacci number in the Zeckendorf representation of $n$ by the next one",
    r"\\operatorname\{low\}_F": r"$\\operatorname{low}_F(n)$ is the least Fibonacci number in the Zeckendorf "
    r"representation of $n$ (for $n = 0$ it is infinite)",
    r"v_F\(": rf"$v_F(n)$ is the number of zeros at the end of the Zeckendorf representation of $n$ {_ZERO}",
    r"\\operatorname\{shift\}_\{F_(\d)\}": r"$\\operatorname{shift}_{F_\1}(n)$ is the number whose digits are "
    r"those of $n$ followed by 0, " + _LIKE,
    r"\\operatorname\{low\}_\{F_(\d)\}": r"$\\operatorname{low}_{F_\1}(n)$ is the least weight whose digit "
    r"in $n$ is not 0 (for $n = 0$ it is infinite), " + _LIKE,
    r"v_\{F_(\d)\}\(": rf"$v_{{F_\1}}(n)$ is the number of zeros at the end of the digits of $n$ {_ZERO}, {_LIKE}",
    r"\\oplus": r"$\\oplus$ is the nim-sum, addition of binary digits without carries",
    r"\\mathbin\{\\&\}": r"$m \\mathbin{\\&} n$ has a binary digit 1 where both $m$ and $n$ have one",
    r"\\mathbin\{\|\}": r"$m \\mathbin{|} n$ has a binary digit 1 where $m$ or $n$ has one",
}


def statement_latex(proof: Proof) -> str:
    """Return the statement of a theorem as a LaTeX sentence without the final full stop."""
    if isinstance(proof, WindowProof):
        return _window_statement(proof)
    if isinstance(proof, HeapsProof):
        return _heaps_statement(proof)
    if proof.claim is None:
        return _totals_statement(proof) if isinstance(proof, TotalsProof) else _automata_statement(proof)
    if proof.kind == VALUES:
        formulas = (_formula(proof, text) for text in proof.claim.split(SEVERAL))
        return f"a position ${_position(proof)}$ has Grundy value " + "; ".join(
            f"{value} if and only if {text}" for value, text in enumerate(formulas)
        )
    if proof.kind == FUNCTION:
        assert isinstance(proof, AutomatonProof)
        value = "Grundy value" if not proof.by_power else "power of two of the Grundy value,"
        called = name_latex(POWER if proof.by_power else _letter(proof))
        return f"the {value} ${called}$ is determined by {_formula(proof, proof.claim)}"
    if any(proof.programs):
        order = Statement.read_claim(proof.game, proof.claim)
        some = "" if order.is_symmetric else f" {_ORDERS[order.order]}"
        return (
            f"the P-positions are exactly the positions ${_position(proof)}$ accepted{some} by the column program below"
        )
    return f"the P-positions are exactly the positions ${_position(proof)}$ with {_formula(proof, proof.claim)}"


def _position(proof: Proof) -> str:
    """Return the names of the piles and remembered numbers as a tuple in LaTeX."""
    return proof.game.ast.tuple_text([name_latex(name) for name in proof.game.names]).replace("|", r"\mid")


def program_tables_latex(proof: Proof) -> list[str]:
    """Return the column programs of a theorem as LaTeX tables, with a letter for each table used in a formula."""
    if proof.claim is None:
        return []
    shown = {program: letter for program, letter in _programs(proof).items() if digit_sentence(program) is None}
    lines: list[str] = []
    for program, letter in shown.items():
        if not (proof.kind == P_POSITIONS and any(proof.programs)):
            lines.append(f"The column program ${letter}$:")
        lines += program_table(program, _math).latex_lines()
    return lines


def _math(term: Expression) -> str:
    return f"${term_latex(term)}$"


def _programs(proof: Proof) -> dict[ColumnProgram, str]:
    """Return a dictionary that maps each column program in a theorem to the letter that stands for it in formulas."""
    if proof.claim is None:
        return {}
    claims = [Statement.read_claim(proof.game, text).formula for text in proof.claim.split(SEVERAL)]
    letters = (letter for letter in ascii_uppercase if letter not in proof.game.names)
    return dict(
        zip(dict.fromkeys(program for claim in claims for program in column_programs(claim)), letters, strict=False)
    )


def _program_meanings(proof: Proof) -> list[str]:
    """Return LaTeX sentences, each of which explains a letter that stands for a column program in a formula."""
    if proof.kind == P_POSITIONS and any(proof.programs):
        return []
    found = []
    for program, letter in _programs(proof).items():
        terms = ", ".join(map(_math, program.terms))
        meaning = digit_sentence(program, _math) or f"the column program ${letter}$ below accepts {terms}"
        found.append(f"Here ${letter}$ means that {meaning}.")
    return found


def _formula(proof: Proof, claim: str) -> str:
    statement = Statement.read_claim(proof.game, claim)
    formula = statement.formula
    if VALUE in statement.names and VALUE not in proof.game.names:
        formula = formula.substitute({VALUE: Linear.of(_letter(proof))})
    text = formula_latex(formula)
    for program, letter in _programs(proof).items():
        text = text.replace(formula_latex(program), letter)
    return f"${text}$" + ("" if statement.is_symmetric else f", {_ORDERS[statement.order]}")


def _letter(proof: Proof) -> str:
    """Return a letter for the Grundy value in LaTeX formulas: g, unless a pile has the name g."""
    return "g" if "g" not in proof.game.names else VALUE


def function_definitions_latex(text: str) -> list[str]:
    """Return the LaTeX sentence that defines the functions in a theorem, or an empty list if there are none."""
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
    statement = f"the {what} repeat {', '.join(parts)}"
    if proof.formula is None:
        return statement
    exactly = f"the P-positions are exactly the positions ${_position(proof)}$ with {_formula(proof, proof.formula)}"
    return f"{statement}; so {exactly}"


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
        return f"a single heap is a P-position if and only if {formula}"
    return f"the Grundy value of a single heap is determined by {formula}"


def _totals_statement(proof: TotalsProof) -> str:
    more = " and there is a move" if proof.misere else ""
    return (
        "a position is a P-position if and only if no total of chips that a move may keep is in "
        f"${_totals_latex(proof.totals)}${more}"
    )


def _totals_latex(totals: Totals) -> str:
    """Return a set of totals as LaTeX text; a total is the number of chips in a P-position."""
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
        last = "0" if len(proof.automata) == 1 else f"0 to {len(proof.automata) - 1}"
        return f"{reading}, {one} {which} {verb} exactly the positions of Grundy value {last}"
    what = "the positions with their Grundy values" if proof.kind == FUNCTION else "the P-positions"
    return f"{reading}, {one} {which} {verb} exactly {what}"


def _is_shown(proof: Proof) -> bool:
    """Return whether to print a proof's automaton as a table: it must be small, and the proof must have no formula."""
    if proof.claim is not None or not isinstance(proof, AutomatonProof) or len(proof.automata) > 1:
        return False
    (automaton,) = proof.automata
    return len(drawn_states(automaton)) <= MOST_STATES and automaton.symbols <= MOST_COLUMNS


def automaton_table_latex(proof: Proof) -> list[str]:
    """Return LaTeX lines with the transition table of a small automaton, for a theorem without a formula."""
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
        "Each row is a state with the next state for each tuple of digits. State 0 is the initial state, states",
        f"with a star are accepting, and {DEAD_STATE} stands for the state from which no word is accepted.",
    ]


_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "_": r"\_", "&": r"\&", "%": r"\%", "#": r"\#", "$": r"\$",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "|": r"$\mid$",
}  # fmt: skip


def _escape_latex(text: str) -> str:
    """Escape the special characters of LaTeX in a text."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)


WIDTH = 100  # maximum number of characters in a line of LaTeX
DIGEST_GROUP = 8  # number of characters of a SHA-256 digest between possible line breaks
_SIZES = re.compile(r"\d+(?:x\d+)+")  # the sizes of a window, such as 3x3x2
_JUNCTION = re.compile(r"\\text\{ (?:and|or) \} ?")
# For each kind of proof, a paragraph that explains the method of proof.
METHODS = {
    P_POSITIONS: "A set $P$ of positions is the set of P-positions if and only if $P$ consists of the positions from "
    "which no move leads into $P$. Finite automata that read the digits of the piles recognise $P$ and the set of the "
    "positions without a move into $P$. A comparison of the two automata shows that both sets are equal",
    VALUES: "A position has Grundy value $g$ if and only if its options have every value below $g$, but not $g$. "
    "Finite automata that read the digits of the piles recognise the sets of positions of each value, and a comparison "
    "of automata shows that these sets have this property",
    FUNCTION: "A function $g$ is the Grundy function if and only if the pairs of a position $x$ and a Nim pile of "
    "$g(x)$ chips are the P-positions of the sum of the game and a Nim pile. Finite automata that read the digits of "
    "the piles recognise both sets, and a comparison of the automata shows that they are equal",
    TOTALS: "The options of a position depend only on the total of chips that a move keeps, so the totals of the "
    "P-positions determine all outcomes. The set of these totals is eventually periodic, and the period was checked",
    WINDOW: "Every move changes each pile by a bounded number of chips, so each value is determined by the values of "
    "positions at a bounded distance. Therefore a window of values that repeats once repeats for ever, and such a "
    "window was computed",
    HEAPS: "A move takes a bounded number of chips from a heap and leaves a bounded number of heaps. By the theorem of "
    "Guy and Smith, values that repeat for long enough repeat for ever, and enough values were computed",
}


def theorem_to_latex(theorem: StoredTheorem) -> str:
    """Return a stored theorem as LaTeX theorem and proof environments, for a document with amsmath and amsthm."""
    proof = theorem.proof
    if isinstance(proof, WindowProof):
        proof = with_formula(proof)
    title = f"[{_escape_latex(theorem.name)}]" if theorem.name else ""
    statement = statement_latex(proof)
    # Allow line breaks at words within formulas, where TeX does not break lines by default.
    broken = _JUNCTION.sub(r"\g<0>\\allowbreak ", statement)
    sentences = " ".join([f"{broken}.", *_program_meanings(proof), *function_definitions_latex(statement)])
    lines = [
        rf"\begin{{theorem}}{title}",
        f"For the game in {'misère' if proof.misere else 'normal'} play",
        proof.game.latex(),
        *_wrapped(sentences),
        *automaton_table_latex(proof),
        *program_tables_latex(proof),
        r"\end{theorem}",
        r"\begin{proof}",
        *_wrapped(_method(theorem, proof)),
        *(f"% {line}" for line in window_formula_advice(proof)),
        r"\end{proof}",
    ]
    return "\n".join(lines) + "\n"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def theorem_to_bibtex(theorem: StoredTheorem) -> str:
    """Return the BibTeX entries that a theorem cites, for Sprague and for the sources of the game."""
    return bibliography([SPRAGUE, *_works(theorem.proof)])


def _works(proof: Proof) -> Iterator[Work]:
    entry = find_game(proof.game.name.partition(":")[0]) if proof.game.name else None
    sources: tuple[Source, ...] = entry.sources if entry else ()
    yield from (source.work for source in sources if source.work is not None)


def _method(theorem: StoredTheorem, proof: Proof) -> str:
    effort = _SIZES.sub(lambda sizes: "$" + sizes[0].replace("x", r" \times ") + "$", _escape_latex(proof.counters()))
    return (
        f"By computation with Sprague~\\cite{{{SPRAGUE.key}}}. {METHODS[proof.kind]} ({effort}). {_formula_step(proof)}"
        f"Play always ends, because every move lowers {_rank(proof)}. The certificate "
        f"\\texttt{{{theorem.path.name}}}, which \\texttt{{sprague verify}} checks independently, has the SHA-256 "
        f"digest \\texttt{{{_breakable(theorem.digest)}}}."
    )


def _formula_step(proof: Proof) -> str:
    """Return the sentence of a proof by a window that explains why the formula describes the P-positions."""
    if not isinstance(proof, WindowProof) or proof.formula is None:
        return ""
    return (
        "A comparison of finite automata shows that the periodic values are those of P-positions exactly where the "
        "formula is true. "
    )


def _breakable(digest: str) -> str:
    """Insert possible line breaks into a SHA-256 digest for LaTeX, because the digest is wider than a column."""
    return r"\allowbreak ".join(digest[place : place + DIGEST_GROUP] for place in range(0, len(digest), DIGEST_GROUP))


def _rank(proof: Proof) -> str:
    rank = proof.game.rank
    if not isinstance(rank, WeightedSums) or rank.is_chips:
        return _escape_latex(str(rank))
    first, *rest = (f"${term.written(name_latex)}$" for term in rank.terms)
    return f"first {', then '.join((first, *rest))}" if rest else first
