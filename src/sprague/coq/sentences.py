"""Files of theorems sentence by sentence: what they state, and whether Coq may be given them.

Coq does whatever a file says. Some sentences write files, load programs, admit what is not proved, or give a name of
the library another meaning, so that a theorem says less than it seems to. Files that `sprague export` writes have few
kinds of sentences. A file with any other is refused before Coq sees it, so that one may check what a stranger sends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sprague.coq.assistant import library_folder
from sprague.errors import SpragueError

#: What is defined there has to be trusted, and means in every file what it means there.
TRUSTED = ("Game.v", "Functions.v", "Columns.v", "Coded.v", "Heaps.v")

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_ALLOWED = (
    re.compile(r"From Coq Require Import(?: NArith| ZArith| List)+"),
    re.compile(r"From Sprague Require Import(?: [A-Z][A-Za-z]+)+"),
    re.compile(r"Import (?:ListNotations|Short_[a-z]+)"),
    re.compile(rf"Local Open Scope {_NAME}"),
    re.compile(rf"#\[local\] Hint Resolve {_NAME} : told"),
    re.compile(r"Print Assumptions theorems"),
)
_DEFINED = re.compile(rf"(Definition|Lemma|Theorem) ({_NAME})(?= )")
_MODULE = re.compile(r"(Module|End) (Short_[a-z]+)")
_LIBRARY_NAME = re.compile(rf"^ *(?:Definition|Fixpoint|Inductive|Record|with|\|) +({_NAME})", re.MULTILINE)


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

    >>> read_theorems("Theorem one : 1 = 1. Proof. reflexivity. Qed.", "one.v")
    [Theorem(name='one', statement='Theorem one : 1 = 1')]
    >>> read_theorems("Theorem none : 0 = 1. Admitted.", "none.v")
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
            if defined[2] in trusted_names() or (module and defined[1] != "Definition"):
                raise _refused(f"{defined[1]} {defined[2]}", sentence.line, name)
            if defined[1] != "Definition":
                found.append(Theorem(defined[2], said))
        elif not any(allowed.fullmatch(said) for allowed in _ALLOWED):
            raise _refused(said, sentence.line, name)
    return found


@cache
def trusted_names() -> frozenset[str]:
    """The names that are defined where it has to be trusted what they mean."""
    texts = ((library_folder() / file).read_text("utf-8") for file in TRUSTED)
    return frozenset(name for text in texts for name in _LIBRARY_NAME.findall(_without_comments(text)))


def _sentences(text: str, name: str) -> Iterator[Sentence]:
    """A sentence ends with a full stop before white space."""
    place, line = 0, 1
    plain = _without_comments(text)
    for end in re.finditer(r"\.(?=\s|$)", plain):
        said = plain[place : end.start()]
        yield Sentence(" ".join(said.split()), line + _lines_before(said))
        place, line = end.end(), line + said.count("\n")
    if (left := plain[place:]).strip():
        raise _refused(left.strip(), line + _lines_before(left), name)


def _lines_before(said: str) -> int:
    """How many lines end before it begins."""
    return said[: len(said) - len(said.lstrip())].count("\n")


def _without_comments(text: str) -> str:
    """Comments may stand in comments. Lines stay where they are."""
    kept: list[str] = []
    depth = 0
    for part in re.split(r"(\(\*|\*\)|\n)", text):
        depth += (part == "(*") - (part == "*)" and depth > 0)
        kept.append(part if part == "\n" else " " if depth or part == "*)" else part)
    return "".join(kept)


def _refused(said: str, line: int, name: str) -> SpragueError:
    shown = said if len(said) <= 60 else f"{said[:60]}…"
    return SpragueError(
        f"expected a file as sprague export writes it, got {shown!r} in line {line} of {name}; "
        "who trusts the file can give it to coqc"
    )
