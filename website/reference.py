"""The reference pages: public names from their docstrings, commands from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

import sprague
from sprague.cli.main import COMMANDS, app
from website.papers import cell

#: The names of the front, in the order in which they are met.
GROUPS = (
    ("Games and rules", ("catalogue", "game", "parse", "Ruleset")),
    ("One position", ("solve", "Answer", "Sum")),
    (
        "Tables and patterns",
        ("tabulate", "Table", "rows", "winning_numbers", "find_period", "misere_quotient", "Quotient"),
    ),
    (
        "For all positions",
        ("prove", "discover", "discover_family", "Proof", "Refutation", "Undecided", "keep", "verify"),
    ),
    ("Play", ("Match",)),
    ("Limits and errors", ("Limits", "SpragueError")),
)


def files() -> Iterator[tuple[str, str]]:
    """The pages of the reference."""
    yield "reference/library.md", library()
    yield "reference/commands.md", commands()


def library() -> str:
    """The page of the library: the tool takes signatures and docstrings from the source."""
    parts = ["# The library", "All that `import sprague` shows. The examples in it are run by the tests."]
    for heading, names in GROUPS:
        parts += [f"## {heading}", *(f"::: {path_of(name)}" for name in names)]
    return "\n\n".join(parts) + "\n"


def path_of(name: str) -> str:
    """Where a name of the front is defined: the tool reads files, and the front takes its names from others."""
    thing = getattr(sprague, name)
    return f"{thing.__module__}.{thing.__qualname__}"


def commands() -> str:
    """The page of the command line."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    context = typer.Context(group, info_name="sprague")
    parts = ["# The command line", cell(group.help or ""), "`sprague COMMAND --help` says the same on a terminal."]
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert isinstance(command, TyperCommand | TyperGroup)
        parts += _command(command, typer.Context(command, info_name=name, parent=context), 2)
        parts.append("```sh\n" + "\n".join(import_module(f"sprague.cli.commands.{name}").EXAMPLES) + "\n```")
    return "\n\n".join(parts) + "\n"


def _command(command: TyperCommand | TyperGroup, context: typer.Context, level: int) -> Iterator[str]:
    """A command, and those below it."""
    yield f"{'#' * level} {context.command_path}"
    yield "\n\n".join(cell(" ".join(part.split())) for part in (command.help or "").split("\n\n"))
    yield f"```text\n{' '.join(command.get_usage(context).split()).removeprefix('Usage: ')}\n```"
    told = [record for parameter in command.get_params(context) if (record := _record(parameter, context)) is not None]
    if told:
        yield "| option | meaning |\n|---|---|\n" + "\n".join(f"| `{name}` | {cell(text)} |" for name, text in told)
    if isinstance(command, TyperGroup):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert isinstance(below, TyperCommand | TyperGroup)
            yield from _command(below, typer.Context(below, info_name=name, parent=context), level + 1)


def _record(parameter: object, context: typer.Context) -> tuple[str, str] | None:
    """What help says of a parameter, an option or an argument."""
    assert isinstance(parameter, TyperOption | TyperArgument)
    return parameter.get_help_record(context)
