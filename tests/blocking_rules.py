"""`with_blocking`: a rule with the clause `block`, for tests that add the clause to random rules."""

from __future__ import annotations

from dataclasses import replace

from sprague.rules.ruleset import Ruleset


def with_blocking(rule: Ruleset, blocking: int) -> Ruleset:
    """Return the same rule with the clause `block`: a player may forbid `blocking` options after a move."""
    return replace(Ruleset.of(replace(rule.ast, blocking=blocking)), origin=rule.origin)
