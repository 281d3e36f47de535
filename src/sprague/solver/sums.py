"""`Sum`: a sum of different games in normal play, solved from the values of its components.

The Grundy value of a sum is the nim-sum of the Grundy values of its components (Sprague and Grundy). The outcome of a
sum often depends on only some of the values of its components. Two equal components cancel, because a player can answer
each move in one component by the same move in the other. If the nim-sum of all components but one is 0, the sum is an
N-position if and only if the remaining component is an N-position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import NamedTuple

from sprague import arguments
from sprague.array_values import ComparedByContents
from sprague.errors import OutOfReach, SpragueError, clip
from sprague.former_arguments import constructor_accepts_former_arguments
from sprague.integers import format_integer, show_number
from sprague.language.positions import show_position
from sprague.language.rule_english import ordinal
from sprague.limits import Limits
from sprague.results.base import OutcomeClass
from sprague.results.positions import SumComponent, SumMoveResult, SumResult
from sprague.rules import Position, Ruleset, format_position
from sprague.rules.blocking import refuse_values
from sprague.rules.ruleset import Component
from sprague.solver.computation import can_list
from sprague.solver.reasons import EQUAL_GAMES_CANCEL, Because
from sprague.solver.solver import Solver
from sprague.solver.text import ALL_MOVES_OPTION, SHOWN_MOVES, moves_heading, outcome_line, shorten


class ComponentValue(NamedTuple):
    """The Grundy value of a component of a sum (None if it is unknown), and the reason for the value."""

    value: int | None
    because: Because


class SumSolution(NamedTuple):
    """The solution of a sum of games in normal play: the values of its components.

    `components` contains the values of all components. `unknown` contains the components with unknown values, except
    pairs of equal components, which cancel. `nim_sum` is the nim-sum of the known values.
    """

    components: tuple[ComponentValue, ...]
    unknown: list[Component]
    nim_sum: int


@dataclass(frozen=True, slots=True)
class SumMove:
    """A move in a sum of games: the index of a component, from 0, and the option of this component."""

    component: int
    option: Position

    def to_result(self) -> SumMoveResult:
        """Return the move in the sum as plain data."""
        return SumMoveResult(component=self.component, option=list(self.option))

    def __repr__(self) -> str:
        return f"SumMove(component={self.component}, option={show_position(self.option)})"


@constructor_accepts_former_arguments
@dataclass(frozen=True, init=False, eq=False, repr=False)
class Sum(ComparedByContents):
    """A sum of different games in normal play, solved from its components.

    >>> from sprague.games import game
    >>> total = Sum(game("nim:piles=2") @ (3, 5), game("cookies") @ (4, 7))
    >>> total.outcome, total.grundy, total.values
    ('N', 7, (6, 1))
    >>> total.winning_moves
    [SumMove(component=0, option=(2, 3))]

    The value of a component is None if it takes long to compute and does not affect the outcome. The attribute `grundy`
    is None if the Grundy value of the sum is only known to be positive. The sum is solved only when one of its results
    is first used.

    Args:
        components: The games with their positions.
        budget: Limits on the computation.
        every_move: Find all winning moves, even if a theorem or proof constructs only some.
        solvers: The solvers of the games, which several sums can share.
    """

    components: tuple[Component, ...]
    every_move: bool
    _limits: Limits
    _solvers: dict[Ruleset, Solver]

    def __init__(
        self,
        *components: Component,
        budget: Limits | None = None,
        every_move: bool = False,
        solvers: dict[Ruleset, Solver] | None = None,
    ) -> None:
        check_components(components)
        vars(self).update(
            components=components,
            every_move=arguments.check_flag("every_move", every_move),
            _limits=Limits.of(budget),
            _solvers={} if solvers is None else solvers,
        )

    @cached_property
    def _solution(self) -> SumSolution:
        """The solution of the sum; only values that are needed to decide the sum are computed."""
        with self._limits.time.watch():
            found = {component: self._value_at_hand(component) for component in dict.fromkeys(self.components)}
            unknown = self._unknown(found)
            decided = not unknown or (len(unknown) == 1 and self._is_proved(unknown[0]))
            if not decided or (unknown and self._nim_sum(found)):
                found |= {component: self._needed_value(component) for component in unknown}
        values = tuple(found[component] for component in self.components)
        return SumSolution(values, self._unknown(found), self._nim_sum(found))

    @property
    def values(self) -> tuple[int | None, ...]:
        """The Grundy values of the components; a value that is not needed to decide the sum is None."""
        return tuple(value for value, _ in self._solution.components)

    @property
    def because(self) -> tuple[Because, ...]:
        """The reason for the value of each component."""
        return tuple(because for _, because in self._solution.components)

    @property
    def grundy(self) -> int | None:
        """The Grundy value of the sum, or None if it is only known to be positive."""
        return None if self._solution.unknown else self._solution.nim_sum

    @property
    def outcome(self) -> OutcomeClass:
        """The outcome of the sum, "P" or "N"."""
        return "N" if self._solution.unknown or self._solution.nim_sum else "P"

    @property
    def winning_moves(self) -> list[SumMove]:
        """The moves to sums of value 0; an N-position has at least one winning move."""
        moves, _ = self._moves
        return list(moves)

    @property
    def all_winning_moves(self) -> bool:
        """Whether the list of winning moves is known to be complete."""
        _, are_all = self._moves
        return are_all

    @property
    def sentences(self) -> list[str]:
        """The winning moves as sentences that name the component; piles are numbered within the component."""
        sentences = []
        for move in self.winning_moves:
            part = self.components[move.component]
            sentences.append(f"in the {self.name_of(move.component)}: {part.game.move_to(part.position, move.option)}")
        return sentences

    @property
    def explanation(self) -> str:
        """The reason for the outcome, in a sentence or two."""
        if self._solution.unknown:
            number = self.components.index(self._solution.unknown[0])
            return f"The other games have nim-sum 0, so the {self.name_of(number)} alone decides the sum."
        known = [show_number(value) for value in self.values if value is not None]
        rest = f"the nim-sum of {', '.join(known)} is {show_number(self._solution.nim_sum)}" if known else ""
        pairs = "equal games cancel each other" if None in self.values else ""
        text = " and ".join(filter(None, (pairs, rest)))
        return f"{text[0].upper()}{text[1:]}."

    def name_of(self, number: int, given: str = "") -> str:
        """Return a name for a component that also distinguishes equal games, such as `2nd game, nim:piles=1 5`.

        `given` is the text of the component's position, if the user typed it.

        >>> import sprague
        >>> sprague.Sum(sprague.game("nim:piles=1") @ (5,), sprague.game("kayles") @ (7,)).name_of(1)
        '2nd game, kayles 7'

        Args:
            number: The index of a component.
            given: A name to use in place of the name of its game.
        """
        part = self.components[number]
        return f"{ordinal(number)} game, {part.game.name or part.game} {given or clip(format_position(part.position))}"

    def to_result(self) -> SumResult:
        """Return the solution of the sum as a result dataclass.

        >>> import sprague
        >>> sprague.Sum(sprague.game("nim:piles=1") @ (5,), sprague.game("kayles") @ (7,)).to_result().grundy
        7
        """
        grundy, outcome = self.grundy, self.outcome
        try:
            moves, are_all, sentences = self.winning_moves, self.all_winning_moves, self.sentences
            explanation = self.explanation
        except OutOfReach as refusal:
            moves, are_all, sentences = [], False, []
            explanation = f"{self.explanation} No winning move was found: {refusal}"
        return SumResult(
            sum=[
                SumComponent(
                    game=part.game.name or str(part.game),
                    rule=str(part.game),
                    position=list(part.position),
                    grundy=value,
                )
                for part, value in zip(self.components, self.values, strict=True)
            ],
            play="normal",
            outcome=outcome,
            grundy=grundy,
            winning_moves=[move.to_result() for move in moves],
            all_winning_moves=are_all,
            sentences=sentences,
            explanation=explanation,
            because=list(self.because),
        )

    def to_json(self) -> dict[str, object]:
        """Return the solution of the sum as JSON data.

        >>> import sprague
        >>> sprague.Sum(sprague.game("nim:piles=1") @ (5,), sprague.game("kayles") @ (7,)).to_json()["outcome"]
        'N'
        """
        return self.to_result().to_json()

    def _contents(self) -> tuple[object, ...]:
        return self.components

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(repr, self.components))})"

    def __str__(self) -> str:
        """Return the solution of the sum as the text that `sprague solve` prints."""
        return "\n".join(sum_lines(self, [component.position for component in self.components]))

    @cached_property
    def _moves(self) -> tuple[list[SumMove], bool]:
        """The winning moves of the sum, and whether the list of moves is complete."""
        moves: list[SumMove] = []
        are_all, refused = None not in self.values, None
        for number, (component, value) in enumerate(zip(self.components, self.values, strict=True)):
            if component in self._solution.unknown:
                wanted = 0
            elif value is not None and self._solution.nim_sum:
                # The wanted value may also be larger than the current value of the component.
                wanted = value ^ self._solution.nim_sum
            else:
                continue
            try:
                solver = self._solver(component)
                options, complete = solver.moves_to_value(component.position, wanted, self.every_move)
            except OutOfReach as refusal:
                are_all, refused = False, refusal
                continue
            moves += [SumMove(number, option) for option in options]
            are_all = are_all and complete
        if refused and (self.every_move or not moves):
            raise refused
        return moves, are_all

    def _unknown(self, found: Mapping[Component, ComponentValue]) -> list[Component]:
        """Return the components with unknown values, except pairs of equal components, which cancel."""
        odd = [component for component, count in Counter(self.components).items() if count % 2]
        return [component for component in odd if found[component].value is None]

    def _nim_sum(self, found: Mapping[Component, ComponentValue]) -> int:
        """Return the nim-sum of the known values of components."""
        return reduce(xor, (found[component].value or 0 for component in self.components))

    def _value_at_hand(self, component: Component) -> ComponentValue:
        """Return the value of a component with its reason; the value is None if it takes long to compute."""
        solver = self._solver(component)
        if (found := solver.quick_value(component.position)) is None:
            decided = self._is_proved(component)
            return ComponentValue(None, solver.reason(component.position).because if decided else EQUAL_GAMES_CANCEL)
        value, reason = found
        return ComponentValue(value, reason.because)

    def _needed_value(self, component: Component) -> ComponentValue:
        solver = self._solver(component)
        try:
            value, reason = solver.value(component.position)
        except OutOfReach as refusal:
            known_outcome = f", but only its outcome is known, by {solver.reason(component.position).because}"
            missing = known_outcome if self._is_proved(component) else ""
            raise OutOfReach(
                f"the Grundy value of a sum needs the Grundy value of each component{missing}; {refusal}"
            ) from None
        return ComponentValue(value, reason.because)

    def _is_proved(self, component: Component) -> bool:
        """Return whether a theorem or a proof decides the outcome of a component."""
        return self._solver(component).is_proved(component.position)

    def _solver(self, component: Component) -> Solver:
        """Return a solver for a component's game, or for an equal game of the catalogue, which may have theorems."""
        rule = component.game
        if rule not in self._solvers:
            equal = [other.game for other in self.components if other.game == rule]
            named = next((game for game in equal if game.origin), rule)
            self._solvers[rule] = Solver(named, budget=self._limits)
        return self._solvers[rule]


def sum_lines(total: Sum, given: Sequence[Position], every: str = ALL_MOVES_OPTION) -> Iterator[str]:
    """Yield the lines of text that `sprague solve` prints for a sum of games.

    Args:
        total: The sum.
        given: The positions of the components, with piles in the order in which the user gave them.
        every: The argument or command-line option that requests all winning moves; the heading of the moves mentions
            this option.
    """
    yield outcome_line("the sum", total.outcome)
    if total.grundy is not None:
        yield f"Grundy value: {shorten(format_integer(total.grundy))}"
    named = [total.name_of(number, shorten(format_position(entries))) for number, entries in enumerate(given)]
    for name, value, because in zip(named, total.values, total.because, strict=True):
        described = (
            "has a Grundy value that is not needed"
            if value is None
            else f"has Grundy value {shorten(format_integer(value))}"
        )
        yield f"  the {name} {described}; reason ({because.kind}): {because.source}"
    yield f"Why: {total.explanation}"
    if total.outcome == "P":
        return
    try:
        moves = total.winning_moves
    except OutOfReach as refusal:
        yield f"No winning move was found: {refusal}"
        return
    lists = all(can_list(part.game, entries) for part, entries in zip(total.components, given, strict=True))
    shown = moves[: None if total.every_move else SHOWN_MOVES]
    more = len(moves) if len(shown) < len(moves) else None
    yield moves_heading(total.all_winning_moves, every if lists else None, more)
    for move in shown:
        words = total.components[move.component].game.move_to(given[move.component], move.option).sentence
        yield f"  in the {named[move.component]}: {shorten(words)}"


def check_components(components: Iterable[Component]) -> None:
    """Raise an error unless all components can be added; games with `win when` or `block` cannot be added."""
    given = list(components)
    if not given:
        raise SpragueError("expected a sum of at least one game, got none")
    for component in given:
        if not isinstance(component, Component):
            raise SpragueError(f"expected a position of a game, such as game('nim') @ (3, 5, 7), got {component!r}")
        refuse_values(component.game)
        if component.game.win:
            raise SpragueError(
                f"{component.game.label}: a game with 'win when' cannot be part of a sum, because one player wins "
                "the whole sum as soon as the condition is true"
            )
