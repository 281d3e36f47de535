"""Reading a text token by token, with errors that point at the character.

The notation of rules and that of formulas share their tokens: names, numbers, signs, keywords.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, field

from sprague.errors import NotationError, SpragueError

MOST_CHARACTERS = 100_000
MOST_DIGITS = 9
DEEPEST = 40

SPELLINGS = {"≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "−": "-", "·": "*", "×": "*", "==": "="}
_TOKEN = re.compile(
    r"(?P<space>[^\S\n]+)|(?P<newline>\n)|(?P<number>[0-9]+)|(?P<name>[A-Za-zα-ω][A-Za-z0-9_]*'*)"
    r"|(?P<sign>->|<=|>=|!=|==|[≤≥≠→−·×<>=+\-*(),;|{}:])"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text; `kind` is number, name, keyword, sign, newline or end."""

    kind: str
    text: str
    offset: int

    def __str__(self) -> str:
        if self.kind == "end":
            return "the end"
        if self.kind == "newline":
            return "the end of the line"
        return f"'{self.text}'" if len(self.text) <= 40 else f"'{self.text[:30]}…'"


def tokens_of(text: str, what: str, keywords: Set[str]) -> list[Token]:
    if len(text) > MOST_CHARACTERS:
        raise SpragueError(f"expected {what} of at most {MOST_CHARACTERS:,} characters, got {len(text):,}")
    tokens = []
    offset = depth = 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            raise NotationError(
                text,
                offset,
                f"expected a name (letters a-z, α-ω), a number or a sign, found {text[offset]!r}",
            )
        kind, piece = str(match.lastgroup), match.group()
        if kind == "number" and len(piece) > MOST_DIGITS:
            raise NotationError(text, offset, f"expected a number of at most {MOST_DIGITS} digits, found {len(piece)}")
        if kind == "name" and piece in keywords:
            kind = "keyword"
        # Inside brackets a new line is a space like any other.
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if kind != "space" and not (kind == "newline" and depth > 0):
            tokens.append(Token(kind, SPELLINGS.get(piece, piece), offset))
        offset = match.end()
    return [*tokens, Token("end", "", len(text))]


@dataclass
class Reader:
    """A text and how far it has been read; `what` is what the text should be, such as "a rule"."""

    text: str
    what: str
    keywords: Set[str]
    tokens: list[Token] = field(init=False)
    at: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.tokens = tokens_of(self.text, self.what, self.keywords)

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def fail(self, message: str, token: Token | None = None) -> NotationError:
        return NotationError(self.text, (token or self.token).offset, message)

    def expected(self, what: str) -> NotationError:
        return self.fail(f"expected {what}, found {self.token}")

    def skip_newlines(self) -> None:
        while self.token.kind == "newline":
            self.at += 1

    def accept(self, *texts: str) -> bool:
        """Step over these tokens if they come next (over newlines too, if they come after those)."""
        start = self.at
        for text in texts:
            self.skip_newlines()
            if self.token.kind not in ("sign", "keyword") or self.token.text != text:
                self.at = start
                return False
            self.at += 1
        return True

    def expect(self, text: str) -> None:
        if not self.accept(text):
            self.skip_newlines()
            raise self.expected(f"'{text}'")

    def number(self, what: str, least: int) -> int:
        self.skip_newlines()
        token = self.token
        if token.kind != "number":
            raise self.expected(what)
        self.at += 1
        if int(token.text) < least:
            raise self.fail(f"expected {what} of at least {least}, found {token}", token)
        return int(token.text)
