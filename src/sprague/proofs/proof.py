"""`Proof` with its subclasses, and `Refutation`: the results of `prove` and `discover` about all positions.

A proof behaves like the set of P-positions: `(3, 5, 9) in proof` tells whether (3, 5, 9) is a P-position. A proof
contains all data for its certificate. A proof contains a rank, which proves that play ends; if play did not end, the
kernel equation could have several solutions. A `Refutation` has a counterexample, and an `Undecided` lists the
attempts.
"""

from __future__ import annotations

import json
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Literal

from sprague.atlas.lookup import AtlasMatch, find_game
from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.drawing import svg_if_small
from sprague.automata.serialization import to_data
from sprague.certificates.evidence import FUNCTION, P_POSITIONS, SEVERAL, TOTALS, VALUES, WINDOW
from sprague.certificates.writer import CertificateData, automata_evidence, read_claims, write_certificate
from sprague.errors import MissingResultError
from sprague.files import write_atomically
from sprague.formulas.column_evaluation import explain_columns
from sprague.formulas.evaluation import value
from sprague.language.column_programs import ColumnProgram
from sprague.language.column_tables import ProgramTable, program_table
from sprague.language.conditions import Chain, Compare
from sprague.language.positions import Position, position_in_sentence
from sprague.language.statements import POWER, VALUE, Order, Statement, alternatives_sentences, claim_after_verb
from sprague.notebook_html import as_html
from sprague.periods.period import Period
from sprague.proofs.grundy import WrongValue, values_at
from sprague.proofs.kernel_equation import Failure
from sprague.proofs.totals import Totals, find_redistribution
from sprague.proofs.undecided import Undecided
from sprague.proofs.winning_moves import find_options_into, positions_with_total
from sprague.results.base import VERSION, Play
from sprague.rules.ruleset import Ruleset
from sprague.rules.termination import Rank

# A formula with a verb such as "is" is a clause, so the text is "such that a is even", not "with a is even".
_CLAUSE = re.compile(r"\b(is|are|divides|exists|iff|implies|not)\b|\ball \w+( <= [^:]*)?:")


@dataclass(frozen=True, repr=False)
class Proof(ABC):
    """A proof of a theorem about the P-positions or Grundy values of a game; `claim` is the proved formula, if any.

    >>> import sprague
    >>> proof = sprague.prove("nim:piles=2", "a = b")
    >>> bool(proof), proof.kind, proof.claim
    (True, 'p-positions', 'a = b')
    >>> proof.is_p((10**100, 10**100)), proof.is_p((10**100, 3))
    (True, False)
    """

    game: Ruleset
    misere: bool
    claim: str | None

    @property
    @abstractmethod
    def kind(self) -> str:
        """The kind of the theorem as certificates name it, such as `p-positions`."""

    @abstractmethod
    def is_p(self, position: Position) -> bool:
        """Return whether a position of the game is a P-position.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").is_p((3, 3))
        True

        Args:
            position: A position of the game.

        Raises:
            SpragueError: The piles are not a position of the game.
        """

    @abstractmethod
    def winning_options(self, position: Position) -> list[Position]:
        """Return options of a position that are P-positions; the list is empty only if no option is a P-position.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").winning_options((3, 5))
        [(3, 3)]

        Args:
            position: A position of the game.

        Raises:
            SpragueError: The piles are not a position of the game.
        """

    @abstractmethod
    def statement(self) -> str:
        """Return the statement of the theorem as a sentence without an initial capital and a full stop.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").statement()
        'the P-positions of nim:piles=2 are exactly the positions (a, b) with a = b'
        """

    @abstractmethod
    def argument(self) -> str:
        """Return a sentence that explains how the theorem is proved, without an initial capital and a full stop.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").argument()
        'every move from the set leaves the set, and from every other position some move leads into the set'
        """

    @abstractmethod
    def counters(self) -> str:
        """Return the size of the proof as text, for example "base 2, 6 states, 6 pairs compared".

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").counters()
        'base 2, 2 states, 2 pairs compared'
        """

    def effort(self) -> str:
        """Return a sentence that explains how the theorem is proved, followed by the size of the proof.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").effort().endswith("2 pairs compared")
        True
        """
        return f"{self.argument()}; {self.counters()}"

    @abstractmethod
    def evidence(self) -> dict[str, object]:
        """Return the evidence for the theorem, as the certificate of the proof contains it.

        >>> import sprague
        >>> list(sprague.prove("nim:piles=2", "a = b").evidence())
        ['numeration', 'automaton']
        """

    @cached_property
    def programs(self) -> tuple[ColumnProgram | None, ...]:
        """A tuple with an entry for each claim of the proof: its column program, or None if the claim is a formula."""
        claims = self.claim.split(SEVERAL) if self.claim is not None else []
        formulas = [Statement.read_claim(self.game, claim).formula for claim in claims]
        return tuple(
            formula if isinstance(formula, ColumnProgram) and not formula.is_fibonacci_number else None
            for formula in formulas
        )

    def words(self) -> list[str]:
        """Return a claim in words, one line for each alternative; return no lines if the claim is not a disjunction.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").words()
        []
        """
        if self.kind != P_POSITIONS or self.claim is None:
            return []
        return alternatives_sentences(self.game, self.claim)

    def tables(self) -> list[ProgramTable]:
        """Return the column programs of the claim as tables; the list is empty if the claim is a formula.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").tables()
        []
        """
        return [program_table(program) for program in self.programs if program is not None]

    def explain_columns(self, position: Position) -> str | None:
        """Explain how a column program reads a P-position; return None if the claim is not a column program.

        >>> import sprague
        >>> print(sprague.prove("nim:piles=2", "a = b").explain_columns((1, 1)))
        None

        Args:
            position: A position of the game.
        """
        if self.kind != P_POSITIONS or not self.programs or (program := self.programs[0]) is None:
            return None
        numbers = dict(zip(self.game.names, position, strict=True))
        return explain_columns(program, [int(value(term, numbers).whole) for term in program.terms])

    def grundy(self, position: Position) -> int | None:
        """Return the Grundy value of a position, or None if the proof does not give it.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "value = a xor b").grundy((3, 5))
        6

        Args:
            position: A position of the game.

        Raises:
            SpragueError: The piles are not a position of the game.
        """
        return 0 if not self.misere and not self.game.blocking and self.is_p(position) else None

    @property
    def play(self) -> Play:
        """The play convention of the proof, "normal" or "misere"."""
        return "misere" if self.misere else "normal"

    def __bool__(self) -> Literal[True]:
        return True

    def __contains__(self, position: Sequence[int]) -> bool:
        return self.is_p(self.game.single(position))

    def to_json(self) -> dict[str, object]:
        """Return the theorem as JSON data for display, without the evidence.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").to_json()["claim"]
        'a = b'
        """
        return {
            "version": VERSION,
            "game": self.game.name or str(self.game),
            "rule": str(self.game),
            "play": self.play,
            "kind": self.kind,
            "claim": self.claim,
            "statement": self.statement(),
            "words": self.words(),
            "tables": [asdict(table) for table in self.tables()],
            "effort": self.effort(),
        }

    def atlas_entries(self) -> list[AtlasMatch]:
        """Return the atlas entries about the game of the proof, then the entries about games with the same P-positions.

        >>> import sprague
        >>> proof = sprague.prove("(x, y) -> (v, y) where v < x any order", "x = y")
        >>> proof.atlas_entries()[0].reason
        'the same game'
        """
        return find_game(self.game, self.misere, is_p=self.is_p, certificate=self.certificate())

    @property
    def rank(self) -> Rank | None:
        """The rank: a quantity that every move lowers, so that play ends."""
        return self.game.rank

    @property
    def track(self) -> str | None:
        """The name of the last track (`value` or `power`) if the claim is about the Grundy function, otherwise None."""
        return None

    def certificate(self) -> CertificateData:
        """Return the certificate of the proof, a JSON object that `sprague verify` checks independently.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").certificate()["kind"]
        'p-positions'
        """
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
        """Return a Coq file that states and proves the theorem; raise SpragueError for unsupported theorems.

        >>> import sprague
        >>> sprague.prove("nim:piles=2", "a = b").to_coq().startswith("(*")
        True
        """
        from sprague.coq.theorem_file import theorem_file  # imported here because the Coq export imports this package

        return theorem_file(self.certificate()).text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate of the proof to a file.

        >>> import sprague, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sprague.prove("nim:piles=2", "a = b").save(f"{folder}/nim.json")

        Args:
            path: The file to write.

        Raises:
            SpragueError: The file cannot be written; a `MissingFileError` if its folder does not exist.
        """
        write_atomically(path, json.dumps(self.certificate(), ensure_ascii=False) + "\n")

    def __str__(self) -> str:
        return (
            f"proved for all positions: {self.statement()} ({self.effort()}; play ends because every move lowers "
            f"{self.game.rank})"
        )

    def _repr_html_(self) -> str:
        text = f"{self.statement()}.\n{self.effort()}; play ends because every move lowers {self.game.rank}"
        tables = "".join(table.html() for table in self.tables())
        return as_html(f"Proved for all positions: {text}", tables + self._picture())

    def _picture(self) -> str:
        """Return a drawing of the automaton of the P-positions as SVG, or an empty text if it is too large."""
        return ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.statement()}>"

    def _subject(self) -> str:
        return f"{self.game.label}{' in misère play' if self.misere else ''}"

    def _entries(self) -> str:
        return self.game.ast.tuple_text(self.game.names)

    def _p_positions_statement(self, claim: str) -> str:
        """Return the statement that the P-positions of a game are exactly the positions that satisfy a claim."""
        exactly = f"the P-positions of {self._subject()} are exactly"
        if any(self.programs):
            order, program = self._split_order(claim)
            by = f"accepted{self._order_text(order)} by the column program"
            return f"{exactly} the positions {self._entries()} {by} {program}"
        return f"{exactly} {self._set_statement('positions', self._entries(), claim)}"

    def _set_statement(self, noun: str, entries: str, claim: str) -> str:
        """Return a claimed set as text, such as "the positions (a, b) with a = b"."""
        order, formula = self._split_order(claim)
        if order is Order.EVERY:
            return f"the {noun} {entries} with {formula}, in every order"
        joint = "such that" if _CLAUSE.search(formula) else "with"
        return f"the {noun} {entries}{self._order_text(order)} {joint} {formula}"

    def _function_statement(self, subject: str) -> str:
        """Return the proved statement about the Grundy values of a subject such as "the position (a, b) of nim"."""
        claim = Statement.read_claim(self.game, self.claim or "")
        order, formula = self._split_order(self.claim or "")
        name = claim.names[-1]
        number = "the Grundy value" if name == VALUE else "2 to the Grundy value"
        is_term = isinstance(claim.formula, Compare) or (
            isinstance(claim.formula, Chain) and len(list(claim.formula.links())) == 1
        )
        if order is None and is_term and formula.startswith(f"{name} = "):
            return f"{number} of {subject} is {formula.removeprefix(f'{name} = ')}"
        return f"{number} of {subject}{self._order_text(order)} is the number {name} that satisfies {formula}"

    def _split_order(self, claim: str) -> tuple[Order | None, str]:
        """Split a claim into its prefix, such as `in some order` (None if there is no prefix), and its formula."""
        for order in Order:
            if claim.startswith(f"{order.value}:"):
                return order, claim.removeprefix(f"{order.value}:").strip()
        return None, claim

    def _order_text(self, order: Order | None) -> str:
        if order is None:
            return ""
        if order is Order.EVERY:
            return ", in every order,"
        return f", in {'either' if len(self.game.piles) == 2 else 'some'} order,"


@dataclass(frozen=True, repr=False)
class AutomatonProof(Proof):
    """A proof by the kernel equation, with automata for the P-positions, the Grundy values or the Grundy function.

    The proof has one automaton for the P-positions or for the Grundy function, or one automaton for each Grundy value
    from 0 on. The automaton of the Grundy function has an additional last track for the value or for 2^value. `slopes`
    describes slopes that `discover` observed in a table of P-positions; they are not part of the proof.
    """

    what: str
    automata: tuple[Automaton, ...]
    pairs: int
    by_power: bool = False
    slopes: tuple[str, ...] = field(default=(), compare=False)

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
            if self.claim is None:
                return f"the Grundy function of {self._subject()} is given by an automaton with {self._states()} states"
            if any(self.programs):
                return (
                    f"the number {self.track} of a position {self._entries()} of {self._subject()} is the one that the "
                    f"column program accepts: {self.claim}"
                )
            return self._function_statement(f"the position {self._entries()} of {self._subject()}")
        if self.what == VALUES:
            return self._values_statement()
        if self.claim is None:
            return (
                f"the P-positions of {self._subject()} are exactly the positions accepted by an automaton with "
                f"{self._states()} states"
            )
        return self._p_positions_statement(self.claim)

    def _values_statement(self) -> str:
        last = len(self.automata) - 1
        positions = f"the positions of {self._subject()} with Grundy value {f'0 to {last}' if last else '0'}"
        if self.claim is None:
            return f"{positions} are exactly those accepted by automata with {self._states()} states"
        if any(self.programs):
            return f"{positions} are exactly{claim_after_verb(self.claim)}"
        cases = []
        for number, claim in enumerate(self.claim.split(SEVERAL)):
            order, formula = self._split_order(claim)
            cases.append(f"{number} exactly if{self._order_text(order)} {formula}")
        *first, final = cases
        listed = f"{', '.join(first)}, and {final}" if first else final
        return f"the Grundy value of the position {self._entries()} of {self._subject()} is {listed}"

    def argument(self) -> str:
        if self.what != P_POSITIONS:
            return "no option of a position has its value, and every smaller value is the value of some option"
        if most := self.game.blocking:
            return (
                f"every position in the set has at most {most} option{'s' * (most > 1)} in the set, and every other "
                "position has more"
            )
        others = "other position where play has not ended" if self.misere else "other position"
        return f"every move from the set leaves the set, and from every {others} some move leads into the set"

    def counters(self) -> str:
        return f"{self.automata[0].numeration}, {self._states()} states, {self.pairs:,} pairs compared"

    def _states(self) -> str:
        return " + ".join(str(automaton.states) for automaton in self.automata)

    def evidence(self) -> dict[str, object]:
        digits = self.automata[0].numeration.recurrence
        return automata_evidence(digits, [to_data(automaton) for automaton in self.automata], self.what, self.track)

    @property
    def track(self) -> str | None:
        return (POWER if self.by_power else VALUE) if self.what == FUNCTION else None


@dataclass(frozen=True, repr=False)
class TotalsProof(Proof):
    """A proof of the P-positions of a redistribution game by their totals, that is, their numbers of chips."""

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
            return self._p_positions_statement(self.claim)
        more = " and there is a move" if self.misere else ""
        return (
            f"a position of {self._subject()} is a P-position exactly if no total of chips that a move may keep is in "
            f"S{more}, where S = {{{self.totals}}} is the set of the totals of P-positions"
        )

    def argument(self) -> str:
        return "adding the period to a large pile changes no outcome, and S is correct for all smaller piles"

    def counters(self) -> str:
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
    """A proof for a game with finitely many moves, by a finite block of values (a window) that repeats forever.

    `formula` describes the P-positions, and automata have proved that it agrees with the windows. Certificates do not
    contain `formula`.
    """

    period: Period
    formula: str | None = None

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
        return f"the {what} of {self._subject()} are periodic: {parts}"

    def formula_statement(self) -> str | None:
        """Return the statement that exactly the P-positions satisfy `formula`, or None if there is no formula."""
        return None if self.formula is None else self._p_positions_statement(self.formula)

    def argument(self) -> str:
        return "each value depends only on values a few chips before, so a window that repeats once repeats always"

    def counters(self) -> str:
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

    The counterexample has as few chips as possible; among several counterexamples with the fewest chips, it is the
    first in lexicographic order. If limits stopped the search for a counterexample with the fewest chips, the text of
    the refutation says so.

    `misplaced` is a position whose outcome contradicts the claim: the counterexample itself or one of its options.
    `misplaced` is None if the outcomes were not computed within the limits. For a claim about Grundy values,
    `wrong_value` is the counterexample with its correct value.

    >>> import sprague
    >>> sprague.prove("nim:piles=2", "a = b or a = 1").counterexample
    (0, 1)
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

    def __bool__(self) -> Literal[False]:
        return False

    def __contains__(self, position: Sequence[int]) -> bool:
        raise MissingResultError(
            f"the claim is refuted, so the result contains no set of positions; the counterexample is "
            f"{position_in_sentence(self.counterexample)}"
        )

    def __str__(self) -> str:
        text = f"refuted: {self.wrong_value or self.failure}"
        if self.misplaced is not None and self.misplaced != self.counterexample:
            text += f"; the claim is wrong about its option {position_in_sentence(self.misplaced)}"
        return text if self.failure.fewest else f"{text}; there may be a counterexample with fewer chips"


Decision = Proof | Refutation | Undecided
