"""Reasons for answers: `ByTheorem`, `ByProof`, `ByTable`, `BySearch`, `ByQuotient`, with one interface `Reason`.

Positions must be checked and, where the order of piles does not matter, sorted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.games import Theorem
from sprague.language.positions import position_in_sentence
from sprague.results.positions import ReasonResult
from sprague.rules import Position, Ruleset
from sprague.rules.breaking import find_breakings
from sprague.rules.sums import component_noun, count_components, replace_component, split_components
from sprague.tables.search import nim_sum

if TYPE_CHECKING:
    from sprague.proofs.proof import Proof
    from sprague.quotients.quotient import Quotient
    from sprague.tables.table import Table

LISTED_OPTIONS = 100_000  # options examined one by one for all winning moves, unless more positions are allowed


@dataclass(frozen=True)
class Because(ReasonResult):
    """The kind of a reason for an answer (theorem, proof, table or search), and its source."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.source}"


EQUAL_GAMES_CANCEL = Because("theorem", "a game beside its equal adds nothing: every move is answered in the other")


class Reason(ABC):
    """The interface of reasons: a source of outcomes for the positions of one game, in normal or misère play."""

    @property
    @abstractmethod
    def because(self) -> Because:
        """The kind of the reason and its source."""

    @abstractmethod
    def decides(self, position: Position) -> bool:
        """Return whether it decides the outcome of `position`; the other methods require that."""

    @abstractmethod
    def is_p(self, position: Position) -> bool:
        """Return whether `position` is a P-position."""

    @abstractmethod
    def grundy(self, position: Position) -> int | None:
        """Return the Grundy value, or None if the reason does not give it."""

    @abstractmethod
    def winning_moves(self, position: Position) -> list[Position]:
        """Return options that are P-positions: at least one from an N-position at which play is not over."""

    def moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """Return all options of this Grundy value; None if the reason does not construct them."""
        return None

    def some_moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """Return options of this Grundy value, at least one if it is below the position's own.

        None if the reason does not construct them.
        """
        return None

    @abstractmethod
    def explain(self, position: Position) -> str:
        """Return the reason for the outcome of `position`, in a sentence or two."""


@dataclass(frozen=True)
class ByTheorem(Reason):
    """The reason that a closed form of the catalogue gives."""

    theorem: Theorem

    @property
    def because(self) -> Because:
        return Because("theorem", str(self.theorem))

    def decides(self, position: Position) -> bool:
        return self.theorem.decides(position)

    def is_p(self, position: Position) -> bool:
        return self.theorem.is_p(position)

    def grundy(self, position: Position) -> int | None:
        return self.theorem.grundy(position)

    def winning_moves(self, position: Position) -> list[Position]:
        return [] if self.is_p(position) else self.theorem.winning_moves(position)

    def moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        return self.theorem.moves_to_value(position, value)

    def some_moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        return self.theorem.some_moves_to_value(position, value)

    def explain(self, position: Position) -> str:
        return self.theorem.explain(position)


@dataclass(frozen=True)
class ByProof(Reason):
    """The reason that a stored proof gives, which was checked again when it was read."""

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
            member = f"{position_in_sentence(position)} is in the set that was proved to be that of the P-positions"
            return f"{member}{self._columns(position)}."
        moves = self.winning_moves(position)
        if not moves:
            return _play_is_over(self.proof.game, position)
        many = ", and so are more options than may be forbidden" if self.proof.game.blocking else ""
        member = f"{position_in_sentence(moves[0])} is in the set that was proved to be that of the P-positions"
        return f"{member}{many}{self._columns(moves[0])}."

    def _columns(self, position: Position) -> str:
        """Return how a column program reads a P-position, as the end of a sentence; empty for other proofs."""
        columns = self.proof.explain_columns(position)
        return "" if columns is None else f": its columns, from the top, are {columns}"


class ByComputation(Reason):
    """The reason that an exhaustive computation gives: values of a position, its options and all positions below.

    A value is a Grundy value in normal play; in misère play, and where options may be forbidden, it is 0 for P and 1
    for N.
    """

    def __init__(self, rule: Ruleset, misere: bool) -> None:
        self.rule, self.misere = rule, misere

    @abstractmethod
    def value(self, position: Position) -> int:
        """Return the value of a position that is decided."""

    def is_p(self, position: Position) -> bool:
        return self.value(position) == 0

    def grundy(self, position: Position) -> int | None:
        return None if self.misere or self.rule.blocking else self.value(position)

    def winning_moves(self, position: Position) -> list[Position]:
        # All P options of a P-position are forbidden.
        return [] if self.rule.blocking and self.is_p(position) else self.moves_to_value(position, 0)

    def finds_all(self, position: Position) -> bool:
        """Return whether `winning_moves` returns all of them: it does where all options can be examined."""
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
    """Return the sentence of a reason that says how many of the options of a position are P-positions.

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


def computed_quantity(rule: Ruleset, misere: bool) -> str:
    """Return the quantity that a computed reason gives: "grundy" if Grundy values exist, else "outcome"."""
    return "outcome" if misere or rule.blocking else "grundy"


class BySearch(ByComputation):
    """The reason that a search of all reachable positions gives, or of their components for Grundy values."""

    def __init__(self, rule: Ruleset, misere: bool, values: dict[Position, int]) -> None:
        super().__init__(rule, misere)
        self._values = values
        self._by_components = rule.takes_sums and computed_quantity(rule, misere) == "grundy"

    @property
    def because(self) -> Because:
        what = component_noun(self.rule) if self.rule.splits and self._by_components else "position"
        count = len(self._values)
        return Because("search", f"all {count:,} {what}{'s' if count != 1 else ''} that can be reached")

    def decides(self, position: Position) -> bool:
        if self._by_components:
            return all(component in self._values for component in split_components(self.rule, position))
        return position in self._values

    def value(self, position: Position) -> int:
        return nim_sum(self.rule, self._values, position) if self._by_components else self._values[position]


class ByQuotient(ByComputation):
    """The reason that the misère quotient of a game of heaps gives, for the heaps that it covers."""

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
        """Return all winning moves where options are few; otherwise those in which all heaps but the largest are small.

        One of these wins if any move does: a period of chips can be moved to the largest heap from any other that has
        so many, which changes no element.
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
        member = "a" if self.quotient.is_p(position) else "no"
        name = self.quotient.name(element)
        return f"{position_in_sentence(position)} has the element {name}, which is {member} P-element."


class ByTable(ByComputation):
    """The reason that a table gives which contains the position and its options."""

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
