"""A filter for untrusted Coq files (`read_theorems`), which accepts only sentences that `sprague export` writes.

Coq executes every command in a file. Some commands write files, load programs, admit theorems without a proof, or
redefine a name of the library. Files written by `sprague export` contain few kinds of sentences and define few names.
If a file contains a sentence or a definition that `sprague export` does not write, the file is refused before Coq reads
it.

The filter is the second protection against untrusted Coq files. The first protection is that Coq compares each theorem
with a statement that Sprague writes itself (`statements`). Coq compiles Sprague's statements before it reads the
untrusted file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sprague.coq.syntax import without_comments
from sprague.errors import SpragueError

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_ALLOWED = (
    re.compile(r"From Coq Require Import(?: NArith| ZArith| List)+"),
    re.compile(r"From Sprague Require Import(?: [A-Z][A-Za-z]+)+"),
    re.compile(r"Import (?:ListNotations|Short_[a-z]+)"),
    re.compile(r"Local Open Scope [NZ]_scope"),
    re.compile(r"#\[local\] Hint Resolve (?:exists|part)_[0-9]+_(?:_[0-9]+)? : claim"),
    re.compile(r"Print Assumptions theorems"),
)
_DEFINED = re.compile(rf"(Definition|Lemma|Theorem) ({_NAME})(?= )")
_MODULE = re.compile(r"(Module|End) (Short_[a-z]+)")

# For each kind of Coq sentence, a pattern of the names that `sprague export` defines outside modules.
_NAMES = {
    "Definition": re.compile(
        r"game|set[0-9]*|sets|evidence|misere|without_moves|plans|tallies|weight|digit_words|digits|values|heap_value"
        r"|theorems|(?:claim|atoms|given|claim_formula|columns_[0-9]+)(?:_[0-9]+)?"
        r"|(?:set|atoms|body|beside|given|claim_formula)_[0-9]+_(?:_[0-9]+)?"
    ),
    "Lemma": re.compile(
        r"checked|checked_all|least_checked|digit_words_ok|claim_checked(?:_[0-9]+)?|(?:start|agree|exists|part)_[0-9]+_(?:_[0-9]+)?"
    ),
    "Theorem": re.compile(
        r"p_positions|grundy_values|no_others|grundy_function|period|least_period|claim_correct(?:_[0-9]+)?"
    ),
}
_SHORT = re.compile(r"_[0-9]+|z_?[0-9]+|l[0-9]+")  # short names that modules define for numbers and trees


@dataclass(frozen=True)
class _Sentence:
    """A sentence of a Coq file, without comments and extra spaces, and the number of its first line."""

    text: str
    line: int


@dataclass(frozen=True)
class Theorem:
    """The name and the statement of a theorem or lemma in an untrusted Coq file."""

    name: str
    statement: str


def read_theorems(file_text: str, name: str) -> list[Theorem]:
    """Return the theorems of an untrusted Coq file; refuse sentences of a kind that `sprague export` never writes.

    >>> read_theorems("Theorem period : 1 = 1. Proof. reflexivity. Qed.", "one.v")
    [Theorem(name='period', statement='Theorem period : 1 = 1')]
    >>> read_theorems("Theorem period : 0 = 1. Admitted.", "none.v")
    Traceback (most recent call last):
    sprague.errors.SpragueError: none.v contains the unexpected command 'Admitted' in line 1; ...
    """
    if '"' in file_text:
        line = file_text[: file_text.index('"')].count("\n") + 1
        raise _refused('"', line, name)
    found: list[Theorem] = []
    in_proof, module = False, ""
    for sentence in _sentences(file_text, name):
        text = sentence.text
        if in_proof:
            in_proof = text != "Qed"
            # In Coq, a command begins with a capital letter, and a tactic does not.
            if in_proof and not re.match(r"[-{} ]*[a-z_]", text):
                raise _refused(text, sentence.line, name)
        elif text == "Proof":
            in_proof = True
        elif opened := _MODULE.fullmatch(text):
            module = opened[2] if opened[1] == "Module" else ""
        elif defined := _DEFINED.match(text):
            if not _is_ours(defined[1], defined[2], bool(module)):
                raise _refused(f"{defined[1]} {defined[2]}", sentence.line, name)
            if defined[1] != "Definition":
                found.append(Theorem(defined[2], text))
        elif not any(allowed.fullmatch(text) for allowed in _ALLOWED):
            raise _refused(text, sentence.line, name)
    return found


def _is_ours(kind: str, name: str, in_module: bool) -> bool:
    """Return whether an exported file may define `name` by a sentence of the given kind, such as `Lemma`."""
    if in_module:
        return kind == "Definition" and _SHORT.fullmatch(name) is not None
    return _NAMES[kind].fullmatch(name) is not None


def _sentences(text: str, name: str) -> Iterator[_Sentence]:
    """Yield the sentences of a Coq file; a sentence ends with a full stop before white space."""
    place, line = 0, 1
    plain = without_comments(text)
    for end in re.finditer(r"\.(?=\s|$)", plain):
        text = plain[place : end.start()]
        yield _Sentence(" ".join(text.split()), line + _lines_before(text))
        place, line = end.end(), line + text.count("\n")
    if (left := plain[place:]).strip():
        raise _refused(left.strip(), line + _lines_before(left), name)


def _lines_before(text: str) -> int:
    """Return the number of line breaks before the first character that is not white space."""
    return text[: len(text) - len(text.lstrip())].count("\n")


def _refused(text: str, line: int, name: str) -> SpragueError:
    shown = text if len(text) <= 60 else f"{text[:60]}…"
    return SpragueError(
        f"{name} contains the unexpected command {shown!r} in line {line}; if you trust the file, check the file "
        "with 'coqc'"
    )
