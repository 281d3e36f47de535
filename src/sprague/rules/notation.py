"""The notation of rules, as the papers write them, read into a `Ruleset`.

    rule      = move { (";" | newline) move } { clause }
    move      = [ "(" names ")" "->" ] "(" terms ")" [ "where" condition ]
    clause    = ("any order" | "in a circle" | "in a row") [ "of" names ]
              | "piles >=" number
              | ("positions where" | "stop when" | "win when") condition
              | "block" number
    terms     = term { "," term } [ "|" term { "," term } ]

Terms are read by `terms` and conditions by `condition_notation`, which formulas share. The left side is written once
and may be left out after that. Every name stands for a natural number: those on the left are the piles (after "|",
numbers that the position remembers), all others are the mover's choice. Clauses hold for the whole game. A comment goes
from "#" to the end of its line.

Products of names, squares, primes and divisors are for moves, tables and search: proofs need linear moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import ClassVar

from sprague import arguments
from sprague.errors import NotationError, OutOfReach, SpragueError
from sprague.rules.choices import Unbounded
from sprague.rules.conditions import RELATIONS, TRUE, Formula, Power, some_of
from sprague.rules.expressions import Div, Expression, Mod
from sprague.rules.formula_notation import KEYWORDS as FORMULA_WORDS
from sprague.rules.formula_notation import FormulaReader, is_function
from sprague.rules.functions import Function
from sprague.rules.linear import Applied, Linear
from sprague.rules.mistakes import is_slip, meant_clause, meant_name
from sprague.rules.prose import count_of
from sprague.rules.ruleset import MOST_PILES, Ruleset
from sprague.rules.terms import FUNCTIONS, OF_PILES, TermReader
from sprague.rules.tokens import Token
from sprague.rules.written import CIRCLE, ROW, Standing, Written, WrittenMove, conjuncts, disjuncts

#: Words that no pile can be called. The others are names where the left side says so.
_CLAUSES = frozenset({"where", "any", "order", "of", "piles", "stop", "win", "when", "mod", "and", "or", "power"})
_BEGIN = frozenset({"any", "in", "piles", "positions", "stop", "win", "block"})  # how clauses begin
_WHERE = ("where", "if", "with", "when", "for", ":")
_FOR_MOVES = "expected a term with which moves can be worked out"
KEYWORDS = _CLAUSES | FORMULA_WORDS | {"if", "with", "such", "that", "for", "positions", "block"}


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
    kept = {called: one if isinstance(one, Function) else Function(one) for called, one in given.items()}
    return RuleReader.begin(bare, kept).rule(name)


@dataclass
class RuleReader(FormulaReader):
    """A text of which a rule is read; `python` has the Python functions that it may apply."""

    remembered: tuple[str, ...] = ()
    in_move: bool = field(default=False, init=False)  # where names may be choices
    chosen: list[Token] = field(default_factory=list, init=False)  # names since then that are no piles
    python: dict[str, Function] = field(default_factory=dict)
    known_functions: ClassVar[tuple[str, ...]] = FUNCTIONS
    instead_of_power: ClassVar[str] = "; rules have no xor"

    @staticmethod
    def begin(text: str, python: dict[str, Function]) -> RuleReader:
        """At the beginning of a text."""
        left = re.match(r"[^(]*\(([^()]*)\)", text)
        piles = set(re.findall(r"[\w']+", left[1])) if left else set()
        return RuleReader(text, "a rule", _CLAUSES | (KEYWORDS - piles), (), (), python=python, products=True)

    # The rule

    def rule(self, name: str) -> Ruleset:
        moves: list[WrittenMove] = []
        choices: list[list[Token]] = []
        blocks: list[tuple[int, ...]] = []
        endings: dict[str, list[Formula]] = {"stop": [], "win": []}
        domain: list[Formula] = []
        standings: list[Standing] = []
        ordered: set[str] = set()  # piles of whose order something was said
        floor: int | None = None
        blocking: int | None = None
        while not self.at_end():
            start, self.chosen = self.token, []
            if self.opens_move():
                moves.append(self.move())
                choices.append(self.chosen)
            elif not self.piles:
                raise self.expected("the piles, such as (a, b)")
            elif self.any_order():
                blocks.append(tuple(sorted(map(self.piles.index, self.of_piles(ordered, start)))))
            elif self.phrase("in", "a", CIRCLE) or self.phrase("in", "a", ROW):
                word = self.tokens[self.at - 1].text
                standings.append(Standing(word, self.of_piles(ordered, start)))
            elif self.accept("piles"):
                if floor is not None:
                    raise self.fail("expected 'piles >=' only once", start)
                floor = self.floor()
            elif self.accept("positions", "where"):
                if domain:
                    raise self.fail("expected 'positions where' only once", start)
                domain = list(disjuncts(self.of_piles_only()))
            elif self.accept("block"):
                if blocking is not None:
                    raise self.fail("expected 'block' only once", start)
                blocking = self.number("how many options may be forbidden", 0)
            elif self.ends("stop"):
                endings["stop"] += disjuncts(self.of_piles_only())
            elif self.ends("win"):
                endings["win"] += disjuncts(self.of_piles_only())
            else:
                raise self.no_clause()
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
                tuple(self.python.items()),
                name,
                blocking=blocking or 0,
            )
        except (NotationError, OutOfReach):
            raise
        except Unbounded as error:
            raise self.unbounded(error, moves[error.kind], choices[error.kind]) from None
        except SpragueError as error:
            shown = self.text.strip()
            raise SpragueError(f"{error}\n  in the rule: {shown[:200]}{'…' if len(shown) > 200 else ''}") from None

    def at_end(self) -> bool:
        """Whether nothing but separators is left; step over them."""
        while self.token.kind == "newline" or self.token.text == ";" or self.ends_list():
            self.at += 1
        return self.token.kind == "end"

    def ends_list(self) -> bool:
        """Whether a comma comes next that only separates what is before it from a clause."""
        return self.token.text == "," and self.after.kind == "keyword" and self.after.text in _BEGIN

    def goes_on(self) -> bool:
        return not self.ends_list() and super().goes_on()

    def opens_move(self) -> bool:
        """Whether a move comes next, which is separated from what is before it."""
        if self.token.text != "(":
            return False
        before = self.tokens[self.at - 1] if self.at else None
        if before is not None and before.kind != "newline" and before.text != ";":
            raise self.fail("expected ';' or a new line before another move")
        return True

    def any_order(self) -> bool:
        """Step over `any order`, which some write as one word, or with `in`."""
        if self.phrase("anyorder") or self.accept("any", "-", "order"):
            return True
        if not (self.accept("in", "any") or self.accept("any")):
            return False
        if not self.accept("order"):
            raise self.expected("'order' after 'any'")
        return True

    def floor(self) -> int:
        """The least that a pile may hold, after `piles`."""
        if self.accept(">"):
            return self.number("a number", 0) + 1
        self.expect(">=")
        return self.number("a number", 0)

    def ends(self, word: str) -> bool:
        return self.accept(word, "when") or self.accept(word, "if")

    def no_clause(self) -> NotationError:
        """What may follow a move or a clause, where something else does."""
        if self.token.text in (",", "or", "and") and self.after.text == "(":
            return self.expected("';' or a new line before another move")
        if self.token.kind == "name" and (hint := meant_clause(self.token.text)):
            return self.fail(f"expected a move or a clause, found {self.token}; did you mean '{hint}'?")
        return self.expected(
            "a move such as (a - 1, b), 'any order', 'in a circle', 'in a row', 'piles >=', 'positions where', "
            "'stop when', 'win when' or 'block'"
        )

    def unbounded(self, error: Unbounded, move: WrittenMove, chosen: Sequence[Token]) -> NotationError:
        """A choice without an upper bound, or a name in the conditions that makes it so."""
        reached = {name for entry in move.target for name in entry.names}
        names = [token.text for token in chosen]
        for token in chosen:
            if names.count(token.text) == 1 and token.text not in reached:
                return self.no_pile(token, names, ", which as a choice would have no upper bound")
        return self.fail(error.reason, next((token for token in chosen if token.text == error.choice), chosen[0]))

    def no_pile(self, token: Token, names: Sequence[str], reason: str = "") -> NotationError:
        """A name that is none of a pile, and can be no choice."""
        hint = meant_name(token.text, dict.fromkeys((*self.names, *names)))
        return self.fail(f"expected one of the piles {', '.join(self.names)}, found {token}{hint or reason}", token)

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
            hint = meant_name(self.token.text, self.piles)
            raise self.fail(f"expected one of the piles {', '.join(self.piles)}, found {self.token}{hint}")
        self.at += 1
        return self.tokens[self.at - 1].text

    # Moves

    def move(self) -> WrittenMove:
        if not self.piles or self.is_left_side():
            self.left_side()
            if not (self.accept("->") or self.accept("=>")):
                raise self.expected("'->' after the piles")
            self.skip_newlines()
        start = self.token
        if start.text != "(":
            raise self.expected("what the piles become, in brackets such as (a - 1, b)")
        self.in_move = True
        target, bar = self.entries()
        split, found = len(self.piles), (bar, len(target) - bar)
        if found != (split, len(self.remembered)):
            shape = _shape(split, len(self.remembered))
            raise self.fail(f"expected {shape} on the right, as on the left, found {_shape(*found)}", start)
        if any(isinstance(entry, Applied) for entry in target[:split]):
            raise self.fail("expected a linear term for a pile; only a remembered number may be a function", start)
        move = WrittenMove(tuple(target), self.where())
        self.in_move = False
        self.check_choices(move)
        return move

    def check_choices(self, move: WrittenMove) -> None:
        """Refuse a name that occurs once and can hardly be a choice: k2 beside k, 0c, or c = 0 where c is no pile."""
        names = [token.text for token in self.chosen]
        said = [part.names for part in conjuncts(move.where)]
        for token in self.chosen:
            idle = token.text not in move.choices(self.names) or {token.text} in said
            if names.count(token.text) == 1 and (idle or is_slip(token.text, {*self.names, *names})):
                raise self.no_pile(token, names, ", which occurs only here")

    def is_left_side(self) -> bool:
        """Whether an arrow comes after the bracket that opens here."""
        depth = 0
        for place, token in enumerate(self.tokens[self.at :], start=self.at):
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if depth == 0:
                following = (other for other in self.tokens[place + 1 :] if other.kind != "newline")
                return next(following, token).text in ("->", "=>")
        return False

    def left_side(self) -> None:
        """The names of the piles, and after "|" those of remembered numbers."""
        start = self.token
        self.expect("(")
        names: list[str] = []
        bar = 0
        while True:
            self.skip_newlines()
            if self.token.kind != "name":
                raise self.not_a_pile(start) if names or self.token.text != ")" else self.expected("the name of a pile")
            names.append(self.token.text)
            self.at += 1
            if self.accept(")"):
                break
            if self.accept("|"):
                if bar:
                    raise self.fail("expected at most one '|'", self.tokens[self.at - 1])
                bar = len(names)
            elif not self.accept(","):
                self.skip_newlines()
                raise self.not_a_pile(start)
        self.check_names(tuple(names), bar or len(names), start)
        self.piles, self.remembered = tuple(names[: bar or None]), tuple(names[bar:]) if bar else ()
        self.names = self.piles + self.remembered

    def not_a_pile(self, start: Token) -> NotationError:
        if self.token.kind in ("name", "end", "keyword") or self.token.text in (")", "->", ";"):
            return self.expected("the name of a pile" if self.tokens[self.at - 1].text in ",|" else "',' or ')'")
        return self.fail("expected only names of piles on the left, such as (a, b)", start)

    def check_names(self, names: tuple[str, ...], bar: int, start: Token) -> None:
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise self.fail(f"expected a name of its own for every pile, found {twice} twice", start)
        if len(names) > MOST_PILES:
            raise self.fail(f"expected 1 to {MOST_PILES} piles and remembered numbers, found {len(names)}", start)
        before = f"({', '.join(self.piles)}{' | ' if self.remembered else ''}{', '.join(self.remembered)})"
        if self.piles and (names[:bar], names[bar:]) != (self.piles, self.remembered):
            raise self.fail(f"expected the same names on every left side as before: {before}", start)

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
        if token.kind == "name" and token.text in self.python:
            self.at += 1
            self.expect("(")
            inner = self.linear()
            self.expect(")")
            return Applied(token.text, inner)
        return self.side()[0]

    # Conditions

    def where(self) -> Formula:
        """The condition of a move, if it has one."""
        if self.token.text == "," and self.after.text in _WHERE:
            self.at += 1
        if self.accept_one(*_WHERE) is None and not self.accept("such", "that"):
            if self.looks_like_condition():
                raise self.fail("expected 'where' before a condition")
            return TRUE
        start = self.at
        condition = self.condition()
        self.refuse_comma_beside_or(start)
        return condition

    def looks_like_condition(self) -> bool:
        """Whether a comparison follows in the line."""
        begin = self.at + 1 if self.token.text == "," else self.at
        first, second, *_ = *self.tokens[begin : begin + 2], self.tokens[-1], self.tokens[-1]
        if first.kind not in ("name", "number") and first.text not in ("|", "not"):
            return False
        following = takewhile(lambda token: token.kind not in ("newline", "end", "keyword"), self.tokens[begin:])
        return second.kind != "name" and any(token.text in RELATIONS for token in following)

    def refuse_comma_beside_or(self, start: int) -> None:
        """After `where`, `u < a, u > 1 or u = b` could be meant in two ways."""
        signs: dict[str, Token] = {}
        depth = 0
        for token in self.tokens[start : self.at]:
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(token.text, 0)
            if depth == 0:
                signs.setdefault(token.text, token)
        if "," in signs and "or" in signs:
            raise self.fail(
                "expected brackets, as ',' beside 'or' could mean two things: write …, (… or …), or write (…, …) or …",
                signs["or"],
            )

    def of_piles_only(self) -> Formula:
        """The condition of `stop when` and `win when`."""
        condition = self.condition()
        if self.chosen:
            raise self.no_pile(self.chosen[0], ())
        return condition

    def numbers(self, some: bool) -> Formula:
        raise self.fail(
            "expected no quantified number in a rule: a name that is no pile is the mover's choice already",
            self.tokens[self.at - 1],
        )

    def columns(self) -> Formula:
        raise self.fail("expected no columns in a rule: moves cannot be worked out with them", self.tokens[self.at - 2])

    def quality(self, subject: Expression) -> Formula | None:
        token = self.token
        found = super().quality(subject)
        if isinstance(found, Power) and any(isinstance(call, Mod | Div) for call, _ in subject.calls):
            raise self.fail(f"expected a linear term before 'power of', found {subject}", token)
        return found

    # Terms

    @property
    def brackets_multiply(self) -> bool:
        # Products of names are written with "*": what follows a name in brackets looks like a function.
        return False

    def linear(self) -> Linear:
        start = self.token
        term = self.side()[0]
        if not term.is_linear:
            raise self.fail(f"expected a linear term, found {term}", start)
        return term.linear

    def side(self) -> tuple[Expression, bool]:
        found = self.term()
        if self.token.text == "xor":
            raise self.no_xor()
        return found

    def variable(self, token: Token) -> Expression:
        if token.text in self.python:
            raise self.fail(f"expected {token.text}(…) only as a remembered number on the right")
        if not self.is_variable(token.text):
            self.chosen.append(token)
        self.at += 1
        return Expression.of(token.text)

    def named(self, token: Token) -> Expression:
        if token.text == "xor":
            raise self.no_xor()
        if self.in_move and token.text in OF_PILES and self.after.text != "(" and not self.is_variable(token.text):
            # Who writes max may mean the largest pile, or a choice of that name.
            every = f"{token.text}({', '.join(self.piles)})"
            raise self.fail(f"expected '(' after {token}: write {every} if all piles are meant", self.after)
        return super().named(token)

    def no_xor(self) -> NotationError:
        return self.fail(f"{_FOR_MOVES}, found {self.token}; formulas have it")

    def function(self, word: str, token: Token) -> Expression:
        if word in self.python:
            raise self.fail(f"expected {word}(…) only as a remembered number on the right", token)
        if is_function(word) and not self.is_variable(token.text):
            raise self.fail(f"{_FOR_MOVES}, such as min(a, b), found {token}; formulas have it", token)
        used = (other for other, after in pairwise(self.tokens) if other.text == token.text and after.text != "(")
        if self.is_variable(token.text) or any(used):
            raise self.fail(f"expected a sign after {token}: write {token.text}*(…), or ';' before another move", token)
        return TermReader.function(self, word, token)


def _shape(piles: int, remembered: int) -> str:
    text = count_of(piles, "pile")
    return f"{text}, '|' and {count_of(remembered, 'remembered number')}" if remembered else text


def parse_term(text: str) -> Linear:
    """Read a single linear term, such as `2x - 1`.

    >>> parse_term("2x-1").value({"x": 5})
    9
    """
    reader = RuleReader.begin(text, {})
    term = reader.linear()
    reader.skip_newlines()
    if reader.token.kind != "end":
        raise reader.expected("'+', '-' or the end")
    return term
