"""The entry point `main` of the command-line program `sprague`: the list of commands, exit codes and error output.

Results are printed to stdout, all other messages to stderr. The exit codes are 0 for success or yes, 1 for no, refuted
or not found, 2 for bad input, and 3 for undecided.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import traceback
import warnings
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperCommand, TyperGroup

from sprague.cli.former_names import OTHER_COMMANDS, normalise_arguments
from sprague.cli.time_limit import begin_command, begin_program
from sprague.errors import OutOfReach, SpragueError, system_message
from sprague.render import verbosity
from sprague.version import __version__

# The commands, grouped by purpose, in the order in which the help lists them. The module of a command defines a
# function with the name of the command.
COMMAND_GROUPS = {
    "Games and positions": ("games", "show", "moves", "solve", "play", "serve"),
    "Tables and periods": ("table", "positions", "period", "quotient", "rows", "values", "sequence"),
    "Theorems and proofs": (
        "discover",
        "check",
        "ask",
        "compare",
        "theorems",
        "verify",
        "export",
        "convert",
        "automaton",
    ),
    "Surveys and literature": ("atlas", "survey", "papers", "cite"),
}
# The commands whose modules are in the package `sprague.cli.commands.queries`.
QUERIES = ("ask", "compare", "sequence")
COMMANDS = tuple(name for names in COMMAND_GROUPS.values() for name in names)
CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"]}
ARGUMENTS_KEY = "sprague.words"  # key under which the context of a command stores the typed arguments
BAD_INPUT, OUT_OF_LIMITS = 2, 3  # exit codes
INTERRUPTED = 130  # exit code after Ctrl-C, the same as in shells


class GroupedCommand(TyperCommand):
    """A command of `sprague` whose help lists options in groups; the `rich_help_panel` of an option is its group."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; if a position is typed as separate numbers, the error message shows it with commas."""
        numbers = re.search(r"(?:\d+,?(?: |$)){2,}", " ".join(args))
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            has_position = any(parameter.name == "position" for parameter in self.params)
            if has_position and numbers is not None and "extra argument" in (message := getattr(error, "message", "")):
                position = ",".join(re.findall(r"\d+", numbers[0]))
                hint = f"{message.rstrip('.')}; write a position with commas and without spaces: {position}"
                error.message = hint  # type: ignore[attr-defined]
            raise

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and the groups of options to the help of a command."""
        groups: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is not None:
                is_argument = parameter.param_type_name == "argument"
                name = "Arguments" if is_argument else getattr(parameter, "rich_help_panel", None) or "Options"
                groups.setdefault(name, []).append(record)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)


class CommandGroup(TyperGroup):
    """The group of all commands of `sprague`; it imports the module of a command when the command is first used."""

    def make_context(self, info_name: str | None, args: list[str], *others: Any, **extra: Any) -> Any:
        """Return the context of a command, which also stores the typed arguments for the headers of output files."""
        words = list(args)  # copy the list of arguments, because the parser empties it
        context = super().make_context(info_name, normalise_arguments(args), *others, **extra)
        context.meta[ARGUMENTS_KEY] = words
        return context

    def list_commands(self, ctx: object) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """Return the command of `sprague` with the given name, or None if there is no such command."""
        if (name := OTHER_COMMANDS.get(cmd_name, cmd_name)) in COMMANDS:
            return _make_command(name)
        for name in COMMANDS:  # register all commands, so that Typer can suggest a similar name for a misspelt name
            self.add_command(_make_command(name))
        return None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands to the help of `sprague`, grouped by purpose."""
        width = max(map(len, COMMANDS))
        for title, names in COMMAND_GROUPS.items():
            with formatter.section(title):
                commands = ((name, _make_command(name)) for name in names)
                rows = [
                    (name.ljust(width), command.get_short_help_str(formatter.width - 6 - width))
                    for name, command in commands
                ]
                formatter.write_dl(rows)


def module_of_command(name: str) -> str:
    """Return the name of the module that defines a command of `sprague`.

    >>> module_of_command("solve"), module_of_command("ask")
    ('sprague.cli.commands.solve', 'sprague.cli.commands.queries.ask')
    """
    return f"sprague.cli.commands.{'queries.' if name in QUERIES else ''}{name}"


def _make_command(name: str) -> TyperCommand | TyperGroup:
    """Import the module of a command, and return the command or the group of subcommands that it defines."""
    module = import_module(module_of_command(name))
    found = getattr(module, name)
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name, cls=GroupedCommand)(found)
        found = alone
    made = typer.main.get_command(found)
    assert isinstance(made, TyperCommand | TyperGroup)
    made.name = name
    made.context_settings = CONTEXT_SETTINGS
    # A line that contains only \b tells Typer not to wrap the lines after it.
    made.epilog = "\n".join(["\b", "Examples:", *(f"  {line}" for line in module.EXAMPLES)])
    return made


EXAMPLES = (
    "sprague show wythoff",
    "sprague solve nim 3,5,7",
    "sprague play nim",
    'sprague discover "(a, b) -> (a - k, b) where k >= 1 any order"',
)
app = typer.Typer(
    name="sprague",
    cls=CommandGroup,
    help="Solve and play games with piles of chips, such as Nim and Wythoff's game, and prove theorems about games.\n\n"
    "GAME is a name such as wythoff ('sprague games' lists all names), a name with parameters such as nim:piles=4, an "
    'octal code such as 0.77, a rule in quotes such as "(a, b) -> (u, b) where u < a any order", @FILE for a file '
    "with a rule, or - for a rule on standard input.\n\n"
    "POSITION lists the sizes of the piles, such as 3,5,9; 1^6,10 means six piles of 1 and a pile of 10.\n\n"
    "A P-position is a position from which the player to move loses, if both play perfectly.\n\n"
    "'sprague COMMAND --help' explains a command and shows examples.",
    epilog="\n".join(["\b", "Examples:", *(f"  {line}" for line in EXAMPLES)]),
    no_args_is_help=True,
    context_settings=CONTEXT_SETTINGS,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def program() -> None:
    """Run the command line; the time to start the process counts towards the time limit of the command."""
    begin_program()
    main()


def main() -> None:
    """Run the command line `sprague`; for bad input, print one message to stderr and exit with code 2."""
    _show_log()
    if sys.stdout is None:  # the parent process has closed stdout, so nothing can be printed
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    warnings.showwarning = _show_warning
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except SpragueError as error:
        if verbosity.level == verbosity.VERBOSE:
            traceback.print_exc()
        print(f"sprague: {error}", file=sys.stderr)
        sys.exit(OUT_OF_LIMITS if isinstance(error, OutOfReach) else BAD_INPUT)
    except MemoryError:
        print("sprague: out of memory; ask for fewer positions", file=sys.stderr)
        sys.exit(OUT_OF_LIMITS)
    except (KeyboardInterrupt, SystemExit) as end:
        if isinstance(end.__context__, BrokenPipeError):
            _discard_output()
            sys.exit(0)  # do not report a pipe that the reader has closed as an error
        # Typer exits with code 130 after Ctrl-C and prints nothing.
        if isinstance(end, SystemExit) and end.code != INTERRUPTED:
            raise
        print("sprague: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The program that reads the output, such as head or less, has closed the pipe.
        _discard_output()
        sys.exit(0)
    except OSError as error:
        print(f"sprague: cannot write the output: {system_message(error)}", file=sys.stderr)
        with suppress(OSError):
            sys.stdout.close()  # close stdout, because Python would otherwise flush stdout again at exit and fail
        sys.exit(2)


def _discard_output() -> None:
    """Redirect stdout to the null device, so that Python does not fail when it flushes stdout at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _show_log() -> None:
    """Print log messages, such as messages about compilation, if stderr is a terminal or the option `-v` is given."""
    is_verbose = verbosity.level == verbosity.VERBOSE
    log = logging.getLogger("sprague")
    for handler in [handler for handler in log.handlers if isinstance(handler, _LogHandler)]:
        log.removeHandler(handler)
    if is_verbose or (sys.stderr.isatty() and verbosity.level == verbosity.NORMAL):
        log.addHandler(_LogHandler())
        log.setLevel(logging.DEBUG if is_verbose else logging.INFO)


class _LogHandler(logging.StreamHandler[TextIO]):
    """The logging handler that prints log messages of the program `sprague` to stderr."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("sprague: %(message)s"))


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    verbosity.print_note(f"sprague: {message}")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"sprague {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print only results and errors, but no progress and no notes.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also print log messages and the traceback of an error.")
    ] = False,
    no_store: Annotated[
        bool, typer.Option("--no-store", help="Do not use or store theorems on this computer.")
    ] = False,
) -> None:
    begin_command()
    if quiet and verbose:
        raise SpragueError("expected --quiet or --verbose, got both; leave out one of them")
    verbosity.level = verbosity.QUIET if quiet else verbosity.VERBOSE if verbose else verbosity.NORMAL
    if quiet or verbose:
        _show_log()
    if no_store:
        from sprague.proofs.theorem_files import use_store

        use_store(None)
