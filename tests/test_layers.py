"""Imports point upward in the list of layers only: what a game is knows nothing of how it is shown."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sprague

#: Each may import those before it.
LAYERS = ["version", "errors", "rules", "games", "solve", "patterns", "logic", "play", "papers", "show", "(front)"]
PACKAGE = Path(sprague.__file__).parent
FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
#: Files above all layers. The command line may ask the front for the version and the functions users call.
FRONT = {Path("__init__.py"), Path("__main__.py")}
MAY_USE_THE_FRONT = {"show"}


def layer_of(path: Path) -> str:
    return "(front)" if path in FRONT else path.parts[0].removesuffix(".py")


def imported_layers(source: str, path: Path) -> Iterator[tuple[int, str]]:
    """The line and layer of every import from the package itself, wherever in the file it stands."""
    package = ("sprague", *path.parent.parts)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from sprague import rules` names the layer last.
            modules = [f"{module}.{alias.name}" for alias in node.names] if module == "sprague" else [module]
        else:
            continue
        for module in modules:
            first, _, rest = module.partition(".")
            if first == "sprague":
                name = rest.split(".")[0]
                yield node.lineno, name if name in LAYERS else "(front)"


def wrong_imports(source: str, path: Path) -> list[str]:
    own = layer_of(path)
    allowed = LAYERS[: LAYERS.index(own) + 1] + (["(front)"] if own in MAY_USE_THE_FRONT else [])
    return [f"{path}:{line} imports {layer}" for line, layer in imported_layers(source, path) if layer not in allowed]


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_file_belongs_to_a_layer_and_imports_none_above_it(path: Path) -> None:
    assert layer_of(path) in LAYERS
    assert wrong_imports((PACKAGE / path).read_text(encoding="utf-8"), path) == []


@pytest.mark.parametrize(
    ("path", "source", "wrong"),
    [
        ("rules/linear.py", "from sprague.errors import SpragueError", []),
        ("rules/linear.py", "from sprague.rules.positions import Position", []),
        ("rules/linear.py", "import numpy\nfrom spragues.show import x", []),
        ("rules/linear.py", "from sprague.games import game", ["rules/linear.py:1 imports games"]),
        ("rules/linear.py", "import sprague.solve.search", ["rules/linear.py:1 imports solve"]),
        ("rules/linear.py", "from sprague import show", ["rules/linear.py:1 imports show"]),
        ("rules/linear.py", "from sprague import parse", ["rules/linear.py:1 imports (front)"]),
        ("rules/linear.py", "import sprague", ["rules/linear.py:1 imports (front)"]),
        ("rules/linear.py", "from ..solve import search", ["rules/linear.py:1 imports solve"]),
        ("rules/linear.py", "from . import positions", []),
        ("rules/linear.py", "def late():\n    from sprague.play import x", ["rules/linear.py:2 imports play"]),
        ("logic/deep/file.py", "from ...show import x", ["logic/deep/file.py:1 imports show"]),
        ("errors.py", "from sprague.rules import parse", ["errors.py:1 imports rules"]),
        ("solve/table.py", "import sprague.games\nimport sprague.logic", ["solve/table.py:2 imports logic"]),
        ("show/command_line.py", "import sprague\nfrom sprague.solve import solve", []),
        ("__main__.py", "from sprague.show.command_line import main", []),
    ],
)
def test_an_import_of_a_higher_layer_is_noticed(path: str, source: str, wrong: list[str]) -> None:
    assert wrong_imports(source, Path(path)) == wrong


def test_importing_the_package_leaves_optional_and_heavy_ones_alone() -> None:
    heavy = ["typer", "rich", "matplotlib", "numba", "gmpy2", "duckdb", "dask", "distributed", "fastapi", "uvicorn"]
    program = f"import sys, sprague; sprague.solve('nim', (1, 2)); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
