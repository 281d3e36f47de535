"""`EncodedGame` computes start positions, observations and action masks for Gymnasium and PettingZoo environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from sprague.errors import SpragueError
from sprague.play.policy_evaluation import ExactOutcomes
from sprague.rules import Position, Ruleset

Observation = npt.NDArray[np.int64]
Mask = npt.NDArray[np.int8]

Opponent = Literal["perfect", "random"]
RenderMode = Literal["ansi"]
PERFECT: Opponent = "perfect"
RANDOM: Opponent = "random"


def check_render_mode(value: object) -> RenderMode | None:
    """Return the argument `render_mode` of an environment; raise an error if it is neither "ansi" nor None."""
    if value not in (None, "ansi"):
        raise SpragueError(f"'render_mode' must be 'ansi' or None, got {value!r}")
    return "ansi" if value else None


class EncodedGame:
    """A game encoded for learning agents: each position becomes an array of fixed length.

    >>> encoded = EncodedGame("kayles", 5)
    >>> encoded.observe((2, 1)).tolist(), encoded.observe((4,)).tolist()
    ([2, 1], [4, 0])

    In games whose heaps can split, the array of a position is padded with empty heaps.
    """

    def __init__(
        self,
        game: Ruleset | str,
        limit: int,
        *,
        misere: bool = False,
        heaps: int = 1,
        start: Sequence[int] | None = None,
        winnable: bool = False,
    ) -> None:
        if isinstance(limit, tuple | list):
            raise SpragueError(
                f"'limit' must be an integer, such as limit=8, got {limit!r}; to choose the start position, pass "
                f"start={limit!r}"
            )
        self.exact = ExactOutcomes.of(game, limit, misere=misere, heaps=heaps)
        rule = self.exact.game
        self.starts = [p for p in self.exact.starts if not winnable or self.exact.outcomes[p]]
        if start is not None:
            first = rule.position(start)
            if first not in self.exact.starts:
                number = "one heap" if heaps == 1 else f"at most {heaps} heaps"
                demand = f"{number} below {limit}" if rule.takes_sums else f"all piles below {limit}"
                raise SpragueError(
                    f"{rule.label}: expected a start position with a legal move and {demand}, got {start!r}"
                )
            self.starts = [first]
        if not self.starts:
            raise SpragueError(f"{rule.label}: no start position has all piles below {limit}; choose a larger limit")
        self.most_options = max(1, *(len(rule.options(position)) for position in self.exact.outcomes))
        self._length = max(map(len, self.exact.outcomes))
        self.highest = np.max([self.observe(position) for position in self.exact.outcomes], axis=0)

    def random_start(self, generator: np.random.Generator) -> Position:
        """Return a random start position for the environment."""
        return self.starts[int(generator.integers(len(self.starts)))]

    def observe(self, position: Position) -> Observation:
        """Return a position as an observation: an array, padded with empty heaps."""
        return np.array(position + (0,) * (self._length - len(position)), dtype=np.int64)

    def mask(self, position: Position) -> Mask:
        """Return the mask of legal actions: entry i is 1 if the position has an option with index i, else 0."""
        mask = np.zeros(self.most_options, dtype=np.int8)
        mask[: len(self.exact.game.options(position))] = 1
        return mask

    def last_mover_won(self, position: Position) -> bool:
        """Return whether the player who moved to a terminal position has won."""
        return self.exact.outcome(position) == "P"
