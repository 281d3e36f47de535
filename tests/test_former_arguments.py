"""Arguments of public functions under their former names still work, with a warning."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import sprague
from sprague.former_arguments import FORMER_ARGUMENTS
from sprague.progress import Progress


def proved(game: str, claim: str) -> sprague.Proof:
    """Return the proof of a true claim."""
    found = sprague.prove(game, claim)
    assert isinstance(found, sprague.Proof)
    return found


LIMITS = sprague.Limits(seconds=100)
CALLS: dict[str, Callable[..., object]] = {
    "solve": lambda **given: sprague.solve("nim", (1, 2), **given),
    "tabulate": lambda **given: sprague.tabulate("nim:piles=2", 3, **given),
    "prove": lambda **given: sprague.prove("nim:piles=2", "a = b", **given),
    "Sum": lambda **given: sprague.Sum(sprague.game("nim:piles=2") @ (1, 2), **given).outcome,
    "Match": lambda **given: sprague.Match("nim", (1, 2), **given),
    "verify": lambda **given: sprague.verify(proved("nim:piles=2", "a = b"), **given),
    "misere_quotient": lambda **given: sprague.misere_quotient("0.33", **given),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_budget_can_be_given_by_its_former_name(name: str) -> None:
    with pytest.warns(DeprecationWarning, match="the argument 'limits' is now 'budget'"):
        found = CALLS[name](limits=LIMITS)
    assert str(found) == str(CALLS[name](budget=LIMITS))


def test_the_formula_can_be_given_by_its_former_name() -> None:
    former: dict[str, Any] = {"claim": "a = b"}
    with pytest.warns(DeprecationWarning, match="the argument 'claim' is now 'formula'"):
        assert sprague.prove("nim:piles=2", **former) == sprague.prove("nim:piles=2", formula="a = b")


def test_the_warning_names_the_file_of_the_caller() -> None:
    with pytest.warns(DeprecationWarning, match="budget") as seen:
        CALLS["solve"](limits=None)
    assert [one.filename for one in seen] == [__file__]


def test_messages_reach_the_former_callback() -> None:
    warnings: list[str] = []
    former: dict[str, Any] = {"report": warnings.append}
    with pytest.warns(DeprecationWarning, match="the argument 'report' is now 'progress'"):
        sprague.misere_quotient("0.33", **former)
    seen: list[Progress] = []
    sprague.misere_quotient("0.33", progress=seen.append)
    assert warnings == [progress.message for progress in seen]


def test_both_names_together_are_refused() -> None:
    former: dict[str, Any] = {"limits": LIMITS}
    with pytest.raises(TypeError, match="budget is given twice, once by the former name limits; leave out limits"):
        sprague.solve("nim", (1, 2), budget=LIMITS, **former)


@pytest.mark.parametrize("name", sprague.__all__)
def test_no_public_function_has_a_former_argument(name: str) -> None:
    function = getattr(sprague, name)
    if callable(function) and not inspect.isclass(function):
        assert not FORMER_ARGUMENTS.keys() & inspect.signature(function).parameters.keys()


LONG: dict[str, Callable[[sprague.ProgressCallback], object]] = {
    "solve": lambda progress: sprague.solve(
        "(a, b) -> (a - 1, b) ; (a, b - 1) ; (a - 2, b + 1)", (20, 20), progress=progress
    ),
    "prove": lambda progress: sprague.prove("sharing-nim", "a = b and even(v2(c - a))", progress=progress),
    "find_period": lambda progress: sprague.find_period("0.77", progress=progress),
    "verify": lambda progress: sprague.verify(proved("sharing-nim", "a = b and even(v2(c - a))"), progress=progress),
    "tabulate": lambda progress: sprague.tabulate("nim:piles=2", 9, progress=progress),
    "discover": lambda progress: sprague.discover("nim:piles=2", progress=progress),
    "misere_quotient": lambda progress: sprague.misere_quotient("0.33", progress=progress),
}


@pytest.mark.parametrize("name", LONG)
def test_long_computations_report_progress(name: str) -> None:
    seen: list[Progress] = []
    LONG[name](seen.append)
    assert seen
    assert all(progress.message or progress.fraction is not None for progress in seen)
