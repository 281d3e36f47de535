"""Modules that were renamed can be imported under their former names."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from sprague.renamed_modules import RENAMED


@pytest.mark.parametrize("name", RENAMED)
def test_a_former_name_has_the_contents_of_the_renamed_module(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    new, contents = RENAMED[name]
    monkeypatch.delitem(sys.modules, name, raising=False)  # another test may have imported it
    with pytest.warns(DeprecationWarning, match="is now"):
        old = import_module(name)
    module = import_module(new)
    public = [key for key in vars(module) if not key.startswith("_")]
    assert all(getattr(old, key) is getattr(module, key) for key in public if key not in contents)
    assert all(getattr(old, key) is getattr(module, value) for key, value in contents.items())


@pytest.mark.filterwarnings("ignore:sprague.show is now")
def test_other_names_are_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("sprague.show.nothing")
