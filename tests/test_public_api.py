"""Every public function has a docstring with all sections, and a signature with precise types."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable
from types import FunctionType
from typing import Any, Literal, get_args, get_origin

import pytest

import sprague

FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(sprague, name) for name in sprague.__all__ if isinstance(getattr(sprague, name), FunctionType)
}
#: Parameters whose values are a few words, in every function that has them.
WORDS = {"what": {"grundy", "outcome"}, "count": {"chips", "limit", "digits"}}


def parts(kind: object) -> set[object]:
    """All types of which a type consists."""
    return {kind}.union(*(parts(part) for part in get_args(kind))) if get_origin(kind) is not Literal else {kind}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_has_a_complete_docstring(name: str) -> None:
    function = FUNCTIONS[name]
    text = inspect.getdoc(function) or ""
    parameters = [one.lstrip("*") for one in inspect.signature(function).parameters]
    assert ">>> " in text
    if parameters:
        assert "\nArgs:\n" in text
        assert "\nRaises:\n" in text
        section = text.partition("\nArgs:\n")[2]
        assert [one for one in parameters if not re.search(rf"^    \**{one}: ", section, re.MULTILINE)] == []
    if inspect.signature(function).return_annotation not in ("None", None):
        assert "\nReturns:\n" in text


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_has_precise_types(name: str) -> None:
    function = FUNCTIONS[name]
    annotations = {one: str(kind) for one, kind in function.__annotations__.items() if one != "return"}
    assert [one for one, kind in annotations.items() if re.search(r"\bAny\b", kind) and name != "verify"] == []
    hints = typing.get_type_hints(function)
    for parameter in WORDS.keys() & hints.keys():
        found = {word for part in parts(hints[parameter]) if get_origin(part) is Literal for word in get_args(part)}
        assert found >= WORDS[parameter]
        assert str not in parts(hints[parameter])


def test_the_outcome_of_an_answer_is_one_of_two_words() -> None:
    from sprague.solver.answer import Answer

    assert set(get_args(typing.get_type_hints(Answer)["outcome"])) == {"P", "N"}


CLASSES: dict[str, type] = {
    name: getattr(sprague, name) for name in sprague.__all__ if inspect.isclass(getattr(sprague, name))
}


@pytest.mark.parametrize("name", CLASSES)
def test_a_public_class_and_its_methods_have_docstrings_and_types(name: str) -> None:
    found = CLASSES[name]
    assert (found.__doc__ or "").partition("\n")[0].endswith((".", ":"))
    for method, function in inspect.getmembers(found, inspect.isfunction):
        if not method.startswith("_") and function.__module__.startswith("sprague"):
            assert inspect.getdoc(function), method
            untyped = set(inspect.signature(function).parameters) - set(function.__annotations__) - {"self", "cls"}
            assert not untyped, method
            assert "return" in function.__annotations__, method
