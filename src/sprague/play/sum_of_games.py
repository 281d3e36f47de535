"""A sum of games as it is played in a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from sprague.errors import SpragueError
from sprague.language.positions import show_number
from sprague.limits import Limits
from sprague.play.illegal_moves import describe_move
from sprague.play.playable import COMPUTED_KINDS, Playable, Verdict
from sprague.rules import Position, Ruleset, parse_position
from sprague.rules.domain import as_placed
from sprague.rules.move_sampling import some_options
from sprague.rules.rule_english import ordinal
from sprague.rules.ruleset import Component
from sprague.rules.sums import sum_text
from sprague.solver.misere_sums import MisereSum
from sprague.solver.reasons import say_options
from sprague.solver.remoteness import SumLengths
from sprague.solver.solver import Knowledge
from sprague.solver.sums import Sum

SEPARATOR = " ; "  # the positions of two games

SumPosition = tuple[Position, ...]


class SumOfGames(Playable[SumPosition]):
    """Games side by side, in normal play, by the values of each; where play stands is a position of each of them."""

    misere = False

    def __init__(self, rules: Sequence[Ruleset], limits: Limits | None = None) -> None:
        self.rules = tuple(rules)
        self._limits = limits
        self._known: dict[Ruleset, Knowledge] = {}
        self._lengths = SumLengths(self.rules, self.misere)

    @property
    def title(self) -> str:
        return " + ".join(rule.name or f"({rule})" for rule in self.rules)

    def normalize(self, given: Iterable[object]) -> SumPosition:
        return tuple(rule.position(part) for rule, part in zip(self.rules, self._parts_of(given), strict=True))

    def validate(self, given: Iterable[object]) -> SumPosition:
        return tuple(as_placed(rule, part) for rule, part in zip(self.rules, self._parts_of(given), strict=True))

    def _parts_of(self, given: Iterable[object]) -> list[Iterable[int]]:
        """What is given for each of the games."""
        try:
            parts = list(given)
        except TypeError:
            raise SpragueError(f"expected a position of each game, such as ((3, 5), (7,)), got {given!r}") from None
        if len(parts) != len(self.rules):
            raise SpragueError(
                f"expected a position of each of the {len(self.rules)} games, got {len(parts)}; "
                "as text with ; between them"
            )
        return parts  # type: ignore[return-value]  # what is no position is refused by its game

    def split(self, at: SumPosition) -> tuple[Position, ...]:
        return at

    def join(self, parts: Sequence[Position]) -> SumPosition:
        return tuple(parts)

    def format(self, at: SumPosition) -> str:
        return SEPARATOR.join(sum_text(rule, part) for rule, part in zip(self.rules, at, strict=True))

    def parse(self, text: str) -> SumPosition:
        return self.validate([parse_position(part) for part in text.split(SEPARATOR.strip())])

    def options(self, at: SumPosition) -> list[SumPosition]:
        return [
            self._with(at, number, option)
            for number, (rule, part) in enumerate(zip(self.rules, at, strict=True))
            for option in rule.options(part)
        ]

    def sample_options(self, at: SumPosition, random: Random) -> list[SumPosition]:
        return [
            self._with(at, number, option)
            for number, (rule, part) in enumerate(zip(self.rules, at, strict=True))
            for option in some_options(rule, part, random)
        ]

    def count_choices(self, at: SumPosition, most: int) -> int:
        return sum(rule.count_choices(part, most) for rule, part in zip(self.rules, at, strict=True))

    def apply_move(self, board: SumPosition, option: SumPosition) -> tuple[str, SumPosition]:
        before, after = self.normalize(board), self.normalize(option)
        changed = [number for number, part in enumerate(before) if part != after[number]]
        if len(changed) != 1:
            raise SpragueError(
                f"expected a move in one of the games, and {self.format(option)} differs from {self.format(board)} in "
                f"{len(changed)}"
            )
        (number,) = changed
        told, stands = describe_move(self.rules[number], board[number], option[number])
        return f"in the {ordinal(number)} game: {told}", self._with(board, number, stands)

    def is_over(self, at: SumPosition, forbidden: Sequence[SumPosition] = ()) -> bool:
        return all(rule.is_terminal(part) for rule, part in zip(self.rules, at, strict=True))

    def verdict(self, at: SumPosition, forbidden: Sequence[SumPosition] = ()) -> Verdict[SumPosition]:
        total = self._sum(at)
        moves = [self._with(at, move.component, move.option) for move in total.winning_moves]
        computed = (number for number, because in enumerate(total.because) if because.kind in COMPUTED_KINDS)
        weakest = next(computed, None)
        if weakest is None:
            return Verdict(total.outcome, moves, total.all_winning_moves, total.because[0])
        because, part = total.because[weakest], total.name_of(weakest)
        return Verdict(total.outcome, moves, total.all_winning_moves, because, f"the {part}")

    def is_p(self, option: SumPosition) -> bool:
        return self._sum(option).outcome == "P"

    def options_to_forbid(self, at: SumPosition) -> list[SumPosition]:
        return []

    def grundy(self, at: SumPosition) -> int | None:
        return self._sum(at).grundy

    def remoteness(self, at: SumPosition) -> int | None:
        return self._lengths.remoteness(at)

    def explain(self, at: SumPosition) -> list[str]:
        total = self._sum(at)
        lines = [total.explanation]
        for number, (value, because) in enumerate(zip(total.values, total.because, strict=True)):
            known = "has a value that is not needed" if value is None else f"has value {show_number(value)}"
            lines.append(f"The {total.name_of(number)} {known}, because of {because}.")
        return lines

    def _sum(self, at: SumPosition) -> Sum:
        parts = (Component(rule, part) for rule, part in zip(self.rules, at, strict=True))
        return Sum(*parts, limits=self._limits, known=self._known)

    def _with(self, at: SumPosition, number: int, option: Position) -> SumPosition:
        return (*at[:number], option, *at[number + 1 :])


class MisereSumOfGames(SumOfGames):
    """Games side by side in misère play, where values say nothing: they are searched."""

    misere = True

    def __init__(self, rules: Sequence[Ruleset], limits: Limits | None = None) -> None:
        super().__init__(rules, limits)
        self._searched: list[MisereSum] = []

    def verdict(self, at: SumPosition, forbidden: Sequence[SumPosition] = ()) -> Verdict[SumPosition]:
        found = self._search(at)
        moves = [option for option in self.options(at) if found.is_p(option)]
        return Verdict("P" if found.is_p(at) else "N", moves, True, found.because)

    def is_p(self, option: SumPosition) -> bool:
        return bool(self._search(option).is_p(option))

    def grundy(self, at: SumPosition) -> int | None:
        return None

    def explain(self, at: SumPosition) -> list[str]:
        found, options = self._search(at), self.options(at)
        winning = sum(bool(found.is_p(option)) for option in options)
        counted = say_options("the sum", len(options), winning) if options else "No move is left."
        return [counted, f"By exhaustive computation: {found.because.source}."]

    def _search(self, at: SumPosition) -> MisereSum:
        """A search that met this sum: an earlier one, if it did."""
        known = next((found for found in self._searched if found.is_p(at) is not None), None)
        if known is None:
            known = MisereSum([Component(rule, part) for rule, part in zip(self.rules, at, strict=True)], self._limits)
            self._searched.append(known)
        return known
