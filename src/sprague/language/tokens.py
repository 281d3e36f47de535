r"""Tokens of the notation: `tokenize`, and `Reader`, a token stream with error messages that point at a character.

Rules and formulas have the same tokens: names, numbers, signs and keywords. Other spellings of a sign are accepted if
they are unambiguous: `≤`, `&&`, `%` and the LaTeX command `\leq`. Keywords may start with a capital letter.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, field

from sprague.errors import NotationError, SpragueError
from sprague.language.suggestions import suggest_number

MOST_CHARACTERS = 100_000  # maximum length, in characters, of a rule, formula or question
MOST_DIGITS = 9  # maximum number of digits of a number in a rule, formula or question
DEEPEST = 40  # maximum nesting depth of brackets and conditions

# Maps alternative spellings of signs and keywords to the standard spelling.
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
    **dict.fromkeys(("∃", r"\exists"), "exists"),
    **dict.fromkeys(("∀", r"\forall", "forall"), "all"),
    **{f"\\{bracket}": bracket for bracket in "{}"},
}
# The arrows between the left side and the right side of a move; in formulas and questions, arrows mean `implies`.
ARROWS = ("->", "=>")


def _pattern(sign: str) -> str:
    """Return the regular expression for a sign; a LaTeX command must not be followed by a letter."""
    return re.escape(sign) + ("(?![A-Za-z])" if sign[-1].isalpha() else "")


# A regular expression for an arrow in any spelling.
ARROW = "|".join(map(_pattern, (*ARROWS, *(spelling for spelling, sign in SPELLINGS.items() if sign in ARROWS))))
_SIGNS = [*SPELLINGS, *ARROWS, "<=", ">=", "!=", "..", "**", *"<>=+-*/^≡(),;|{}:⌊⌋⌈⌉"]
_NAME = r"[A-Za-zα-ω][A-Za-z0-9_]*'*"
_TOKEN = re.compile(
    # The byte order mark, zero-width characters, dollar signs and LaTeX spaces are treated as spaces.
    r"(?P<space>(?:[^\S\n]|[\ufeff\u200b\u2060$]|\\[,;!: ]|\\q?quad(?![A-Za-z]))+)|(?P<newline>\n)"
    rf"|(?P<number>[0-9]+)|(?P<name>mod(?=[0-9])|{_NAME}(?:\.{_NAME}(?=[ ]*[.(]))*)"
    rf"|(?P<sign>{'|'.join(map(_pattern, sorted(_SIGNS, key=len, reverse=True)))})"
)
# Characters that the notation does not contain, each with the replacement that the error message suggests.
_INSTEAD = {
    **dict.fromkeys("[]", "round brackets ( ), or { } for a set"),
    **dict.fromkeys("₀₁₂₃₄₅₆₇₈₉", "a plain digit, as in x1"),
    **dict.fromkeys("½¼¾", "a whole number"),
    "≢": "a condition such as not a ≡ b (mod 3)",
    "∉": "'not in', as in k not in {1, 3}",
    "∤": "'not' and 'divides', as in not k divides n",
    "\\": "a sign, or a LaTeX command such as \\leq",
    "∣": "'divides', as in k divides n",
    "~": "'not' for a negation",
}
# Characters that have no meaning in the notation and no replacement, each with its error message.
_REFUSED = {
    **dict.fromkeys("²³⁴⁵⁶⁷⁸⁹ⁿ", "terms have no powers; write a*a for a square"),
    **dict.fromkeys('“”"', "quotation marks are not allowed here"),
    "ℕ": "'ℕ' is not needed, because every number is a natural number; leave it out",
    "è": "misère play is not stated here; choose it with --misere, in Python with misere=True",
}
# A regular expression for the line breaks that `str.splitlines` recognises.
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
        """The offset of the first character after the token."""
        return self.offset + len(self.typed)

    def __str__(self) -> str:
        if self.kind == "end":
            return "the end"
        if self.kind == "newline":
            return "the end of the line"
        return f"'{self.typed}'" if len(self.typed) <= 40 else f"'{self.typed[:30]}…'"


def normalize_line_breaks(text: str) -> str:
    r"""Return a text of the same length in which every line break is a newline, as `tokenize` requires.

    >>> normalize_line_breaks("(a)\r\n-> (a - 1)")
    '(a) \n-> (a - 1)'
    """
    return _BREAK.sub(lambda found: "\n".rjust(len(found.group())), text)


def tokenize(text: str, what: str, keywords: Set[str]) -> list[Token]:
    """Return the tokens of a text, followed by an end token; the words in `keywords` are not names."""
    if len(text) > MOST_CHARACTERS:
        raise SpragueError(f"expected {what} of at most {MOST_CHARACTERS:,} characters, got {len(text):,}")
    tokens = []
    offset = depth = 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            wanted = _INSTEAD.get(text[offset], "a name (letters a-z or α-ω), a number or a sign")
            message = _REFUSED.get(text[offset], f"expected {wanted}, found {text[offset]!r}")
            raise NotationError(text, offset, message)
        kind, piece = str(match.lastgroup), match.group()
        if kind == "number":
            _check_number(text, offset, piece)
        meant = SPELLINGS.get(piece, piece)
        if kind == "name" and piece not in keywords and piece in (piece.capitalize(), piece.upper()):
            meant = piece.lower() if piece.lower() in keywords else piece
        if meant in keywords:
            kind = "keyword"
        # Inside brackets, treat newlines as spaces.
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if kind != "space" and not (kind == "newline" and depth > 0):
            tokens.append(Token(kind, meant, offset, piece))
        offset = match.end()
    return [*tokens, Token("end", "", len(text))]


def _check_number(text: str, offset: int, piece: str) -> None:
    if (decimal := _DECIMAL.match(text, offset)) is not None:
        raise NotationError(text, offset, f"expected a whole number, found '{decimal.group()}'")
    exponent = _EXPONENT.match(text, offset)
    # Refuse `1e3`, which probably stands for 1000, unless e3 is a name elsewhere in the text.
    if exponent is not None and not re.search(rf"(?<![\w']){exponent[2]}(?![\w'])", text):
        raise NotationError(text, offset, f"expected a whole number in plain digits, found '{exponent.group()}'")
    if len(piece) > MOST_DIGITS:
        raise NotationError(text, offset, f"expected a number of at most {MOST_DIGITS} digits, found {len(piece)}")


@dataclass
class Reader:
    """A stream of tokens: a text and the index of the next token; `what` names the kind of text in error messages."""

    text: str
    what: str
    keywords: Set[str]
    tokens: list[Token] = field(init=False)
    at: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.tokens = tokenize(self.text, self.what, self.keywords)

    @property
    def token(self) -> Token:
        """The next token of the token stream."""
        return self.tokens[self.at]

    @property
    def after(self) -> Token:
        """The token after the next token of the token stream."""
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def fail(self, message: str, token: Token | None = None) -> NotationError:
        """Return a `NotationError` that points at a token, by default the next token."""
        return NotationError(self.text, (token or self.token).offset, message)

    def expected(self, what: str) -> NotationError:
        """Return a `NotationError` that states what was expected and shows the next token."""
        return self.fail(f"expected {what}, found {self.token}")

    def skip_newlines(self) -> None:
        """Skip newline tokens."""
        while self.token.kind == "newline":
            self.at += 1

    def accept(self, *texts: str) -> bool:
        """Skip the given tokens, and newlines before them, if they come next; return whether they were skipped."""
        start = self.at
        for text in texts:
            self.skip_newlines()
            if self.token.kind not in ("sign", "keyword") or self.token.text != text:
                self.at = start
                return False
            self.at += 1
        return True

    def accept_one(self, *texts: str) -> str | None:
        """Skip the next token if it is one of the given tokens, and return its text; otherwise return None."""
        return next((text for text in texts if self.accept(text)), None)

    def expect(self, text: str) -> None:
        """Skip a token with the given text; raise an error if another token comes next."""
        if not self.accept(text):
            self.skip_newlines()
            raise self.expected(f"'{text}'")

    def number(self, what: str, least: int) -> int:
        """Read a number that is at least `least`; `what` is the name of the number in error messages."""
        self.skip_newlines()
        token = self.token
        if token.kind != "number":
            if token.text == "-" and self.after.kind == "number":
                raise self.fail(f"expected {what} of at least {least}, found '-{self.after.text}'")
            named = what.startswith("a ") and not what.startswith("a number")
            raise self.fail(f"expected {what}{' (a number)' * named}, found {token}{suggest_number(token.text)}")
        self.at += 1
        if int(token.text) < least:
            raise self.fail(f"expected {what} of at least {least}, found {token}", token)
        return int(token.text)
