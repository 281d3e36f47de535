"""Something wrong put in the place of a formula, to see that a claim notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import pytest

from sprague.papers.claims import REFUTED, Claim


def replace(monkeypatch: pytest.MonkeyPatch, sections: Iterable[ModuleType], name: str, wrong: object) -> None:
    """Put something else in the place of a name, in every section that has it."""
    having = [section for section in sections if hasattr(section, name)]
    assert having
    for section in having:
        monkeypatch.setattr(section, name, wrong)


def assert_refuted(
    monkeypatch: pytest.MonkeyPatch, sections: Iterable[ModuleType], name: str, wrong: object, claims: Iterable[Claim]
) -> None:
    """With something else in the place of a name, these claims are refuted."""
    replace(monkeypatch, sections, name, wrong)
    for claim in claims:
        assert claim.run().kind == REFUTED, claim.id


def off_by_one(formula: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments: formula(*arguments) + 1
