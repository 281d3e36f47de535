"""Reading terms: sums of multiples of names, numbers, brackets, residues and functions.

Rules and formulas are read by readers of their own, which say what may stand for a number besides a name, and share how
terms are put together.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass, field

from sprague.rules.expressions import Expression, Mod, Product
from sprague.rules.tokens import DEEPEST, MOST_DIGITS, Reader, Token

#: What the functions of formulas are called.
FUNCTION = re.compile(r"(v|low)([0-9]+)|fib_shift|fib_zeros|bitand|bitor|max|min|sum|xor")
MOST_CALLS = 200  # functions in one sum
MOST_PRODUCTS = 8  # multiplications of names in one term


@dataclass
class TermReader(Reader):
    """A text of which terms are read; `products` of names are refused unless they are allowed."""

    products: bool = field(default=False, kw_only=True)
    depth: int = field(default=0, init=False)

    @abstractmethod
    def named(self, token: Token) -> Expression | None:
        """What a name or word stands for, and step over it; None if it cannot stand in a term."""

    @abstractmethod
    def inside(self) -> Expression:
        """What may stand in brackets."""

    @abstractmethod
    def starts_factor(self) -> bool:
        """Whether what comes next may be multiplied by the number before it."""

    def deeper(self, what: str, token: Token | None = None) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fail(f"expected at most {DEEPEST} nested {what}", token)

    def term(self, residues: bool = True) -> tuple[Expression, bool]:
        """A sum, and whether it is a single product (so that what follows binds to all of it)."""
        self.skip_newlines()
        start = self.token
        negative = self.accept("-")
        if not negative:
            self.accept("+")
        total = self.product()
        total, is_product = (-total, False) if negative else (total, True)
        while True:
            if residues and self.accept("mod"):
                total = self.residue(total, is_product, start)
            elif sign := (self.accept("+") - self.accept("-")):
                total, is_product = total + self.product() * sign, False
                self.check_size(total)
            else:
                return total, is_product

    def residue(self, term: Expression, is_product: bool, start: Token) -> Expression:
        """A residue, after its `mod`, which takes the product before it."""
        if not is_product:
            raise self.fail(f"expected brackets before 'mod': write ({term}) mod …", start)
        return Expression.of(Mod(term, self.number("a modulus", 1)))

    def product(self) -> Expression:
        result = self.factor()
        multiplied = 0
        while self.accept("*") or (self.follows_number() and self.starts_factor()):
            self.skip_newlines()
            token = self.token
            other = self.factor()
            if not other.is_linear or not other.linear.is_constant:
                result, other = other, result
            if not other.is_linear or not other.linear.is_constant:
                multiplied += 1
                if not self.products:
                    raise self.fail("expected a linear term: a number times a name, not a product of names", token)
                if multiplied > MOST_PRODUCTS:
                    raise self.fail(f"expected at most {MOST_PRODUCTS} multiplications of names", token)
                result = Product.of(other, result)
            else:
                result = result * other.linear.constant
            self.check_size(result)
        return result

    def follows_number(self) -> bool:
        """Whether a factor may follow without a sign: after a number, or a bracket where products are allowed."""
        before = self.tokens[self.at - 1]
        return before.kind == "number" or (self.products and self.token.text == "(")

    def factor(self) -> Expression:
        self.skip_newlines()
        token = self.token
        if token.kind == "number":
            self.at += 1
            return Expression.of(int(token.text))
        if (found := self.named(token)) is not None:
            return found
        if token.text == "(":
            self.at += 1
            inner = self.inside()
            self.expect(")")
            return inner
        raise self.expected("a name, a number or '('")

    def check_size(self, term: Expression) -> None:
        linear = term.linear
        numbers = [linear.constant, *(f for _, f in linear.coefficients), *(f for _, f in term.calls)]
        if any(abs(number) >= 10**MOST_DIGITS for number in numbers):
            raise self.fail(f"expected numbers of at most {MOST_DIGITS} digits", self.tokens[self.at - 1])
        if len(term.calls) > MOST_CALLS:
            raise self.fail(f"expected at most {MOST_CALLS} functions in one sum", self.tokens[self.at - 1])
