"""Parser of formulas about positions: conditions with more functions and with quantifiers.

    negated    = quantified | … (`condition_notation`)
    quantified = ("exists" | "all") names [ "<=" side ] ":" condition
               | how_many ("pile" | "piles") ( ["are"] property | name ":" condition )
               | ("all" | "some" | "no") [ number ] "piles" "equal"
               | "all columns" [ "(" sides ")" ] [ "base" number ] "mod" number "= 0"
               | program (`column_notation`)
    how_many   = "all" | "some" | "no" | ("exactly" | "at least" | "at most") number
    property   = what may be said of a side (`condition_notation`)
    side       = term { "xor" term }
    function   = "xor" [ "(" sides ")" ] | ("v2" | "low2") "(" side ")" (any base up to 10 in place of 2)
               | ("fib_shift" | "fib_zeros") "(" side ")" | ("bitand" | "bitor") "(" sides ")"  | … (`terms`)

Numbers up to nine may be written as words. `all n: …` is true if … holds for every natural number n.
Squares, primes and divisors, and products where they are allowed, are for numbers and tables: no proof has them.
A formula about the positions of a game may begin with `in some order:` or `for every order:` (`statements`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count, pairwise
from math import comb
from typing import ClassVar

from sprague.integers import parse_integer
from sprague.language.column_parser import ProgramReader
from sprague.language.condition_parser import CONDITION_WORDS, ConditionReader
from sprague.language.conditions import FALSE, TRUE, Chain, Columns, Exists, Formula, Not, all_of, some_of
from sprague.language.expressions import DIGITS, FIBONACCI, SEVERAL, Expression, Xor
from sprague.language.suggestions import as_product, suggest_name
from sprague.language.term_parser import FUNCTIONS
from sprague.language.tokens import Token, tokenize
from sprague.linear.terms import Linear

_QUANTIFIERS = frozenset({"exists", "all", "some", "no", "exactly", "at", "least", "most", "pile", "piles"})
KEYWORDS = CONDITION_WORDS | _QUANTIFIERS | {"equal", "columns", "base", "xor"}
_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NUMBER_WORDS = {word: number for number, word in enumerate(_COUNTS)}
SOME_ORDER, EVERY_ORDER = ORDERS = ("in some order", "for every order")
LARGEST_BASE = 10
MOST_CASES = 2000
_FUNCTION = re.compile(r"(v|low)([0-9]+)|(bitand|bitor)|fib([2-9]?)_(shift|zeros)")


def parse_formula(
    text: str, names: Sequence[str], piles: Sequence[str] | None = None, *, products: bool = False
) -> Formula:
    """Read a formula about these names; `piles` are those that `all piles …` speaks of.

    >>> str(parse_formula("a = b and even(v2(c - a))", ("a", "b", "c")))
    'a = b and v2(c - a) mod 2 = 0'
    >>> str(parse_formula("some two piles equal", ("a", "b", "c")))
    'a = b or a = c or b = c'

    Terms are linear, which is what can be proved for all positions. Where formulas are only computed,
    `products` of names may be allowed: 2a(a + 1).
    """
    return FormulaReader.of(text, names, piles, products=products).whole()


@dataclass
class FormulaReader(ConditionReader):
    """A text of which formulas are read."""

    names: tuple[str, ...]
    functions: tuple[str, ...] = field(default=(), kw_only=True)  # names of which the formula says what they are
    instead_of_power: ClassVar[str] = ", and xor for the nim-sum"
    known_functions: ClassVar[tuple[str, ...]] = (
        *FUNCTIONS, "xor", "bitand", "bitor", "v2", "low2", "fib_shift", "fib_zeros",
    )  # fmt: skip

    @staticmethod
    def of(
        text: str,
        names: Sequence[str],
        piles: Sequence[str] | None = None,
        *,
        functions: Sequence[str] = (),
        products: bool = False,
    ) -> FormulaReader:
        known = (*names, *functions)
        return FormulaReader(
            text,
            "a formula",
            KEYWORDS - set(known),
            tuple(piles or names),
            known,
            products=products,
            functions=tuple(functions),
        )

    def whole(self) -> Formula:
        """The formula that the rest of the text is."""
        formula = self.unambiguous()
        self.skip_newlines()
        if self.token.kind != "end":
            raise self.expected("'and', 'or' or the end")
        return formula

    def begins(self, words: str) -> bool:
        """Step over these words and the colon after them, if they come next."""
        self.skip_newlines()
        if not self.comes(words):
            return False
        self.at += len(words.split())
        self.expect(":")
        return True

    def comes(self, words: str) -> bool:
        wanted = words.split()
        return [token.text for token in self.tokens[self.at : self.at + len(wanted)]] == wanted

    def negated(self) -> Formula:
        self.skip_newlines()
        if self.accept("exists"):
            return self.numbers(some=True)
        if self.accept("all", "columns"):
            return self.columns()
        if self.accept("columns"):
            return ProgramReader(self).program()
        if (word := self.accept_one("all", "some", "no", "exactly", "at")) is not None:
            return self.quantified(word)
        for words in ORDERS:
            if self.comes(words):
                raise self.fail(f"expected '{words}:' at the beginning only")
        return super().negated()

    def tells_condition(self, word: str) -> bool:
        return word in _QUANTIFIERS or word == "columns" or super().tells_condition(word)

    # Quantifiers

    def numbers(self, some: bool) -> Formula:
        """`exists n: …`, after the first word."""
        fresh = [self.new_name()]
        while self.accept(","):
            fresh.append(self.new_name())
        bound = self.side()[0] if self.accept("<=") else None
        self.expect(":")
        outside = self.names
        self.names = (*self.names, *fresh)
        body = self.condition()
        self.names = outside
        if not some:
            body = Not(body)
        for name in reversed(fresh):
            body = Exists(name, body, bound)
        return body if some else Not(body)

    def new_name(self) -> str:
        self.skip_newlines()
        token = self.token
        if token.kind != "name" or token.text in self.names:
            raise self.expected("a new name for a number, such as n")
        if product := as_product(token.text, self.names):
            raise self.expected(f"a new name for a number, such as n, that does not look like {product}")
        self.at += 1
        return token.text

    def quantified(self, word: str) -> Formula:
        """`all piles …` and its like, after the first word."""
        start = self.tokens[self.at - 1]
        if word in ("exactly", "at"):
            which = word
            if word == "at":
                if not (self.accept("least") or self.accept("most")):
                    raise self.expected("'least' or 'most'")
                which = self.tokens[self.at - 1].text
            number = self.count()
            self.pile_word()
            return self.counted(which, number, self.property_of_piles())
        if word == "all" and self.token.kind == "name" and self.token.text not in NUMBER_WORDS:
            return self.numbers(some=False)
        size = self.count() if self.token.kind == "number" or self.token.text in NUMBER_WORDS else None
        self.pile_word()
        if self.accept("equal") or self.accept("are", "equal"):
            return self.equal(word, size if size is not None else len(self.piles) if word == "all" else 2)
        if size is not None and word != "some":
            raise self.fail(f"expected '{word} piles …' without a number, or '… piles equal'", start)
        holds = self.property_of_piles()
        if word in ("all", "no"):
            self.check_parts(len(self.piles) * self.parts(holds(self.piles[0])))
            said = [holds(pile) for pile in self.piles]
            return all_of(said if word == "all" else [Not(part) for part in said])
        return self.counted("least", 1 if size is None else size, holds)

    def pile_word(self) -> None:
        if not (self.accept("pile") or self.accept("piles")):
            raise self.expected("'pile' or 'piles'")

    def count(self) -> int:
        self.skip_newlines()
        if self.token.text in NUMBER_WORDS:
            self.at += 1
            return NUMBER_WORDS[self.tokens[self.at - 1].text]
        return self.number("a number", 0)

    def equal(self, word: str, size: int) -> Formula:
        self.check_cases(comb(len(self.piles), size))
        groups = list(combinations(self.piles, size))
        same = [all_of([Chain.of(Linear.of(one), "=", Linear.of(two)) for one, two in pairwise(g)]) for g in groups]
        if word == "all":
            return all_of(same) if same else TRUE
        return some_of(same) if word == "some" else Not(some_of(same))

    def property_of_piles(self) -> Callable[[str], Formula]:
        """What is said of each pile, as a function of its name."""
        self.accept("are")
        if self.token.kind == "name" and self.token.text not in self.names and self.tokens[self.at + 1].text == ":":
            name = self.new_name()
            self.expect(":")
            outside = self.names
            self.names = (*self.names, name)
            body = self.condition()
            self.names = outside
            return lambda pile: body.substitute({name: Linear.of(pile)})
        subject = "…"  # no name that a formula can have
        said = self.predicate(Expression.of(subject))
        return lambda pile: said.substitute({subject: Linear.of(pile)})

    def counted(self, which: str, number: int, holds: Callable[[str], Formula]) -> Formula:
        """At least, at most or exactly this many piles have a property."""
        if which == "exactly":
            return all_of([self.counted("least", number, holds), self.counted("most", number, holds)])
        if which == "most":
            return Not(self.counted("least", number + 1, holds))
        cases = comb(len(self.piles), number)
        self.check_cases(cases)
        if not 0 < number <= len(self.piles):
            return FALSE if number else TRUE
        self.check_parts(cases * number * self.parts(holds(self.piles[0])))
        said = [holds(pile) for pile in self.piles]
        return some_of([all_of(group) for group in combinations(said, number)])

    def check_cases(self, cases: int) -> None:
        if cases > MOST_CASES:
            raise self.fail(f"expected at most {MOST_CASES:,} groups of piles, got {cases:,}; name the piles instead")

    def columns(self) -> Formula:
        terms = tuple(self.listed() or [Expression.of(pile) for pile in self.piles])
        base = self.number("a base", 2) if self.accept("base") else 2
        self.expect("mod")
        modulus = self.number("a modulus", 1)
        self.expect("=")
        if self.number("0", 0):
            raise self.fail("expected 0: columns are asked for sums divisible by the modulus", self.tokens[self.at - 1])
        return Columns(terms, base, modulus)

    # Terms

    def side(self) -> tuple[Expression, bool]:
        """Terms joined by xor, and whether it is a single product (so that `mod` binds to all of it)."""
        first, is_product = self.term()
        parts = [first]
        while self.accept("xor"):
            parts.append(self.term()[0])
            if (word := self.tokens[self.at - 2]).text in ("mod", "div"):
                divided = f"{word.typed} {self.tokens[self.at - 1].text}"
                raise self.fail(
                    f"expected brackets before {word}: write (… xor …) {divided} or … xor (… {divided})", word
                )
        return (first, is_product) if len(parts) == 1 else (Expression.of(Xor(tuple(parts))), False)

    def is_unclear(self, left: Expression, relation: str, residue: Expression) -> bool:
        # A congruence would not say which value a function has.
        return str(left) not in self.functions and super().is_unclear(left, relation, residue)

    def is_factor(self, token: Token, before: Token) -> bool:
        word = token.text in NUMBER_WORDS and not self.is_variable(token.text)
        return not word and super().is_factor(token, before)

    def is_variable(self, name: str) -> bool:
        return name in self.names

    def variable(self, token: Token) -> Expression:
        if not self.is_variable(token.text):
            if is_formula_function(token.text):
                raise self.fail(f"expected '(' after {token}", self.after)
            known = f"expected one of {', '.join(self.names)}, or a function"
            raise self.fail(f"{known}, found {token}{suggest_name(token.text, self.names)}", token)
        self.at += 1
        return Expression.of(token.text)

    def applies(self, token: Token) -> bool:
        return token.kind == "keyword" and token.text == "xor"

    def named(self, token: Token) -> Expression:
        if self.accept("xor"):
            return self.of_all("xor")
        return super().named(token)

    def function(self, word: str, token: Token) -> Expression:
        if (found := _FUNCTION.fullmatch(word)) is None or self.is_variable(token.text):
            return super().function(word, token)
        listed = self.listed(several=bool(found[3]))
        if found[3]:
            return Expression.of(SEVERAL[found[3]](tuple(listed)))
        if len(listed) > 1:
            raise self.fail(f"expected one term in {word}(…), found {len(listed)}", token)
        if found[5]:
            return Expression.of(FIBONACCI[found[5]](listed[0], int(found[4] or 1)))
        base = parse_integer(found[2])
        if not 2 <= base <= LARGEST_BASE:
            raise self.fail(f"expected a base from 2 to {LARGEST_BASE}, found {token}", token)
        return Expression.of(DIGITS[found[1]](listed[0], base))


def is_formula_function(word: str) -> bool:
    """Whether formulas have a function of this name."""
    return _FUNCTION.fullmatch(word) is not None


def rename_piles(text: str, names: Sequence[str], new: Sequence[str]) -> str:
    """A formula about piles with these names as it is written of piles with new names, one for each.

    >>> rename_piles("a = b and even(v2(c - a))", "abc", "cxy")
    'c = x and even(v2(y - c))'

    A name of the formula's own that is now a pile's gets another.

    >>> rename_piles("all piles x: x mod 3 = a", "ab", "xy")
    'all piles x1: x1 mod 3 = x'

    Stages and groups of a column program may be called like piles: they are told from these by where they stand.

    >>> rename_piles("columns(a, b in b) { a: 1 one of b -> a }", "ab", "xa")
    'columns(x, a in b) { a: 1 one of b -> a }'
    """
    tokens = tokenize(text, "a formula", KEYWORDS - set(names))
    inside = set(_of_programs(tokens))
    spoken = {token.text for token in tokens if token.kind == "name" and token not in inside}
    goes = dict(zip(names, new, strict=True))
    for own in sorted(spoken - set(names)):
        if own in new:
            others = (f"{own}{number}" for number in count(1))
            goes[own] = next(name for name in others if name not in spoken and name not in new)
    said, end = "", 0
    for token in tokens:
        is_name = token.kind == "name" and token not in inside
        shown = goes.get(token.text, token.typed) if is_name else token.typed
        said += text[end : token.offset] + shown
        end = token.end
    return said


def _of_programs(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words of column programs: all in their braces, and groups in their heads."""
    in_head = in_braces = False
    for before, token in pairwise([Token("end", "", -1), *tokens]):
        in_head = token.text == "columns" or (in_head and token.text != "{")
        in_braces = token.text == "{" or (in_braces and before.text != "}")
        if in_braces or (in_head and before.text == "in") or token.text == "fibonacci":
            yield token
