"""The limit on the states of an automaton in the export to Coq."""

from __future__ import annotations

from dataclasses import dataclass

from sprague.errors import OutOfReach
from sprague.limits import Limits, check

DEFAULT = Limits(seconds=300, states=500_000)


@dataclass(frozen=True)
class Budget:
    """The most states that an automaton may have."""

    states: int

    @staticmethod
    def of(limits: Limits | None = None) -> Budget:
        whole = Limits.of(limits).otherwise(DEFAULT)
        assert whole.states is not None
        return Budget(whole.states)

    def keep_states(self, count: int) -> None:
        """Raise `OutOfReach` if there are more states, and `OutOfTime` if the time is over."""
        check()
        if count > self.states:
            raise OutOfReach(
                f"the export to Coq takes more than {self.states:,} states; allow more with Limits(states=…), "
                "or take a smaller game"
            )
