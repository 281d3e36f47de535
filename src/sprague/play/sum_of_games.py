"""The classes `SumOfGames` and `MisereSumOfGames`, which implement `Playable` for a match in a sum of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from sprague.errors import SpragueError
from sprague.integers import show_number
from sprague.language.rule_english import ordinal
from sprague.limits import Limits
from sprague.play.illegal_moves import describe_move
from sprague.play.playable import COMPUTED_KINDS, Playable, Verdict
from sprague.rules import Position, Ruleset, parse_position
from sprague.rules.domain import position_in_given_order
from sprague.rules.moves import sample_options
from sprague.rules.ruleset import Component
from sprague.rules.sums import format_sum
from sprague.solver.misere_sums import MisereSum, solve_misere_sum
from sprague.solver.reasons import options_sentence
from sprague.solver.remoteness import SumRemotenessSolver
from sprague.solver.solver import Solver
from sprague.solver.sums import Sum

SEPARATOR = " ; "  # separator between the positions of two games of a sum

SumPosition = tuple[Position, ...]


class SumOfGames(Playable[SumPosition]):
    """The implementation of `Playable` for a sum of games in normal play, which Grundy values solve.

    A position of the sum is a tuple that contains one position of each game.
    """

    misere = False

    def __init__(self, rules: Sequence[Ruleset], budget: Limits | None = None) -> None:
        self.rules = tuple(rules)
        self._limits = budget
        self._solvers: dict[Ruleset, Solver] = {}
        self._lengths = SumRemotenessSolver(self.rules, self.misere)

    @property
    def title(self) -> str:
        return " + ".join(rule.name or f"({rule})" for rule in self.rules)

    def normalize(self, entries: Iterable[object]) -> SumPosition:
        return tuple(rule.position(part) for rule, part in self._entries_by_game(entries))

    def validate(self, entries: Iterable[object]) -> SumPosition:
        return tuple(position_in_given_order(rule, part) for rule, part in self._entries_by_game(entries))

    def _entries_by_game(self, entries: Iterable[object]) -> Iterator[tuple[Ruleset, Iterable[int]]]:
        """Return a list of pairs: each game of the sum with the entries of its position."""
        try:
            parts = list(entries)
        except TypeError:
            raise SpragueError(
                f"expected one position for each game of the sum, such as ((3, 5), (7,)), got {entries!r}"
            ) from None
        if len(parts) != len(self.rules):
            raise SpragueError(
                f"expected {len(self.rules)} positions, one for each game, got {len(parts)}; "
                "in text, separate the positions by ';'"
            )
        return zip(self.rules, parts, strict=True)  # type: ignore[arg-type]  # each game validates its position

    def split(self, position: SumPosition) -> tuple[Position, ...]:
        return position

    def join(self, positions: Sequence[Position]) -> SumPosition:
        return tuple(positions)

    def format(self, position: SumPosition) -> str:
        return SEPARATOR.join(format_sum(rule, part) for rule, part in self.components(position))

    def parse(self, text: str) -> SumPosition:
        return self.validate([parse_position(part) for part in text.split(SEPARATOR.strip())])

    def options(self, position: SumPosition) -> list[SumPosition]:
        return [
            self._replace(position, number, option)
            for number, (rule, part) in enumerate(self.components(position))
            for option in rule.options(part)
        ]

    def sample_options(self, position: SumPosition, random: Random) -> list[SumPosition]:
        return [
            self._replace(position, number, option)
            for number, (rule, part) in enumerate(self.components(position))
            for option in sample_options(rule, part, random)
        ]

    def count_choices(self, position: SumPosition, most: int) -> int:
        return sum(rule.count_choices(part, most) for rule, part in self.components(position))

    def apply_move(self, board: SumPosition, option: SumPosition) -> tuple[str, SumPosition]:
        before, after = self.normalize(board), self.normalize(option)
        changed = [number for number, part in enumerate(before) if part != after[number]]
        if len(changed) != 1:
            raise SpragueError(
                f"a move must change exactly one game of the sum, but {self.format(option)} differs from "
                f"{self.format(board)} in {len(changed)} games"
            )
        (number,) = changed
        sentence, after_move = describe_move(self.rules[number], board[number], option[number])
        return f"in the {ordinal(number)} game: {sentence}", self._replace(board, number, after_move)

    def is_over(self, position: SumPosition, forbidden: Sequence[SumPosition] = ()) -> bool:
        return all(rule.is_terminal(part) for rule, part in self.components(position))

    def verdict(self, position: SumPosition, forbidden: Sequence[SumPosition] = ()) -> Verdict[SumPosition]:
        total = self._sum(position)
        moves = [self._replace(position, move.component, move.option) for move in total.winning_moves]
        computed = (number for number, because in enumerate(total.because) if because.kind in COMPUTED_KINDS)
        weakest = next(computed, None)
        if weakest is None:
            return Verdict(total.outcome, moves, total.all_winning_moves, total.because[0])
        because, part = total.because[weakest], total.name_of(weakest)
        return Verdict(total.outcome, moves, total.all_winning_moves, because, f"the {part}")

    def is_p(self, option: SumPosition) -> bool:
        return self._sum(option).outcome == "P"

    def options_to_forbid(self, position: SumPosition) -> list[SumPosition]:
        return []

    def grundy(self, position: SumPosition) -> int | None:
        return self._sum(position).grundy

    def remoteness(self, position: SumPosition) -> int | None:
        return self._lengths.remoteness(position)

    def explain(self, position: SumPosition) -> list[str]:
        total = self._sum(position)
        lines = [total.explanation]
        for number, (value, because) in enumerate(zip(total.values, total.because, strict=True)):
            known = (
                "has a Grundy value that is not needed" if value is None else f"has Grundy value {show_number(value)}"
            )
            lines.append(f"The {total.name_of(number)} {known}. Reason ({because.kind}): {because.source}.")
        return lines

    def _sum(self, position: SumPosition) -> Sum:
        parts = (Component(rule, part) for rule, part in self.components(position))
        return Sum(*parts, budget=self._limits, solvers=self._solvers)

    def _replace(self, position: SumPosition, number: int, option: Position) -> SumPosition:
        return (*position[:number], option, *position[number + 1 :])


class MisereSumOfGames(SumOfGames):
    """The implementation of `Playable` for a sum of games in misère play, which is solved by search."""

    misere = True

    def __init__(self, rules: Sequence[Ruleset], budget: Limits | None = None) -> None:
        super().__init__(rules, budget)
        self._searched: list[MisereSum] = []

    def verdict(self, position: SumPosition, forbidden: Sequence[SumPosition] = ()) -> Verdict[SumPosition]:
        found = self._search(position)
        moves = [option for option in self.options(position) if found.is_p(option)]
        return Verdict("P" if found.is_p(position) else "N", moves, True, found.because)

    def is_p(self, option: SumPosition) -> bool:
        return bool(self._search(option).is_p(option))

    def grundy(self, position: SumPosition) -> int | None:
        return None

    def explain(self, position: SumPosition) -> list[str]:
        found, options = self._search(position), self.options(position)
        winning = sum(bool(found.is_p(option)) for option in options)
        counted = options_sentence("the sum", len(options), winning) if options else "No move is left."
        return [counted, f"By exhaustive computation: {found.because.source}."]

    def _search(self, position: SumPosition) -> MisereSum:
        """Return the result of a search that includes the given position, if possible of an earlier search."""
        known = next((found for found in self._searched if found.is_p(position) is not None), None)
        if known is None:
            known = solve_misere_sum([Component(rule, part) for rule, part in self.components(position)], self._limits)
            self._searched.append(known)
        return known
