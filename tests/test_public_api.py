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
from tests.test_conventions import RESULTS

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


def imprecise(function: Callable[..., Any]) -> list[str]:
    """Return the parameters of a function whose type contains `Any`, except as the type of the entries of an array."""
    kinds = {one: str(kind).replace("NDArray[Any]", "NDArray") for one, kind in function.__annotations__.items()}
    return [one for one, kind in kinds.items() if re.search(r"\bAny\b", kind)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_has_precise_types(name: str) -> None:
    function = FUNCTIONS[name]
    assert imprecise(function) == []
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
VALUES = {name: found for name, found in CLASSES.items() if not issubclass(found, (Exception, Warning))}


def methods(found: type) -> dict[str, Callable[..., Any]]:
    """Return the public methods of a class that Sprague defines, static methods included."""
    members = {name: getattr(found, name) for name in dir(found) if not name.startswith("_")}
    return {
        name: member
        for name, member in members.items()
        if inspect.isroutine(member) and (getattr(member, "__module__", "") or "").startswith("sprague")
    }


@pytest.mark.parametrize("name", CLASSES)
def test_a_public_class_and_its_methods_have_docstrings_and_types(name: str) -> None:
    found = CLASSES[name]
    assert (found.__doc__ or "").partition("\n")[0].endswith((".", ":"))
    for method, function in methods(found).items():
        untyped = set(inspect.signature(function).parameters) - set(function.__annotations__) - {"self", "cls"}
        assert not untyped, method
        assert "return" in function.__annotations__, method
        assert imprecise(function) == [], method


@pytest.mark.parametrize("name", CLASSES)
def test_the_docstrings_of_public_methods_explain_their_parameters_and_results(name: str) -> None:
    for method, function in methods(CLASSES[name]).items():
        text = inspect.getdoc(function) or ""
        parameters = [one.lstrip("*") for one in inspect.signature(function).parameters if one not in ("self", "cls")]
        section = text.partition("\nArgs:\n")[2]
        unexplained = [one for one in parameters if not re.search(rf"^    \**{one}: ", section, re.MULTILINE)]
        assert not unexplained, (method, unexplained)
        if function.__annotations__["return"] not in ("None", None):
            assert re.match(r"(Return|Yield)\b|.*; return ", text) or "\nReturns:\n" in text, method


#: The methods with parameters that raise no error of Sprague for any value of the documented types.
RAISE_NOTHING = {
    "Game": {"observed", "theory", "titled"},
    "Proof": {"explain_columns"},
    "Quotient": {"covers", "name"},
    "Ruleset": {"is_position", "lowest", "renamed"},
    "Sum": {"name_of"},
    "Table": {"chips_first", "holds", "values_at"},
}
WITHOUT_EXAMPLES = {"observed", "theory", "titled"}  # decorators; docs/how-to/adding-a-game.md has examples


@pytest.mark.parametrize("name", CLASSES)
def test_the_docstrings_of_public_methods_have_examples_and_name_their_errors(name: str) -> None:
    for method, function in methods(CLASSES[name]).items():
        text = inspect.getdoc(function) or ""
        parameters = inspect.signature(function).parameters.keys() - {"self", "cls"}
        assert ">>> " in text or method in WITHOUT_EXAMPLES, method
        raises_nothing = not parameters or method in RAISE_NOTHING.get(name, ())
        assert raises_nothing or "\nRaises:\n" in text, method


@pytest.mark.parametrize("name", VALUES)
def test_a_public_class_has_an_example(name: str) -> None:
    assert ">>> " in (CLASSES[name].__doc__ or "")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_classes_of_results_are_exported(name: str) -> None:
    if name in ("choice", "choices", "maximum", "minimum", "piles", "remembered"):
        return  # terms are used by operators, never by their class
    result = typing.get_type_hints(FUNCTIONS[name]).get("return")
    used = {part for part in parts(result) if inspect.isclass(part) and part.__module__.startswith("sprague.")}
    assert used <= set(CLASSES.values())


def test_every_class_of_results_is_compared_with_its_copies() -> None:
    """The classes that are not results are arguments, matches (which change) and rows in a file."""
    results = {type(make()) for name, make in RESULTS.items() if "undecided" not in name}
    results |= {sprague.Undecided, sprague.UndecidedAnswer}  # their examples take long
    compared = {base for kind in results for base in kind.__mro__}
    others = {name for name, found in VALUES.items() if found not in compared}
    assert others == {"Game", "Match", "ProgressCallback", "RuleBuilder", "SurveyRows"}
