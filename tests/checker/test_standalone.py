"""The checker needs only the standard library: it runs without the rest of Sprague, and as one zip file."""

from __future__ import annotations

import ast
import io
import json
import re
import shutil
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

import sprague.checker
from tests.checker.samples import NIM, changed
from tests.snapshots import snapshot

ROOT = Path(__file__).parents[2]
PACKAGE = Path(sprague.checker.__file__).parent


def test_the_checker_imports_the_standard_library_and_itself_only() -> None:
    for file in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and not node.level:
                assert node.module is not None
                assert node.module.split(".")[0] in sys.stdlib_module_names, file
            if isinstance(node, ast.Import):
                assert all(one.name.split(".")[0] in sys.stdlib_module_names for one in node.names), file


def code_lines(file: Path) -> int:
    """Return the number of lines that are neither empty nor part of a comment or docstring."""
    text = file.read_text("utf-8")
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            documented |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    layout = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    written: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in layout:
            written |= set(range(token.start[0], token.end[0] + 1))
    return len(written - documented)


def test_the_documentation_states_how_large_the_checker_is() -> None:
    """The numbers of lines are rounded to hundreds; a number that is off by more than 150 lines has to be renewed."""
    page = (ROOT / "docs" / "how-to" / "certificates.md").read_text("utf-8")
    found = re.search(r"The checker has (\d+) modules with ([\d,]+) lines, of which ([\d,]+) are code", page)
    assert found is not None
    modules, lines, code = (int(number.replace(",", "")) for number in found.groups())
    files = sorted(PACKAGE.glob("*.py"))
    assert modules == len(files)
    assert abs(lines - sum(len(file.read_text("utf-8").splitlines()) for file in files)) < 150
    assert abs(code - sum(map(code_lines, files))) < 150
    parts = re.findall(r"([\d,]+) lines of code, in the modules ([^.]+?)(?:, read|\.)", page)
    assert len(parts) == 2
    for number, names in parts:
        counted = sum(code_lines(PACKAGE / f"{name}.py") for name in re.findall(r"`(\w+)`", names))
        assert abs(int(number.replace(",", "")) - counted) < 150, names


@pytest.fixture
def certificates(tmp_path: Path) -> list[str]:
    files = {"true.json": NIM, "false.json": changed(NIM, "play", to="misere"), "broken.json": {"format": "x"}}
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    return [str(tmp_path / name) for name in files]


def run(command: list[str], folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # -I leaves out the environment and the current folder, -S installed packages.
    return subprocess.run(
        [sys.executable, "-I", "-S", *command, *arguments], cwd=folder, capture_output=True, text=True
    )


def check_program(command: list[str], folder: Path, certificates: list[str]) -> None:
    true, false, broken = certificates
    found = run(command, folder, true)
    assert (found.returncode, found.stderr) == (0, "")
    snapshot(found.stdout)
    assert [run(command, folder, file).returncode for file in (false, broken)] == [1, 2]
    found = run(command, folder, "--json", true, false)
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert [line["verified"] for line in lines] == [True, False]
    assert run(command, folder, "--steps", "0", true).returncode == 3


def test_the_checker_runs_with_the_rest_of_the_package_removed(tmp_path: Path, certificates: list[str]) -> None:
    alone = tmp_path / "alone" / "sprague"
    shutil.copytree(PACKAGE, alone / "checker")
    (alone / "__init__.py").write_text("")
    path = f"import runpy, sys; sys.path.insert(0, {str(alone.parent)!r})"
    start = f"{path}; runpy.run_module('sprague.checker', run_name='__main__')"
    check_program(["-c", start], tmp_path, certificates)


def test_the_checker_runs_as_one_zip_file(tmp_path: Path, certificates: list[str]) -> None:
    target = tmp_path / "checker.pyz"
    subprocess.run([sys.executable, ROOT / "packaging" / "build_checker.py", target], check=True, capture_output=True)
    check_program([str(target)], tmp_path, certificates)
