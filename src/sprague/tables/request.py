"""Requests for tables (`Request`): the arguments of `tabulate`, checked before the computation starts."""

from __future__ import annotations

from dataclasses import dataclass

from sprague import arguments
from sprague.errors import SpragueError
from sprague.results.base import Measure
from sprague.rules import Ruleset
from sprague.rules.blocking import refuse_misere, refuse_values
from sprague.tables.kernels.states import BLOCKED, GRUNDY, OUTCOME, REMOTENESS, SUSPENSE

# Maps each kind of value in a table to the kernel mode that computes it.
MODES = {"grundy": GRUNDY, "outcome": OUTCOME, "remoteness": REMOTENESS, "suspense": SUSPENSE}
VALUE_KINDS = tuple(MODES)

NO_CAP = 1 << 40  # a number above every Grundy value in a table


@dataclass(frozen=True, slots=True)
class Request:
    """A request for a table: a game, a bound on piles or chips, and the kind of value.

    >>> Request(Ruleset.adding("x", [(-1,)]), limit=0)
    Traceback (most recent call last):
    sprague.errors.SpragueError: this game: expected a limit of at least 1, got 0
    """

    rule: Ruleset
    limit: int | None = None
    chips: int | None = None
    what: Measure = "grundy"
    misere: bool = False
    cap: int | None = None

    def __post_init__(self) -> None:
        """Raise `SpragueError` if no table can satisfy the request."""
        for name in ("limit", "chips", "cap"):
            number: object = getattr(self, name)
            object.__setattr__(self, name, None if number is None else arguments.check_integer(name, number))
        arguments.check_choice("what", self.what, VALUE_KINDS)
        arguments.check_flag("misere", self.misere)
        rule, limit, chips, what, cap = self.rule, self.limit, self.chips, self.what, self.cap
        if (limit is None) == (chips is None):
            raise SpragueError(
                "expected either limit=… (a bound on every pile) or chips=… (a bound on the total number of chips)"
            )
        refuse_misere(rule, self.misere)
        if what != "outcome":
            refuse_values(rule, {"grundy": "Grundy values"}.get(what, f"numbers such as {what}"))
        if limit is not None and limit <= rule.floor:
            raise SpragueError(f"{rule.label}: expected a limit of at least {rule.floor + 1}, got {limit}")
        if chips is not None and chips < rule.floor * len(rule.piles):
            least = rule.floor * len(rule.piles)
            raise SpragueError(f"{rule.label}: expected a bound on chips of at least {least}, got {chips}")
        if cap is not None and (cap < 1 or what != "grundy"):
            raise SpragueError(
                f"a cap must be at least 1, and is possible only for Grundy values; got cap={cap} for what={what!r}"
            )
        if cap is not None and cap >= 1 << 63:
            raise SpragueError(f"expected a cap below 2^63, got {cap:,}; leave out the cap to compute exact values")
        if self.misere and what == "grundy":
            raise SpragueError(
                "Grundy values are not defined in misère play; ask for 'outcome', 'remoteness' or 'suspense'"
            )
        if self.misere and rule.win and what != "outcome":
            raise SpragueError(
                f"{rule.label}: {what} in misère play is not defined for rules with 'win when'; ask for 'outcome'"
            )

    @property
    def bound(self) -> str:
        """The bound of the requested table as text, such as "limit 8" or "20 chips"."""
        return f"limit {self.limit}" if self.limit is not None else f"{self.chips} chips"

    @property
    def measure_text(self) -> str:
        """The requested kind of value as text, such as "the outcome in misère play"."""
        value = {"grundy": "the Grundy value"}.get(self.what, f"the {self.what}")
        return f"{value} in misère play" if self.misere else value

    @property
    def follows_from_grundy_values(self) -> bool:
        """Whether Grundy values determine the requested values, as they determine outcomes, for example."""
        return self.what in ("grundy", "outcome") and not self.misere and not self.rule.blocking

    @property
    def mode(self) -> int:
        return BLOCKED if self.rule.blocking else MODES[self.what]

    @property
    def ceiling(self) -> int:
        """The cap on Grundy values, or a number above all values if no cap is requested."""
        return NO_CAP if self.cap is None else self.cap
