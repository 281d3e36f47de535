"""The layers: each imports only the layers before it in the list, and `import sprague` shows the public names."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import sprague
from tests.waiting import LONGEST

#: Each layer may import those before it.
LAYERS = [
    "checker",
    "version",
    "renamed_modules",
    "errors",
    "arguments",
    "progress",
    "former_arguments",
    "optional_numpy",
    "array_values",
    "plugins",
    "notebook_html",
    "files",
    "integers",
    "clock",
    "cancellation",
    "limits",
    "jit",
    "results",
    "linear",
    "language",
    "rules",
    "formulas",
    "certificates",
    "games",
    "tables",
    "atlas",
    "periods",
    "quotients",
    "automata",
    "proofs",
    "coq",
    "synthesis",
    "discovery",
    "queries",
    "solver",
    "surveys",
    "papers",
    "play",
    "render",
    "web",
    "cli",
    "(front)",
]
#: Layers that may import less: the checker imports nothing of Sprague, the automata know no game, Coq files are
#: made from certificates, and proofs do not use the checker.
SERVICES = LAYERS[LAYERS.index("version") : LAYERS.index("jit")]
MAY_IMPORT = {
    "checker": ["checker"],
    "certificates": [*SERVICES, "linear", "language", "rules", "formulas", "certificates", "checker"],
    "automata": [*SERVICES, "jit", "automata"],
    "coq": [
        *SERVICES,
        "linear",
        "language",
        "rules",
        "formulas",
        "certificates",
        "automata",
        "proofs",
        "coq",
        "checker",
    ],
    "proofs": [layer for layer in LAYERS[: LAYERS.index("proofs") + 1] if layer != "checker"],
}
#: A proof writes its own Coq file.
MAY_IMPORT_BESIDES = {"proofs/proof.py": ["coq"]}
MOST_MODULES = 25  # in one package
PACKAGE = Path(sprague.__file__).parent
FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
#: Files above all layers. The command line may ask the front for the version and the functions users call.
FRONT = {Path("__init__.py"), Path("__main__.py")}
MAY_USE_THE_FRONT = {"cli"}


def source_of(path: Path) -> str:
    return (PACKAGE / path).read_text(encoding="utf-8")


def layer_of(path: Path) -> str:
    return "(front)" if path in FRONT else path.parts[0].removesuffix(".py")


@cache
def import_statements(source: str) -> list[ast.Import | ast.ImportFrom]:
    """Return the import statements of a program, also those inside functions."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported_layers(source: str, path: Path) -> Iterator[tuple[int, str]]:
    """Return the line and layer of every import from the package itself."""
    package = ("sprague", *path.parent.parts)
    for node in import_statements(source):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from sprague import rules` names the layer last.
            modules = [f"{module}.{alias.name}" for alias in node.names] if module == "sprague" else [module]
        for module in modules:
            first, _, rest = module.partition(".")
            if first == "sprague":
                name = rest.split(".")[0]
                yield node.lineno, name if name in LAYERS else "(front)"


def wrong_imports(source: str, path: Path) -> list[str]:
    own = layer_of(path)
    allowed = MAY_IMPORT.get(own, LAYERS[: LAYERS.index(own) + 1]) + MAY_IMPORT_BESIDES.get(path.as_posix(), [])
    allowed += ["(front)"] if own in MAY_USE_THE_FRONT else []
    return [f"{path}:{line} imports {layer}" for line, layer in imported_layers(source, path) if layer not in allowed]


def test_every_file_belongs_to_a_layer_and_imports_no_later_one() -> None:
    assert [path for path in FILES if layer_of(path) not in LAYERS] == []
    assert [wrong for path in FILES for wrong in wrong_imports(source_of(path), path)] == []


@pytest.mark.parametrize(
    ("path", "source", "wrong"),
    [
        ("linear/terms.py", "from sprague.errors import SpragueError", []),
        ("linear/terms.py", "from sprague.linear.simplex import minimise", []),
        ("linear/terms.py", "import numpy\nfrom spragues.render import x", []),
        ("linear/terms.py", "from sprague.games import game", ["linear/terms.py:1 imports games"]),
        ("linear/terms.py", "import sprague.tables.search", ["linear/terms.py:1 imports tables"]),
        ("linear/terms.py", "from sprague import render", ["linear/terms.py:1 imports render"]),
        ("linear/terms.py", "from sprague import parse", ["linear/terms.py:1 imports (front)"]),
        ("linear/terms.py", "import sprague", ["linear/terms.py:1 imports (front)"]),
        ("linear/terms.py", "from ..tables import search", ["linear/terms.py:1 imports tables"]),
        ("linear/terms.py", "from . import positions", []),
        ("linear/terms.py", "def late():\n    from sprague.play import x", ["linear/terms.py:2 imports play"]),
        ("proofs/deep/file.py", "from ...render import x", ["proofs/deep/file.py:1 imports render"]),
        ("errors.py", "from sprague.rules import parse", ["errors.py:1 imports rules"]),
        ("tables/table.py", "import sprague.games\nimport sprague.proofs", ["tables/table.py:2 imports proofs"]),
        ("automata/atoms.py", "from sprague.rules import parse", ["automata/atoms.py:1 imports rules"]),
        ("checker/game.py", "from sprague.proofs import moves", ["checker/game.py:1 imports proofs"]),
        ("checker/kernel.py", "from sprague.errors import OutOfReach", ["checker/kernel.py:1 imports errors"]),
        ("coq/export.py", "from sprague.discovery import discover", ["coq/export.py:1 imports discovery"]),
        ("proofs/proof.py", "from sprague.checker import verify", ["proofs/proof.py:1 imports checker"]),
        ("cli/cli/commands/solve.py", "import sprague\nfrom sprague.solver.answer import solve", []),
        ("__main__.py", "from sprague.cli.main import main", []),
    ],
)
def test_an_import_of_a_later_layer_is_noticed(path: str, source: str, wrong: list[str]) -> None:
    assert wrong_imports(source, Path(path)) == wrong


def module_imports() -> dict[str, set[str]]:
    """Return the modules of the package that each module imports anywhere, also in functions and for types alone."""
    paths = {".".join(("sprague", *path.with_suffix("").parts)).removesuffix(".__init__"): path for path in FILES}
    found: dict[str, set[str]] = {}
    for module, path in paths.items():
        names = set()
        for node in import_statements(source_of(path)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif node.module:
                inner = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
                names |= {full if full in paths else node.module for full in inner.values()}
        found[module] = names & paths.keys() - {module, "sprague"}
    return found


def cycle_in(imports: dict[str, set[str]]) -> list[str]:
    """Return modules that import each other in a cycle, or an empty list.

    >>> cycle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    ['b', 'c']
    """
    remaining = dict(imports)
    while leaves := [module for module, names in remaining.items() if not names & remaining.keys()]:
        for module in leaves:
            del remaining[module]
    if not remaining:
        return []
    path = [next(iter(remaining))]
    while path.count(path[-1]) == 1:
        path.append(min(remaining[path[-1]] & remaining.keys()))
    return path[path.index(path[-1]) : -1]


def test_no_modules_import_each_other() -> None:
    assert cycle_in(module_imports()) == []


def test_a_cycle_is_noticed() -> None:
    assert cycle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c"]
    assert cycle_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_package_has_more_than_25_modules() -> None:
    sizes = Counter(path.parent for path in FILES)
    assert {str(folder): size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_importing_the_package_leaves_optional_and_heavy_ones_alone() -> None:
    heavy = ["typer", "rich", "matplotlib", "numba", "gmpy2", "duckdb", "dask", "distributed", "fastapi", "uvicorn"]
    heavy += ["pandas", "xarray", "anywidget", "gymnasium"]
    program = f"import sys, sprague; sprague.solve('nim', (1, 2)); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONGEST, check=True)
    assert done.stdout == "[]\n"


def test_help_and_answers_by_theorem_import_nothing_heavy() -> None:
    heavy = ["matplotlib", "numba", "duckdb", "dask", "fastapi", "uvicorn", "pandas", "xarray", "gymnasium"]
    program = "import sys; from sprague.cli.main import app; from contextlib import suppress\n"
    program += "with suppress(SystemExit): app(sys.argv[1:])\n"
    program += f"print([m for m in {heavy} if m in sys.modules])"
    for words in (["--help"], ["solve", "nim", "3,5,7"]):
        asked = [sys.executable, "-c", program, *words]
        done = subprocess.run(asked, capture_output=True, text=True, timeout=LONGEST, check=True)
        assert done.stdout.endswith("\n[]\n"), words


def test_the_public_names_exist_and_are_listed() -> None:
    assert dir(sprague) == sorted(sprague.__all__)
    assert {"catalogue", "game", "solve", "tabulate", "prove", "discover", "verify", "Table"} <= set(dir(sprague))
    for name in dir(sprague):
        assert getattr(sprague, name) is not None
    with pytest.raises(AttributeError, match="module 'sprague' has no attribute 'nothing'"):
        _ = sprague.nothing  # type: ignore[attr-defined]


def test_no_name_of_the_front_hides_a_module() -> None:
    """`import sprague.tables.table as t` works for every module: no public name hides a package."""
    for name in dir(sprague):
        getattr(sprague, name)
    for path in FILES:
        if path.name == "__main__.py":
            continue
        module = import_module(".".join(("sprague", *path.with_suffix("").parts)).removesuffix(".__init__"))
        found: object = sprague
        for part in module.__name__.split(".")[1:]:
            found = getattr(found, part)
        assert found is module, path


def test_the_tests_have_the_same_layers() -> None:
    layers = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    tested = {path.name for path in Path(__file__).parent.iterdir() if (path / "__init__.py").exists()}
    assert tested == layers | {"properties", "website"}
