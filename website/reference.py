"""The reference pages: public names from their docstrings, commands from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

import sprague
from sprague.cli.main import COMMANDS, app, module_of_command
from website.papers import cell

#: The public names of `sprague` by subject, in the order of the page.
GROUPS = (
    ("Games and rules", ("catalogue", "game", "Game", "parse", "Ruleset")),
    (
        "Rules built from Python expressions",
        ("piles", "choice", "choices", "remembered", "minimum", "maximum", "move", "RuleBuilder"),
    ),
    ("One position", ("solve", "Answer", "Sum")),
    (
        "Tables and patterns",
        (
            *("tabulate", "Table", "rows", "winning_numbers", "WinningNumbers"),
            *("find_period", "Period", "NoPeriod", "misere_quotient", "Quotient"),
        ),
    ),
    (
        "For all positions",
        (
            *("prove", "discover", "discover_family", "FamilyFindings", "Proof", "Refutation", "Undecided"),
            *("keep", "use_store", "verify", "Verified"),
        ),
    ),
    (
        "Questions about all positions",
        ("ask", "TruthAnswer", "SetAnswer", "UndecidedAnswer", "compare", "Comparison", "sequence", "IntegerSequence"),
    ),
    ("Surveys", ("survey", "SurveyRows")),
    ("Play", ("Match",)),
    ("Limits and progress", ("Limits", "Progress", "ProgressCallback")),
    (
        "Errors and warnings",
        (
            *(
                "SpragueError",
                "NotationError",
                "ArgumentTypeError",
                "CycleError",
                "OutOfReach",
                "OutOfTime",
                "Cancelled",
            ),
            *(
                "NotVerified",
                "MissingEntryError",
                "MissingExtraError",
                "MissingFileError",
                "MissingResultError",
                "SpragueWarning",
            ),
        ),
    ),
)


def files() -> Iterator[tuple[str, str]]:
    """Yield the pages of the reference with their names."""
    yield "reference/library.md", library()
    yield "reference/commands.md", commands()


def library() -> str:
    """Return the reference page of the library; mkdocstrings inserts signatures and docstrings."""
    parts = [
        "# The library",
        "This page documents the public names of the module `sprague`. The tests run all examples. "
        "`sprague.__version__` is the version of the package as text.",
    ]
    for heading, names in GROUPS:
        parts += [f"## {heading}", *(f"::: {path_of(name)}" for name in names)]
    return "\n\n".join(parts) + "\n"


def path_of(name: str) -> str:
    """Return the full path of a public name, because mkdocstrings needs the module that defines the name."""
    thing = getattr(sprague, name)
    return f"{thing.__module__}.{thing.__qualname__}"


def commands() -> str:
    """Return the reference page of the command line."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    context = typer.Context(group, info_name="sprague")
    parts = ["# The command line", cell(group.help or ""), "`sprague COMMAND --help` prints the same text."]
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert isinstance(command, TyperCommand | TyperGroup)
        parts += _command(command, typer.Context(command, info_name=name, parent=context), 2)
        parts.append("```sh\n" + "\n".join(import_module(module_of_command(name)).EXAMPLES) + "\n```")
    return "\n\n".join(parts) + "\n"


def _command(command: TyperCommand | TyperGroup, context: typer.Context, level: int) -> Iterator[str]:
    """Yield the sections of a command and of its subcommands."""
    yield f"{'#' * level} {context.command_path}"
    yield "\n\n".join(cell(" ".join(part.split())) for part in (command.help or "").split("\n\n"))
    yield f"```text\n{' '.join(command.get_usage(context).split()).removeprefix('Usage: ')}\n```"
    records = [
        record for parameter in command.get_params(context) if (record := _record(parameter, context)) is not None
    ]
    if records:
        yield "| option | meaning |\n|---|---|\n" + "\n".join(f"| `{name}` | {cell(text)} |" for name, text in records)
    if isinstance(command, TyperGroup):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert isinstance(below, TyperCommand | TyperGroup)
            yield from _command(below, typer.Context(below, info_name=name, parent=context), level + 1)


def _record(parameter: object, context: typer.Context) -> tuple[str, str] | None:
    """Return the name and the help text of an option or argument."""
    assert isinstance(parameter, TyperOption | TyperArgument)
    return parameter.get_help_record(context)
