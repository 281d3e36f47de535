"""Reasons for answers: `ByTheorem`, `ByProof`, `ByTable`, `BySearch`, `ByQuotient`, with the interface `Reason`.

All methods expect legal positions, with interchangeable piles sorted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.games import Theorem
from sprague.language.positions import position_in_sentence, show_position
from sprague.results.base import PeriodMeasure
from sprague.results.positions import ReasonResult
from sprague.rules import Position, Ruleset
from sprague.rules.breaking import find_breakings
from sprague.rules.sums import component_noun, count_components, replace_component, split_components
from sprague.tables.search import nim_sum

if TYPE_CHECKING:
    from sprague.proofs.proof import Proof
    from sprague.quotients.quotient import Quotient
    from sprague.tables.table import Table

LISTED_OPTIONS = 100_000  # default limit on the options examined one by one to find all winning moves


@dataclass(frozen=True)
class Because(ReasonResult):
    """The kind of a reason for an answer (theorem, proof, table or search), and its source."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.source}"


EQUAL_GAMES_CANCEL = Because(
    "theorem", "two equal games cancel: a move in one is answered by the same move in the other"
)


class Reason(ABC):
    """The interface of reasons: a reason decides positions of one game, in normal or misère play."""

    @property
    @abstractmethod
    def because(self) -> Because:
        """The kind of the reason for an answer, and its source."""

    @abstractmethod
    def decides(self, position: Position) -> bool:
        """Return whether the reason decides the outcome of `position`; if not, no other method supports `position`."""

    @abstractmethod
    def is_p(self, position: Position) -> bool:
        """Return whether `position` is a P-position."""

    @abstractmethod
    def grundy(self, position: Position) -> int | None:
        """Return the Grundy value of `position`, or None if the reason gives no Grundy values."""

    @abstractmethod
    def winning_moves(self, position: Position) -> list[Position]:
        """Return options that are P-positions; for an N-position that is not terminal, return at least one."""

    def moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """Return all options with a given Grundy value, or None if this kind of reason does not compute options."""
        return None

    def some_moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """Return some options with a given Grundy value, or None if this kind of reason does not compute options.

        If the given value is below the Grundy value of the position, the list is not empty.
        """
        return None

    @abstractmethod
    def explain(self, position: Position) -> str:
        """Return the reason for the outcome of `position`, in a sentence or two."""


@dataclass(frozen=True)
class ByTheorem(Reason):
    """A reason based on a theorem of the catalogue."""

    theorem: Theorem
    rule: Ruleset

    @property
    def because(self) -> Because:
        return Because("theorem", str(self.theorem))

    def decides(self, position: Position) -> bool:
        return self.theorem.decides(position)

    def is_p(self, position: Position) -> bool:
        return self.theorem.is_p(position)

    def grundy(self, position: Position) -> int | None:
        value = self.theorem.grundy(position)
        if value is not None and not self.theorem.misere and (value == 0) != self.is_p(position):
            outcome = "P" if self.is_p(position) else "N"
            raise self._contradiction(f"{show_position(position)} has outcome {outcome} and Grundy value {value}")
        return value

    def winning_moves(self, position: Position) -> list[Position]:
        if self.is_p(position):
            return []
        moves = self.theorem.winning_moves(position)
        if not moves and not self.rule.is_terminal(position):
            raise self._contradiction(f"{show_position(position)} has outcome N, but no winning move")
        for move in moves:
            if self.theorem.decides(move) and not self.is_p(move):
                raise self._contradiction(
                    f"the winning move from {show_position(position)} to {show_position(move)} leads to outcome N"
                )
        return moves

    def _contradiction(self, problem: str) -> SpragueError:
        return SpragueError(
            f"the theorem {self.theorem} about {self.rule.label} is wrong, because the theorem contradicts itself: "
            f"{problem}"
        )

    def moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        return self.theorem.moves_to_value(position, value)

    def some_moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        return self.theorem.some_moves_to_value(position, value)

    def explain(self, position: Position) -> str:
        return self.theorem.explain(position)


@dataclass(frozen=True)
class ByProof(Reason):
    """A reason based on a stored proof, which was verified when it was loaded."""

    proof: Proof

    @property
    def because(self) -> Because:
        return Because("proof", self.proof.statement())

    def decides(self, position: Position) -> bool:
        return True

    def is_p(self, position: Position) -> bool:
        return self.proof.is_p(position)

    def grundy(self, position: Position) -> int | None:
        return None if self.proof.misere else self.proof.grundy(position)

    def winning_moves(self, position: Position) -> list[Position]:
        return [] if self.is_p(position) else self.proof.winning_options(position)

    def explain(self, position: Position) -> str:
        if self.is_p(position):
            member = f"{position_in_sentence(position)} is a P-position by the proved theorem"
            return f"{member}{self._columns(position)}."
        moves = self.winning_moves(position)
        if not moves:
            return _play_is_over(self.proof.game, position)
        many = ", like more options than may be forbidden" if self.proof.game.blocking else ""
        member = f"The option {position_in_sentence(moves[0])} is a P-position by the proved theorem"
        return f"{member}{many}{self._columns(moves[0])}."

    def _columns(self, position: Position) -> str:
        """Return a clause that shows how the proof's column program reads a P-position, or "" if it has no program."""
        columns = self.proof.explain_columns(position)
        return "" if columns is None else f"; its digit columns, most significant first, are {columns}"


class ByComputation(Reason):
    """A reason based on the computed values of a position and of all positions that play can reach from it.

    In normal play, the method `value` returns a Grundy value. In misère play and in games with `block`, `value` returns
    0 for a P-position and 1 for an N-position.
    """

    def __init__(self, rule: Ruleset, misere: bool) -> None:
        self.rule: Ruleset = rule
        self.misere: bool = misere

    @abstractmethod
    def value(self, position: Position) -> int:
        """Return the value of a position that the computation covers."""

    def is_p(self, position: Position) -> bool:
        return self.value(position) == 0

    def grundy(self, position: Position) -> int | None:
        return None if self.misere or self.rule.blocking else self.value(position)

    def winning_moves(self, position: Position) -> list[Position]:
        # At a P-position of a game with `block`, the opponent forbids all options that are P-positions.
        return [] if self.rule.blocking and self.is_p(position) else self.moves_to_value(position, 0)

    def finds_all(self, position: Position) -> bool:
        """Return whether `winning_moves` returns all winning moves."""
        return True

    def moves_to_value(self, position: Position, value: int) -> list[Position]:
        return [option for option in self.rule.options(position) if self.value(option) == value]

    def explain(self, position: Position) -> str:
        options = self.rule.options(position)
        if not options:
            return _play_is_over(self.rule, position)
        winning = sum(map(self.is_p, options))
        return options_sentence(position_in_sentence(position), len(options), winning, self.rule.blocking)


def options_sentence(position: str, count: int, winning: int, blocking: int = 0) -> str:
    """Return a sentence that says how many options of a position are P-positions.

    >>> options_sentence("(1, 2)", 3, 1)
    'Of the 3 options of (1, 2), 1 is a P-position.'
    >>> options_sentence("(1, 2)", 1, 1, 1)
    'The only option of (1, 2) is a P-position, and 1 may be forbidden.'
    """
    more = f", and {blocking:,} may be forbidden" if blocking else ""
    if count == 1:
        return f"The only option of {position} is {'a P' if winning else 'an N'}-position{more}."
    if winning == count:
        return f"All {count:,} options of {position} are P-positions{more}."
    if winning:
        are = "is a P-position" if winning == 1 else "are P-positions"
        return f"Of the {count:,} options of {position}, {winning:,} {are}{more}."
    return f"None of the {count:,} options of {position} is a P-position{more}."


def computed_quantity(rule: Ruleset, misere: bool) -> PeriodMeasure:
    """Return the kind of values that a computation gives: "grundy" if Grundy values are defined, else "outcome"."""
    return "outcome" if misere or rule.blocking else "grundy"


class BySearch(ByComputation):
    """A reason based on a search of all reachable positions; Grundy values are computed for each component of a sum."""

    def __init__(self, rule: Ruleset, misere: bool, values: dict[Position, int]) -> None:
        super().__init__(rule, misere)
        self._values = values
        self._by_components = rule.takes_sums and computed_quantity(rule, misere) == "grundy"

    @property
    def because(self) -> Because:
        what = component_noun(self.rule) if self.rule.splits and self._by_components else "position"
        count = len(self._values)
        return Because("search", f"all {count:,} reachable {what}{'s' if count != 1 else ''}")

    def decides(self, position: Position) -> bool:
        if self._by_components:
            return all(component in self._values for component in split_components(self.rule, position))
        return position in self._values

    def value(self, position: Position) -> int:
        return nim_sum(self.rule, self._values, position) if self._by_components else self._values[position]


class ByQuotient(ByComputation):
    """A reason based on the misère quotient of a game of heaps, for heaps that the quotient covers."""

    def __init__(self, rule: Ruleset, quotient: Quotient) -> None:
        super().__init__(rule, misere=True)
        self.quotient = quotient

    @property
    def because(self) -> Because:
        return Because(
            "proof", f"the misère quotient of {self.quotient.of_heaps}, with {len(self.quotient):,} elements"
        )

    def decides(self, position: Position) -> bool:
        return all(map(self.quotient.covers, position))

    def value(self, position: Position) -> int:
        return int(not self.quotient.is_p(position))

    def finds_all(self, position: Position) -> bool:
        return self.rule.count_choices(position, LISTED_OPTIONS) <= LISTED_OPTIONS

    def winning_moves(self, position: Position) -> list[Position]:
        """Return all winning moves or, if there are many options, only winning moves with at most one large new heap.

        If any move wins, a move that leaves at most one large new heap also wins, because moving a whole period of
        chips from one large new heap to another does not change the element of the misère quotient.
        """
        repeat, moves = self.quotient.repeat, find_breakings(self.rule)
        if self.finds_all(position) or repeat is None or moves is None:
            return super().winning_moves(position)
        found: dict[Position, None] = {}
        for (heap,) in count_components(self.rule, position):
            for move in moves:
                for parts in move.first_options(heap, repeat.start + repeat.period):
                    option = replace_component(self.rule, position, (heap,), parts or (0,))
                    if self.is_p(option):
                        found[option] = None
        return list(found)

    def explain(self, position: Position) -> str:
        if self.finds_all(position):
            return super().explain(position)
        element = self.quotient.element(position)
        member = "is a P-element" if self.quotient.is_p(position) else "is not a P-element"
        name = self.quotient.name(element)
        return f"{position_in_sentence(position)} has the element {name} of the misère quotient, which {member}."


class ByTable(ByComputation):
    """A reason based on a table that contains the position and its options."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.game, table.misere)
        self.table = table

    @property
    def because(self) -> Because:
        return Because("table", f"all positions with {self.table.bound}")

    def decides(self, position: Position) -> bool:
        return all(map(self._holds, (position, *self.rule.options(position))))

    def _holds(self, position: Position) -> bool:
        try:
            self.table[position]
        except SpragueError:
            return False
        return True

    def value(self, position: Position) -> int:
        found = self.table[position]
        return int(found == "N") if self.table.what == "outcome" else int(found)


def _play_is_over(rule: Ruleset, position: Position) -> str:
    if rule.is_won(position):
        return f"At {position_in_sentence(position)} play is over: whoever moved there has won."
    return f"At {position_in_sentence(position)} {'play is over' if rule.stop else 'no move is left'}."
