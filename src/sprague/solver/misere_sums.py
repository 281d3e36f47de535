"""`solve_misere_sum` decides sums of different games in misère play by search.

In misère play, the outcomes of the components do not determine the outcome of a sum. The search visits all sums that
play can reach, so it is feasible only for small sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sprague.errors import OutOfReach, SpragueError
from sprague.language.positions import format_position
from sprague.language.rule_english import ordinal
from sprague.limits import Limits, check
from sprague.results.base import OutcomeClass
from sprague.results.positions import SumComponent, SumResult
from sprague.rules import Position, Ruleset
from sprague.rules.blocking import refuse_misere
from sprague.rules.ruleset import Component
from sprague.solver.reasons import Because
from sprague.solver.sums import SumMove
from sprague.solver.text import outcome_line
from sprague.tables.search import explain_endless_play

POSITIONS = 20_000  # default limit on the positions that are searched for a sum in misère play
SECONDS = 60.0  # default time limit

Parts = tuple[Position, ...]


def solve_misere_sum(components: Sequence[Component], budget: Limits | None = None) -> MisereSum:
    """Return the solution of a sum of different games in misère play, found by search.

    >>> from sprague.games import game
    >>> total = solve_misere_sum([game("kayles") @ (2,), game("nim:piles=1") @ (2,)])
    >>> total.outcome, total.winning_moves
    ('P', [])
    """
    for component in components:
        refuse_misere(component.game, True)
        if component.game.win:
            raise SpragueError(
                f"{component.game.label}: a game with 'win when' cannot be part of a sum, because one player wins "
                "the whole sum as soon as the condition is true"
            )
        if component.game.rank is None:
            label, problem = component.game.label, explain_endless_play(component.game)
            raise SpragueError(f"{label}: {problem}")
    given = Limits.of(budget)
    graph = _SumGraph([component.game for component in components])
    with given.with_defaults(Limits(seconds=SECONDS)).watch():
        start = tuple(component.position for component in components)
        outcomes = graph.search(start, POSITIONS if given.positions is None else given.positions)
    winning = [move for move, parts in graph.moves(start) if outcomes[parts]]
    return MisereSum(tuple(components), winning, outcomes)


@dataclass(frozen=True, eq=False)
class MisereSum:
    """The solution of a sum of games in misère play: the winning moves, and the outcomes of all reachable sums."""

    components: tuple[Component, ...]
    winning_moves: list[SumMove]
    reachable: Mapping[Parts, bool]

    @property
    def outcome(self) -> OutcomeClass:
        """The outcome of the misère sum, "P" or "N"."""
        return "P" if self.reachable[tuple(component.position for component in self.components)] else "N"

    def is_p(self, parts: Parts) -> bool | None:
        """Return whether a sum of given positions is a P-position, or None if play cannot reach the sum."""
        return self.reachable.get(parts)

    @property
    def sentences(self) -> list[str]:
        """The winning moves as sentences, each of which names the game."""
        sentences = []
        for move in self.winning_moves:
            part = self.components[move.component]
            called = f"{part.game.name or part.game} {format_position(part.position)}"
            words = part.game.move_to(part.position, move.option)
            sentences.append(f"in the {ordinal(move.component)} game, {called}: {words}")
        return sentences

    def __str__(self) -> str:
        """Return the solution of the misère sum as the text that `sprague solve` prints."""
        lines = [outcome_line("the sum", self.outcome, misere=True)]
        if self.winning_moves:
            lines += ["Winning moves:", *(f"  {sentence}" for sentence in self.sentences)]
        return "\n".join([*lines, f"Reason ({self.because.kind}): {self.because.source}"])

    def to_result(self) -> SumResult:
        """Return the solution of the misère sum as a result dataclass."""
        return SumResult(
            sum=[
                SumComponent(game=part.game.name or str(part.game), rule=str(part.game), position=list(part.position))
                for part in self.components
            ],
            play="misere",
            outcome=self.outcome,
            grundy=None,
            winning_moves=[move.to_result() for move in self.winning_moves],
            all_winning_moves=True,
            sentences=self.sentences,
            because=self.because,
        )

    def to_json(self) -> dict[str, object]:
        """Return the solution of the misère sum as JSON data."""
        return self.to_result().to_json()

    @property
    def because(self) -> Because:
        return Because("search", f"all {len(self.reachable):,} reachable sums")


class _SumGraph:
    """The graph of sums of games: a node is a tuple of positions, one for each game, and an edge is a move."""

    def __init__(self, rules: Sequence[Ruleset]) -> None:
        self.rules = tuple(rules)
        self._listed: dict[tuple[Ruleset, Position], list[Position]] = {}

    def moves(self, parts: Parts) -> Iterator[tuple[SumMove, Parts]]:
        for number, (rule, position) in enumerate(zip(self.rules, parts, strict=True)):
            for option in self._options(rule, position):
                yield SumMove(number, option), (*parts[:number], option, *parts[number + 1 :])

    def _options(self, rule: Ruleset, position: Position) -> list[Position]:
        """Return the options of a position in one game, and cache them, because many sums contain the position."""
        if (rule, position) not in self._listed:
            self._listed[rule, position] = rule.options(position)
        return self._listed[rule, position]

    def _reachable(self, start: Parts, most: int) -> dict[Parts, list[Parts]]:
        """Return the options of each reachable sum; raise an error if there are more than `most` sums."""
        found: dict[Parts, list[Parts]] = {}
        new = [start]
        while new:
            check()
            parts = new.pop()
            if parts not in found:
                found[parts] = [reached for _, reached in self.moves(parts)]
                new += found[parts]
            if len(found) > most:
                raise OutOfReach(
                    f"the search for the outcome of the sum in misère play needs more than {most:,} positions; "
                    f"choose a smaller sum, or allow more with --positions {10 * most} (positions={10 * most})"
                )
        return found

    def search(self, start: Parts, most: int) -> dict[Parts, bool]:
        """Return whether each reachable sum is a P-position; raise an error if there are more than `most` sums."""
        options = self._reachable(start, most)
        is_p: dict[Parts, bool] = {}
        waiting = [start]
        while waiting:
            check()
            following = options[waiting[-1]]
            if missing := [option for option in following if option not in is_p]:
                waiting += missing
            else:
                is_p[waiting.pop()] = bool(following) and not any(is_p[option] for option in following)
        return is_p
