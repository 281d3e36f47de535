"""`normalise_arguments` replaces former names of commands and options, which users may still type, with current names.

The help and the shell completion list only the current names. A command also has the name of the corresponding Python
function; for example, `sprague prove` means `sprague check`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# Maps alternative names of commands to the current names.
OTHER_COMMANDS = {
    "catalogue": "games",
    "find-period": "period",
    "misere-quotient": "quotient",
    "prove": "check",
    "tabulate": "table",
    "winning-numbers": "values",
}
_CERTIFICATE = {"-o": "--certificate", "--output": "--certificate"}
_DRAWING = {"-o": "--drawing", "--output": "--drawing"}
# Maps each command to its former options, with their current names.
FORMER_OPTIONS: dict[str, dict[str, str]] = {
    "ask": _CERTIFICATE,
    "check": {**_CERTIFICATE, "--coq": "--coq-file"},
    "discover": {**_CERTIFICATE, "--coq": "--coq-file", "--grundy": "--values", "--anew": "--refresh"},
    "papers": {"--far": "--full"},
    "period": _CERTIFICATE,
    "quotient": _CERTIFICATE,
    "rows": _DRAWING,
    "survey": {"-o": "--database", "--output": "--database"},
    "values": _DRAWING,
}
# The options of `sprague` itself, none of which takes a value.
GLOBAL_OPTIONS = ("-q", "--quiet", "-v", "--verbose", "--no-store")
SHORT_LENGTH = 2  # number of characters of a short option such as -o


def normalise_arguments(arguments: Sequence[str]) -> list[str]:
    """Replace former names in the arguments of `sprague`, and move the options of `sprague` itself to the front.

    >>> normalise_arguments(["discover", "nim", "-o", "nim.json", "--anew", "-q"])
    ['-q', 'discover', 'nim', '--certificate', 'nim.json', '--refresh']
    >>> normalise_arguments(["prove", "nim", "xor = 0", "--coq=nim.v"])
    ['check', 'nim', 'xor = 0', '--coq-file=nim.v']
    """
    place = next((number for number, word in enumerate(arguments) if not word.startswith("-")), len(arguments))
    before, rest = list(arguments[:place]), list(arguments[place + 1 :])
    if place == len(arguments):
        return before
    command = OTHER_COMMANDS.get(arguments[place], arguments[place])
    end = rest.index("--") if "--" in rest else len(rest)
    moved = [word for word in rest[:end] if word in GLOBAL_OPTIONS]
    kept = [word for word in rest[:end] if word not in GLOBAL_OPTIONS]
    return [*before, *moved, command, *_current_options(kept, FORMER_OPTIONS.get(command, {})), *rest[end:]]


def _current_options(words: Sequence[str], former: dict[str, str]) -> Iterator[str]:
    for word in words:
        name, equals, value = word.partition("=")
        if name in former:
            yield former[name] + equals + value
        elif word.startswith("-") and not word.startswith("--") and word[:SHORT_LENGTH] in former:
            yield former[word[:SHORT_LENGTH]]
            yield word[SHORT_LENGTH:]
        else:
            yield word
