"""Rules with a name that stands for a number: one text, and a rule for each number."""

from __future__ import annotations

import re

from sprague.errors import SpragueError, clip
from sprague.rules.notation import KEYWORDS
from sprague.rules.tokens import ARROWS, tokens_of, with_plain_breaks


def with_number(text: str, name: str, number: int) -> str:
    """The text of a rule with a number in place of a name that is no pile.

    >>> with_number("(a) -> (a - k) where 1 <= k <= 2t", "t", 3)
    '(a) -> (a - k) where 1 <= k <= 2*3'
    """
    bare = re.sub(r"#[^\n]*", "", with_plain_breaks(text))
    tokens = tokens_of(bare, "a rule", frozenset())
    places = [place for place, token in enumerate(tokens) if token.kind == "name" and token.text == name]
    arrow = next((place for place, token in enumerate(tokens) if token.text in ARROWS), len(tokens))
    if name in KEYWORDS or not places:
        raise SpragueError(
            f"expected a rule in which {name!r} stands for a number, got {clip(text)!r}; write the name into it"
        )
    if places[0] < arrow:
        raise SpragueError(f"expected a name that stands for a number, got {name!r}, which is a pile; rename the pile")
    written, end = "", 0
    for place in places:
        token = tokens[place]
        times = "*" if tokens[place - 1].kind == "number" else ""  # 2t is a product, and 23 is none
        written += f"{bare[end : token.offset]}{times}{number}"
        end = token.end
    return written + bare[end:]
