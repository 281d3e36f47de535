"""`Sum`: sums of different games in normal play.

The Grundy value of a sum is the nim-sum of those of its components (Sprague and Grundy). Who wins can be known with
less: a component beside an equal one adds nothing, for each move in one is answered by the same move in the other;
and where the rest has value 0, the sum is an N-position exactly if the component left over is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import NamedTuple

from sprague import arguments
from sprague.errors import OutOfReach, SpragueError, clip
from sprague.language.positions import show_number, show_position
from sprague.limits import Limits
from sprague.rules import Position, Ruleset, format_position
from sprague.rules.blocking import refuse_values
from sprague.rules.rule_english import ordinal
from sprague.rules.ruleset import Component
from sprague.solver.reasons import CANCELLED, Because
from sprague.solver.solver import Knowledge
from sprague.solver.text import sum_lines


class Found(NamedTuple):
    """The value of a component, if it is known, and why."""

    value: int | None
    because: Because


@dataclass(frozen=True, slots=True)
class SumMove:
    """A move in a sum: which component, from 0 on, and the option reached in it."""

    component: int
    option: Position

    def __repr__(self) -> str:
        return f"SumMove(component={self.component}, option={show_position(self.option)})"


class Sum:
    """A sum of games in normal play, solved by what is known about its components.

    >>> from sprague.games import game
    >>> total = Sum(game("nim:piles=2") @ (3, 5), game("cookies") @ (4, 7))
    >>> total.outcome, total.grundy, total.values
    ('N', 7, (6, 1))
    >>> total.winning_moves
    [SumMove(component=0, option=(2, 3))]

    The value of a component is None where it is out of reach and not needed to tell who wins; `grundy` is None where
    it is only known not to be 0. `every_move` asks for all winning moves where a theorem or proof constructs some.
    `known` keeps what is found out about each game, for other sums of the same games.
    """

    def __init__(
        self,
        *components: Component,
        limits: Limits | None = None,
        every_move: bool = False,
        known: dict[Ruleset, Knowledge] | None = None,
    ) -> None:
        check_components(components)
        self.components = components
        self._limits, self.every_move = limits, arguments.flag("every_move", every_move)
        self._known: dict[Ruleset, Knowledge] = {} if known is None else known
        with Limits.of(limits).time.watch():
            found = {component: self._value_at_hand(component) for component in dict.fromkeys(components)}
            left = self._left_open(found)
            if len(left) > 1 or (left and (_nim_sum(found, components) or not self._is_decided(left[0]))):
                found |= {component: self._needed_value(component) for component in left}
        self.values = tuple(found[component].value for component in components)
        self.because = tuple(found[component].because for component in components)
        self._open = self._left_open(found)
        self._rest = _nim_sum(found, components)

    @property
    def grundy(self) -> int | None:
        """The Grundy value, or None where it is only known that it is not 0."""
        return None if self._open else self._rest

    @property
    def outcome(self) -> str:
        return "N" if self._open or self._rest else "P"

    @property
    def winning_moves(self) -> list[SumMove]:
        """Moves to value 0: at least one from an N-position."""
        moves, _ = self._moves
        return moves

    @property
    def all_winning_moves(self) -> bool:
        """Whether the winning moves are known to be all."""
        _, are_all = self._moves
        return are_all

    @property
    def sentences(self) -> list[str]:
        """What to do to make each of the winning moves, and in which game; piles are numbered as in its position."""
        told = []
        for move in self.winning_moves:
            part = self.components[move.component]
            told.append(f"in the {self.name_of(move.component)}: {part.game.move_to(part.position, move.option)}")
        return told

    @property
    def explanation(self) -> str:
        """Why it is so, in a sentence or two."""
        if self._open:
            number = self.components.index(self._open[0])
            return f"All else has value 0, so that the sum is won as the {self.name_of(number)} is won alone."
        known = [show_number(value) for value in self.values if value is not None]
        rest = f"the nim-sum of {', '.join(known)} is {show_number(self._rest)}" if known else ""
        pairs = "equal games cancel each other" if None in self.values else ""
        told = " and ".join(filter(None, (pairs, rest)))
        return f"{told[0].upper()}{told[1:]}."

    def name_of(self, number: int, given: str = "") -> str:
        """How a component is called, which may not be the only one of its game: `2nd game, nim:piles=1 5`.

        `given` is its position as it was typed.
        """
        part = self.components[number]
        return f"{ordinal(number)} game, {part.game.name or part.game} {given or clip(format_position(part.position))}"

    def to_json(self) -> dict[str, object]:
        """The answer as plain data."""
        try:
            moves, are_all, sentences = self.winning_moves, self.all_winning_moves, self.sentences
            explanation = self.explanation
        except OutOfReach as refusal:
            moves, are_all, sentences = [], False, []
            explanation = f"{self.explanation} No winning move was found: {refusal}"
        return {
            "sum": [
                {
                    "game": part.game.name or str(part.game),
                    "rule": str(part.game),
                    "position": list(part.position),
                    "grundy": value,
                }
                for part, value in zip(self.components, self.values, strict=True)
            ],
            "play": "normal",
            "outcome": self.outcome,
            "grundy": self.grundy,
            "winning_moves": [{"component": move.component, "option": list(move.option)} for move in moves],
            "all_winning_moves": are_all,
            "sentences": sentences,
            "explanation": explanation,
            "because": [because.to_json() for because in self.because],
        }

    def __eq__(self, other: object) -> bool:
        return self.components == other.components if isinstance(other, Sum) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.components)

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(repr, self.components))})"

    def __str__(self) -> str:
        """All that `sprague solve` prints."""
        return "\n".join(sum_lines(self, [component.position for component in self.components]))

    @cached_property
    def _moves(self) -> tuple[list[SumMove], bool]:
        """The winning moves, and whether they are all."""
        moves: list[SumMove] = []
        are_all, refused = None not in self.values, None
        for number, (component, value) in enumerate(zip(self.components, self.values, strict=True)):
            if component in self._open:
                wanted = 0
            elif value is not None and self._rest:
                # An option may also have a larger value than the component.
                wanted = value ^ self._rest
            else:
                continue
            try:
                known = self._knowledge(component)
                options, complete = known.moves_to_value(component.position, wanted, self.every_move)
            except OutOfReach as refusal:
                are_all, refused = False, refusal
                continue
            moves += [SumMove(number, option) for option in options]
            are_all = are_all and complete
        if refused and (self.every_move or not moves):
            raise refused
        return moves, are_all

    def _left_open(self, found: Mapping[Component, Found]) -> list[Component]:
        """The components that have no equal to cancel them and whose value is not known."""
        odd = [component for component, count in Counter(self.components).items() if count % 2]
        return [component for component in odd if found[component].value is None]

    def _value_at_hand(self, component: Component) -> Found:
        """The value of a component, if it is told or computed in no time, and why; otherwise why nothing is missing."""
        known = self._knowledge(component)
        if (found := known.cheap_value(component.position)) is None:
            decided = self._is_decided(component)
            return Found(None, known.reason(component.position).because if decided else CANCELLED)
        value, reason = found
        return Found(value, reason.because)

    def _needed_value(self, component: Component) -> Found:
        known = self._knowledge(component)
        try:
            value, reason = known.value(component.position)
        except OutOfReach as refusal:
            told = f", and only who wins is known from {known.reason(component.position).because}"
            missing = told if self._is_decided(component) else ""
            raise OutOfReach(f"the sum needs the Grundy value of each component{missing}; {refusal}") from None
        return Found(value, reason.because)

    def _is_decided(self, component: Component) -> bool:
        """Whether a theorem or a proof tells who wins in a component alone."""
        return self._knowledge(component).is_told(component.position)

    def _knowledge(self, component: Component) -> Knowledge:
        """What is known about a component's rule; a name in the catalogue, which brings theorems, helps all."""
        rule = component.game
        if rule not in self._known:
            equal = [other.game for other in self.components if other.game == rule]
            named = next((game for game in equal if game.origin), rule)
            self._known[rule] = Knowledge(named, limits=self._limits)
        return self._known[rule]


def check_components(components: Iterable[Component]) -> None:
    """Refuse what is no sum of games: nothing at all, no games at positions, or games that have no place in a sum."""
    given = list(components)
    if not given:
        raise SpragueError("expected a sum of at least one game")
    for component in given:
        if not isinstance(component, Component):
            raise SpragueError(f"expected games at positions, such as game('nim') @ (3, 5, 7), got {component!r}")
        refuse_values(component.game, "sums")
        if component.game.win:
            raise SpragueError(
                f"{component.game.label}: a game with 'win when' ends at once, so it has no place in a sum"
            )


def _nim_sum(found: Mapping[Component, Found], components: Iterable[Component]) -> int:
    """The nim-sum of the values that are known."""
    return reduce(xor, (found[component].value or 0 for component in components))
