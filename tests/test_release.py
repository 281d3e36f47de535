"""The files that name versions agree: the package, changelog, citation, opam file, classifiers and workflow."""

from __future__ import annotations

import re
import tomllib
from datetime import date

import sprague
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
