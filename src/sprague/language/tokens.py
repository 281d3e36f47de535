"""Tokens of the notation: `tokenize`, and `Reader`, a token stream whose errors point at a character.

The notation of rules and that of formulas share their tokens: names, numbers, signs, keywords. A sign that can only
mean one thing is read as that (`≤`, `&&`, `%`, a backslash and `leq`), and a keyword may begin with a capital.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, field

from sprague.errors import NotationError, SpragueError
from sprague.language.suggestions import suggest_number

MOST_CHARACTERS = 100_000
MOST_DIGITS = 9
DEEPEST = 40

#: What else a sign may look like.
SPELLINGS = {
    **dict.fromkeys(("≤", "⩽", "=<", "≦", r"\le", r"\leq", r"\leqslant"), "<="),
    **dict.fromkeys(("≥", "⩾", "≧", r"\ge", r"\geq", r"\geqslant"), ">="),
    **dict.fromkeys(("≠", "<>", r"\ne", r"\neq"), "!="),
    **dict.fromkeys(("→", "⟶", "↦", "⟼", "-->", "−→", "−>", "–>", "—>"), "->"),
    **dict.fromkeys((r"\to", r"\rightarrow", r"\longrightarrow", r"\mapsto"), "->"),
    **dict.fromkeys(("−", "–"), "-"),
    **dict.fromkeys(("·", "×", "∗", r"\cdot", r"\times"), "*"),
    **dict.fromkeys(("&&", "&", "∧", r"\land", r"\wedge"), "and"),
    **dict.fromkeys(("...", "…", r"\dots", r"\ldots"), ".."),
    "==": "=",
    **dict.fromkeys(("⇒", "⟹"), "=>"),
    r"\implies": "implies",
    **dict.fromkeys(("⇔", "⟺", "↔", "<=>", "<->", r"\iff", r"\Leftrightarrow"), "iff"),
    **dict.fromkeys(("∨", r"\lor", r"\vee"), "or"),
    **dict.fromkeys(("¬", "!", r"\lnot", r"\neg"), "not"),
    **dict.fromkeys(("%", r"\bmod"), "mod"),
    "//": "div",
    **dict.fromkeys(("∈", r"\in"), "in"),
    **dict.fromkeys(("⊕", r"\oplus"), "xor"),
    r"\equiv": "≡",
    "∃": "exists",
    "∀": "all",
    **{f"\\{bracket}": bracket for bracket in "{}"},
}
#: The arrows between the piles and what they become; conditions have neither.
ARROWS = ("->", "=>")


def _pattern(sign: str) -> str:
    """A sign as a regular expression; a command of LaTeX goes on as long as there are letters."""
    return re.escape(sign) + ("(?![A-Za-z])" if sign[-1].isalpha() else "")


#: An arrow, however it is spelt.
ARROW = "|".join(map(_pattern, (*ARROWS, *(spelling for spelling, sign in SPELLINGS.items() if sign in ARROWS))))
_SIGNS = [*SPELLINGS, *ARROWS, "<=", ">=", "!=", "..", "**", *"<>=+-*/^≡(),;|{}:⌊⌋⌈⌉"]
_TOKEN = re.compile(
    # Beside blanks: what begins some files, what has no width, and the dollars and blanks of LaTeX.
    r"(?P<space>(?:[^\S\n]|[\ufeff\u200b\u2060$]|\\[,;!: ]|\\q?quad(?![A-Za-z]))+)|(?P<newline>\n)"
    r"|(?P<number>[0-9]+)|(?P<name>mod(?=[0-9])|[A-Za-zα-ω][A-Za-z0-9_]*'*)"
    rf"|(?P<sign>{'|'.join(map(_pattern, sorted(_SIGNS, key=len, reverse=True)))})"
)
#: What to write in place of signs that the notation does not have.
_INSTEAD = {
    **dict.fromkeys("[]", "round brackets ( ), or { } for a set"),
    **dict.fromkeys("²³⁴⁵⁶⁷⁸⁹ⁿ", "no power (a*a is a square)"),
    **dict.fromkeys("₀₁₂₃₄₅₆₇₈₉", "a plain digit, as in x1"),
    **dict.fromkeys("½¼¾", "a whole number"),
    **dict.fromkeys('“”"', "no quotation marks"),
    "≢": "a condition such as not a ≡ b (mod 3)",
    "∉": "'not in', as in k not in {1, 3}",
    "∤": "the words 'not' and 'divides', as in not k divides n",
    "ℕ": "no ℕ, as every number is a natural one",
    "\\": "a sign of the notation, or one such as \\leq of LaTeX",
    "∣": "the word divides, as in k divides n",
    "è": "no 'misère' here: misère play is asked for by --misere, in Python by misere=True",
}
#: What ends a line, as `str.splitlines` has it.
_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_DECIMAL = re.compile(r"[0-9]+\.[0-9]+")
_EXPONENT = re.compile(r"([0-9]+)([eE][0-9]+)(?![\w'])")


@dataclass(frozen=True, slots=True)
class Token:
    """A token of the notation: number, name, keyword, sign, newline or end; `typed` is its original text."""

    kind: str
    text: str
    offset: int
    typed: str = ""

    @property
    def end(self) -> int:
        """The offset after the token."""
        return self.offset + len(self.typed)

    def __str__(self) -> str:
        if self.kind == "end":
            return "the end"
        if self.kind == "newline":
            return "the end of the line"
        return f"'{self.typed}'" if len(self.typed) <= 40 else f"'{self.typed[:30]}…'"


def normalize_line_breaks(text: str) -> str:
    r"""Return a text, before it is split into tokens, with newlines for other line breaks; same length.

    >>> normalize_line_breaks("(a)\r\n-> (a - 1)")
    '(a) \n-> (a - 1)'
    """
    return _BREAK.sub(lambda found: "\n".rjust(len(found.group())), text)


def tokenize(text: str, what: str, keywords: Set[str]) -> list[Token]:
    """Return the tokens of a text, and a last token for its end; `keywords` are the words that are no names."""
    if len(text) > MOST_CHARACTERS:
        raise SpragueError(f"expected {what} of at most {MOST_CHARACTERS:,} characters, got {len(text):,}")
    tokens = []
    offset = depth = 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            wanted = _INSTEAD.get(text[offset], "a name (letters a-z, α-ω), a number or a sign")
            raise NotationError(text, offset, f"expected {wanted}, found {text[offset]!r}")
        kind, piece = str(match.lastgroup), match.group()
        if kind == "number":
            _check_number(text, offset, piece)
        meant = SPELLINGS.get(piece, piece)
        if kind == "name" and piece not in keywords and piece in (piece.capitalize(), piece.upper()):
            meant = piece.lower() if piece.lower() in keywords else piece
        if meant in keywords:
            kind = "keyword"
        # Inside brackets a new line is a space like any other.
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if kind != "space" and not (kind == "newline" and depth > 0):
            tokens.append(Token(kind, meant, offset, piece))
        offset = match.end()
    return [*tokens, Token("end", "", len(text))]


def _check_number(text: str, offset: int, piece: str) -> None:
    if (decimal := _DECIMAL.match(text, offset)) is not None:
        raise NotationError(text, offset, f"expected a whole number, found '{decimal.group()}'")
    exponent = _EXPONENT.match(text, offset)
    # Unless there is something of that name elsewhere, 1e3 is a thousand, and not e3 taken once.
    if exponent is not None and not re.search(rf"(?<![\w']){exponent[2]}(?![\w'])", text):
        raise NotationError(text, offset, f"expected a whole number in plain digits, found '{exponent.group()}'")
    if len(piece) > MOST_DIGITS:
        raise NotationError(text, offset, f"expected a number of at most {MOST_DIGITS} digits, found {len(piece)}")


@dataclass
class Reader:
    """A stream of tokens: a text and the index of the next token; `what` names the text in messages."""

    text: str
    what: str
    keywords: Set[str]
    tokens: list[Token] = field(init=False)
    at: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.tokens = tokenize(self.text, self.what, self.keywords)

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    @property
    def after(self) -> Token:
        """The token after the next."""
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def fail(self, message: str, token: Token | None = None) -> NotationError:
        """Return an error that points at a token, the next one by default."""
        return NotationError(self.text, (token or self.token).offset, message)

    def expected(self, what: str) -> NotationError:
        """Return the error that something else was expected in place of the next token."""
        return self.fail(f"expected {what}, found {self.token}")

    def skip_newlines(self) -> None:
        """Step over newlines."""
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

    def accept_one(self, *texts: str) -> str | None:
        """Step over the first of these tokens that comes next."""
        return next((text for text in texts if self.accept(text)), None)

    def expect(self, text: str) -> None:
        """Step over this text; refuse anything else."""
        if not self.accept(text):
            self.skip_newlines()
            raise self.expected(f"'{text}'")

    def number(self, what: str, least: int) -> int:
        """Read a natural number of at least this size; `what` names it in messages."""
        self.skip_newlines()
        token = self.token
        if token.kind != "number":
            if token.text == "-" and self.after.kind == "number":
                raise self.fail(f"expected {what} of at least {least}, found '-{self.after.text}'")
            named = what.startswith("a ") and not what.startswith("a number")
            raise self.fail(
                f"expected {what}{', which is a number' * named}, found {token}{suggest_number(token.text)}"
            )
        self.at += 1
        if int(token.text) < least:
            raise self.fail(f"expected {what} of at least {least}, found {token}", token)
        return int(token.text)
