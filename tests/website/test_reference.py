"""The reference pages contain every public name of the library and every command."""

from __future__ import annotations

from importlib import import_module

import pytest
from website.reference import GROUPS, commands, library, path_of

import sprague
from sprague.cli.main import COMMANDS

NAMES = [name for _, names in GROUPS for name in names]


def test_the_page_of_the_library_has_every_public_name_once() -> None:
    assert sorted([*NAMES, "__version__"]) == sorted(sprague.__all__)
    assert "`sprague.__version__`" in library()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_documented_in_the_module_that_defines_it(name: str) -> None:
    path = path_of(name)
    module, _, attribute = path.rpartition(".")
    assert getattr(import_module(module), attribute) is getattr(sprague, name)
    assert f"\n::: {path}\n" in library()


def test_the_page_of_the_command_line_has_every_command() -> None:
    page = commands()
    assert [name for name in COMMANDS if f"\n## sprague {name}\n" not in page] == []
