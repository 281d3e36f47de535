"""The page on the tests contains the docstring of every test file."""

from __future__ import annotations

from tests.documents import ROOT
from website import tests_page


def test_every_test_module_has_a_docstring() -> None:
    found = [tests_page.TestModule.read(path) for path in (ROOT / "tests").rglob("test_*.py")]
    assert [tests.path.name for tests in found if not tests.promise] == []


def test_words_between_backticks_are_code() -> None:
    assert "&#96;" not in tests_page.page()
