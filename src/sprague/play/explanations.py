"""`explain_reason` explains in sentences why a position is P or N: by a theorem, proof, automaton or computation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sprague.language.positions import show_position
from sprague.rules import Position
from sprague.solver.reasons import ByComputation, ByProof, ByTheorem, Reason

if TYPE_CHECKING:
    from sprague.automata.automaton import Automaton

MOST_COLUMNS = 64  # maximum number of digit columns printed in one line


def explain_reason(reason: Reason, position: Position) -> list[str]:
    """Return sentences that explain the outcome of a position, one fact per line."""
    lines = [reason.explain(position)]
    match reason:
        case ByTheorem(theorem=theorem):
            lines += [f"{theorem.title}: {theorem.statement}", f"From {theorem.source}."]
        case ByProof():
            lines += [f"Proved for all positions: {reason.because.source}.", *_automaton_run(reason, position)]
        case ByComputation():
            lines.append(f"By exhaustive computation: {reason.because.source}.")
        case _:
            lines.append(f"Reason ({reason.because.kind}): {reason.because.source}.")
    return lines


def _automaton_run(reason: ByProof, position: Position) -> list[str]:
    """Return the run of the proof's automaton, as text, on a P-position or on a winning option of an N-position."""
    from sprague.proofs.proof import AutomatonProof

    proof = reason.proof
    if not isinstance(proof, AutomatonProof):
        return []
    member = position if proof.is_p(position) else next(iter(proof.winning_options(position)), None)
    return [] if member is None else _trace_automaton(proof.positions, member)


def _trace_automaton(automaton: Automaton, position: Position) -> list[str]:
    r"""Return the run of an automaton on a position as lines of text: the digits of each pile, then the states.

    >>> from sprague.automata.automaton import Automaton
    >>> from sprague.automata.numeration import BINARY
    >>> even = Automaton(1, BINARY, [[0, 1], [0, 1]], [True, False])
    >>> print(*_trace_automaton(even, (6,)), sep="\n")
    The automaton reads (6,) in base 2, the most significant digits first:
      1 1 0
      states 0 1 1 0: the last state accepts, so this is a P-position
    """
    from sprague.automata.words import encode_word

    word = encode_word(position, automaton.numeration).tolist()
    shown = show_position(position)
    if not 0 < len(word) <= MOST_COLUMNS:
        return [f"The automaton reads {shown} in {automaton.numeration}, {len(word):,} columns of digits."]
    states = [0]
    for symbol in word:
        states.append(int(automaton.table[states[-1], symbol]))
    digits = automaton.numeration.digits
    rows = []
    for track in range(automaton.tracks):
        weight = digits ** (automaton.tracks - 1 - track)
        rows.append("  " + " ".join(str(symbol // weight % digits) for symbol in word))
    accepts = automaton.accepting[states[-1]]
    verdict = "accepts, so this is a P-position" if accepts else "does not accept, so this is an N-position"
    return [
        f"The automaton reads {shown} in {automaton.numeration}, the most significant digits first:",
        *rows,
        f"  states {' '.join(map(str, states))}: the last state {verdict}",
    ]
