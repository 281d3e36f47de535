"""How far the checker goes: the sizes of `Limits` that it keeps, each with an error that has the figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from sprague.errors import OutOfReach
from sprague.limits import Limits, check

DEFAULT = Limits(seconds=300, states=500_000, pairs=2_000_000, positions=5_000_000)


@dataclass(frozen=True)
class Budget:
    """The most states of a set, pairs of states in a search and positions looked at one by one."""

    states: int
    pairs: int
    positions: int

    @staticmethod
    def of(limits: Limits | None = None) -> Budget:
        whole = Limits.of(limits).otherwise(DEFAULT)
        assert whole.states is not None
        assert whole.pairs is not None
        assert whole.positions is not None
        return Budget(whole.states, whole.pairs, whole.positions)

    def keep_states(self, count: int) -> None:
        """End the work if a set takes more states, or if the time is over."""
        _keep("states", count, self.states)

    def out_of_pairs(self) -> NoReturn:
        """End a search that takes more pairs of states."""
        raise _out_of_reach("pairs of states", self.pairs)

    def keep_positions(self, count: int) -> None:
        """End the work if there are more positions to look at, or if the time is over."""
        _keep("positions", count, self.positions)


def _keep(what: str, count: int, most: int) -> None:
    check()
    if count > most:
        raise _out_of_reach(what, most)


def _out_of_reach(what: str, most: int) -> OutOfReach:
    option = what.partition(" ")[0]
    return OutOfReach(
        f"checking takes more than {most:,} {what}; allow more with Limits({option}=…), or check a smaller game"
    )
