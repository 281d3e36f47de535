"""`Undecided`: a claim or game that was not decided within the limits, with a list of all attempts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sprague.errors import MissingResultError
from sprague.language.positions import Position, show_position
from sprague.notebook_html import as_html
from sprague.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Attempt:
    """One attempt in an undecided search: its method, table limit, number of automaton states, and result.

    `method` names the encoding of the set, such as `base 2` or `totals in base 3`, or the kind of theorem. `states` is
    the number of states of an automaton that agrees with the table, or None if no such automaton was found. If `states`
    is None, every automaton of the set has at least `reached` states. `capped` tells whether a limit on states stopped
    the search.
    """

    method: str
    limit: int | None
    states: int | None
    result: str
    reached: int = 0
    capped: bool = False

    @property
    def states_text(self) -> str:
        """The number of states as text, which begins with `at least` or `more than` if no automaton was found."""
        if self.states is not None:
            return f"{self.states:,}"
        return f"{'more than' if self.capped else 'at least'} {self.reached:,}"

    @property
    def states_needed(self) -> int:
        """The number of states of the automaton or, if none was found, a lower bound on the number needed."""
        return self.states or self.reached

    def __str__(self) -> str:
        if self.limit is None:
            return f"{self.method}: {self.result}"
        states = "no automaton" if self.states is None else f"{self.states:,} states"
        return f"piles below {self.limit}, {self.method}: {states}; {self.result}"


@dataclass(frozen=True, repr=False)
class Undecided:
    """A claim or a game that was not decided within the limits, with the attempts in order.

    `smallest` lists the P-positions with the fewest chips, sorted and without omissions. `advice` lists suggestions for
    the next attempt.

    >>> import sprague
    >>> found = sprague.prove("sharing-nim", "a = b and even(v2(c - a))", budget=sprague.Limits(pairs=3))
    >>> found.reason.partition(";")[0]
    'comparing two automata would need more than 3 pairs'
    """

    game: Ruleset
    misere: bool
    claim: str | None
    reason: str
    attempts: tuple[Attempt, ...] = ()
    smallest: tuple[Position, ...] = ()
    advice: tuple[str, ...] = ()

    def growth(self) -> dict[str, list[tuple[int, int]]]:
        """Return the numbers of states that each method of an undecided search needed, as pairs (table limit, states).

        >>> import sprague
        >>> sprague.discover("(a) -> (a - k) where k divides a, k < a").growth()
        {}
        """
        return {
            method: [(limit, attempt.states_needed) for limit, attempt in last.items()]
            for method, last in self._last_attempts().items()
        }

    def _last_attempts(self) -> dict[str, dict[int, Attempt]]:
        """Return, for each method and table limit, the last attempt that reports a number of states."""
        found: dict[str, dict[int, Attempt]] = {}
        for attempt in self.attempts:
            if attempt.limit is not None and attempt.states_needed:
                found.setdefault(attempt.method, {})[attempt.limit] = attempt
        return found

    def __repr__(self) -> str:
        return f"<Undecided for {self.game.display_name}: {self.reason}>"

    def __bool__(self) -> Literal[False]:
        return False

    def __contains__(self, position: Sequence[int]) -> bool:
        raise MissingResultError(
            f"the result is undecided, so it contains no set of positions; the reason is: {self.reason}"
        )

    def details(self) -> list[str]:
        """Return lines of text about an undecided claim: the attempts, the smallest P-positions, and advice.

        >>> import sprague
        >>> sprague.discover("(a) -> (a - k) where k divides a, k < a").details()
        []
        """
        lines = [str(attempt) for attempt in dict.fromkeys(self.attempts) if attempt.limit is None]
        for method, last in self._last_attempts().items():
            states = ", ".join(attempt.states_text for attempt in last.values())
            lines.append(f"{method}: {states} states for piles below {', '.join(map(str, last))}")
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
