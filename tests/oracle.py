"""The oracle: Grundy values and outcomes computed directly from their definitions. It stays naive.

The oracle knows only the options of a game and the positions that are won (`win when`).
"""

from collections.abc import Callable, Iterable
from itertools import count

Position = tuple[int, ...]


def nowhere(position: Position) -> bool:
    """For games without `win when`: no position is won before the last move."""
    return False


class Oracle:
    """The game with these options; a position in which play ends is N in misère play, unless it is won.

    With `blocking`, as many options may be forbidden by the player who has moved; then there is only normal play.
    """

    def __init__(
        self,
        options: Callable[[Position], Iterable[Position]],
        is_won: Callable[[Position], bool] = nowhere,
        blocking: int = 0,
    ) -> None:
        self.options = options
        self.is_won = is_won
        self.blocking = blocking
        self.grundy_values: dict[Position, int] = {}
        self.outcomes: dict[tuple[Position, bool], str] = {}

    def grundy(self, position: Position) -> int:
        if position not in self.grundy_values:
            reached = {self.grundy(option) for option in self.options(position)}
            self.grundy_values[position] = next(value for value in count() if value not in reached)
        return self.grundy_values[position]

    def outcome(self, position: Position, misere: bool = False) -> str:
        if (position, misere) not in self.outcomes:
            reached = [self.outcome(option, misere) for option in set(self.options(position))]
            ended_well = misere and not self.is_won(position)
            moves_left = reached.count("P") > self.blocking
            self.outcomes[position, misere] = "N" if moves_left or (not reached and ended_well) else "P"
        return self.outcomes[position, misere]
