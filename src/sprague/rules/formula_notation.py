"""The notation of formulas: the conditions of rules, with functions, connectives and quantifiers.

    formula    = implied { "iff" implied }
    implied    = either [ "implies" implied ]
    either     = both { "or" both }
    both       = negated { ("and" | ",") negated }
    negated    = "not" negated | quantified | atom
    quantified = ("exists" | "all") names [ "<=" side ] ":" formula
               | how_many ("pile" | "piles") ( ["are"] property | name ":" formula )
               | ("all" | "some" | "no") [ number ] "piles" "equal"
               | "all columns" [ "(" sides ")" ] [ "base" number ] "mod" number "= 0"
    how_many   = "all" | "some" | "no" | ("exactly" | "at least" | "at most") number
    property   = "odd" | "even" | "square" | "prime" | "power of" number | "divides" side
               | [ "mod" number ] relation side …
    atom       = side relation side …  |  side [ "is" ] ("odd" | "even" | "square" | "prime" | "power of" number)
               | side "divides" side
               | side "in" "{" numbers "}"  |  "odd" "(" side ")"  |  "even" "(" side ")"  |  "true"  |  "false"
               | "(" formula ")"
    side       = term { "xor" term }
    term       = sums of multiples of names, numbers, brackets, "… mod number" and functions:
                 max, min, sum, xor (of all piles, or of a bracketed list), v2(…), low2(…) (any base
                 up to 10 in place of 2), fib_shift(…), fib_zeros(…),
                 bitand(…, …) and bitor(…, …) of binary digits

Numbers up to nine may be written as words. `all n: …` is true if … holds for every natural number n.
Squares, primes and divisors, and products where they are allowed, are for numbers and tables: no proof has them.
A formula about the positions of a game may begin with `in some order:` or `for every order:` (`statements`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import comb

from sprague.rules.arithmetic import Divides, Prime, Square
from sprague.rules.conditions import (
    FALSE,
    RELATIONS,
    TRUE,
    TURNED,
    Columns,
    Compare,
    Exists,
    Formula,
    Junction,
    Not,
    Power,
    all_of,
    some_of,
)
from sprague.rules.expressions import DIGITS, FIBONACCI, SEVERAL, Expression, Mod, Xor
from sprague.rules.linear import Linear
from sprague.rules.terms import TermReader
from sprague.rules.tokens import DEEPEST, Token

_CONNECTIVES = frozenset({"and", "or", "not", "implies", "iff", "true", "false"})
_PROPERTIES = frozenset({"in", "is", "are", "even", "odd", "power", "of", "equal", "columns", "base"}) | {
    "square",
    "prime",
    "divides",
}
_QUANTIFIERS = frozenset({"exists", "all", "some", "no", "exactly", "at", "least", "most", "pile", "piles"})
_FORMULA_WORDS = _CONNECTIVES | _PROPERTIES | _QUANTIFIERS
KEYWORDS = _FORMULA_WORDS | {"mod", "xor", "max", "min", "sum"}
_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NUMBER_WORDS = {word: number for number, word in enumerate(_COUNTS)}
SOME_ORDER, EVERY_ORDER = ORDERS = ("in some order", "for every order")
LARGEST_BASE = 10
MOST_CASES = 2000
MOST_PARTS = 50_000  # comparisons and connectives in a formula
_FUNCTION = re.compile(r"(v|low)([0-9]+)|(fib_shift|fib_zeros|bitand|bitor)")


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
class FormulaReader(TermReader):
    """A text of which formulas are read."""

    names: tuple[str, ...]
    piles: tuple[str, ...]
    counted_parts: dict[int, tuple[Formula, int]] = field(default_factory=dict)

    @staticmethod
    def of(
        text: str, names: Sequence[str], piles: Sequence[str] | None = None, *, products: bool = False
    ) -> FormulaReader:
        keywords = KEYWORDS - set(names)
        return FormulaReader(text, "a formula", keywords, tuple(names), tuple(piles or names), products=products)

    def whole(self) -> Formula:
        """The formula that the rest of the text is."""
        formula = self.formula()
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

    # Connectives

    def formula(self) -> Formula:
        self.deeper("formulas")
        left = self.implied()
        while self.accept("iff"):
            right = self.implied()
            # Both sides are written twice, so that a chain would grow without end.
            self.check_parts(2 * (self.parts(left) + self.parts(right)))
            left = some_of([all_of([left, right]), all_of([Not(left), Not(right)])])
        self.depth -= 1
        return left

    def implied(self) -> Formula:
        links = [self.either()]
        while self.accept("implies"):
            links.append(self.either())
            if len(links) > DEEPEST:
                raise self.fail(f"expected at most {DEEPEST} formulas joined by 'implies'")
        found = links.pop()
        while links:
            found = some_of([Not(links.pop()), found])
        return found

    def either(self) -> Formula:
        parts = [self.both()]
        while self.accept("or"):
            parts.append(self.both())
        return some_of(parts)

    def both(self) -> Formula:
        parts = [self.negated()]
        while self.accept("and") or self.accept(","):
            parts.append(self.negated())
        return all_of(parts)

    def negated(self) -> Formula:
        self.skip_newlines()
        if self.accept("not"):
            self.deeper("formulas")
            inner = self.negated()
            self.depth -= 1
            return Not(inner)
        if self.accept("true"):
            return TRUE
        if self.accept("false"):
            return FALSE
        if self.accept("exists"):
            return self.numbers(some=True)
        if self.accept("all", "columns"):
            return self.columns()
        for word in ("all", "some", "no", "exactly", "at"):
            if self.accept(word):
                return self.quantified(word)
        return self.atom()

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
        body = self.formula()
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
        same = [
            all_of([Compare(Expression.of(one), "=", Expression.of(two)) for one, two in pairwise(g)]) for g in groups
        ]
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
            body = self.formula()
            self.names = outside
            return lambda pile: body.substitute({name: Linear.of(pile)})
        subject = "·"  # no name that a formula can have
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

    def parts(self, formula: Formula) -> int:
        """How many comparisons and connectives there are, those that stand twice counted twice."""
        if id(formula) not in self.counted_parts:
            inside: Sequence[Formula] = ()
            if isinstance(formula, Junction):
                inside = formula.parts
            elif isinstance(formula, Not):
                inside = (formula.part,)
            elif isinstance(formula, Exists):
                inside = (formula.body,)
            # The formula is kept with its count, so that its id stays its own.
            self.counted_parts[id(formula)] = (formula, 1 + sum(map(self.parts, inside)))
        return self.counted_parts[id(formula)][1]

    def check_parts(self, parts: int) -> None:
        if parts > MOST_PARTS:
            raise self.fail(f"expected a formula of at most {MOST_PARTS:,} parts, got {parts:,}; say less at once")

    def columns(self) -> Formula:
        terms = tuple(self.listed() or [Expression.of(pile) for pile in self.piles])
        base = self.number("a base", 2) if self.accept("base") else 2
        self.expect("mod")
        modulus = self.number("a modulus", 1)
        self.expect("=")
        if self.number("0", 0):
            raise self.fail("expected 0: columns are asked for sums divisible by the modulus", self.tokens[self.at - 1])
        return Columns(terms, base, modulus)

    # Atoms

    def atom(self) -> Formula:
        self.skip_newlines()
        for words in ORDERS:
            if self.comes(words):
                raise self.fail(f"expected '{words}:' at the beginning only")
        for word in ("even", "odd"):
            if self.accept(word):
                if self.token.text != "(":
                    raise self.expected(f"'(' after '{word}'")
                self.at += 1
                inner = self.side()[0]
                self.expect(")")
                return _parity(inner, word)
        if self.token.text == "(" and self.holds_formula():
            self.at += 1
            formula = self.formula()
            self.expect(")")
            return formula
        return self.predicate(self.side()[0])

    def holds_formula(self) -> bool:
        """Whether the bracket that opens here holds a formula; a term has none of its signs and words."""
        depth = 0
        for token in self.tokens[self.at :]:
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if depth == 0 or token.kind == "end":
                return False
            if token.text in RELATIONS or (token.kind == "keyword" and token.text in _FORMULA_WORDS):
                return True
        return False

    def predicate(self, subject: Expression) -> Formula:
        """What is said of a term: a chain of comparisons, a parity, a power, a set."""
        if self.accept("mod"):
            subject = Expression.of(Mod(subject, self.number("a modulus", 1)))
        named = self.accept("is") or self.accept("are")
        for word in ("even", "odd"):
            if self.accept(word):
                return _parity(subject, word)
        if self.accept("power", "of"):
            return Power(subject, self.number("a base", 2))
        for kind in (Square, Prime):
            if self.accept(kind.word):
                return kind(subject)
        if self.accept("in"):
            self.expect("{")
            members = [self.number("a number", 0)]
            while self.accept(","):
                members.append(self.number("a number", 0))
            self.expect("}")
            return some_of([Compare(subject, "=", Expression.of(member)) for member in dict.fromkeys(members)])
        if named:
            raise self.expected("'even', 'odd', 'square', 'prime' or 'power of'")
        if self.accept("divides"):
            return Divides(subject, self.side()[0])
        links: list[Formula] = []
        left = subject
        while relation := next((sign for sign in RELATIONS if self.accept(sign)), None):
            right = self.side()[0]
            turned = TURNED.get(relation)
            links.append(Compare(right, turned, left) if turned else Compare(left, relation, right))
            left = right
        if not links:
            raise self.expected("a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of'")
        return all_of(links)

    # Terms

    def side(self) -> tuple[Expression, bool]:
        """Terms joined by xor, and whether it is a single product (so that `mod` binds to all of it)."""
        self.deeper("brackets")
        first, is_product = self.term()
        parts = [first]
        while self.accept("xor"):
            parts.append(self.term()[0])
        self.depth -= 1
        return (first, is_product) if len(parts) == 1 else (Expression.of(Xor(tuple(parts))), False)

    def inside(self) -> Expression:
        return self.side()[0]

    def starts_factor(self) -> bool:
        token = self.token
        if token.kind == "keyword":
            return token.text in ("max", "min", "sum")
        return token.text == "(" or (
            token.kind == "name" and (token.text in self.names or token.text not in NUMBER_WORDS)
        )

    def named(self, token: Token) -> Expression | None:
        for word in ("max", "min", "sum", "xor"):
            if self.accept(word):
                return self.of_piles(word)
        if token.kind != "name":
            return None
        self.at += 1
        if token.text in self.names:
            return Expression.of(token.text)
        if (found := _FUNCTION.fullmatch(token.text)) is not None:
            return self.applied(found)
        raise self.fail(f"expected one of {', '.join(self.names)}, or a function, found {token}", token)

    def of_piles(self, word: str) -> Expression:
        listed = self.listed() or [Expression.of(pile) for pile in self.piles]
        if word == "sum":
            total = sum(listed[1:], listed[0])
            self.check_size(total)
            return total
        return listed[0] if len(listed) == 1 else Expression.of(SEVERAL[word](tuple(listed)))

    def listed(self) -> list[Expression]:
        """A bracketed list of terms; empty if no bracket follows."""
        if self.token.text != "(":
            return []
        self.at += 1
        found = [self.side()[0]]
        while self.accept(","):
            found.append(self.side()[0])
        self.expect(")")
        return found

    def applied(self, found: re.Match[str]) -> Expression:
        token = self.tokens[self.at - 1]
        if found[3] in ("bitand", "bitor"):
            if not (listed := self.listed()):
                raise self.expected(f"'(' after '{found[3]}'")
            return Expression.of(SEVERAL[found[3]](tuple(listed)))
        self.expect("(")
        inner = self.side()[0]
        self.expect(")")
        if found[3]:
            return Expression.of(FIBONACCI[found[3]](inner))
        base = int(found[2])
        if not 2 <= base <= LARGEST_BASE:
            raise self.fail(f"expected a base from 2 to {LARGEST_BASE}, found {token}", token)
        return Expression.of(DIGITS[found[1]](inner, base))


def _parity(term: Expression, word: str) -> Formula:
    return Compare(Expression.of(Mod(term, 2)), "=", Expression.of(int(word == "odd")))
