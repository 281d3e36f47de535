"""`explain_reason` explains in sentences why a position is P or N: by a theorem, proof, automaton or computation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprague.language.positions import show_position
from sprague.rules import Position
from sprague.solver.reasons import ByComputation, ByProof, ByTheorem, Reason

if TYPE_CHECKING:
    from sprague.automata.automaton import Automaton
    from sprague.automata.numeration import Numeration

MOST_COLUMNS = 64  # maximum number of columns of digits in one printed line


def explain_reason(reason: Reason, position: Position) -> list[str]:
    """Return sentences, one for each fact, that explain why a position is P or N."""
    lines = [reason.explain(position)]
    match reason:
        case ByTheorem(theorem=theorem):
            lines += [f"{theorem.title}: {theorem.statement}", f"From {theorem.source}."]
        case ByProof():
            lines.append(f"Proved for all positions: {reason.because.source}.")
            lines += run.lines() if (run := automaton_run(reason, position)) else []
        case ByComputation():
            lines.append(f"By exhaustive computation: {reason.because.source}.")
        case _:
            lines.append(f"Reason ({reason.because.kind}): {reason.because.source}.")
    return lines


def automaton_run(reason: Reason, position: Position) -> AutomatonRun | None:
    """Return the run of a proof's automaton on the digits of a P-position, for the explanation of an outcome.

    For an N-position, the automaton reads a P-position to which a winning move leads.
    """
    if not isinstance(reason, ByProof):
        return None
    from sprague.proofs.proof import AutomatonProof

    if not isinstance(reason.proof, AutomatonProof):
        return None
    proof = reason.proof
    member = position if proof.is_p(position) else next(iter(proof.winning_options(position)), None)
    return None if member is None else AutomatonRun.of(proof.positions, member)


@dataclass(frozen=True)
class AutomatonRun:
    """The run of an automaton on the digits of a position, most significant first.

    `columns` contains one tuple for each column of digits, with one digit for each pile. The list `states` starts with
    the state before the first column, so it is longer than `columns` by one. The list `words` contains a description of
    each state in `states`.
    """

    position: Position
    numeration: Numeration
    columns: list[tuple[int, ...]]
    states: list[int]
    words: list[str]
    accepts: bool

    @classmethod
    def of(cls, automaton: Automaton, position: Position) -> AutomatonRun:
        """Return the run of an automaton on the digits of a position.

        >>> from sprague.automata.automaton import Automaton
        >>> from sprague.automata.numeration import BINARY
        >>> run = AutomatonRun.of(Automaton(1, BINARY, [[0, 1], [0, 1]], [True, False]), (6,))
        >>> run.columns, run.states, run.words[-1]
        ([(1,), (1,), (0,)], [0, 1, 1, 0], 'so far the digits are those of a P-position')
        """
        from sprague.automata.words import encode_word

        digits = automaton.numeration.digits
        states, columns = [0], []
        for symbol in encode_word(position, automaton.numeration).tolist():
            states.append(int(automaton.table[states[-1], symbol]))
            columns.append(tuple(symbol // digits**place % digits for place in reversed(range(automaton.tracks))))
        words = _state_words(automaton)
        return cls(
            position,
            automaton.numeration,
            columns,
            states,
            [words[state] for state in states],
            bool(automaton.accepting[states[-1]]),
        )

    @property
    def is_short(self) -> bool:
        """Whether the run of the automaton is short enough to be printed."""
        return 0 < len(self.columns) <= MOST_COLUMNS

    def lines(self) -> list[str]:
        r"""Return the run as lines of text: the digits of each pile, then the states.

        >>> from sprague.automata.automaton import Automaton
        >>> from sprague.automata.numeration import BINARY
        >>> even = Automaton(1, BINARY, [[0, 1], [0, 1]], [True, False])
        >>> print(*AutomatonRun.of(even, (6,)).lines(), sep="\n")
        The automaton reads (6,) in base 2, the most significant digits first:
          1 1 0
          states 0 1 1 0: the last state accepts, so this is a P-position
        """
        shown = show_position(self.position)
        if not self.is_short:
            return [f"The automaton reads {shown} in {self.numeration}, {len(self.columns):,} columns of digits."]
        verdict = "accepts, so this is a P-position" if self.accepts else "does not accept, so this is an N-position"
        return [
            f"The automaton reads {shown} in {self.numeration}, the most significant digits first:",
            *("  " + " ".join(map(str, row)) for row in zip(*self.columns, strict=True)),
            f"  states {' '.join(map(str, self.states))}: the last state {verdict}",
        ]


def _state_words(automaton: Automaton) -> list[str]:
    """Return a description of each state, which tells whether the digits read so far describe a P-position."""
    accepting = [bool(accepts) for accepts in automaton.accepting]
    can_accept = _reaching(automaton, accepting)
    can_reject = _reaching(automaton, [not accepts for accepts in accepting])
    found = []
    for accepts, may_accept, may_reject in zip(accepting, can_accept, can_reject, strict=True):
        if accepts:
            found.append(
                "so far the digits are those of a P-position"
                if may_reject
                else "this is a P-position, whatever digits follow"
            )
        else:
            found.append(
                "so far the digits are not those of a P-position; later digits can change this"
                if may_accept
                else "this is not a P-position, whatever digits follow"
            )
    return found


def _reaching(automaton: Automaton, goals: list[bool]) -> list[bool]:
    """Return a list that tells for each state of an automaton whether a goal state can be reached from it."""
    reaching = goals
    while True:
        wider = [
            reaches or any(reaching[int(target)] for target in targets)
            for reaches, targets in zip(reaching, automaton.table, strict=True)
        ]
        if wider == reaching:
            return reaching
        reaching = wider
