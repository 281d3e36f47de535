"""`ExactOutcomes` contains the outcomes of all reachable positions; an `Evaluation` rates a policy with them.

Exhaustive search computes the outcomes, so the policy of a learning agent is tested at all positions, not only at
samples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations_with_replacement, product

from sprague import arguments
from sprague.errors import SpragueError
from sprague.games import ruleset_of
from sprague.rules import Position, Ruleset
from sprague.rules.blocking import refuse_values
from sprague.tables.search import search

Policy = Callable[[Position, Sequence[Position]], Position]


@dataclass(frozen=True)
class ExactOutcomes:
    """The outcomes of all positions that a learning agent can reach from start positions with piles below a limit.

    >>> exact = ExactOutcomes.of("nim", limit=4)
    >>> exact.outcome((1, 2, 3)), exact.perfect_move((1, 2, 2))
    ('P', (0, 2, 2))

    If positions are sums of heaps, a start position has at most `heaps` heaps.
    """

    game: Ruleset
    limit: int
    misere: bool = False
    heaps: int = 1

    @staticmethod
    def of(game: Ruleset | str, limit: int, *, misere: bool = False, heaps: int = 1) -> ExactOutcomes:
        """Return the exact outcomes of a game, which are computed on first use."""
        rule = ruleset_of(game)
        refuse_values(rule)
        if arguments.check_integer("limit", limit) <= rule.floor:
            raise SpragueError(f"{rule.label}: expected a limit of at least {rule.floor + 1}, got {limit}")
        if arguments.check_integer("heaps", heaps) != 1 and not rule.takes_sums:
            raise SpragueError(
                f"{rule.label}: expected heaps=1, because positions of the game are not sums of heaps; got "
                f"heaps={heaps}"
            )
        return ExactOutcomes(rule, limit, arguments.check_flag("misere", misere), heaps)

    @cached_property
    def starts(self) -> tuple[Position, ...]:
        """The start positions: all positions with a legal move and every pile below the limit."""
        ranges = [range(self.game.lowest(name), self.limit) for name in self.game.names]
        single = [p for p in product(*ranges) if self.game.is_position(p)]
        sums = (
            tuple(chain(*parts))
            for heaps in range(1, self.heaps + 1)
            for parts in combinations_with_replacement(single, heaps)
        )
        return tuple(p for p in sums if self.game.position(p) == p and not self.game.is_terminal(p))

    @cached_property
    def outcomes(self) -> dict[Position, int]:
        """A dictionary that maps each reachable position to 1 (N) or 0 (P); positions come after their options."""
        return search(self.game, self.starts, "outcome", self.misere)

    @cached_property
    def _remoteness(self) -> dict[Position, int]:
        # In a misère game in which some positions win at once, remoteness is not defined.
        if self.misere and self.game.win:
            return self.outcomes
        return search(self.game, self.starts, "remoteness", self.misere)

    def outcome(self, position: Position) -> str:
        """Return the outcome of a reachable position, "P" or "N"."""
        return "N" if self.outcomes[self.game.position(position)] else "P"

    def perfect_move(self, position: Position) -> Position:
        """Return the option that perfect play chooses: the fastest win or, if no move wins, the slowest loss."""
        options = self.game.options(position)
        won = [option for option in options if not self.outcomes[option]]
        return min(won, key=self._remoteness.__getitem__) if won else max(options, key=self._remoteness.__getitem__)

    def evaluate(self, policy: Policy) -> Evaluation:
        """Evaluate a policy (a function that chooses one of a position's options) at every winnable position."""
        right: list[Position] = []
        wins: dict[Position, bool] = {}
        winnable = [position for position, is_n in self.outcomes.items() if is_n and self.game.options(position)]
        # `outcomes` lists each position after its options, so the results of all replies are known
        for position in winnable:
            chosen = policy(position, self.game.options(position))
            self.game.move_to(position, chosen)  # `move_to` raises an error if the choice is not an option
            option = self.game.position(chosen)
            if self.outcomes[option]:
                wins[position] = False
                continue
            right.append(position)
            # The policy must win after every reply of the opponent. If a reply leads to a position that is missing in
            # `wins`, play has ended and the policy has won.
            wins[position] = all(wins.get(answer, True) for answer in self.game.options(option))
        mistakes = tuple(position for position in winnable if position not in set(right))
        return Evaluation(len(winnable), len(right), sum(wins.values()), mistakes)


@dataclass(frozen=True)
class Evaluation:
    """The result of evaluating a policy at all winnable positions.

    Attributes:
        winnable: The number of winnable positions, that is, N-positions.
        right: The number of winnable positions where the policy chooses a winning move.
        won: The number of winnable positions from which the policy wins against every defence.
        mistakes: The winnable positions where the policy chooses a losing move.
    """

    winnable: int
    right: int
    won: int
    mistakes: tuple[Position, ...]

    def __str__(self) -> str:
        return (
            f"{self.winnable:,} positions can be won; the policy chooses a winning move in {self.right:,} of them "
            f"and wins {self.won:,} against every defence"
        )
