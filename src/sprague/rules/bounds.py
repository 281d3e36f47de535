"""What a condition says in linear terms."""

from __future__ import annotations

from dataclasses import dataclass

from sprague.rules.linear import Linear, both_ways


@dataclass(frozen=True, slots=True)
class Bounds:
    """Equations `= 0` and inequalities `>= 0` that hold wherever a condition does; `complete` if they say all of it."""

    equations: tuple[Linear, ...] = ()
    inequalities: tuple[Linear, ...] = ()
    complete: bool = True

    @property
    def all(self) -> tuple[Linear, ...]:
        """All of it as inequalities."""
        return (*self.inequalities, *both_ways(self.equations))
