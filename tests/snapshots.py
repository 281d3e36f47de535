"""Exact texts for tests, stored in one file: `tests/snapshots.txt`.

A test asserts behaviour: the type of an error, the character it points at, the rewritten expression it suggests.
`snapshot`, `refused` and `refusal` compare the whole text with the snapshot file. A test fails if its text is new or
has changed; `make snapshots` rewrites the file, and `git diff` shows the change.

The key of a text is the node id of the test and, from its second text on, a number: `tests/a.py::test_b #2`. This
module is a pytest plugin (see `conftest.py` at the root of the repository).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, overload

import pytest

from sprague.errors import SpragueError, SpragueWarning

ROOT = Path(__file__).parent.parent
FILE = "tests/snapshots.txt"  # relative to the root directory of the pytest run
INDENT = "    "
LONGEST_NAME = 120  # characters of a node id without its path; a longer one is cut and gets a hash
Error = TypeVar("Error", bound=BaseException)


def normalise(text: str, temporary: str = "") -> str:
    """Replace the parts of a text that differ between runs or that a faster algorithm may change.

    Temporary folders become TMP, the folder of the repository ROOT, addresses in memory ADDRESS, versions VERSION,
    days DATE, what Coq says of a term COQ, and amounts of work, time and memory N.

    >>> normalise("base 2, 6 states, 12 pairs compared, 0.31 s; /tmp/pytest-of-me/pytest-7/popen-gw0/test_a0/rows.db")
    'base 2, 6 states, N pairs compared, N s; TMP/test_a0/rows.db'
    """
    if temporary:
        text = text.replace(temporary, "TMP")
    text = re.sub(r"\b(Coq|Rocq|sprague) \d+\.\d+(\.\d+)?", r"\1 VERSION", text)
    text = re.sub(r'The term "Stated\..*', "COQ", text, flags=re.DOTALL)
    text = re.sub(r"\b20\d\d-\d\d-\d\d\b", "DATE", text)
    text = re.sub(r" at 0x[0-9a-f]+", " at ADDRESS", text)
    text = re.sub(r"[\w./-]*/pytest-\d+(/popen-gw\d+)?\b", "TMP", text).replace(str(ROOT), "ROOT")
    text = re.sub(r"\bTMP/data\d+/\d+", "TMP/data", text)  # the folder of SPRAGUE_DATA
    text = re.sub(r"TMP\S* … ", "TMP … ", text)  # a path too long for the message, cut at some letter
    return re.sub(r"\b\d[\d,]*(?:\.\d+)?(?:e-?\d+)?(?= (?:(?:\w+ )?pairs?|seconds?|s|ms|bytes|[kMG]B)\b)", "N", text)


def read_texts(content: str, repair: bool = False) -> dict[str, str]:
    """Read a snapshot file: a key at the start of a line, the lines of its text indented, and an empty line.

    Lines that git has added for a merge conflict, and keys that occur twice, are refused, or ignored with `repair`.
    """
    conflict = re.compile(r"^(<<<<<<<|=======|>>>>>>>).*\n", re.MULTILINE)
    if repair:
        content = conflict.sub("", content)
    elif found := conflict.search(content):
        line = content.count("\n", 0, found.start()) + 1
        raise pytest.UsageError(f"{FILE}, line {line}: a merge conflict; run pytest --renew-snapshots")
    texts: dict[str, str] = {}
    for entry in re.split(r"^(?=[^ \n])", content, flags=re.MULTILINE)[1:]:
        key, *lines, _, _ = entry.split("\n")
        if key in texts and not repair:
            raise pytest.UsageError(f"{FILE}: {key} occurs twice; run pytest --renew-snapshots")
        texts[key] = "\n".join(line.removeprefix(INDENT) for line in lines)
    return texts


def write_texts(texts: dict[str, str]) -> str:
    r"""Write a snapshot file, sorted by test and number.

    >>> texts = {"test_b #10": "one\n\n  two", "test_b #2": "", "test_a": "line\n"}
    >>> read_texts(write_texts(texts)) == texts, list(read_texts(write_texts(texts)))
    (True, ['test_a', 'test_b #2', 'test_b #10'])
    """
    entries = [
        "\n".join([key, *(INDENT + line if line else "" for line in texts[key].split("\n")), "", ""])
        for key in sorted(texts, key=lambda key: (owner(key), int(key.removeprefix(owner(key))[2:] or 1)))
    ]
    return "".join(entries)


def owner(key: str) -> str:
    """Return the name of the test to which a key belongs."""
    return re.sub(r" #\d+$", "", key)


def name_of(nodeid: str) -> str:
    """Return the node id of a test as the first part of its keys: on one line, and not too long.

    A test keeps its key, but for the path, when its file is moved.
    """
    path, _, name = " ".join(nodeid.split("\n")).partition("::")
    if len(name) > LONGEST_NAME:
        name = f"{name[:LONGEST_NAME]}…{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    return f"{path}::{name}"


def renewal(nodeid: str) -> str:
    """Return the advice to renew the texts of the file of a test."""
    return f"run .venv/bin/pytest {nodeid.partition('::')[0]} --renew-snapshots"


class Snapshots:
    """The texts of the snapshot file, and those of the tests that have run."""

    def __init__(self, path: Path, renewing: bool) -> None:
        self.path = path
        self.renewing = renewing
        self.kept = self.read()
        self.expected = Counter(map(owner, self.kept))  # texts by test
        self.texts: dict[str, str] = {}
        self.passed: set[str] = set()  # names of tests
        self.collected: set[str] = set()
        self.item: pytest.Item | None = None
        self.count = 0  # texts of the current test

    def read(self) -> dict[str, str]:
        return read_texts(self.path.read_bytes().decode(), repair=self.renewing) if self.path.exists() else {}

    def compare(self, text: str) -> None:
        """Compare the next text of the current test with the file, or note it for the file."""
        assert self.item is not None, "texts are compared within a test"
        self.count += 1
        temporary = getattr(self.item, "funcargs", {}).get("tmp_path", "")
        key = name_of(self.item.nodeid) + (f" #{self.count}" if self.count > 1 else "")
        self.texts[key] = text = normalise(text, str(temporary))
        if not self.renewing:
            kept, renew = self.kept.get(key), renewal(self.item.nodeid)
            assert kept is not None, f"no text is kept for {key}; {renew}. The text is:\n{text}"
            assert text == kept, f"the text of {key} has changed; if this is intended, {renew}"

    def renew(self, everything: bool) -> None:
        """Rewrite the file. Keep the texts of tests that did not run; if all were run, only of those that exist."""
        kept = {
            key: text
            for key, text in self.read().items()
            if owner(key) not in self.passed and (owner(key) in self.collected or not everything)
        }
        found = {key: text for key, text in self.texts.items() if owner(key) in self.passed}
        self.path.write_text(write_texts(kept | found), encoding="utf-8", newline="\n")


_current: list[Snapshots] = []


def snapshot(text: str) -> None:
    """Compare a text with the snapshot file."""
    __tracebackhide__ = True
    _current[-1].compare(text)


def renewing() -> bool:
    """Return whether the texts are being renewed, so that documents are rewritten as well."""
    return _current[-1].renewing


@contextmanager
def refused(kind: type[Error], *fragments: str) -> Iterator[pytest.ExceptionInfo[Error]]:
    """Expect an error of this type whose message contains each of the fragments; compare the message with the file."""
    __tracebackhide__ = True
    with pytest.raises(kind) as caught:
        yield caught
    message = str(caught.value)
    assert [fragment for fragment in fragments if fragment not in message] == [], message
    snapshot(f"{type(caught.value).__name__}: {message}")


@contextmanager
def warned(*fragments: str) -> Iterator[None]:
    """Expect warnings of Sprague that contain each of the fragments, and compare their texts with the file."""
    with pytest.warns(SpragueWarning) as caught:
        yield
    messages = "\n".join(str(warning.message) for warning in caught if isinstance(warning.message, SpragueWarning))
    assert [fragment for fragment in fragments if fragment not in messages] == [], messages
    snapshot(messages)


@overload
def refusal(make: Callable[[], object]) -> SpragueError: ...
@overload
def refusal(make: Callable[[], object], kind: type[Error]) -> Error: ...
def refusal(make: Callable[[], object], kind: type[Any] = SpragueError) -> Any:
    """Return the error of this type that a call raises, and compare its message with the snapshot file."""
    with refused(kind) as caught:
        make()
    return caught.value


# Hooks of pytest. With xdist the workers send their texts to the controller, which writes the file.


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-snapshots", action="store_true", help=f"rewrite {FILE} and the outputs in documents")
    parser.addoption("--drop-old-snapshots", action="store_true", help="remove texts of tests that were not collected")


def pytest_configure(config: pytest.Config) -> None:
    _current.append(Snapshots(config.rootpath / FILE, config.getoption("renew_snapshots")))


def pytest_unconfigure() -> None:
    if _current:
        _current.pop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    _current[-1].collected = {name_of(item.nodeid) for item in items}


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name small lists, tuples and dictionaries by their content, so that a new row of a table changes no other key."""
    try:
        name = repr(val) if isinstance(val, (list, tuple, dict)) else ""
    except ValueError:  # a number too long for Python to print
        return None
    return name if 0 < len(name) <= 60 and name.isascii() and not re.search(r" at 0x|\{[^:]+\}", name) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    _current[-1].item, _current[-1].count = item, 0
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    found = yield
    current = _current[-1]
    if not current.renewing:
        expected = current.expected[name_of(item.nodeid)]
        assert current.count == expected, f"{current.count} texts compared, {expected} kept; {renewal(item.nodeid)}"
    current.passed.add(name_of(item.nodeid))
    return found


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    for name, found in getattr(node, "workeroutput", {}).get("snapshots", {}).items():
        getattr(_current[-1], name).update(found)


def pytest_sessionfinish(session: pytest.Session) -> None:
    current = _current[-1]
    if not current.renewing:
        return
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["snapshots"] = {
            "texts": current.texts,
            "passed": dict.fromkeys(current.passed),
            "collected": dict.fromkeys(current.collected),
        }
        return
    current.renew(session.config.option.drop_old_snapshots and not (session.testsfailed or session.shouldstop))
