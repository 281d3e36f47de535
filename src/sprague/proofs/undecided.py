"""`Undecided`: a claim or game that was not decided within the limits, with a list of all attempts."""

from __future__ import annotations

from dataclasses import dataclass

from sprague.language.positions import Position, show_position
from sprague.notebook_html import as_html
from sprague.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Attempt:
    """One attempt in an undecided search: its method, table limit, number of automaton states, and result.

    `method` is the encoding of the set, such as `base 2` or `totals in base 3`, or the kind of theorem. `states` is
    None if no automaton agrees with the table. `reached` is the number of states that the search distinguished if no
    automaton agrees.
    """

    method: str
    limit: int | None
    states: int | None
    result: str
    reached: int = 0

    @property
    def states_needed(self) -> int:
        """The number of states of the automaton or, if there is none, the number of states distinguished so far."""
        return self.states or self.reached

    def __str__(self) -> str:
        if self.limit is None:
            return f"{self.method}: {self.result}"
        states = "no automaton" if self.states is None else f"{self.states:,} states"
        return f"piles below {self.limit}, {self.method}: {states}; {self.result}"


@dataclass(frozen=True, repr=False)
class Undecided:
    """A claim or a game that was not decided within the limits, with the attempts in order.

    `smallest` lists the smallest P-positions without gaps. `advice` lists what to try next.
    """

    game: Ruleset
    misere: bool
    claim: str | None
    reason: str
    attempts: tuple[Attempt, ...] = ()
    smallest: tuple[Position, ...] = ()
    advice: tuple[str, ...] = ()

    def growth(self) -> dict[str, list[tuple[int, int]]]:
        """Return, for each method of an undecided search, the limits of its tables and the number of states of each."""
        found: dict[str, dict[int, int]] = {}
        for attempt in self.attempts:
            if attempt.limit is not None and (states := attempt.states_needed):
                found.setdefault(attempt.method, {})[attempt.limit] = states
        return {method: list(growth.items()) for method, growth in found.items()}

    def __repr__(self) -> str:
        return f"<Undecided for {self.game.display_name}: {self.reason}>"

    def __bool__(self) -> bool:
        return False

    def details(self) -> list[str]:
        """Return lines of text about an undecided claim: the attempts, the smallest P-positions, and advice."""
        lines = [str(attempt) for attempt in dict.fromkeys(self.attempts) if attempt.limit is None]
        for method, growth in self.growth().items():
            states = ", ".join(f"{states:,}" for _, states in growth)
            lines.append(f"{method}: {states} states for piles below {', '.join(str(limit) for limit, _ in growth)}")
        if self.smallest:
            lines.append(f"smallest P-positions: {', '.join(map(show_position, self.smallest))}")
        lines += [
            f"{'to try next: ' if number == 0 else '             '}{text}" for number, text in enumerate(self.advice)
        ]
        return lines

    def _repr_html_(self) -> str:
        return as_html(str(self))

    def __str__(self) -> str:
        return "\n  ".join([f"undecided: {self.reason}", *self.details()])
