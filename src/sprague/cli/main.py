"""The entry point `main` of the command line `sprague`: its list of commands, exit codes and error output.

Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 refuted or not found,
2 bad input, 3 undecided within the limits.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperCommand, TyperGroup

from sprague.errors import SpragueError, system_message
from sprague.version import __version__

#: The commands in the order of the help. Each is the function of its name in the module of its name.
COMMANDS = (
    "games",
    "show",
    "moves",
    "solve",
    "play",
    "serve",
    "table",
    "positions",
    "period",
    "quotient",
    "rows",
    "values",
    "check",
    "discover",
    "theorems",
    "verify",
    "export",
    "convert",
    "automaton",
    "survey",
    "papers",
    "cite",
)
CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"]}
ARGUMENTS_KEY = "sprague.words"  # key of the typed arguments in the context of a command
INTERRUPTED = 130  # the exit code of shells after Ctrl-C


class CommandGroup(TyperGroup):
    """The list of all commands of `sprague`; each command's module is imported on first use."""

    def make_context(self, info_name: str | None, args: list[str], *others: Any, **extra: Any) -> Any:
        """Return the context of a command, with the typed arguments, which become part of written files."""
        words = list(args)  # the parser consumes them
        context = super().make_context(info_name, args, *others, **extra)
        context.meta[ARGUMENTS_KEY] = words
        return context

    def list_commands(self, ctx: object) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """Return the command of this name, or None."""
        if cmd_name in COMMANDS:
            return _make_command(cmd_name)
        for name in COMMANDS:  # so that a similar name is suggested
            self.add_command(_make_command(name))
        return None


def _make_command(name: str) -> TyperCommand | TyperGroup:
    """Import the module of a command, and return its function or its group of subcommands as a command."""
    module = import_module(f"sprague.cli.commands.{name}")
    found = getattr(module, name)
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name)(found)
        found = alone
    made = typer.main.get_command(found)
    assert isinstance(made, TyperCommand | TyperGroup)
    made.name = name
    made.context_settings = CONTEXT_SETTINGS
    # A line with \b alone keeps the lines after it as they are.
    made.epilog = "\n".join(["\b", "Examples:", *(f"  {line}" for line in module.EXAMPLES)])
    return made


app = typer.Typer(
    name="sprague",
    cls=CommandGroup,
    help="A laboratory for pile games. GAME is a name (sprague games lists them), name:param=value,param=value, "
    "an octal code such as 0.77, a rule in quotes, @FILE with a rule, or - for a rule on standard input; POSITION is "
    "3,5,9, and 1^6,10 means six ones and a ten.",
    no_args_is_help=True,
    context_settings=CONTEXT_SETTINGS,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command line `sprague`; bad input gives one message on stderr and exit code 2, never a traceback."""
    _show_log()
    if sys.stdout is None:  # closed by the parent process
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    warnings.showwarning = _show_warning
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except SpragueError as error:
        print(f"sprague: {error}", file=sys.stderr)
        sys.exit(2)
    except MemoryError:
        print("sprague: this takes more memory than there is; ask for less", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, SystemExit) as end:
        if isinstance(end.__context__, BrokenPipeError):
            _discard_output()
            sys.exit(0)  # Typer and rich report a failure
        # Typer turns Ctrl-C into the exit code 130 without a word.
        if isinstance(end, SystemExit) and end.code != INTERRUPTED:
            raise
        print("sprague: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader (head, less) has closed the pipe.
        _discard_output()
        sys.exit(0)
    except OSError as error:
        print(f"sprague: the output could not be written: {system_message(error)}", file=sys.stderr)
        with suppress(OSError):
            sys.stdout.close()  # Python would flush it again at exit
        sys.exit(2)


def _discard_output() -> None:
    """Redirect stdout to the null device, as Python flushes it again at exit, and would exit with code 120."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _show_log() -> None:
    """Print the log of the package, such as messages about compiling, if stderr is a terminal."""
    if sys.stderr.isatty():
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("sprague: %(message)s"))
        log = logging.getLogger("sprague")
        log.addHandler(handler)
        log.setLevel(logging.INFO)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    print(f"sprague: {message}", file=sys.stderr)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"sprague {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version and stop")
    ] = False,
) -> None:
    pass
