"""Games by the digits of their octal codes: the family `octal-codes`, whose parameters are d1, d2, … and maybe d0.

>>> print(octal_rule(d1=0, d2=7))
(n) -> (u) + (v) where u + v = n - 2
>>> octal_rule(d1=9)
Traceback (most recent call last):
sprague.errors.SpragueError: octal-codes: expected digits from 0 to 7, got {'d1': 9}
"""

from __future__ import annotations

import re

from sprague.errors import SpragueError
from sprague.rules import Ruleset, parse
from sprague.rules.octal import rule_text
from sprague.surveys.ranges import Parameter


def octal_rule(**digits: Parameter) -> Ruleset:
    """The game whose code has these digits; those that are not given are 0."""
    unknown = [name for name in digits if not re.fullmatch(r"d[0-9]{1,2}", name)]
    if unknown:
        raise SpragueError(f"octal-codes: expected digits of a code, d1=0..7,d2=0..7,…, got {', '.join(unknown)}")
    given = {int(name[1:]): digit for name, digit in digits.items()}
    if not all(isinstance(digit, int) and 0 <= digit <= 7 for digit in given.values()):
        raise SpragueError(f"octal-codes: expected digits from 0 to 7, got {digits}")
    code = "".join(str(given.get(place, 0)) for place in range(1, max(given) + 1))
    return parse(rule_text(f"{given.get(0, 0)}.{code or '0'}"))
