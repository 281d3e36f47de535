"""A filter for untrusted Coq files: only sentences that `sprague export` writes are allowed.

Coq executes every command in a file. Some commands write files, load programs, admit theorems without a proof, or give
a name of the library another meaning. Files that `sprague export` writes have few kinds of sentences, and define few
names. A file with any other sentence, or with a definition of any other name, is refused before Coq sees it.

The filter is the second line of defence. The first is the comparison of each theorem with a statement that is written
by `statements` and compiled before the file is.
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
    re.compile(r"#\[local\] Hint Resolve (?:exists|part)_[0-9]+_(?:_[0-9]+)? : told"),
    re.compile(r"Print Assumptions theorems"),
)
_DEFINED = re.compile(rf"(Definition|Lemma|Theorem) ({_NAME})(?= )")
_MODULE = re.compile(r"(Module|End) (Short_[a-z]+)")

#: The names that `sprague export` defines, by the kind of the sentence; in a module, names of numbers and trees.
_NAMES = {
    "Definition": re.compile(
        r"game|set[0-9]*|sets|evidence|misere|without_moves|plans|tallies|weight|digit_words|digits|values|heap_value"
        r"|theorems|(?:told|atoms|given|words|columns_[0-9]+)(?:_[0-9]+)?"
        r"|(?:set|atoms|body|beside|given|words)_[0-9]+_(?:_[0-9]+)?"
    ),
    "Lemma": re.compile(
        r"checked|checked_all|least_checked|digit_words_ok|words_checked(?:_[0-9]+)?|(?:start|agree|exists|part)_[0-9]+_(?:_[0-9]+)?"
    ),
    "Theorem": re.compile(
        r"p_positions|grundy_values|no_others|grundy_function|period|least_period|in_words(?:_[0-9]+)?"
    ),
}
_SHORT = re.compile(r"_[0-9]+|z_?[0-9]+|l[0-9]+")


@dataclass(frozen=True)
class Sentence:
    """A sentence without comments, its words one space apart, and the line that it begins in."""

    text: str
    line: int


@dataclass(frozen=True)
class Theorem:
    """What a file states: the name, and the statement as it is written."""

    name: str
    statement: str

    @property
    def is_lemma(self) -> bool:
        """Whether it is only on the way to others."""
        return self.statement.startswith("Lemma ")


def read_theorems(text: str, name: str) -> list[Theorem]:
    """The theorems of a file, lemmas included; an error if it has sentences that no file of theorems needs.

    >>> read_theorems("Theorem period : 1 = 1. Proof. reflexivity. Qed.", "one.v")
    [Theorem(name='period', statement='Theorem period : 1 = 1')]
    >>> read_theorems("Theorem period : 0 = 1. Admitted.", "none.v")
    Traceback (most recent call last):
    sprague.errors.SpragueError: expected a file as sprague export writes it, got 'Admitted' in line 1 of none.v; ...
    """
    if '"' in text:
        line = text[: text.index('"')].count("\n") + 1
        raise _refused('"', line, name)
    found: list[Theorem] = []
    in_proof, module = False, ""
    for sentence in _sentences(text, name):
        said = sentence.text
        if in_proof:
            in_proof = said != "Qed"
            # Commands begin with capital letters, tactics do not.
            if in_proof and not re.match(r"[-{} ]*[a-z_]", said):
                raise _refused(said, sentence.line, name)
        elif said == "Proof":
            in_proof = True
        elif opened := _MODULE.fullmatch(said):
            module = opened[2] if opened[1] == "Module" else ""
        elif defined := _DEFINED.match(said):
            if not _is_ours(defined[1], defined[2], bool(module)):
                raise _refused(f"{defined[1]} {defined[2]}", sentence.line, name)
            if defined[1] != "Definition":
                found.append(Theorem(defined[2], said))
        elif not any(allowed.fullmatch(said) for allowed in _ALLOWED):
            raise _refused(said, sentence.line, name)
    return found


def _is_ours(kind: str, name: str, in_module: bool) -> bool:
    """Whether `sprague export` defines this name by this kind of sentence."""
    if in_module:
        return kind == "Definition" and _SHORT.fullmatch(name) is not None
    return _NAMES[kind].fullmatch(name) is not None


def _sentences(text: str, name: str) -> Iterator[Sentence]:
    """A sentence ends with a full stop before white space."""
    place, line = 0, 1
    plain = without_comments(text)
    for end in re.finditer(r"\.(?=\s|$)", plain):
        said = plain[place : end.start()]
        yield Sentence(" ".join(said.split()), line + _lines_before(said))
        place, line = end.end(), line + said.count("\n")
    if (left := plain[place:]).strip():
        raise _refused(left.strip(), line + _lines_before(left), name)


def _lines_before(said: str) -> int:
    """How many lines end before it begins."""
    return said[: len(said) - len(said.lstrip())].count("\n")


def _refused(said: str, line: int, name: str) -> SpragueError:
    shown = said if len(said) <= 60 else f"{said[:60]}…"
    return SpragueError(
        f"expected a file as sprague export writes it, got {shown!r} in line {line} of {name}; "
        "who trusts the file can give it to coqc"
    )
