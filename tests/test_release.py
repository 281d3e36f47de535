"""The files that name versions agree: the package, changelog, citation, opam file, classifiers and workflow."""

from __future__ import annotations

import re
import tomllib
from datetime import date

import sprague
from sprague.cli.former_names import FORMER_OPTIONS
from sprague.former_arguments import FORMER_ARGUMENTS
from sprague.renamed_modules import RENAMED
from tests.documents import text_of

RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$", re.MULTILINE)
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_newest_release_of_the_changelog_is_the_version_of_the_package() -> None:
    version, day = RELEASE.findall(text_of("CHANGELOG.md"))[0]
    assert version == sprague.__version__
    cited = text_of("CITATION.cff")
    assert f"\nversion: {version}\n" in cited
    assert f"\ndate-released: {day}\n" in cited
    assert f'\nversion: "{version}"\n' in text_of("coq-sprague.opam")


def test_the_changelog_has_the_form_of_keep_a_changelog() -> None:
    text = text_of("CHANGELOG.md")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    assert all(RELEASE.fullmatch(f"## {heading}") for heading in headings[1:])
    days = [date.fromisoformat(day) for _, day in RELEASE.findall(text)]
    assert days == sorted(days, reverse=True)
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= KINDS


def test_the_upgrade_notes_list_every_former_name_that_still_works() -> None:
    notes = text_of("docs/stability.md").partition("## Upgrade from 0.1 to 0.2")[2]
    rows = [[re.findall(r"`([^`]+)`", cell) for cell in line.split("|")[1:-1]] for line in notes.split("\n")]
    listed = {
        (command, former, new)
        for row in rows
        if len(row) == 3
        for command in row[0]
        for former in row[1]
        for new in row[2]
    }
    still = {(command, *pair) for command, pairs in FORMER_OPTIONS.items() for pair in pairs.items()}
    assert listed == {row for row in still if row[0] != "ask"}  # `sprague ask` is new in 0.2
    names = [name for row in rows if len(row) == 2 for name in row[0]]
    assert {f"{former}=" for former in FORMER_ARGUMENTS} | RENAMED.keys() <= set(names)
    assert {former for _, contents in RENAMED.values() for former in contents} <= set(names)


def test_the_documents_name_the_version_of_the_package() -> None:
    minor = ".".join(sprague.__version__.split(".")[:2])
    assert f"Sprague {minor} supports Python" in text_of("docs/stability.md")
    assert f"| {sprague.__version__} | yes |" in text_of("SECURITY.md")
    assert f'"sprague {sprague.__version__}"' in text_of("README.md")
    assert f"sprague-{sprague.__version__}-py3-none-any.whl" in text_of("docs/how-to/notebooks.md")


def test_the_workflow_tests_every_python_that_is_declared() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    declared = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r"Python :: 3\.\d+$", line)]
    (matrix,) = re.findall(r"python: \[(.*)\]", text_of(".github/workflows/test.yml"))
    assert re.findall(r'"([\d.]+)"', matrix) == declared
    assert project["requires-python"] == f">={declared[0]}"


def test_hooks_use_the_versions_of_the_project() -> None:
    hooks = text_of(".pre-commit-config.yaml")
    assert set(re.findall(r"repo: (\S+)", hooks)) == {"local"}
    entries = re.findall(r"entry: (\S+)", hooks)
    assert entries
    assert all(entry.startswith(".venv/bin/") for entry in entries)
