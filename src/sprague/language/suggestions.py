"""Suggestions for misspelt names and words in error messages: `is_misspelt`, `suggest_name`, `suggest_clause`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

# Maps words that users may write to the clause of a rule that they probably mean.
_CLAUSES: Mapping[str, str] = {
    "where": "where",
    "any": "any order",
    "order": "any order",
    "anyorder": "any order",
    **dict.fromkeys(("unordered", "symmetric"), "any order"),
    **dict.fromkeys(("circle", "cycle", "ring"), "in a circle"),
    **dict.fromkeys(("row", "line"), "in a row"),
    "piles": "piles >=",
    "positions": "positions where",
    "stop": "stop when",
    **dict.fromkeys(("stopwhen", "until", "end", "ends", "ending"), "stop when"),
    "win": "win when",
    "winwhen": "win when",
    "block": "block",
}

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# Maps English words about numbers to the notation that the user probably means.
_IN_SIGNS: Mapping[str, str] = {
    "least": "{} >= 1",
    "most": "{} <= 3",
    "between": "1 <= {} <= 3",
    **dict.fromkeys(("multiple", "multiples", "divisible"), "{} mod 3 = 0"),
    **dict.fromkeys(("equal", "equals"), "{} = 1"),
    **dict.fromkeys(("less", "smaller"), "{} < 3"),
    **dict.fromkeys(("greater", "larger", "more"), "{} > 3"),
    "one": "{} in {{1, 3}}",
}


def suggest_clause(words: Sequence[str]) -> str:
    """Return the clause of a rule that misspelt words resemble; an empty string if no clause resembles them.

    >>> suggest_clause(["wehre", "k", "odd"])
    'where'
    >>> suggest_clause(["in", "a", "ring"])
    'in a circle'
    """
    first_word = next((word for word in words if word not in ("in", "a", "the")), "")
    near = get_close_matches(first_word.lower(), _CLAUSES, 1, cutoff=0.6)
    return _CLAUSES[near[0]] if near else ""


def suggest_number(word: str) -> str:
    """Return a hint that writes a number word in digits; an empty string if the word is not a number.

    >>> suggest_number("two")
    '; write 2'
    """
    return f"; write {_DIGITS.index(word)}" if word in _DIGITS else ""


def suggest_comparison(subject: str, words: Sequence[str]) -> str:
    """Return a hint that writes a comparison with signs instead of words; an empty string if no hint fits.

    >>> suggest_comparison("k", ["at", "least", "1"])
    '; use signs, as in k >= 1'
    >>> suggest_comparison("k", ["a", "multiple", "of"])
    '; use signs, as in k mod 3 = 0'
    """
    found = next((_IN_SIGNS[word] for word in words if word in _IN_SIGNS), None)
    return f"; use signs, as in {found.format(subject)}" if found else ""


def suggest_name(name: str, known: Iterable[str]) -> str:
    """Return a hint with the known name that a misspelt name resembles; an empty string if it resembles none.

    >>> suggest_name("A", ["a", "b"])
    '; did you mean a?'
    >>> suggest_name("k2", ["a", "k"])
    '; write 2k for a multiple'
    >>> suggest_name("kb", ["a", "b", "k"])
    '; did you mean k*b?'
    """
    others = [other for other in known if other != name]
    if (product := as_product(name, others)) != "":
        factors = sorted(set(product.split("*")))
        return f"; did you mean {factors[0]} or {product}?" if len(factors) == 1 else f"; did you mean {product}?"
    if (multiple := re.fullmatch(r"(.*?)([0-9]+)", name)) is not None and multiple[1] in others:
        return f"; write {multiple[2]}{multiple[1]} for a multiple"
    same = [other for other in others if other.lower() == name.lower()]
    near = same or (get_close_matches(name, others, 1, cutoff=0.7) if len(name) > 2 else [])
    return f"; did you mean {near[0]}?" if near else ""


def as_product(name: str, known: Iterable[str]) -> str:
    """Return the product of known names that an unknown name spells, as `kb` spells `k*b`; "" if it spells none.

    >>> as_product("kb", ["a", "b", "k"]), as_product("x1x1", ["x1"]), as_product("kc", ["a", "k"])
    ('k*b', 'x1*x1', '')
    """
    factor = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    return "*".join(re.findall(factor, name)) if factor and re.fullmatch(f"(?:{factor}){{2,}}", name) else ""


def is_misspelt(name: str, other: str) -> bool:
    """Return whether two words differ by one letter, by capital letters, or in a similar small way.

    >>> is_misspelt("b", "bb"), is_misspelt("heap", "haep"), is_misspelt("u", "a"), is_misspelt("y'", "y")
    (True, True, False, False)
    """
    short, long = sorted((name, other), key=len)
    if not (short + long).isalpha():
        return False
    if len(long) == len(short) + 1 and any(long[:place] + long[place + 1 :] == short for place in range(len(long))):
        return True
    return name.lower() == other.lower() or (len(short) > 2 and get_close_matches(name, [other], 1, cutoff=0.7) != [])


def is_probable_misspelling(name: str, known: Iterable[str]) -> bool:
    """Return whether a name that occurs only once is probably misspelt, such as k2 or K if k also occurs."""
    others = {other for other in known if other != name}
    return name.rstrip("0123456789") in others or name.lower() in {other.lower() for other in others}
