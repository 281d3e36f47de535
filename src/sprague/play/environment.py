"""Base of the environments for learning agents."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sprague.errors import SpragueError
from sprague.play.policy_evaluation import ExactOutcomes
from sprague.rules import Position, Ruleset

Observation = npt.NDArray[np.int64]
Mask = npt.NDArray[np.int8]

PERFECT, RANDOM = "perfect", "random"


class EncodedGame:
    """The positions in which a match may begin, and what can be reached from them, as arrays of one length.

    >>> arena = EncodedGame("kayles", 5)
    >>> arena.observe((2, 1)).tolist(), arena.observe((4,)).tolist()
    ([2, 1], [4, 0])

    Where heaps are split, a position is as many heaps as there are, and the array has empty ones in the places left.
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
                f"expected a limit on each pile, such as limit=8, got {limit!r}; "
                f"the position in which a match begins is start={limit!r}"
            )
        self.truth = ExactOutcomes.of(game, limit, misere=misere, heaps=heaps)
        rule = self.truth.game
        self.starts = [p for p in self.truth.starts if not winnable or self.truth.outcomes[p]]
        if start is not None:
            begun = rule.position(start)
            if begun not in self.truth.starts:
                wanted = f"{'one pile' if heaps == 1 else f'at most {heaps} piles'} of it, " if rule.takes_sums else ""
                raise SpragueError(
                    f"{rule.label}: expected a start with a move, {wanted}every pile below {limit}, got {start!r}"
                )
            self.starts = [begun]
        if not self.starts:
            raise SpragueError(f"{rule.label}: expected a limit that leaves a position to begin with, got {limit}")
        self.most_options = max(1, *(len(rule.options(position)) for position in self.truth.outcomes))
        self._length = max(map(len, self.truth.outcomes))
        self.highest = np.max([self.observe(position) for position in self.truth.outcomes], axis=0)

    def begin(self, chance: np.random.Generator) -> Position:
        """A position to begin with."""
        return self.starts[int(chance.integers(len(self.starts)))]

    def observe(self, position: Position) -> Observation:
        """A position as an array; heaps that are not there are empty."""
        return np.array(position + (0,) * (self._length - len(position)), dtype=np.int64)

    def mask(self, position: Position) -> Mask:
        """1 for the numbers of options, 0 for those that mean nothing."""
        mask = np.zeros(self.most_options, dtype=np.int8)
        mask[: len(self.truth.game.options(position))] = 1
        return mask

    def last_mover_won(self, position: Position) -> bool:
        """Whether whoever moved to a position in which play is over has won."""
        return self.truth.outcome(position) == "P"
