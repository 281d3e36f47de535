"""Parser of rules.

    rule      = move { (";" | newline) move } { clause }
    clause    = ("any order" | "in a circle" | "in a row") [ "of" names ]
              | "piles >=" number
              | ("positions where" | "stop when" | "win when") condition
              | "block" number

Moves are read by `move_notation`, conditions by `condition_notation` and terms by `terms`. The left side is written
once and may be left out after that. Every name stands for a natural number: those on the left are the piles (after "|",
numbers that the position remembers), all others are the mover's choice. Clauses hold for the whole game. A comment goes
from "#" to the end of its line; what ends a line for Python (`str.splitlines`) ends it here.

Products of names, squares, primes and divisors are for moves, tables and search: proofs need linear moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sprague import arguments
from sprague.errors import Cancelled, NotationError, OutOfReach, SpragueError
from sprague.language.conditions import TRUE, Formula
from sprague.language.formula_parser import KEYWORDS as FORMULA_WORDS
from sprague.language.suggestions import meant_clause, meant_name
from sprague.language.term_parser import ROUNDED
from sprague.language.tokens import ARROW, ARROWS, DEEPEST, MOST_CHARACTERS, MOST_DIGITS, Token, with_plain_breaks
from sprague.linear.terms import Linear
from sprague.rules.choice_loops import Unbounded
from sprague.rules.functions import Function
from sprague.rules.lint import says_nothing, without_constants
from sprague.rules.move_parser import MoveReader
from sprague.rules.rule_ast import CIRCLE, ROW, Standing, Written, WrittenMove, disjuncts
from sprague.rules.ruleset import Ruleset

#: Words that no pile can be called. The others are names where the left side says so.
_CLAUSES = frozenset({"where", "any", "order", "of", "piles", "stop", "win", "when", "mod", "and", "or", "power"})
_JOINTS = {"=>": "implies", "|": "or"}  # what other languages write between conditions
_BEGIN = frozenset({"any", "in", "piles", "positions", "stop", "win", "block"})  # how clauses begin
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
    bare = re.sub(r"#[^\n]*", lambda comment: " " * len(comment.group()), with_plain_breaks(text))
    kept = {called: one if isinstance(one, Function) else Function(one) for called, one in given.items()}
    rule = RuleReader.begin(bare, kept).rule(name)
    _check_reads_back(rule, kept)
    return rule


def _check_reads_back(rule: Ruleset, functions: dict[str, Function]) -> None:
    """Refuse a rule whose canonical form is longer, or nested more deeply, than a rule that can be read."""
    text = str(rule)
    nested = deepest = 0
    for sign in re.findall(r"[()|;]|\bnot\b", text):
        nested += {")": -1, ";": -nested}.get(sign, 1)  # bars and `not` count up to the end of the move
        deepest = max(deepest, nested)
    if len(text) <= MOST_CHARACTERS and deepest < DEEPEST:
        return
    try:
        RuleReader.begin(text, functions).rule(rule.name)
    except SpragueError as error:
        reason = error.message if isinstance(error, NotationError) else str(error)
        raise SpragueError(f"the rule is too long or nested too deeply to be written out: {reason}") from None


def is_rule(text: str) -> bool:
    """Whether a text is meant as a rule, and not as the name of a game: it has an arrow.

    >>> is_rule("(a) => (a - 1)"), is_rule("(a) ⟶ (a - 1)"), is_rule("moore-nim:piles=4,width=2")
    (True, True, False)
    """
    return re.search(ARROW, text) is not None


@dataclass
class RuleReader(MoveReader):
    """A text of which a rule is read."""

    @staticmethod
    def begin(text: str, python: dict[str, Function]) -> RuleReader:
        """At the beginning of a text."""
        left = re.match(rf"\s*([\w']+)\s*(?:{ARROW})", text) or re.match(r"[^(]*\(([^()]*)\)", text)
        piles = set(re.findall(r"[\w']+", left[1])) if left else set()
        return RuleReader(text, "a rule", _CLAUSES | (KEYWORDS - piles), (), (), python=python, products=True)

    # The rule

    def rule(self, name: str) -> Ruleset:
        moves: list[WrittenMove] = []
        choices: list[list[Token]] = []
        blocks: list[tuple[int, ...]] = []
        endings: dict[str, list[Formula]] = {"stop": [], "win": []}
        domain: Formula | None = None
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
                raise self.expected("the piles in brackets, such as (a, b)")
            elif self.any_order():
                blocks.append(tuple(sorted(map(self.piles.index, self.of_piles(ordered, start)))))
            elif self.phrase("in", "a", CIRCLE) or self.phrase("in", "a", ROW):
                word = self.tokens[self.at - 1].text
                standing = Standing(word, self.of_piles(ordered, start))
                if len(standing.piles) == 1:
                    raise self.fail(f"expected two piles or more 'in a {word}', found 1; leave it out", start)
                standings.append(standing)
            elif self.accept("piles"):
                if floor is not None:
                    raise self.fail("expected 'piles >=' only once", start)
                floor = self.floor()
            elif self.accept("positions", "where"):
                if domain is not None:
                    raise self.fail("expected 'positions where' only once", start)
                domain = self.of_piles_only()
            elif self.accept("block"):
                if blocking is not None:
                    raise self.fail("expected 'block' only once", start)
                blocking = self.number("a number of options to forbid", 0)
            elif self.ends("stop"):
                endings["stop"] += disjuncts(self.ending())
            elif self.ends("win"):
                endings["win"] += disjuncts(self.ending())
            else:
                raise self.no_clause()
        if not moves:
            raise self.expected("a move, such as (a, b) -> (a - 1, b)")
        try:
            return Ruleset.of(
                self.piles,
                Written(
                    tuple(moves),
                    without_constants(endings["stop"]),
                    without_constants(endings["win"]),
                    TRUE if domain is None else domain,
                    tuple(standings),
                ),
                self.remembered,
                tuple(blocks),
                floor or 0,
                tuple(self.python.items()),
                name,
                blocking=blocking or 0,
            )
        except (NotationError, OutOfReach, Cancelled):
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
        before = self.tokens[self.at - 1] if self.at else None
        begins = before is None or before.kind == "newline" or before.text == ";"
        if self.token.text != "(":
            return begins and self.opens_bare()
        if not begins:
            raise self.fail("expected ';' or a new line before another move")
        return True

    def opens_bare(self) -> bool:
        """Whether a move comes next that is written without brackets."""
        named = self.token.kind == "name" and self.after.text in ARROWS
        return named or (self.bare and (self.token.kind in ("name", "number") or self.token.text in ROUNDED))

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
        more = int(self.accept(">"))
        if not more:
            self.expect(">=")
        token, least = self.token, self.number("a number", 0) + more
        if least >= 10**MOST_DIGITS:
            raise self.fail(f"expected a number of at most {MOST_DIGITS} digits, found {least}", token)
        return least

    def ending(self) -> Formula:
        """The condition of `stop when` and `win when`, which tells some positions from others."""
        start, condition = self.token, self.of_piles_only()
        if condition.names and (fault := says_nothing(condition)):
            raise self.fail(f"expected a condition that tells positions apart, but {condition} {fault}", start)
        return condition

    def ends(self, word: str) -> bool:
        return any(self.accept(word, joint) for joint in ("when", "if", "where"))

    def no_clause(self) -> NotationError:
        """What may follow a move or a clause, where something else does."""
        if self.token.text in (",", "or", "and") and self.after.text == "(":
            return self.expected("';' or a new line before another move")
        if self.token.text == "," and self.bare:
            return self.expected("';' or a new line before another move")
        if self.token.text == ".." and self.tokens[self.at - 2].text == "=":
            return self.expected("'in' in place of '=' before numbers such as 2..5")
        if self.token.text.lower() == "misere":
            return self.expected("no misère play in a rule: ask for it by --misere, in Python by misere=True")
        if self.token.text in _JOINTS:
            return self.fail(f"expected '{_JOINTS[self.token.text]}' in place of {self.token}")
        words = [token.text for token in self.tokens[self.at : self.at + 3]]
        may_begin = self.token.kind == "name" or self.token.text in {"pile", *_BEGIN}
        if may_begin and (hint := meant_clause(words)):
            return self.fail(f"expected a move or a clause, found {self.token}; did you mean '{hint}'?")
        return self.expected(
            "a move such as (a - 1, b), 'any order', 'in a circle', 'in a row', 'piles >=', 'positions where', "
            "'stop when', 'win when' or 'block'"
        )

    def unbounded(self, error: Unbounded, move: WrittenMove, chosen: Sequence[Token]) -> NotationError:
        """A choice without an upper bound, or a name in the conditions that makes it so."""
        reached = {name for entry in move.entries for name in entry.names}
        names = [token.text for token in chosen]
        for token in chosen:
            if names.count(token.text) == 1 and token.text not in reached:
                return self.no_pile(token, names, ", which as a choice would have no upper bound")
        return self.fail(error.reason, next((token for token in chosen if token.text == error.choice), chosen[0]))

    def of_piles(self, ordered: set[str], start: Token) -> tuple[str, ...]:
        """The piles of whose order something is said: all of them, unless `of` names some; each once."""
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
