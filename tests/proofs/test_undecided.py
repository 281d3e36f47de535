"""`Undecided`: why nothing was decided, and what was tried."""

from __future__ import annotations

from sprague.proofs.undecided import Attempt, Undecided
from sprague.rules.notation import parse


def test_growth_of_what_resists() -> None:
    attempts = (
        Attempt("base 2", 4, 5, "wrong at (1, 2): not in the set"),
        Attempt("base 3", 4, None, "the table is too small for it"),
        Attempt("base 2", 8, 1234, "not decided"),
    )
    result = Undecided(parse("(a, b) -> (u, b) where u < a any order"), False, None, "it resists", attempts)
    assert result.growth() == {"base 2": [(4, 5), (8, 1234)]}
    assert str(result) == "undecided: it resists\n  base 2: 5, 1,234 states for piles below 4, 8"
    assert str(attempts[1]) == "piles below 4, base 3: no automaton; the table is too small for it"
    assert str(attempts[2]) == "piles below 8, base 2: 1,234 states; not decided"


def test_what_was_tried_without_a_table_is_said_once() -> None:
    attempts = (
        Attempt("periods", None, None, "none was found in time"),
        Attempt("base 2", 4, 5, "not decided in time"),
        Attempt("periods", None, None, "none was found in time"),
    )
    result = Undecided(parse("(a) -> (u) where u < a"), True, None, "cancelled", attempts)
    assert result.details() == ["periods: none was found in time", "base 2: 5 states for piles below 4"]
    assert str(attempts[0]) == "periods: none was found in time"
    assert not result
