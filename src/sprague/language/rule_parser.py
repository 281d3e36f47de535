"""Parser of rules (`parse_rule`), and of a single linear term of a rule (`parse_term`).

The grammar of rules is in docs/notation.md. Moves are read by `move_parser`, conditions by `condition_parser` and terms
by `term_parser`. Moves after the first move may omit the left side. Every name stands for a natural number: names on
the left are the piles (after "|", remembered numbers), and all other names are choices of the mover. Clauses apply to
the whole game. A comment extends from "#" to the end of its line; lines end where `str.splitlines` splits them.

Rules with products of names, squares, primes or divisors can be played, tabulated and searched, but not used in proofs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile, islice, takewhile

from sprague import arguments
from sprague.errors import NotationError, SpragueError
from sprague.language.condition_parser import FORMULA_WORDS
from sprague.language.conditions import TRUE, Formula, some_of
from sprague.language.move_parser import MoveReader
from sprague.language.rule_ast import (
    CIRCLE,
    ROW,
    Arrangement,
    Function,
    MoveAst,
    MoveSource,
    RuleAst,
    RuleSource,
    disjuncts,
)
from sprague.language.suggestions import suggest_clause, suggest_name
from sprague.language.term_parser import ROUNDED, RULES
from sprague.language.tokens import (
    ARROW,
    ARROWS,
    DEEPEST,
    MOST_CHARACTERS,
    MOST_DIGITS,
    Token,
    normalize_line_breaks,
)
from sprague.linear.terms import Linear

# Keywords that cannot be names of piles; any other keyword is a name if it occurs on the left side of the rule.
_CLAUSES = frozenset({"where", "any", "order", "of", "piles", "stop", "win", "when", "mod", "and", "or", "power"})
_JOINTS = {"=>": "implies", "|": "or"}  # connectives of programming languages, each with the word that replaces it
KEYWORDS = _CLAUSES | FORMULA_WORDS | {"if", "with", "such", "that", "for", "positions", "block"}


def parse_rule(text: str, functions: Mapping[str, Callable[[int], int]] | None = None, name: str = "") -> RuleAst:
    """Parse the text of a rule into its AST.

    >>> print(parse_rule("(x, y) -> (x-2, y) ; (x, y-2) ; (x-1, y+1)"))
    (x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)

    Args:
        text: the rule in the notation.
        functions: Python functions by name, which the rule may apply in remembered numbers, as in f(d).
        name: the name of the game.

    Raises:
        NotationError: if the text is not a rule; the error points at a character.
    """
    if not isinstance(text, str):
        raise SpragueError(f"expected a rule as a string, got {text!r}")
    if not isinstance(name, str):
        raise SpragueError(f"'name' must be a string, got {arguments.format_argument(name)}")
    given: object = {} if functions is None else functions
    if not isinstance(given, Mapping) or not all(isinstance(key, str) and callable(given[key]) for key in given):
        raise SpragueError(
            f"'functions' must map names to functions, such as {{'f': len}}, got {arguments.format_argument(functions)}"
        )
    # Spaces replace comments, so that errors point at the right character of the original text.
    bare = re.sub(r"#[^\n]*", lambda comment: " " * len(comment.group()), normalize_line_breaks(text))
    python = {called: one if isinstance(one, Function) else Function(one) for called, one in given.items()}
    return _RuleReader.begin(bare, python).rule(name)


def check_reads_back(ast: RuleAst) -> None:
    """Raise an error if the printed text of a rule is too long or too deeply nested to be parsed again."""
    text = str(ast)
    nested = deepest = 0
    for sign in re.findall(r"[()|;]|\bnot\b", text):
        # Each bar and each `not` counts as one nesting level until the end of the move, so the depth is overestimated.
        nested += {")": -1, ";": -nested}.get(sign, 1)
        deepest = max(deepest, nested)
    if len(text) <= MOST_CHARACTERS and deepest < DEEPEST:
        return
    try:
        parse_rule(text, dict(ast.functions), ast.name)
    except SpragueError as error:
        reason = error.message if isinstance(error, NotationError) else str(error)
        raise SpragueError(f"the rule is too long or nested too deeply: {reason}") from None


def is_rule(text: str) -> bool:
    """Return whether a text is a rule and not the name of a game; every rule contains an arrow.

    >>> is_rule("(a) => (a - 1)"), is_rule("(a) ⟶ (a - 1)"), is_rule("moore-nim:piles=4,width=2")
    (True, True, False)
    """
    return re.search(ARROW, text) is not None


def _left_side_names(tokens: Sequence[Token]) -> set[str]:
    """Return the names on the left side of a rule, which may be keywords in other rules."""
    first, after, *_ = (*(token for token in tokens if token.kind != "newline"), tokens[-1], tokens[-1])
    if after.text in ARROWS:
        return {first.typed}
    inside = dropwhile(lambda token: token.text != "(", tokens)
    names = takewhile(lambda token: token.text not in ("(", ")"), islice(inside, 1, None))
    return {token.typed for token in names if token.kind in ("name", "keyword")}


@dataclass
class _Clauses:
    """The clauses of a rule that have been read so far."""

    blocks: list[tuple[int, ...]] = field(default_factory=list)
    arrangements: list[Arrangement] = field(default_factory=list)
    ordered: set[str] = field(default_factory=set)  # piles in clauses such as `any order` or `in a circle`
    floor: int | None = None
    blocking: int | None = None
    domain: Formula | None = None
    endings: list[tuple[str, Formula, Token]] = field(default_factory=list)

    def ending(self, word: str) -> Formula:
        """Return the disjunction of all conditions after the keyword `word`, which is `stop when` or `win when`."""
        parts = [part for other, condition, _ in self.endings if other == word for part in disjuncts(condition)]
        return some_of(parts)


@dataclass
class _RuleReader(MoveReader):
    """A parser of rules."""

    @staticmethod
    def begin(text: str, python: dict[str, Function]) -> _RuleReader:
        """Return a parser of rules at the beginning of a text."""
        reader = _RuleReader(text, RULES.what, KEYWORDS, (), (), dialect=RULES, products=True, python=python)
        words = (_left_side_names(reader.tokens) & KEYWORDS) - _CLAUSES  # keywords that the rule uses as names
        return replace(reader, keywords=KEYWORDS - words) if words else reader

    # The rule

    def rule(self, name: str) -> RuleAst:
        """Read the rest of the text as a rule: its moves and clauses."""
        moves: list[MoveAst] = []
        sources: list[MoveSource] = []
        clauses = _Clauses()
        while not self.at_end():
            start, self.chosen = self.token, []
            if self.opens_move():
                move, where = self.move()
                moves.append(move)
                sources.append(MoveSource(where, tuple(self.chosen)))
            elif not self.piles:
                raise self.expected("the piles in brackets, such as (a, b)")
            elif not (self.order_clause(clauses, start) or self.number_clause(clauses, start)):
                self.condition_clause(clauses, start)
        if not moves:
            raise self.expected("a move, such as (a, b) -> (a - 1, b)")
        return RuleAst(
            self.piles,
            tuple(moves),
            self.remembered,
            clauses.ending("stop"),
            clauses.ending("win"),
            TRUE if clauses.domain is None else clauses.domain,
            tuple(clauses.arrangements),
            tuple(clauses.blocks),
            clauses.floor or 0,
            clauses.blocking or 0,
            tuple(self.python.items()),
            name,
            RuleSource(self.text, tuple(sources), tuple((condition, place) for _, condition, place in clauses.endings)),
        )

    def order_clause(self, clauses: _Clauses, start: Token) -> bool:
        """Read `any order`, `in a circle` or `in a row` if it comes next; return whether a clause was read."""
        if self.any_order():
            clauses.blocks.append(tuple(sorted(map(self.piles.index, self.of_piles(clauses.ordered, start)))))
            return True
        if not (self.phrase("in", "a", CIRCLE) or self.phrase("in", "a", ROW)):
            return False
        word = self.tokens[self.at - 1].text
        arrangement = Arrangement(word, self.of_piles(clauses.ordered, start))
        if len(arrangement.piles) == 1:
            raise self.fail(f"'in a {word}' needs at least two piles, found 1; leave it out", start)
        clauses.arrangements.append(arrangement)
        return True

    def number_clause(self, clauses: _Clauses, start: Token) -> bool:
        """Read `piles >=` or `block` if it comes next; return whether a clause was read."""
        if self.accept("piles"):
            if clauses.floor is not None:
                raise self.fail("'piles >=' may occur only once", start)
            clauses.floor = self.floor()
        elif self.accept("block"):
            if clauses.blocking is not None:
                raise self.fail("'block' may occur only once", start)
            clauses.blocking = self.number("a number of options to forbid", 0)
        else:
            return False
        return True

    def condition_clause(self, clauses: _Clauses, start: Token) -> None:
        """Read `positions where`, `stop when` or `win when`; raise an error if no clause comes next."""
        if self.accept("positions", "where"):
            if clauses.domain is not None:
                raise self.fail("'positions where' may occur only once", start)
            clauses.domain = self.of_piles_only()
            return
        word = next((word for word in ("stop", "win") if self.ends(word)), None)
        if word is None:
            raise self.no_clause()
        place = self.token
        clauses.endings.append((word, self.of_piles_only(), place))

    def at_end(self) -> bool:
        """Skip separators between moves; return whether the end of the text follows."""
        while self.token.kind == "newline" or self.token.text == ";" or self.ends_list():
            self.at += 1
        return self.token.kind == "end"

    def opens_move(self) -> bool:
        """Return whether a move comes next; raise an error if a separator is missing before the move."""
        before = self.tokens[self.at - 1] if self.at else None
        begins = before is None or before.kind == "newline" or before.text == ";"
        if self.token.text != "(":
            return begins and self.opens_bare()
        if not begins:
            raise self.fail("expected ';' or a new line before another move")
        return True

    def opens_bare(self) -> bool:
        """Return whether a move without brackets, such as `n -> n - 1`, comes next."""
        named = self.token.kind == "name" and self.after.text in ARROWS
        return named or (self.bare and (self.token.kind in ("name", "number") or self.token.text in ROUNDED))

    def any_order(self) -> bool:
        """Skip `any order`, or its spellings `anyorder` and `in any order`; return whether it was skipped."""
        if self.phrase("anyorder") or self.accept("any", "-", "order"):
            return True
        if not (self.accept("in", "any") or self.accept("any")):
            return False
        if not self.accept("order"):
            raise self.expected("'order' after 'any'")
        return True

    def floor(self) -> int:
        """Read the least height of a pile, after the word `piles` of the clause `piles >=`."""
        more = int(self.accept(">"))
        if not more:
            self.expect(">=")
        token, least = self.token, self.number("a number", 0) + more
        if least >= 10**MOST_DIGITS:
            raise self.fail(f"expected a number of at most {MOST_DIGITS} digits, found {least}", token)
        return least

    def ends(self, word: str) -> bool:
        """Skip the first words of `stop when` or `win when` if they come next; return whether they were skipped."""
        return any(self.accept(word, joint) for joint in ("when", "if", "where"))

    def no_clause(self) -> NotationError:
        """Return the error for a text in a rule that is neither a move nor a clause."""
        if self.token.text in (",", "or", "and") and self.after.text == "(":
            return self.expected("';' or a new line before another move")
        if self.token.text == "," and self.bare:
            return self.expected("';' or a new line before another move")
        if self.token.text == ".." and self.tokens[self.at - 2].text == "=":
            return self.expected("'in' instead of '=' before numbers such as 2..5")
        if self.token.text.lower() == "misere":
            return self.fail("misère play is not part of a rule; choose it with --misere, in Python with misere=True")
        if self.token.text in _JOINTS:
            return self.fail(f"expected '{_JOINTS[self.token.text]}' instead of {self.token}")
        words = [token.text for token in self.tokens[self.at : self.at + 3]]
        may_begin = self.token.kind == "name" or self.token.text in {"pile", *RULES.clauses}
        if may_begin and (hint := suggest_clause(words)):
            return self.fail(f"expected a move or a clause, found {self.token}; did you mean '{hint}'?")
        return self.expected(
            "a move such as (a - 1, b), 'any order', 'in a circle', 'in a row', 'piles >=', 'positions where', "
            "'stop when', 'win when' or 'block'"
        )

    def of_piles(self, ordered: set[str], start: Token) -> tuple[str, ...]:
        """Read the piles of a clause such as `any order`: the piles after `of`, or all piles."""
        if not self.accept("of"):
            names = list(self.piles)
        else:
            bracket = self.accept("(")
            names = [self.pile()]
            while self.accept(","):
                names.append(self.pile())
            if bracket:
                self.expect(")")
        if len(set(names)) < len(names) or ordered & set(names):
            raise self.fail("a pile may occur in only one 'any order', 'in a circle' or 'in a row'", start)
        ordered |= set(names)
        return tuple(names)

    def phrase(self, *words: str) -> bool:
        """Skip a phrase of names and keywords if it comes next; return whether it was skipped."""
        start = self.at
        for word in words:
            self.skip_newlines()
            if self.token.text != word:
                self.at = start
                return False
            self.at += 1
        return True

    def pile(self) -> str:
        """Read the name of a pile in a clause of a rule."""
        self.skip_newlines()
        if self.token.kind != "name" or self.token.text not in self.piles:
            hint = suggest_name(self.token.text, self.piles)
            raise self.fail(f"expected one of the piles {', '.join(self.piles)}, found {self.token}{hint}")
        self.at += 1
        return self.tokens[self.at - 1].text


def parse_term(text: str) -> Linear:
    """Parse the text of a single linear term of a rule, such as `2x - 1`.

    >>> parse_term("2x-1").value({"x": 5})
    9
    """
    reader = _RuleReader.begin(text, {})
    term = reader.linear()
    reader.skip_newlines()
    if reader.token.kind != "end":
        raise reader.expected("'+', '-' or the end")
    return term
