"""Syntax of Coq files: identifiers, defined names, comments and lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from sprague.coq.coq_program import library_folder

# The library files whose definitions occur in the statements of theorems.
TRUSTED = ("Game.v", "Functions.v", "ColumnPrograms.v", "WeightedFormulas.v", "Heaps.v")

_WORDS = """
as at cofix else end exists exists2 fix for forall fun if in is let match return then using where with mod div Prop
Set SProp Type N Z S O nat bool list option positive prod unit Some None true false nil cons pair True False I not
and or iff eq eq_refl ex conj proj1 proj2 map nth app length seq nat_scope N_scope Z_scope fst snd C T X Y P0 P1 P2
P4 P8 Q0 Q1 Q2 Q4 Q8 game set sets evidence checked checked_all without_moves misere p_positions grundy_values
no_others grundy_function digits digit_words digit_words_ok weight plans theorems claim atoms given claim_formula
claim_correct claim_checked tallies here known is_power power heap_value period least_period Evidence MisereEvidence
Hint Choice Entry Sums Squares Plan Between Image Taken Strategy Tally Level Alias InBase InWords Words Weighing
"""
# Names that entries of a rule must not have: keywords of Coq, names in its library, and names that exported files
# define.
TAKEN = frozenset(_WORDS.split())

_NAME = r"[A-Za-z_][A-Za-z0-9_']*"
_DEFINITION = re.compile(
    rf"^ *(?:(?:Definition|Fixpoint|Inductive|Record|Lemma|Theorem|with|Notation|Scheme) +({_NAME}))", re.MULTILINE
)
_CONSTRUCTOR = re.compile(rf"(?:\||:=)\s*({_NAME})")
_FIELD = re.compile(rf"[{{{{;]\s*({_NAME})\s*:")


def identifiers(names: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Return a valid Coq identifier for each name; the identifier is the name itself if possible.

    >>> identifiers(["a", "in", "a div 2", "Misere"])
    ['a', 'in_', 'q', 'Misere_']
    """
    found: list[str] = []
    # The names `value` and `power` are allowed, because theorems about Grundy values bind them as variables.
    used = {*(TAKEN - {"power"}), *(library_names() - {"value"}), *taken}
    for name in names:
        known = name if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) else "q"
        while known in used:
            known += "_"
        used.add(known)
        found.append(known)
    return found


@cache
def library_names() -> frozenset[str]:
    """Return all names that the trusted Coq files define: functions, types, constructors, fields and notations."""
    return frozenset(name for file in TRUSTED for name in defined_names((library_folder() / file).read_text("utf-8")))


def defined_names(text: str) -> Iterator[str]:
    """Return the names that a Coq file defines, including constructors and fields.

    >>> sorted(defined_names("Inductive play := Normal | Misere. Record r := Make { one : nat; two : bool }."))
    ['Make', 'Misere', 'Normal', 'one', 'play', 'r', 'two']
    """
    for sentence in map(str.lstrip, re.split(r"\.(?=\s|$)", without_comments(text))):
        for defined in _DEFINITION.finditer(sentence):
            yield defined[1]
        words = sentence.split()
        if words and words[0] == "Inductive":
            yield from (found[1] for found in _CONSTRUCTOR.finditer(re.sub(r"\([^()]*\)", " ", sentence)))
        elif words and words[0] == "Record":
            yield from (found[1] for found in re.finditer(rf":= *({_NAME}) *\{{", sentence))
            yield from (found[1] for found in _FIELD.finditer(sentence))


def without_comments(text: str) -> str:
    """Return the text of a Coq file with its comments replaced by blanks; line numbers do not change."""
    parts: list[str] = []
    depth = 0
    for part in re.split(r"(\(\*|\*\)|\n)", text):
        depth += (part == "(*") - (part == "*)" and depth > 0)
        parts.append(part if part == "\n" else " " if depth or part == "*)" else part)
    return "".join(parts)


def escape_comment(text: str) -> str:
    """Return a text that is safe in a Coq comment: quotation marks and comment brackets are replaced."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def list_text(items: Iterable[object], separator: str = ";") -> str:
    """Return the Coq text of a list of items.

    >>> list_text([1, 2, 3])
    '[1;2;3]'
    """
    return f"[{separator.join(map(str, items))}]"
