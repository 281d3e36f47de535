"""Print every error message, warning and help text of the source with its file and line, for reading in one go.

    python -m tests.list_messages                     # all messages
    python -m tests.list_messages src/sprague/rules   # the messages of one package

The messages are found in the syntax trees of the source. A message is a text in a call of an exception or warning
class, in a call of a function that passes the text on to such a class, or in a keyword argument `help` or `epilog`.
The docstrings of commands are help texts too. A value that a message contains is printed as its expression in braces.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sprague"
#: The folder of the command line, in which docstrings of commands are help texts.
COMMANDS = SOURCE / "cli" / "commands"
#: Keyword arguments whose texts the command line prints.
HELP_KEYWORDS = ("help", "epilog", "short_help")
#: Names of parameters for messages or parts of messages. Functions pass other parameters on as values to be shown.
MESSAGE_PARAMETERS = {
    "expected",
    "fact",
    "fix",
    "got",
    "message",
    "operation",
    "problem",
    "reason",
    "remedy",
    "way_out",
}
#: The least number of words of a message; shorter texts are names or keys.
LEAST_WORDS = 2
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, order=True)
class Message:
    """A message with its file, its line and the class, function or keyword that receives it."""

    path: str
    line: int
    receiver: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.receiver}: {self.text}"


def text_of(node: ast.expr, texts: dict[str, list[str]] | None = None) -> list[str]:
    """Return the texts that an expression can have; `texts` are those of local variables.

    >>> text_of(ast.parse("f'expected {n} piles' + ', got 2'", mode="eval").body)
    ['expected {n} piles, got 2']
    >>> text_of(ast.parse("'a pile' if n == 1 else 'piles'", mode="eval").body)
    ['a pile', 'piles']
    """
    known = texts or {}
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else _expression(part) for part in node.values)
        return ["".join(map(str, parts))]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = text_of(node.left, known), text_of(node.right, known)
        if not left and not right:
            return []
        left, right = left or [_expression(node.left)], right or [_expression(node.right)]
        return [before + after for before in left for after in right]
    if isinstance(node, ast.IfExp):
        return text_of(node.body, known) + text_of(node.orelse, known)
    if isinstance(node, ast.BoolOp):
        return list(chain.from_iterable(text_of(value, known) for value in node.values))
    if isinstance(node, ast.Name):
        return known.get(node.id, [])
    return []


def _expression(node: ast.AST) -> str:
    inner = node.value if isinstance(node, ast.FormattedValue) else node
    return f"{{{ast.unparse(inner)}}}"


def _called_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def exception_names(trees: Iterable[ast.Module]) -> set[str]:
    """Return the names of all exception and warning classes: the built-in classes and those of the source."""
    found = {
        name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
    }
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found |= {"BadParameter", "UsageError", "ClickException"}
    size = -1
    while size < len(found):
        size = len(found)
        found |= {
            node.name for node in classes if any(ast.unparse(base).split(".")[-1] in found for base in node.bases)
        }
    return found


def passed_parameters(function: Function, receivers: dict[str, set[str | int]]) -> set[str | int]:
    """Return the parameters of a function, by name and index, that it passes on as a message."""
    parameters = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    if parameters[:1] in (["self"], ["cls"]):
        del parameters[0]
    named = {*parameters, *(argument.arg for argument in function.args.kwonlyargs)} & MESSAGE_PARAMETERS
    found: set[str | int] = set()
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and _called_name(call) in receivers:
            for argument in _messages(call, receivers[_called_name(call)]):
                found |= {node.id for node in ast.walk(argument) if isinstance(node, ast.Name)} & named
    return found | {index for index, name in enumerate(parameters) if name in found}


def _messages(call: ast.Call, which: set[str | int]) -> Iterator[ast.expr]:
    """Yield the arguments of a call that are messages; an empty set stands for all arguments."""
    for index, argument in enumerate(call.args):
        if not which or index in which:
            yield argument
    for keyword in call.keywords:
        if not which or keyword.arg in which:
            yield keyword.value


def message_receivers(trees: list[ast.Module]) -> dict[str, set[str | int]]:
    """Return the classes and functions that receive messages, with the parameters for messages; all if empty."""
    exceptions = exception_names(trees)
    receivers: dict[str, set[str | int]] = {name: set() for name in exceptions}
    receivers["warn"] = {0, "message"}
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, Function)]
    changed = True
    while changed:
        changed = False
        for function in functions:
            passed = passed_parameters(function, receivers)
            if function.name not in exceptions and not passed <= receivers.get(function.name, set()):
                receivers[function.name] = receivers.get(function.name, set()) | passed
                changed = True
    return receivers


def _local_texts(tree: ast.Module) -> dict[str, list[str]]:
    """Return the texts that are assigned to each name of a module, in any function."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).extend(text_of(node.value))
    return found


def messages_of(path: Path, tree: ast.Module, receivers: dict[str, set[str | int]]) -> Iterator[Message]:
    """Yield the messages of one file."""
    name = path.relative_to(ROOT).as_posix()
    texts = _local_texts(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = _called_name(node)
            if called in receivers:
                for argument in _messages(node, receivers[called]):
                    for text in text_of(argument, texts):
                        yield Message(name, argument.lineno, called, text)
            for keyword in node.keywords:
                if keyword.arg in HELP_KEYWORDS:
                    for text in text_of(keyword.value, texts):
                        yield Message(name, keyword.value.lineno, keyword.arg, text)
        if isinstance(node, Function) and path.is_relative_to(COMMANDS) and not node.name.startswith("_"):
            yield Message(name, node.body[0].lineno, "help", ast.get_docstring(node) or "")


def list_messages(places: Iterable[Path] = (SOURCE,)) -> list[Message]:
    """Return the messages of files and folders, sorted by file and line, each once."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
    receivers = message_receivers(list(trees.values()))
    chosen = [place.resolve() for place in places]
    found = {
        Message(message.path, message.line, message.receiver, " ".join(message.text.split()))
        for path, tree in trees.items()
        if any(path.is_relative_to(place) for place in chosen)
        for message in messages_of(path, tree, receivers)
        if len(re.findall(r"[^\W\d_]{2,}", message.text)) >= LEAST_WORDS
    }
    return sorted(found)


if __name__ == "__main__":
    for line in list_messages(map(Path, sys.argv[1:]) if sys.argv[1:] else (SOURCE,)):
        print(line)
