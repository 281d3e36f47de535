"""Mutations: a formula of a claim is replaced by a wrong one, and the claim must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import pytest

from sprague.papers.claims import REFUTED, Claim


def replace(monkeypatch: pytest.MonkeyPatch, sections: Iterable[ModuleType], name: str, wrong: object) -> None:
    """Replace a name by another object, in every section that contains the name."""
    having = [section for section in sections if hasattr(section, name)]
    assert having
    for section in having:
        monkeypatch.setattr(section, name, wrong)


def assert_refuted(
    monkeypatch: pytest.MonkeyPatch, sections: Iterable[ModuleType], name: str, wrong: object, claims: Iterable[Claim]
) -> None:
    """Assert that these claims are refuted if a name is replaced by another object."""
    replace(monkeypatch, sections, name, wrong)
    for claim in claims:
        assert claim.run().kind == REFUTED, claim.id


def off_by_one(formula: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments: formula(*arguments) + 1
