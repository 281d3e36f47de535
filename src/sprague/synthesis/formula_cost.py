"""`formula_cost`: how hard a formula is to read, for comparing formulas for the same set."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\d+|[a-z_][a-z_0-9]*|[<>!]=|[-+<>=|→:]|->")
#: Costs of words and signs other than 1.
_WEIGHTS = {
    "is": 0,
    "piles": 0,
    "pile": 0,
    ":": 0,
    "and": 2,
    "or": 2,
    "iff": 7,
    "not": 3,
    "mod": 2,
    "div": 2,
    "!=": 3,
    "exactly": 2,
    "least": 2,
    "most": 2,
    "some": 2,
    "no": 2,
    "bitand": 3,
    "bitor": 3,
    "columns": 3,
}
_PARTS = re.compile(r" and | or | iff ")
_NIM_SUM = re.compile(r"xor\([^()]*\)")
_SIGN = re.compile(r" [-+] |\bm(?:in|ax)\(|\d\(")
_DIGIT_FUNCTION = re.compile(r"v\d+|fib\d*_\w+")


def formula_cost(text: str) -> int:
    """Return the cost of a formula: a weighted count of its words, numbers and signs.

    A term that mixes `xor` with sums, differences, multiples or minima is hard to understand, so that it costs more.

    >>> formula_cost("min is even and sum is even"), formula_cost("a mod 3 = 0"), formula_cost("v2(a) <= 1")
    (6, 6, 6)
    """
    mixed = sum(
        4 for part in _PARTS.split(text) if "xor" in _NIM_SUM.sub("", part) and _SIGN.search(_NIM_SUM.sub("", part))
    )
    text = text.removeprefix("in some order: ")
    return mixed + sum(_weight(token) for token in _TOKEN.findall(text))


def _weight(token: str) -> int:
    if token.isdigit():
        return 1 if int(token) < 10 else 2
    if _DIGIT_FUNCTION.fullmatch(token):
        return 3
    return 4 if re.fullmatch(r"low\d+", token) else _WEIGHTS.get(token, 1)
