"""`formula_cost` measures how hard a formula is to read, for the choice between formulas for the same set.

The cost is a weighted count of words, numbers and signs. A short formula can still be hard to read if it mixes three
kinds of functions: functions of the size of a number (`min`, `max`, sums), of its residues (`mod`, `div`) and of its
digits (`xor`, `v2`, …). A function costs more if its argument is the result of a function of another kind. Two
combinations cost nothing extra: sums as operands of any function, and residues as operands of `xor`, because Grundy
values are often nim-sums of residues. A sum of values of digit functions costs more.

A disjunction of all rotations of a condition costs about as much as the condition itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_TOKEN = re.compile(r"\d+|[a-z_][a-z_0-9]*|[<>!]=|[-+<>=|→:]|->")
# Costs of the words and signs whose cost is not 1.
_WEIGHTS = {
    "is": 0,
    "piles": 0,
    "pile": 0,
    ":": 0,
    "|": 0,
    "and": 2,
    "or": 2,
    "iff": 5,
    "not": 3,
    "mod": 2,
    "div": 2,
    "exactly": 2,
    "least": 2,
    "most": 2,
    "some": 2,
    "no": 2,
    "bitand": 3,
    "bitor": 3,
    "columns": 3,
}
LISTED = 1  # cost of a position that a formula lists, such as `a = 0 and b = 2`, without the costs of its entries
MULTIPLE = 3  # additional cost of a multiple of a term in brackets, such as 2(a - b)
TURNED = 6  # additional cost of the words "or one of its rotations" in a formula
CLEAR_EQUIVALENCE = 11  # maximum cost of an equivalence that is accepted at once, such as `xor = 0 iff max >= 2`
MIXED = 4  # additional cost of a function of one kind that is applied to the result of a function of another kind
# the kinds of functions; formulas that mix kinds are hard to read
SIZE, RESIDUE, DIGITS, SUM = "size", "residue", "digits", "sum"
# Maps each kind of function to the kinds whose results are operands without additional cost.
_NATURAL = {SUM: {SIZE, RESIDUE}, SIZE: {SIZE}, RESIDUE: {RESIDUE}, DIGITS: {DIGITS, RESIDUE}}
_KINDS = {"min": SIZE, "max": SIZE, "mod": RESIDUE, "div": RESIDUE, "is": RESIDUE}
_KINDS |= dict.fromkeys(("xor", "bitand", "bitor"), DIGITS)
_DIGIT_FUNCTION = re.compile(r"v\d+|low\d+|fib\d*_zeros|fib\d*_low")
_LOWEST = re.compile(r"low\d+|fib\d*_low")
_VALUATION = re.compile(r"v\d+|fib\d*_\w+")
_JOINED = re.compile(r" and | or | iff |not ")
_RELATION = re.compile(r" (?:[<>!]=|[<>=]) ")
_RESIDUE = re.compile(r" (?:mod|div) \d+\)*$")
_SUM = re.compile(r"[\w)] [-+] |\d\(")
_POSITION = re.compile(r"(?:^|(?<= or )|(?<=\())\w+ = \d+(?: and \w+ = \d+)+(?=$| or |\))")  # `a = 0 and b = 2`
# matches, for example, `min(max, 2a)` and `max(a, 1 - b)`
_NESTED = re.compile(r"\b(?:min|max)\([^()]*(?:\b(?:min|max)\b|\d - )")
# matches conditions that are hard to read: `min(a, b) >= 2`, which means `a >= 2 and b >= 2`, and bounds on nim-sums or
# by residues
_HIDDEN = re.compile(
    r"\b(?:min|max)\([^()]*\) (?:[<>!]=|[<>=]) \d+(?![\w(]| [-+])|\bxor(?: \w+)? [<>]=? \d|[<>]=? \(\w+ mod \d"
    r"|\(\w+ mod \d+\) [<>]"
)
_NIM_SUM_AND_SUM = re.compile(r"\w [-+] \w+ [<>]?=? \w+ xor |\bxor \w+ [<>]?=? \w+ [-+] ")  # `sum - 1 = a xor b`
_NIM_SUM_OF_SUM = re.compile(r"\bsum xor\b|\bxor sum\b")
_FACTOR = re.compile(r"\d+[a-z(]")
_MULTIPLE = re.compile(r"(?<!\w)\d+\(")
_CONNECTIVE = re.compile(r" and | or | iff |not |[<>!]?=|[<>]")
_BEFORE = re.compile(r"([a-z_][a-z_0-9]*) ?$|(\d)$|([-+]) $")
_AFTER = re.compile(r" (mod|div|xor|is|[-+]) ")
_CALL = re.compile(r"[a-z_][a-z_0-9]*$")
_FUNCTION = re.compile(r"(?:(min|max)(?=\()|(xor|mod|div|bitand|bitor|v\d+|low\d+|fib\d*_zeros|fib\d*_low)\b)")


# Matches differences that are hard to read, such as `a - b = c` and `3 - a`.
_AWKWARD = re.compile(r" - \w+ = |(?<![-+] )\b\d+ - [a-z]")


def reading_key(text: str) -> tuple[int, int, int, str]:
    """Return a sort key for formulas: of two formulas with the same cost, the one that is easier to read comes first.

    >>> min(["a - b = (b mod 3)", "a = b + (b mod 3)"], key=reading_key)
    'a = b + (b mod 3)'
    >>> min(["(2 - max + min) mod 10 <= 4", "(max - min + 2) mod 10 <= 4"], key=reading_key)
    '(max - min + 2) mod 10 <= 4'
    """
    return formula_cost(text), len(_AWKWARD.findall(text)), len(text), text


def formula_cost(text: str) -> int:
    """Return the cost of a formula: a weighted count of its words, numbers and signs.

    >>> formula_cost("min is even and sum is even"), formula_cost("a mod 3 = 0"), formula_cost("v2(a) <= 1")
    (6, 6, 6)

    Nested functions of different kinds cost more:

    >>> formula_cost("a = min(b, 2(b xor 1))"), formula_cost("a = min(b, b + 1)")
    (19, 7)

    Conditions that two simpler conditions state more clearly cost more:

    >>> formula_cost("min(a, 2b) >= 2"), formula_cost("a >= 2 and b >= 1"), formula_cost("a = min(max, 2b)")
    (10, 8, 10)

    A listed position, such as an exception, costs less than other conjunctions of equations:

    >>> formula_cost("a = b or a = 3 and b = 8"), formula_cost("a = b or a = 3 and b = 2c")
    (8, 14)
    """
    text = text.removeprefix("in some order: ")
    if (part := _rotated_part(text)) is not None:
        return TURNED + formula_cost(part)
    listed = 0
    for position in _POSITION.findall(text):
        entries = position.count("=")
        listed += LISTED + entries - sum(map(_weight, _TOKEN.findall(position)))
    mixed = sum(_is_mixed(outer, inner) for outer, inner in _operands(text))
    mixed += sum(len(pattern.findall(text)) for pattern in (_NESTED, _HIDDEN, _NIM_SUM_OF_SUM, _NIM_SUM_AND_SUM))
    mixed += _sums_with_nim_sum(text) + _sums_equal_to_residues(text)
    multiples = MULTIPLE * len(_MULTIPLE.findall(text))
    return listed + multiples + MIXED * mixed + sum(_weight(token) for token in _TOKEN.findall(text))


def is_clear(text: str, cost: int) -> bool:
    """Return whether a formula costs at most `cost` and, if it is an equivalence, at most CLEAR_EQUIVALENCE.

    An equivalence that costs more than CLEAR_EQUIVALENCE is accepted only if the search finds no cheaper formula.
    """
    return formula_cost(text) <= (min(cost, CLEAR_EQUIVALENCE) if " iff " in text else cost)


def _weight(token: str) -> int:
    if token.isdigit():
        return 1 if int(token) < 10 else 2
    if _LOWEST.fullmatch(token):
        return 4
    if _VALUATION.fullmatch(token):
        return 3
    return _WEIGHTS.get(token, 1)


def _operands(text: str) -> Iterator[tuple[str, str]]:
    """Yield the bracketed operands in a formula, each with the kind of the function that is applied to it."""
    opened: list[int] = []
    for place, sign in enumerate(text):
        if sign == "(":
            opened.append(place)
        elif sign == ")" and opened:
            start = opened.pop()
            kind = _kind_before(text[:start]) or _kind_after(text[place + 1 :])
            if kind is not None:
                yield kind, text[start + 1 : place]
            call = _CALL.search(text[:start])
            if call is not None and (kind := _kind_after(text[place + 1 :])) is not None:
                yield kind, text[call.start() : place + 1]


def _kind_before(text: str) -> str | None:
    if (found := _BEFORE.search(text)) is None:
        return None
    word = found[1]
    if word is None:
        return SUM
    return DIGITS if _DIGIT_FUNCTION.fullmatch(word) else _KINDS.get(word)


def _kind_after(text: str) -> str | None:
    return None if (found := _AFTER.match(text)) is None else _KINDS.get(found[1], SUM)


def _is_mixed(kind: str, operand: str) -> bool:
    if kind == DIGITS and _FACTOR.match(operand):
        return True  # a multiple, such as 2a, is hard to read as the operand of a function of digits
    inside = {_KINDS.get(one or two, DIGITS) for one, two in _FUNCTION.findall(operand)}
    return bool(inside - _NATURAL[kind])


def _rotated_part(text: str) -> str | None:
    """Return a part of a disjunction if the disjunction consists of all rotations of this part, else None.

    >>> _rotated_part("a = b + c and a > 2b or b = c + a and b > 2c or c = a + b and c > 2a")
    'a = b + c and a > 2b'
    """
    parts = text.split(" or ")
    names = sorted(set(re.findall(r"(?<![a-z_])[a-z](?![a-z_0-9(])", text)))
    if len(parts) < 3 or len(parts) != len(names) or "(" in re.sub(r"\w\([^()]*\)", "", text):
        return None
    following = dict(zip(names, [*names[1:], *names[:1]], strict=True))
    for one, two in pairwise(parts):
        if re.sub(r"(?<![a-z_])[a-z](?![a-z_0-9(])", lambda found: following[found[0]], one) != two:
            return None
    return parts[0]


def _sums_equal_to_residues(text: str) -> int:
    """Return the number of comparisons of a sum or multiple with a residue or quotient.

    >>> _sums_equal_to_residues("2(a - b) = (a mod 3)"), _sums_equal_to_residues("(a + b) mod 3 = (c mod 3)")
    (1, 0)
    """
    found = 0
    for condition in _JOINED.split(text):
        sides = _RELATION.split(condition)
        if len(sides) > 1:
            others = [side for side in sides if not _RESIDUE.search(side)]
            found += len(others) < len(sides) and any(map(_SUM.search, others))
    return found


def _sums_with_nim_sum(text: str) -> int:
    """Return the number of sums with the summand `xor`, the nim-sum of all piles."""
    while (shorter := re.sub(r"\([^()]*\)", "", text)) != text:
        text = shorter
    return sum(bool(re.search(r"\bxor [-+] | [-+] xor\b", side)) for side in _CONNECTIVE.split(text))
