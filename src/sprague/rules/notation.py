"""The notation of rules, as the papers write them, read into a `Ruleset`.

    rule      = move { (";" | newline) move } { clause }
    move      = [ "(" names ")" "->" ] "(" terms ")" [ "where" conditions ]
    clause    = ("any order" | "in a circle" | "in a row") [ "of" names ]
              | "piles >=" number
              | ("positions where" | "stop when" | "win when") conditions { "or" conditions }
              | "block" number
    condition = [ "not" ] said  |  side { ("<" | "<=" | "=" | "!=" | ">=" | ">") side }
    said      = side [ "is" ] ("power of" number | "square" | "prime")  |  side "divides" side  |  "(" said ")"
    side      = term | term "mod" number
    terms     = term { "," term } [ "|" term { "," term } ]
    term      = sums of names, numbers and products of them, such as 2a - k + 1, 2(a - k) or a - k*b

Products of names, squares, primes and divisors are for moves, tables and search: proofs need linear moves. 0 divides
only 0, and every number divides 0.

Conditions are joined by "," or "and". The left side is written once and may be left out after that.
Every name stands for a natural number: those on the left are the piles (after "|", numbers that
the position remembers), all others are the mover's choice. Clauses hold for the whole game. A comment goes from "#"
to the end of its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sprague import arguments
from sprague.errors import NotationError, OutOfReach, SpragueError
from sprague.rules.arithmetic import Divides, Prime, Square
from sprague.rules.conditions import RELATIONS, TRUE, Chain, Formula, Not, Power, all_of, some_of
from sprague.rules.expressions import Expression
from sprague.rules.functions import Function
from sprague.rules.linear import Applied, Linear
from sprague.rules.prose import count_of
from sprague.rules.ruleset import MOST_PILES, Ruleset
from sprague.rules.terms import FUNCTION, TermReader
from sprague.rules.tokens import Token
from sprague.rules.written import CIRCLE, ROW, Standing, Written, WrittenMove

KEYWORDS = frozenset(
    {"where", "any", "order", "of", "in", "piles", "positions", "stop", "win", "when", "mod", "and", "or", "power"}
    | {"not", "is", "square", "prime", "divides", "block"}
)


def parse(text: str, functions: Mapping[str, Callable[[int], int]] | None = None, name: str = "") -> Ruleset:
    """Read a rule; errors point at the character and say what was expected.

    >>> parse("(x, y) -> (x-2, y) ; (x, y-2) ; (x-1, y+1)").options((2, 0))
    [(0, 0), (1, 1)]

    `functions` are Python functions that the rule may apply in a remembered number: f(d).
    """
    if not isinstance(text, str):
        raise SpragueError(f"expected a rule as a text, got {text!r}")
    if not isinstance(name, str):
        raise SpragueError(f"expected the name of a game as a text, got {arguments.shown(name)}")
    given: object = {} if functions is None else functions
    if not isinstance(given, Mapping) or not all(isinstance(key, str) and callable(given[key]) for key in given):
        raise SpragueError(f"expected functions by their names, such as {{'f': len}}, got {arguments.shown(functions)}")
    # Comments become as many spaces, so that errors point at the place in the text as it was given.
    bare = re.sub(r"#[^\n]*", lambda comment: " " * len(comment.group()), text)
    applied = {called: Function(function) for called, function in given.items()}
    return _Parser(bare, "a rule", KEYWORDS, applied, products=True).rule(name)


@dataclass
class _Parser(TermReader):
    functions: dict[str, Function]
    piles: tuple[str, ...] = ()
    remembered: tuple[str, ...] = ()

    # The rule

    def rule(self, name: str) -> Ruleset:
        moves: list[WrittenMove] = []
        blocks: list[tuple[int, ...]] = []
        endings: dict[str, list[Formula]] = {"stop": [], "win": []}
        domain: list[Formula] = []
        standings: list[Standing] = []
        ordered: set[str] = set()  # piles of whose order something was said
        floor: int | None = None
        blocking: int | None = None
        while True:
            while self.token.kind == "newline" or self.token.text == ";":
                self.at += 1
            if self.token.kind == "end":
                break
            start = self.token
            if self.token.text == "(":
                moves.append(self.move())
            elif not self.piles:
                raise self.expected("the piles, such as (a, b)")
            elif self.accept("any", "order"):
                blocks.append(tuple(sorted(map(self.piles.index, self.of_piles(ordered, start)))))
            elif self.phrase("in", "a", CIRCLE) or self.phrase("in", "a", ROW):
                word = self.tokens[self.at - 1].text
                standings.append(Standing(word, self.of_piles(ordered, start)))
            elif self.accept("piles"):
                self.expect(">=")
                if floor is not None:
                    raise self.fail("expected 'piles >=' only once")
                floor = self.number("a number", 0)
            elif self.accept("positions", "where"):
                if domain:
                    raise self.fail("expected 'positions where' only once", self.tokens[self.at - 2])
                domain = self.alternatives()
            elif self.accept("block"):
                if blocking is not None:
                    raise self.fail("expected 'block' only once")
                blocking = self.number("how many options may be forbidden", 0)
            elif self.accept("stop", "when"):
                endings["stop"] += self.alternatives()
            elif self.accept("win", "when"):
                endings["win"] += self.alternatives()
            else:
                raise self.expected(
                    "a move such as (a - 1, b), 'any order', 'in a circle', 'in a row', 'piles >=', "
                    "'positions where', 'stop when', 'win when' or 'block'"
                )
        if not moves:
            raise self.expected("a move, such as (a, b) -> (a - 1, b)")
        try:
            return Ruleset.of(
                self.piles,
                Written(
                    tuple(moves),
                    some_of(endings["stop"]),
                    some_of(endings["win"]),
                    some_of(domain) if domain else TRUE,
                    tuple(standings),
                ),
                self.remembered,
                tuple(blocks),
                floor or 0,
                tuple(self.functions.items()),
                name,
                blocking=blocking or 0,
            )
        except (NotationError, OutOfReach):
            raise
        except SpragueError as error:
            shown = self.text.strip()
            raise SpragueError(f"{error}\n  in the rule: {shown[:200]}{'…' if len(shown) > 200 else ''}") from None

    def of_piles(self, ordered: set[str], start: Token) -> tuple[str, ...]:
        """The piles of whose order something is said: all of them, unless `of` names some; each once."""
        if not self.accept("of"):
            names = list(self.piles)
        else:
            names = [self.pile()]
            while self.accept(","):
                names.append(self.pile())
        if len(set(names)) < len(names) or ordered & set(names):
            raise self.fail("expected each pile in one 'any order', 'in a circle' or 'in a row' only", start)
        ordered |= set(names)
        return tuple(names)

    def phrase(self, *words: str) -> bool:
        """Step over these words if they come next, be they names or words of the notation."""
        start = self.at
        for word in words:
            self.skip_newlines()
            if self.token.text != word:
                self.at = start
                return False
            self.at += 1
        return True

    def pile(self) -> str:
        self.skip_newlines()
        if self.token.kind != "name" or self.token.text not in self.piles:
            raise self.expected(f"one of the piles {', '.join(self.piles)}")
        self.at += 1
        return self.tokens[self.at - 1].text

    def move(self) -> WrittenMove:
        start = self.token
        entries, bar = self.entries()
        if self.accept("->"):
            self.left_side(entries, bar, start)
            start = self.token
            entries, bar = self.entries()
        elif not self.piles:
            raise self.expected("'->' after the piles")
        split, found = len(self.piles), (bar, len(entries) - bar)
        if found != (split, len(self.remembered)):
            shape = _shape(split, len(self.remembered))
            raise self.fail(f"expected {shape} on the right, as on the left, found {_shape(*found)}", start)
        for index, entry in enumerate(entries):
            if isinstance(entry, Applied) and index < split:
                raise self.fail("expected a linear term for a pile; only a remembered number may be a function", start)
        where = self.conjunction() if self.accept("where") else TRUE
        return WrittenMove(tuple(entries), where)

    def left_side(self, entries: list[Expression | Applied], bar: int, start: Token) -> None:
        if not all(isinstance(entry, Expression) and entry.is_linear and entry.linear.is_name for entry in entries):
            raise self.fail("expected only names of piles on the left, such as (a, b)", start)
        names = tuple(str(entry) for entry in entries)
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise self.fail(f"expected a name of its own for every pile, found {twice} twice", start)
        if len(names) > MOST_PILES or bar == 0:
            raise self.fail(f"expected 1 to {MOST_PILES} piles and remembered numbers, found {len(names)}", start)
        before = f"({', '.join(self.piles)}{' | ' if self.remembered else ''}{', '.join(self.remembered)})"
        if self.piles and (names[:bar], names[bar:]) != (self.piles, self.remembered):
            raise self.fail(f"expected the same names on every left side as before: {before}", start)
        self.piles, self.remembered = names[:bar], names[bar:]

    def entries(self) -> tuple[list[Expression | Applied], int]:
        """A bracketed list of terms, and where its "|" stands (at the end if it has none)."""
        self.expect("(")
        entries = [self.entry()]
        bar = 0
        while not self.accept(")"):
            if self.accept("|"):
                if bar:
                    raise self.fail("expected at most one '|'")
                bar = len(entries)
            elif not self.accept(","):
                self.skip_newlines()
                raise self.expected("',' or ')'")
            entries.append(self.entry())
        return entries, bar or len(entries)

    def entry(self) -> Expression | Applied:
        self.skip_newlines()
        token = self.token
        if token.kind == "name" and token.text in self.functions:
            self.at += 1
            self.expect("(")
            term = self.term(residues=False)[0]
            if not term.is_linear:
                raise self.fail(f"expected {token.text} of a linear term, found {token.text}({term})", token)
            self.expect(")")
            return Applied(token.text, term.linear)
        return self.term(residues=False)[0]

    # Conditions

    def alternatives(self) -> list[Formula]:
        found = [self.conjunction(piles_only=True)]
        while self.accept("or"):
            found.append(self.conjunction(piles_only=True))
        return found

    def conjunction(self, piles_only: bool = False) -> Formula:
        conditions: list[Formula] = [self.condition(piles_only)]
        while self.accept(",") or self.accept("and"):
            conditions.append(self.condition(piles_only))
        if self.accept("or") and not piles_only:
            raise self.fail(
                "expected conditions that all hold; write two moves, separated by ';'", self.tokens[self.at - 1]
            )
        if piles_only and self.tokens[self.at - 1].text == "or":
            self.at -= 1
        return all_of(conditions)

    def condition(self, piles_only: bool) -> Formula:
        self.skip_newlines()
        start = self.at
        condition: Formula
        if self.accept("not"):
            bracket = self.accept("(")
            part = self.said(self.side())
            if part is None:
                raise self.expected("'square', 'prime', 'divides' or 'power of' after 'not'")
            if bracket:
                self.expect(")")
            condition = Not(part)
        else:
            side = self.side()
            condition = self.said(side) or self.chain(side)
        known = self.piles + self.remembered
        unknown = [t.text for t in self.tokens[start : self.at] if t.kind == "name" and t.text not in known]
        if piles_only and unknown:
            raise self.fail(f"expected only piles in this condition, found {unknown[0]}", self.tokens[start])
        return condition

    def said(self, side: Expression) -> Power | Square | Prime | Divides | None:
        """What is said of one term, if no comparison follows it."""
        named = self.accept("is")
        if side.residue is None and self.accept("power", "of"):
            return Power(side, self.number("a base", 2))
        for kind in (Square, Prime):
            if self.accept(kind.word):
                return kind(side)
        if named:
            raise self.expected("'square', 'prime' or 'power of'")
        return Divides(side, self.side()) if self.accept("divides") else None

    def chain(self, side: Expression) -> Chain:
        sides, relations = [side], []
        while relation := next((sign for sign in RELATIONS if self.accept(sign)), None):
            relations.append(relation)
            sides.append(self.side())
        if not relations:
            raise self.expected("a comparison such as <, <=, =, !=, 'mod' or 'power of'")
        return Chain(tuple(sides), tuple(relations))

    # Terms

    def side(self) -> Expression:
        """A term, or a residue of one."""
        start = self.token
        side, is_product = self.term(residues=False)
        return self.residue(side, is_product, start) if self.accept("mod") else side

    def follows_number(self) -> bool:
        # Products of names are written with "*": what follows a name in brackets may be the next move.
        return self.tokens[self.at - 1].kind == "number"

    def named(self, token: Token) -> Expression | None:
        if token.kind != "name":
            return None
        if token.text in self.functions:
            raise self.fail(f"expected {token.text}(…) only as a remembered number on the right")
        if FUNCTION.fullmatch(token.text) and token.text not in self.piles and self.opens_bracket(token):
            raise self.fail(f"expected a rule without functions, found {token.text}(…); formulas have them")
        self.at += 1
        return Expression.of(token.text)

    def opens_bracket(self, token: Token) -> bool:
        """Whether a bracket follows the word at once."""
        after = self.tokens[self.at + 1]
        return after.text == "(" and after.offset == token.offset + len(token.text)

    def inside(self) -> Expression:
        self.deeper("brackets", self.tokens[self.at - 1])
        inner = self.term(residues=False)[0]
        self.depth -= 1
        return inner

    def starts_factor(self) -> bool:
        return self.token.kind == "name" or self.token.text == "("


def _shape(piles: int, remembered: int) -> str:
    text = count_of(piles, "pile")
    return f"{text}, '|' and {count_of(remembered, 'remembered number')}" if remembered else text


def parse_term(text: str) -> Linear:
    """Read a single linear term, such as `2x - 1`.

    >>> parse_term("2x-1").value({"x": 5})
    9
    """
    parser = _Parser(text, "a term", KEYWORDS, {})
    term = parser.term(residues=False)[0].linear
    parser.skip_newlines()
    if parser.token.kind != "end":
        raise parser.expected("'+', '-' or the end")
    return term
