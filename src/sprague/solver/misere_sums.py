"""Sums of different games in misère play, decided by search.

Nothing is known of such a sum from its parts, so that all positions that can be reached are looked at, which few sums
allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from sprague.errors import OutOfReach, SpragueError
from sprague.language.positions import format_position
from sprague.limits import Limits, check
from sprague.rules import Position, Ruleset
from sprague.rules.blocking import refuse_misere
from sprague.rules.rule_english import ordinal
from sprague.rules.ruleset import Component
from sprague.solver.reasons import Because
from sprague.solver.sums import SumMove
from sprague.tables.search import why_endless

POSITIONS = 20_000  # looked at, where nothing else is said
SECONDS = 60.0

Parts = tuple[Position, ...]


class MisereSum:
    """A sum of games in misère play, solved by a search.

    >>> from sprague.games import game
    >>> total = MisereSum([game("kayles") @ (2,), game("nim:piles=1") @ (2,)])
    >>> total.outcome, total.winning_moves
    ('P', [])
    """

    def __init__(self, components: Sequence[Component], limits: Limits | None = None) -> None:
        for component in components:
            refuse_misere(component.game, True)
            if component.game.win:
                raise SpragueError(
                    f"{component.game.label}: a game with 'win when' ends at once, so it has no place in a sum"
                )
            if component.game.rank is None:
                raise SpragueError(f"{component.game.label}: {why_endless(component.game)}")
        self.components = tuple(components)
        self._known: dict[tuple[Ruleset, Position], list[Position]] = {}
        given = Limits.of(limits)
        self._most = POSITIONS if given.positions is None else given.positions
        with given.with_defaults(Limits(seconds=SECONDS)).watch():
            self._search()

    @property
    def outcome(self) -> str:
        return "P" if self._is_p[self._start] else "N"

    @cached_property
    def winning_moves(self) -> list[SumMove]:
        """All moves to P-positions."""
        return [move for move, parts in self._moves(self._start) if self._is_p[parts]]

    def is_p(self, parts: Parts) -> bool | None:
        """Whether a sum that can be reached, given by its parts, is a P-position; None if it cannot be reached."""
        return self._is_p.get(parts)

    @property
    def sentences(self) -> list[str]:
        """What to do to make each of the winning moves, and in which game."""
        told = []
        for move in self.winning_moves:
            part = self.components[move.component]
            called = f"{part.game.name or part.game} {format_position(part.position)}"
            words = part.game.move_to(part.position, move.option)
            told.append(f"in the {ordinal(move.component)} game, {called}: {words}")
        return told

    def __str__(self) -> str:
        """All that `sprague solve` prints."""
        who = "an N-position: the next" if self.outcome == "N" else "a P-position: the previous"
        lines = [f"the sum is {who} player wins"]
        if self.winning_moves:
            lines += ["Winning moves:", *(f"  {sentence}" for sentence in self.sentences)]
        return "\n".join([*lines, f"Because of {self.because}"])

    def to_json(self) -> dict[str, object]:
        """The answer as plain data."""
        return {
            "sum": [
                {"game": part.game.name or str(part.game), "rule": str(part.game), "position": list(part.position)}
                for part in self.components
            ],
            "play": "misere",
            "outcome": self.outcome,
            "grundy": None,
            "winning_moves": [
                {"component": move.component, "option": list(move.option)} for move in self.winning_moves
            ],
            "all_winning_moves": True,
            "sentences": self.sentences,
            "because": self.because.to_json(),
        }

    @property
    def because(self) -> Because:
        return Because("search", f"all {len(self._is_p):,} sums that can be reached")

    @property
    def _start(self) -> Parts:
        return tuple(component.position for component in self.components)

    def _moves(self, parts: Parts) -> Iterator[tuple[SumMove, Parts]]:
        for number, (component, position) in enumerate(zip(self.components, parts, strict=True)):
            for option in self._options(component.game, position):
                yield SumMove(number, option), (*parts[:number], option, *parts[number + 1 :])

    def _options(self, rule: Ruleset, position: Position) -> list[Position]:
        """The options of a component, which is met beside many others."""
        if (rule, position) not in self._known:
            self._known[rule, position] = rule.options(position)
        return self._known[rule, position]

    def _reachable(self) -> dict[Parts, list[Parts]]:
        """Every sum that can be reached, with those that a move leads to."""
        found: dict[Parts, list[Parts]] = {}
        new = [self._start]
        while new:
            check()
            parts = new.pop()
            if parts not in found:
                found[parts] = [reached for _, reached in self._moves(parts)]
                new += found[parts]
            if len(found) > self._most:
                raise OutOfReach(
                    f"the sum needs a search of more than {self._most:,} positions in misère play, where values of its "
                    f"parts say nothing; ask for a smaller sum or allow more (positions={10 * self._most}, or "
                    f"--positions {10 * self._most})"
                )
        return found

    def _search(self) -> None:
        """Whether each sum that can be reached is a P-position, its options first."""
        options = self._reachable()
        self._is_p: dict[Parts, bool] = {}
        waiting = [self._start]
        while waiting:
            check()
            left = options[waiting[-1]]
            if missing := [option for option in left if option not in self._is_p]:
                waiting += missing
            else:
                self._is_p[waiting.pop()] = bool(left) and not any(self._is_p[option] for option in left)
