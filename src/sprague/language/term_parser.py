"""Parser of terms (`TermReader`): sums of products of numbers, names, brackets and functions, with `mod` and `div`.

The grammar of terms is in docs/notation.md; docs/formulas.md contains the additional functions of formulas. A number
may precede its factor without a multiplication sign, as in 2a or 2(a - k). If a space separates a number from its
factor, the text probably lacks a comma, so conditions reject `k >= 1 b >= 1`. `mod` and `div` apply to the product
before them; after a sum they are ambiguous, and the error message asks for brackets. `min`, `max` and `sum` without
brackets apply to all piles.

Formulas (dialect `FORMULAS`) have more functions than rules (dialect `RULES`), such as `xor`, `v2` and `fib_shift`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from sprague.errors import NotationError
from sprague.integers import parse_integer
from sprague.language import diagnosis
from sprague.language.expressions import DIGITS, FIBONACCI, SEVERAL, Abs, Div, Expression, Mod, Product, Xor
from sprague.language.suggestions import suggest_name
from sprague.language.tokens import DEEPEST, MOST_DIGITS, Reader, Token

MOST_CALLS = 200  # maximum number of function calls in one sum
MOST_PRODUCTS = 8  # maximum number of multiplications of names in one term
MOST_TERMS = 50  # maximum number of arguments of min or max; every pair of arguments is compared
OF_PILES = ("min", "max", "sum")
FUNCTIONS = (*OF_PILES, "floor", "ceil", "abs")
LARGEST_BASE = 10
_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NUMBER_WORDS = {word: number for number, word in enumerate(_COUNTS)}
_DIGIT_FUNCTION = re.compile(r"(v|low)([0-9]+)|(bitand|bitor)|fib([2-9]?)_(shift|zeros|low)")
_FOR_MOVES = "expected a term that rules allow"
ROUNDED = {"⌊": ("floor", "⌋"), "⌈": ("ceil", "⌉")}


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison in which a term is parsed: its left side, its relation, and the number of open brackets."""

    left: Expression
    relation: str
    depth: int


@dataclass(frozen=True, slots=True)
class _Dialect:
    """A dialect of the notation: the settings in which the parsers of rules and of formulas differ."""

    what: str  # the noun for the parsed text in error messages, such as "a rule"
    functions: tuple[str, ...]  # the functions of the dialect that error messages list
    power_hint: str  # the end of the error message for a power such as `a^2`
    has_choices: bool = False  # whether an undeclared name is a choice of the mover
    has_digit_functions: bool = False  # whether `xor`, `v2`, `fib_shift` and similar words are functions
    has_quantifiers: bool = False  # whether quantified numbers and column sums are allowed
    names_multiply_brackets: bool = False  # whether a(b + 1) is a product
    clauses: frozenset[str] = frozenset()  # words that may start a clause of a rule after a comma


FORMULAS = _Dialect(
    "a formula",
    (*FUNCTIONS, "xor", "bitand", "bitor", "v2", "low2", "fib_shift", "fib_zeros", "fib_low"),
    "; the nim-sum is written xor",
    has_digit_functions=True,
    has_quantifiers=True,
    names_multiply_brackets=True,
)
RULES = _Dialect(
    "a rule",
    FUNCTIONS,
    "; rules have no xor",
    has_choices=True,
    clauses=frozenset({"any", "in", "piles", "positions", "stop", "win", "block"}),
)


@dataclass
class TermReader(Reader):
    """A parser of terms of rules or formulas; products of names are allowed if `products` is true."""

    piles: tuple[str, ...]
    names: tuple[str, ...]
    dialect: _Dialect = field(default=FORMULAS, kw_only=True)
    products: bool = field(default=False, kw_only=True)
    # the Python functions of the rule by name
    python: Mapping[str, Callable[[int], int]] = field(default_factory=dict, kw_only=True)
    depth: int = field(default=0, init=False)
    compared: Compared | None = field(default=None, init=False)
    loose: Token | None = field(default=None, init=False)  # the first factor after a number and a space, as in `1 b`
    in_move: bool = field(default=False, init=False)
    in_option: bool = field(default=False, init=False)  # whether the new values of the piles in a move are read
    # the token at which each choice first appears
    chosen: list[Token] = field(default_factory=list, init=False)

    def side(self) -> tuple[Expression, bool]:
        """Read terms joined by `xor`; also return whether the result is a single product, so that `mod` may follow."""
        first, is_product = self.term()
        if self.token.text == "xor" and not self.dialect.has_digit_functions:
            raise self.no_xor()
        parts = [first]
        while self.accept("xor"):
            parts.append(self.term()[0])
            if (word := self.tokens[self.at - 2]).text in ("mod", "div"):
                divided = f"{word.typed} {self.tokens[self.at - 1].text}"
                raise self.fail(
                    f"expected brackets before {word}: write (… xor …) {divided} or … xor (… {divided})", word
                )
        return (first, is_product) if len(parts) == 1 else (Expression.of(Xor(tuple(parts))), False)

    def no_xor(self) -> NotationError:
        """Return the error for `xor` in a rule."""
        return self.fail(f"{_FOR_MOVES}, found {self.token}; only formulas may use it")

    # Names

    def is_variable(self, name: str) -> bool:
        """Return whether a name denotes a number and not a function."""
        return name in self.names

    def variable(self, token: Token) -> Expression:
        """Read a name as a term; in a rule, a name that is not a pile is a choice."""
        if self.dialect.has_choices:
            if token.text in self.python:
                raise self.fail(f"the function {token.text} may only compute a remembered number on the right side")
            if not self.is_variable(token.text):
                self.chosen.append(token)
        elif not self.is_variable(token.text):
            if _is_digit_function(token.text):
                raise self.fail(f"expected '(' after {token}", self.after)
            known = f"expected one of {', '.join(self.names)}, or a function"
            raise self.fail(f"{known}, found {token}{suggest_name(token.text, self.names)}", token)
        self.at += 1
        return Expression.of(token.text)

    def deeper(self, what: str, token: Token | None = None) -> None:
        """Enter a bracket of a term; raise an error if brackets are nested too deeply."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fail(f"expected at most {DEEPEST} nested {what}", token)

    @property
    def before(self) -> Compared | None:
        """The comparison that contains the current term; None inside brackets."""
        return self.compared if self.compared is not None and self.compared.depth == self.depth else None

    @property
    def equated(self) -> str:
        """The text before the term in an equation, such as `a =` or `a !=`; "" if the term is not in an equation."""
        before = self.before
        return f"{before.left} {before.relation}" if before and before.relation in ("=", "!=") else ""

    # Sums

    def term(self) -> tuple[Expression, bool]:
        """Read a sum; also return whether it is a single product, so that `mod` may follow."""
        self.skip_newlines()
        begin = self.token
        sign = -1 if self.accept("-") else 1
        if sign > 0 and self.accept("+"):
            begin = self.token
        self.skip_newlines()
        start = self.token
        before, last = Expression.of(0), self.product()
        while True:
            if (word := self.accept_one(*self.dividing)) is not None:
                if start != begin:
                    raise diagnosis.missing_brackets(self, begin, start, self.equated)
                of_number = word == "mod" and start.kind == "number" and self.tokens[self.at - 2] == start
                last = self.residue_of_number(start) if of_number else self.divided(word, last)
            elif self.token.text == "/":
                raise diagnosis.fraction(self, last)
            elif following := 1 if self.accept("+") else -1 if self.accept("-") else 0:
                before, sign = before + last * sign, following
                self.check_size(before)
                self.skip_newlines()
                start, last = self.token, self.product()
            else:
                total = before + last * sign
                self.check_size(total)
                return total, start == begin

    @property
    def dividing(self) -> tuple[str, ...]:
        """The operators that may follow a product: `mod` and `div`; after `≡`, only `div`."""
        return ("div",) if self.before and self.before.relation == "≡" else ("mod", "div")

    def divided(self, word: str, term: Expression) -> Expression:
        """Read the number after `mod` or `div`; return the residue or quotient of the given term."""
        if word == "mod":
            if self.token.kind == "name" and [token.text for token in self.tokens[self.at + 1 :][:2]] == ["=", "0"]:
                divides = f"write {self.token.text} divides {term.bracketed}"
                raise self.fail(f"expected a modulus (a number), found {self.token}; {divides}")
            return Expression.of(Mod(term, self.number("a modulus", 1)))
        if self.tokens[self.at - 1].typed == "//" and self.token.kind in ("name", "keyword"):
            raise self.fail(f"expected a divisor (a number), found {self.token}; a comment starts with #")
        return Expression.of(Div(term, self.number("a divisor", 1)))

    def residue_of_number(self, number: Token) -> Expression:
        """Read the residue of a number, such as `1 mod 3`; raise an error if the user probably means a congruence."""
        word = self.tokens[self.at - 1]
        modulus = self.number("a modulus", 1)
        residue = int(number.text) % modulus
        before = self.before or Compared(Expression.of("a"), "=", self.depth)
        if not (isinstance(before.left.call, Mod) and before.left.call.modulus == modulus):
            meant = f"{before.left.bracketed} mod {modulus} {before.relation} {residue}"
            raise self.fail(f"expected a name before {word}, found {number}: write {meant}", number)
        return Expression.of(residue)

    # Products

    def product(self) -> Expression:
        """Read a product of factors."""
        result = self.factor()
        multiplied = 0
        while self.accept("*") or self.multiplies():
            self.skip_newlines()
            token = self.token
            other = self.factor()
            if not other.is_constant:
                result, other = other, result
            if not other.is_constant:
                multiplied += 1
                if not self.products:
                    raise self.fail(
                        "expected a linear term (a number times a name), found a product of names; no automaton "
                        "decides products",
                        token,
                    )
                if multiplied > MOST_PRODUCTS:
                    raise self.fail(f"expected at most {MOST_PRODUCTS} multiplications of names", token)
                result = Product.of(other, result)
            else:
                result = result * other.linear.constant
            self.check_size(result)
        if self.token.text in ("^", "**"):
            raise diagnosis.power_in_term(self, result, self.products, self.dialect.power_hint)
        return result

    @property
    def brackets_multiply(self) -> bool:
        """Whether a(b + 1) is read as the product of a and b + 1."""
        return self.products and self.dialect.names_multiply_brackets

    def multiplies(self) -> bool:
        """Return whether the next token continues a product without `*`, as in `2a` or `2(a + b)`."""
        before, token = self.tokens[self.at - 1], self.token
        if token.text == "(":
            # Neither the bracket of `a ≡ 1 (mod 3)` nor a list in brackets is a factor.
            multiplied = before.kind == "number" or self.brackets_multiply
            found = multiplied and self.after.text != "mod" and not self.opens_list()
        else:
            found = before.kind == "number" and self.is_factor(token, before)
        if found and before.kind == "number" and self.before and (token.offset > before.end or before.text == "1"):
            self.loosely_multiplied(before, token)
        return found

    def loosely_multiplied(self, number: Token, token: Token) -> None:
        """Record that a number before a name, as in `1 b`, is probably not a factor: a comma may be missing."""
        self.loose = self.loose or token
        if token.text == "(" and self.in_move and len(self.names) == 1:
            raise diagnosis.missing_operator(self, token, " ;", "another move")

    def opens_list(self) -> bool:
        """Return whether the bracket at the next token contains a list of terms separated by commas."""
        depth = 0
        for token in self.tokens[self.at :]:
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(token.text, 0)
            if depth == 0 or (depth == 1 and token.text == ","):
                return depth == 1
        return False

    def is_factor(self, token: Token, before: Token) -> bool:
        """Return whether the word after a number is a factor, as in `2a`.

        After a space, an unknown name is a factor only if the name occurs again in the text.
        """
        if token.kind != "name" or (token.text in NUMBER_WORDS and not self.is_variable(token.text)):
            return False
        known = self.is_variable(token.text) or token.text in FUNCTIONS
        return known or token.offset == before.end or sum(token.text == other.text for other in self.tokens) > 1

    def factor(self) -> Expression:
        """Read a factor: a number, a name, a bracket or a function."""
        self.skip_newlines()
        token = self.token
        if token.kind == "number":
            self.at += 1
            return Expression.of(int(token.text))
        if token.text == "(":
            return self.enclosed(")")
        if token.text == "|":
            return Expression.of(Abs(self.enclosed("|")))
        if token.text in ROUNDED:
            word, closing = ROUNDED[token.text]
            self.at += 1
            return self.rounded(word, closing)
        if token.kind == "name" or (token.kind == "keyword" and token.text == "xor"):
            return self.named(token)
        hint = "; put a negative number in brackets" if token.text == "-" and self.after.kind == "number" else ""
        if token.text == "=" and self.tokens[self.at - 1].text in ("<", ">", "not"):
            hint = f"; write {self.tokens[self.at - 1].typed}= as one sign"
        if token.text == "{":
            of_choice = "; introduce a choice, as in n - k where k in {1, 2}"
            hint = "; write 'in' before a set" if self.tokens[self.at - 1].text == "=" else of_choice
        if token.text in ("power", "even", "odd"):
            hint = "; leave out the sign before it, as in k power of 2 or k odd"
        if token.text in ("pile", "piles"):
            hint = "; name the pile, or write all piles >= 1"
        raise self.fail(f"expected a name, a number or '(', found {token}{hint}")

    def enclosed(self, closing: str) -> Expression:
        """Read a term in brackets or between bars."""
        start = self.token
        self.deeper("brackets", start)
        self.at += 1
        inner = self.side()[0]
        self.depth -= 1
        self.skip_newlines()
        self.expect(closing)
        return inner

    def named(self, token: Token) -> Expression:
        """Read a name, or a function call if a bracket follows."""
        if token.text == "xor" and not self.dialect.has_digit_functions:
            raise self.no_xor()
        if self.accept("xor"):
            return self.of_all("xor")
        if self.in_option and token.text in OF_PILES and self.after.text != "(" and not self.is_variable(token.text):
            # In a new value, `max` without a bracket is ambiguous: the largest pile, or a choice named `max`.
            every = f"{token.text}({', '.join(self.piles)})"
            raise self.fail(f"expected '(' after {token}: write {every} for all piles", self.after)
        applied = self.applied_to_bracket()
        word = token.text.lower() if applied else token.text
        if self.is_variable(token.text):
            return self.function(word, token) if applied and not self.brackets_multiply else self.variable(token)
        if word in OF_PILES:
            self.at += 1
            return self.of_all(word)
        if applied:
            self.at += 1
            return self.applied(word, token)
        return self.variable(token)

    # Functions

    def applied_to_bracket(self) -> bool:
        """Return whether the bracket after the next token may enclose arguments; `(mod 3)` belongs to a congruence."""
        return self.after.text == "(" and self.tokens[self.at + 2].text != "mod"

    def applied(self, word: str, token: Token) -> Expression:
        """Read the arguments of `floor`, `ceil`, `abs` or another function, after its name."""
        if word in ("floor", "ceil"):
            self.expect("(")
            return self.rounded(word, ")")
        if word == "abs":
            return Expression.of(Abs(self.enclosed(")")))
        return self.function(word, token)

    def function(self, word: str, token: Token) -> Expression:
        """Read the arguments of a function of digits, after its name."""
        if not self.dialect.has_digit_functions:
            raise self.no_such_function(word, token)
        if (found := _DIGIT_FUNCTION.fullmatch(word)) is None or self.is_variable(token.text):
            raise diagnosis.unknown_function(self, word, token, self.dialect.functions, self.is_variable(token.text))
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

    def no_such_function(self, word: str, token: Token) -> NotationError:
        """Return the error for a function that rules do not have, or for a missing operator before a bracket."""
        if word in self.python:
            return self.fail(f"the function {word} may only compute a remembered number on the right side", token)
        if _is_digit_function(word) and not self.is_variable(token.text):
            return self.fail(f"{_FOR_MOVES}, such as min(a, b), found {token}; only formulas may use it", token)
        used = (other for other, after in pairwise(self.tokens) if other.text == token.text and after.text != "(")
        if self.is_variable(token.text) or any(used):
            return self.fail(
                f"expected an operator after {token}: write {token.text}*(…), or ';' before another move", token
            )
        return diagnosis.unknown_function(self, word, token, self.dialect.functions, self.is_variable(token.text))

    def rounded(self, word: str, closing: str) -> Expression:
        """Read the quotient in `floor(a/2)` or `ceil(a/2)`, after the opening bracket."""
        shown = f"{word}(a/2)" if closing == ")" else {"floor": "⌊a/2⌋", "ceil": "⌈a/2⌉"}[word]
        term = self.product()
        if not self.accept("/"):
            raise self.expected(f"'/' and a number, as in {shown} (a sum needs brackets)")
        number = self.number("a divisor", 1)
        self.expect(closing)
        divided = term + Expression.of(number - 1) if word == "ceil" else term
        self.check_size(divided)
        return Expression.of(Div(divided, number))

    def of_all(self, word: str) -> Expression:
        """Read the arguments of `min`, `max`, `sum` or `xor`; without arguments, the function applies to all piles."""
        start = self.tokens[self.at - 1]
        if len(given := self.listed()) > MOST_TERMS and word in SEVERAL:
            raise self.fail(f"expected at most {MOST_TERMS} terms in {word}(…), found {len(given)}", start)
        listed = given or [Expression.of(pile) for pile in self.piles]
        if word == "sum":
            total = sum(listed[1:], listed[0])
            self.check_size(total)
            return total
        return listed[0] if len(listed) == 1 else Expression.of(SEVERAL[word](tuple(listed)))

    def listed(self, several: bool = True) -> list[Expression]:
        """Read a bracketed list of terms; return an empty list if no bracket follows, or only `(mod 3)`.

        If `several` is true, the list may have several terms, and a missing comma between terms is an error.
        """
        if self.token.text != "(" or self.after.text == "mod":
            return []
        start = self.token
        self.deeper("brackets", start)
        self.at += 1
        found = [self.list_member(several)]
        while self.accept(","):
            found.append(self.list_member(several))
        self.depth -= 1
        if not self.accept(")"):
            raise self.expected("',' or ')'")
        return found

    def list_member(self, several: bool) -> Expression:
        """Read a term of a list; raise an error if a comma is missing, as in `min(0 a)`."""
        start, found = self.at, self.side()[0]
        depth = 0
        for number, token in pairwise(self.tokens[start : self.at]):
            depth += (number.text == "(") - (number.text == ")")
            apart = number.kind == "number" and token.offset > number.end
            if several and apart and depth == 0 and (token.kind == "name" or token.text == "("):
                raise diagnosis.missing_operator(self, token, ",", "another term")
        return found

    def check_size(self, term: Expression) -> None:
        """Raise an error if a term contains a number with too many digits, or too many function calls."""
        linear = term.linear
        numbers = [linear.constant, *(f for _, f in linear.coefficients), *(f for _, f in term.calls)]
        if any(abs(number) >= 10**MOST_DIGITS for number in numbers):
            raise self.fail(f"expected numbers of at most {MOST_DIGITS} digits", self.tokens[self.at - 1])
        if len(term.calls) > MOST_CALLS:
            raise self.fail(f"expected at most {MOST_CALLS} functions in one sum", self.tokens[self.at - 1])


def _is_digit_function(word: str) -> bool:
    """Return whether a name is a function of digits, such as `v2`, which only formulas have."""
    return _DIGIT_FUNCTION.fullmatch(word) is not None
