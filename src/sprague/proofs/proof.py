"""`Proof` and `Refutation`: the results of `prove` and `discover` about all positions of a game.

A proof is the set it proved: `(3, 5, 9) in proof` asks whether that is a P-position. It holds what its
certificate needs, among it the rank that shows that play ends: without it the kernel equation could have other
solutions. A `Refutation` has a counterexample, an `Undecided` says what was tried.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.drawing import svg_if_small
from sprague.automata.serialization import to_data
from sprague.certificates.evidence import FUNCTION, P_POSITIONS, SEVERAL, TOTALS, VALUES, WINDOW
from sprague.certificates.writer import CertificateData, automata_evidence, read_claims, write_certificate
from sprague.files import write_atomically
from sprague.formulas.column_evaluation import explain_columns
from sprague.formulas.evaluation import value
from sprague.language.column_english import program_sentences
from sprague.language.column_programs import ColumnProgram
from sprague.language.positions import Position, position_in_sentence
from sprague.language.statements import POWER, VALUE, Statement, alternatives_sentences, claim_after_verb
from sprague.notebook_html import as_html
from sprague.periods.period import Period
from sprague.proofs.grundy import WrongValue, values_at
from sprague.proofs.kernel_equation import Failure
from sprague.proofs.totals import Totals, find_redistribution
from sprague.proofs.undecided import Undecided
from sprague.proofs.winning_moves import find_options_into, positions_with_total
from sprague.rules.ruleset import Ruleset
from sprague.rules.termination import Rank


@dataclass(frozen=True, repr=False)
class Proof(ABC):
    """A proof of the P-positions of a game for all positions; `claim` is the proved formula, if any."""

    game: Ruleset
    misere: bool
    claim: str | None

    @property
    @abstractmethod
    def kind(self) -> str:
        """The kind of theorem, as the certificate names it."""

    @abstractmethod
    def is_p(self, position: Position) -> bool:
        """Return whether a position of the game is a P-position."""

    @abstractmethod
    def winning_options(self, position: Position) -> list[Position]:
        """Return options that are P-positions, at least one from every N-position that is not terminal."""

    @abstractmethod
    def statement(self) -> str:
        """Return the theorem as a sentence."""

    @abstractmethod
    def effort(self) -> str:
        """Return the size of the proof as text."""

    @abstractmethod
    def evidence(self) -> dict[str, object]:
        """Return the evidence of the certificate, besides rule, play and rank."""

    @cached_property
    def programs(self) -> list[ColumnProgram | None]:
        """The column program of each claim, None for claims that are formulas."""
        claims = self.claim.split(SEVERAL) if self.claim is not None else []
        formulas = [Statement.read_claim(self.game, claim).formula for claim in claims]
        return [formula if isinstance(formula, ColumnProgram) else None for formula in formulas]

    def words(self) -> list[str]:
        """Return the claim as English sentences, if it is a column program or an `or` of several groups."""
        sentences: list[str] = []
        for number, program in enumerate(self.programs):
            if program is not None:
                member = f"a position of Grundy value {number}" if self.kind == VALUES else "a P-position"
                sentences += program_sentences(program, "in the set" if self.kind == FUNCTION else member)
        if self.kind == P_POSITIONS and self.claim is not None:
            sentences += alternatives_sentences(self.game, self.claim)
        return sentences

    def explain_columns(self, position: Position) -> str | None:
        """Return how the columns of a P-position are read, if the claim is a column program; else None."""
        if self.kind != P_POSITIONS or not self.programs or (program := self.programs[0]) is None:
            return None
        numbers = dict(zip(self.game.names, position, strict=True))
        return explain_columns(program, [int(value(term, numbers).whole) for term in program.terms])

    def grundy(self, position: Position) -> int | None:
        """Return the Grundy value of a position, or None if the proof does not give it."""
        return 0 if not self.misere and not self.game.blocking and self.is_p(position) else None

    @property
    def play(self) -> str:
        """The play convention, "normal" or "misere"."""
        return "misere" if self.misere else "normal"

    def __bool__(self) -> bool:
        return True

    def __contains__(self, position: Sequence[int]) -> bool:
        return self.is_p(self.game.single(position))

    def to_json(self) -> dict[str, object]:
        """Return the theorem as JSON data for display; the certificate has the evidence."""
        return {
            "game": self.game.name or str(self.game),
            "rule": str(self.game),
            "play": self.play,
            "kind": self.kind,
            "claim": self.claim,
            "statement": self.statement(),
            "words": self.words(),
            "effort": self.effort(),
        }

    @property
    def rank(self) -> Rank | None:
        """The rank, a number that every move lowers, which shows that play ends."""
        return self.game.rank

    @property
    def track(self) -> str | None:
        """The name of the Grundy value in a claim about the Grundy function: `value`, `power` or None."""
        return None

    def certificate(self) -> CertificateData:
        """Return the certificate of the proof, a JSON object that `sprague verify` checks independently."""
        claims = [] if self.claim is None else read_claims(self.game, self.kind, self.claim, self.track)
        return write_certificate(
            self.game,
            kind=self.kind,
            misere=self.misere,
            evidence=self.evidence(),
            rank=self.rank,
            claims=claims,
            quoted=self.claim,
        )

    def to_coq(self) -> str:
        """Return a Coq file that states and proves the theorem; raise SpragueError if Coq cannot express it yet."""
        from sprague.coq.theorem_file import theorem_file  # which imports the translation of formulas from here

        return theorem_file(self.certificate()).text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a file."""
        write_atomically(path, json.dumps(self.certificate(), ensure_ascii=False) + "\n")

    def __str__(self) -> str:
        return (
            f"proved for all positions: {self.statement()} ({self.effort()}; play ends, as every move lowers "
            f"{self.game.rank})"
        )

    def _repr_html_(self) -> str:
        text = f"{self.statement()}.\n{self.effort()}; play ends, as every move lowers {self.game.rank}"
        return as_html(f"Proved for all positions: {text}", self._picture())

    def _picture(self) -> str:
        """Return the automaton of the set as SVG, if there is one that is small enough."""
        return ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.statement()}>"

    def _subject(self) -> str:
        return f"{self.game.label}{' in misère play' if self.misere else ''}"


@dataclass(frozen=True, repr=False)
class AutomatonProof(Proof):
    """A proof by the kernel equation, with automata for the P-positions, the Grundy values or the Grundy function.

    There is one automaton for the P-positions, one for each Grundy value from 0 on, or one for the function, which has
    one more track for the value or its power of two.
    """

    what: str
    automata: tuple[Automaton, ...]
    pairs: int
    by_power: bool = False

    @property
    def kind(self) -> str:
        return self.what

    @cached_property
    def positions(self) -> Automaton:
        """The automaton of the P-positions."""
        if self.what != FUNCTION:
            return self.automata[0]
        function = self.automata[0]
        last = function.tracks - 1
        return atoms.fix_tracks(function, {last: 1 if self.by_power else 0}).project(last)

    def is_p(self, position: Position) -> bool:
        return position in self.positions

    def winning_options(self, position: Position) -> list[Position]:
        return find_options_into(self.game, self.positions, position)

    def grundy(self, position: Position) -> int | None:
        if self.what == VALUES:
            return next((value for value, members in enumerate(self.automata) if position in members), None)
        if self.what == FUNCTION:
            (value,) = values_at(self.automata[0], self.game.single(position))
            return value.bit_length() - 1 if self.by_power else value
        return super().grundy(position)

    def _picture(self) -> str:
        return svg_if_small(self.positions, self.game.names) or ""

    def statement(self) -> str:
        if self.what == FUNCTION:
            return (
                f"the Grundy function of {self._subject()} is{claim_after_verb(self.claim or 'that of an automaton')}"
            )
        claim = self.claim or f"those of an automaton with {' + '.join(str(a.states) for a in self.automata)} states"
        if self.what == VALUES:
            last = len(self.automata) - 1
            return (
                f"the positions of {self._subject()} with Grundy value 0 to {last} are exactly{claim_after_verb(claim)}"
            )
        return f"the P-positions of {self._subject()} are exactly{claim_after_verb(claim)}"

    def effort(self) -> str:
        states = " + ".join(str(automaton.states) for automaton in self.automata)
        return f"{self.automata[0].numeration}, {states} states, {self.pairs:,} pairs compared"

    def evidence(self) -> dict[str, object]:
        digits = self.automata[0].numeration.recurrence
        return automata_evidence(digits, [to_data(automaton) for automaton in self.automata], self.what, self.track)

    @property
    def track(self) -> str | None:
        return (POWER if self.by_power else VALUE) if self.what == FUNCTION else None


@dataclass(frozen=True, repr=False)
class TotalsProof(Proof):
    """A proof for a redistribution game by the totals of its P-positions."""

    totals: Totals
    tried: int

    @property
    def kind(self) -> str:
        return TOTALS

    def is_p(self, position: Position) -> bool:
        rule = find_redistribution(self.game)
        assert rule is not None
        kept = list(rule.kept_totals(position))
        if self.misere and max(kept) < rule.least:
            return False
        return not any(total in self.totals for total in kept)

    def winning_options(self, position: Position) -> list[Position]:
        rule = find_redistribution(self.game)
        assert rule is not None
        wanted = [total for total in dict.fromkeys(rule.kept_totals(position)) if total in self.totals]
        return positions_with_total(rule, self.totals, self.misere, wanted)

    def statement(self) -> str:
        if self.claim is not None:
            return f"the P-positions of {self._subject()} are exactly{claim_after_verb(self.claim)}"
        more = " and there is a move" if self.misere else ""
        return (
            f"a position of {self._subject()} is P exactly if no total of chips that a move may keep is in S{more}, "
            f"where S = {{{self.totals}}} are the totals of P-positions"
        )

    def effort(self) -> str:
        return f"totals with period {self.totals.period} from {self.totals.preperiod} on, {self.tried:,} piles tried"

    def evidence(self) -> dict[str, object]:
        return {
            "totals": {
                "preperiod": self.totals.preperiod,
                "period": self.totals.period,
                "small": list(self.totals.small),
                "residues": list(self.totals.residues),
            }
        }


@dataclass(frozen=True, repr=False)
class WindowProof(Proof):
    """A proof by a window of values that repeats, for a game with finitely many moves."""

    period: Period

    @property
    def kind(self) -> str:
        return WINDOW

    def _value(self, position: Position) -> int:
        floor = self.game.floor
        value = 0
        for window in self.period.windows:
            value ^= window.value([position[pile] - floor for pile in window.piles])
        return value

    def is_p(self, position: Position) -> bool:
        return self._value(position) == 0

    def winning_options(self, position: Position) -> list[Position]:
        return [option for option in self.game.options(position) if self.is_p(option)]

    def grundy(self, position: Position) -> int | None:
        return self._value(position) if self.period.evidence.what == "grundy" else super().grundy(position)

    def statement(self) -> str:
        what = "Grundy values" if self.period.evidence.what == "grundy" else "outcomes"
        parts = "; ".join(str(self.period).splitlines())
        return f"the {what} of {self._subject()} repeat: {parts}"

    def effort(self) -> str:
        sizes = " + ".join("x".join(map(str, window.values.shape)) for window in self.period.windows)
        return f"a window of {sizes or 'no'} values"

    def evidence(self) -> dict[str, object]:
        return self.period.evidence.to_json()

    @property
    def rank(self) -> Rank | None:
        return self.period.evidence.rank


@dataclass(frozen=True, repr=False)
class Refutation:
    """A refutation of a claim, with a counterexample and the reason.

    The counterexample has the fewest chips, and is the first of those in lexicographic order; if the limits did not
    allow to find that one, the text says so.

    `misplaced` is a position whose outcome is not what the claim says: the counterexample itself or,
    if that is classified rightly, one of its options; None if it was out of reach to tell. In the same way
    `wrong_value` has such a position for a claim about Grundy values, with its value; it is the counterexample.
    """

    game: Ruleset
    misere: bool
    claim: str | None
    failure: Failure
    misplaced: Position | None = None
    wrong_value: WrongValue | None = None

    @property
    def counterexample(self) -> Position:
        """The position at which the claim fails."""
        return self.failure.position if self.wrong_value is None else self.wrong_value.position

    def _repr_html_(self) -> str:
        return as_html(f"Refuted{'' if self.claim is None else f': {self.claim}'}\n{self}")

    def __repr__(self) -> str:
        claim = "an automaton" if self.claim is None else repr(self.claim)
        return f"<Refutation of {claim} for {self.game.display_name}: {self.wrong_value or self.failure}>"

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        text = f"refuted: {self.wrong_value or self.failure}"
        if self.misplaced is not None and self.misplaced != self.counterexample:
            text += f"; it is {position_in_sentence(self.misplaced)}, one of its options, that is misplaced"
        return text if self.failure.fewest else f"{text}; there may be one with fewer chips"


Decision = Proof | Refutation | Undecided
