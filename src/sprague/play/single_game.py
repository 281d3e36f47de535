"""The class `SingleGame`, the implementation of `Playable` for a match in a single game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random

from sprague.limits import Limits
from sprague.play.digit_systems import DigitSystem, find_digit_system
from sprague.play.explanations import AutomatonRun, automaton_run, explain_reason
from sprague.play.illegal_moves import describe_move
from sprague.play.playable import Playable, Verdict
from sprague.rules import Position, Ruleset, parse_position
from sprague.rules.blocking import refuse_misere
from sprague.rules.domain import position_in_given_order
from sprague.rules.moves import sample_options
from sprague.rules.sums import format_sum
from sprague.rules.symmetry import sort_blocks
from sprague.solver.remoteness import RemotenessSolver
from sprague.solver.solver import Solver


class SingleGame(Playable[Position]):
    """The implementation of `Playable` for one game in normal or misère play; a position may be a sum of heaps."""

    def __init__(self, rule: Ruleset, misere: bool, budget: Limits | None = None) -> None:
        refuse_misere(rule, misere)
        self.rule, self.rules, self.misere = rule, (rule,), misere
        self._solver = Solver(rule, misere, budget)
        self._lengths = RemotenessSolver(rule, misere)

    @property
    def blocking(self) -> int:
        return self.rule.blocking

    @property
    def title(self) -> str:
        return self.rule.display_name

    def normalize(self, entries: Iterable[object]) -> Position:
        return self.rule.position(entries)  # type: ignore[arg-type]

    def split(self, position: Position) -> tuple[Position, ...]:
        return (position,)

    def join(self, positions: Sequence[Position]) -> Position:
        (position,) = positions
        return position

    def format(self, position: Position) -> str:
        return format_sum(self.rule, position)

    def parse(self, text: str) -> Position:
        return self.validate(parse_position(text))

    def options(self, position: Position) -> list[Position]:
        return self.rule.options(position)

    def sample_options(self, position: Position, random: Random) -> list[Position]:
        return sample_options(self.rule, position, random)

    def count_choices(self, position: Position, most: int) -> int:
        return self.rule.count_choices(position, most)

    def validate(self, entries: Iterable[object]) -> Position:
        return position_in_given_order(self.rule, entries)  # type: ignore[arg-type]

    def apply_move(self, board: Position, option: Position) -> tuple[str, Position]:
        return describe_move(self.rule, board, option)

    def is_over(self, position: Position, forbidden: Sequence[Position] = ()) -> bool:
        if not forbidden:
            return self.rule.is_terminal(position)
        # In a game with forbidden options, no position is a sum of heaps, so `family_moves` accepts the position.
        reached = (sort_blocks(self.rule.blocks, made.reached) for made in self.rule.family_moves(position))
        return all(option in forbidden for option in reached)

    def verdict(self, position: Position, forbidden: Sequence[Position] = ()) -> Verdict[Position]:
        reason = self._solver.reason(position)
        if not self.blocking:
            moves, are_all = self._solver.winning_moves(position)
            return Verdict("P" if reason.is_p(position) else "N", moves, are_all, reason.because)
        # A move wins if its option is a P-position that the other player did not forbid.
        moves = [option for option in self._solver.options_to_forbid(position) if option not in forbidden]
        return Verdict("N" if moves else "P", moves, True, reason.because)

    def is_p(self, option: Position) -> bool:
        return self._solver.reason(option).is_p(option)

    def options_to_forbid(self, position: Position) -> list[Position]:
        return self._solver.options_to_forbid(position)[: self.blocking] if self.blocking else []

    def grundy(self, position: Position) -> int | None:
        if self.misere or self.blocking:
            return None
        found = self._solver.quick_value(position)
        return None if found is None else found[0]

    def remoteness(self, position: Position) -> int | None:
        return self._lengths.remoteness(position)

    def explain(self, position: Position) -> list[str]:
        return explain_reason(self._solver.reason(position), position)

    def automaton_run(self, position: Position) -> AutomatonRun | None:
        """Return the run of the automaton that decides a position; return None if no automaton decides the position."""
        return automaton_run(self._solver.reason(position), position)

    @cached_property
    def digit_system(self) -> DigitSystem | None:
        """The digit system (such as base 2) of the theorem about the game, or None if no theorem uses digits."""
        return find_digit_system(self.rule, self._solver.reasons)
