"""The layers of tests have the same names in all files that mention them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import conftest
from tests.programs import PROGRAMS

ROOT = Path(__file__).parent.parent


def layers() -> set[str]:
    """Return the markers of pyproject.toml that are layers of tests."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    return {name for name, kind, *_ in (marker.split(": ", 2) for marker in options["markers"]) if kind == "layer"}


def test_make_test_leaves_out_every_layer() -> None:
    (quick,) = re.findall(r"^QUICK := not \((.*)\)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(quick.split(" or ")) == layers()


def test_fixtures_and_programs_belong_to_layers() -> None:
    assert set(conftest.PROGRAMS) <= layers()
    assert set(conftest.PROGRAMS) == set(PROGRAMS) - {"npm", "nginx", "caddy"}  # they serve other layers


def test_contributing_has_a_row_for_every_layer() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    assert layers() <= set(rows)
