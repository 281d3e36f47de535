"""Equivalent notations of rules, and the constructs of the notation that a rule contains."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

#: Ways to write a rule differently.
WAYS: dict[str, Callable[[str], str]] = {
    "new lines": lambda text: text.replace(" ; ", "\n  "),
    "comments": lambda text: "# a rule\n" + text.replace(" ; ", " ; # or (a - 1)\n") + " # the end",
    "arrow": lambda text: text.replace("->", "→"),
    "signs": lambda text: text.replace("<=", "≤").replace(">=", "≥").replace("!=", "≠"),
    "latex": lambda text: text.replace("<=", r"\leq ").replace("->", r"\to "),
    "if": lambda text: re.sub(r"(?<!positions) where ", " if ", text).replace(" when ", " if "),
    "percent": lambda text: re.sub(r"(?<!\() mod ", " % ", text).replace(" div ", " // "),
    "and": lambda text: text.replace(" and ", " && ").replace(" or ", " || ").replace("not (", "!("),
    "capitals": lambda text: re.sub(r"\b(any order|stop when|win when|piles|all|no|exactly)\b", _capital, text),
    "no brackets": lambda text: re.sub(r"^\((\w+)\) ", r"\1 ", text),
    "blanks": lambda text: re.sub(r" ([<>]=?) ", r"\1", text),
    "repeated": lambda text: _repeated(text),
}

#: What tells that a rule has some construct, in the spellings that are made up.
CONSTRUCTS = {
    name: re.compile(pattern)
    for name, pattern in {
        "several moves": r" ; |\n",
        "remembered numbers": r"^[^)]*\|",
        "moves that split": r"\) \+ \(",
        "min and max": r"\b(min|max)\(",
        "distances": r"abs\(|\|[^|\n]*\|",
        "quotients": r" div | // |floor|ceil|⌊|⌈",
        "residues": r" mod \d| % ",
        "congruences": r"≡|\(mod ",
        "products of names": r"[a-z]\*[a-z(]",
        "or": r" or | \|\| ",
        "not": r"\bnot\b|!\(",
        "implies": r" implies ",
        "iff": r" iff ",
        "true and false": r"\b(true|false)\b",
        "sets": r" in \{",
        "ranges": r" in [^ ]*\.\.",
        "odd and even": r"\b(odd|even)\b",
        "powers": r" power of ",
        "squares": r" square",
        "primes": r" prime",
        "divisors": r" divides ",
        "how many piles": r"(?i)\b(all|some|no|exactly \w+|at least \w+|at most \w+) piles? (?!equal)",
        "piles that are equal": r"piles equal",
        "min, max or sum of all piles": r"\b(min|max|sum) *[≥>]",
        "any order": r"(?i)any order(?! of)",
        "any order of some": r"(?i)any order of",
        "in a circle": r"in a circle(?! of)",
        "in a circle of some": r"in a circle of",
        "in a row": r"in a row(?! of)",
        "in a row of some": r"in a row of",
        "piles >=": r"(?i)(?<!all )(?<!no )\bpiles *(>=|≥) *\d( |$)",
        "positions where": r"positions where",
        "stop when": r"(?i)stop (when|if)",
        "win when": r"(?i)win (when|if)",
        "block": r" block ",
        "comments": r"#",
    }.items()
}


def respelt(text: str, ways: Sequence[str]) -> str:
    """Return the same rule in other notations."""
    for way in ways:
        text = WAYS[way](text)
    return text


def constructs_of(text: str) -> list[str]:
    """The constructs that a rule has."""
    return [name for name, pattern in CONSTRUCTS.items() if pattern.search(text)]


def _capital(found: re.Match[str]) -> str:
    return found.group().capitalize()


def _repeated(text: str) -> str:
    """The left side, written before every move."""
    left, arrow, rest = text.partition("->")
    return left + arrow + rest.replace(" ; ", f" ; {left}{arrow}") if arrow and "\n" not in text else text
