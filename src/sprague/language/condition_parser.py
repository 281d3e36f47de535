"""Parser of conditions (`ConditionReader`): comparisons and predicates, combined by `and`, `or` and `not`.

The grammar of conditions is in docs/notation.md; docs/formulas.md contains the additional conditions of formulas.
Numbers up to nine may be written as words. `all n: …` is true if the condition after the colon holds for every natural
number n. The sides of a comparison are terms (`term_parser`).

Rules and formulas have the same parser of conditions. In rules, conditions have no quantified numbers and no column
sums, and must not compare a term with itself. In the notation, every number divides 0 and the infinite number Ω, which
is the value of v2(0) in formulas. The number 0 divides only 0 and Ω.

The ambiguous text `a = b mod 2` is rejected: `a = b (mod 2)` is a congruence, and `a = (b mod 2)` is an equation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import comb

from sprague.language import diagnosis
from sprague.language.column_parser import ProgramReader
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import (
    COMPARISON_SIGNS,
    FALSE,
    RELATIONS,
    TRUE,
    Chain,
    Columns,
    Exists,
    Formula,
    Junction,
    Member,
    Not,
    Power,
    all_of,
    may_be_congruence,
    some_of,
)
from sprague.language.expressions import Div, Expression, Mod
from sprague.language.lint import compares_with_itself, without_self_comparisons
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.language.suggestions import as_product
from sprague.language.term_parser import NUMBER_WORDS, Compared, TermReader
from sprague.language.tokens import ARROWS, DEEPEST, Token
from sprague.linear.terms import Linear

SOME_ORDER, EVERY_ORDER = ORDERS = ("in some order", "for every order")
CONNECTIVES = frozenset({"and", "or", "not", "implies", "iff", "true", "false"})
PROPERTIES = frozenset({"in", "is", "are", "even", "odd", "power", "of", "square", "prime", "divides"})
_PROPERTY_WORDS = PROPERTIES - {"in", "of"}  # keywords that start a property of a term, such as `even`
CONDITION_WORDS = CONNECTIVES | PROPERTIES | {"mod", "div"}
_QUANTIFIERS = frozenset({"exists", "all", "some", "no", "exactly", "at", "least", "most", "pile", "piles"})
FORMULA_WORDS = CONDITION_WORDS | _QUANTIFIERS | {"equal", "columns", "base", "xor"}
MOST_GROUPS = 2000  # maximum number of combinations of piles over which a quantifier ranges
MOST_PARTS = 50_000  # maximum number of comparisons and connectives in a formula
MOST_MEMBERS = 10_000  # maximum number of elements of a set in a formula


@dataclass
class ConditionReader(TermReader):
    """A parser of conditions, for rules or for formulas."""

    latest: Compared | None = field(default=None, init=False)  # the most recently read comparison
    defined: tuple[str, ...] = field(default=(), kw_only=True)  # additional names in the formula, such as `value`
    counted_parts: dict[int, tuple[Formula, int]] = field(default_factory=dict, init=False)

    def whole(self) -> Formula:
        """Read the rest of the text as a condition."""
        formula = self.unambiguous()
        self.skip_newlines()
        if self.token.kind != "end":
            raise self.expected("'and', 'or' or the end")
        return formula

    def begins(self, words: str) -> bool:
        """Skip the given words and the colon after them if they come next; return whether they were skipped."""
        self.skip_newlines()
        if not self.comes(words):
            return False
        self.at += len(words.split())
        self.expect(":")
        return True

    def comes(self, words: str) -> bool:
        """Return whether the given words come next in the text."""
        wanted = words.split()
        return [token.text for token in self.tokens[self.at : self.at + len(wanted)]] == wanted

    # Connectives

    def condition(self) -> Formula:
        """Read a condition: operands joined by `iff`."""
        self.deeper("conditions")
        left = self.implied()
        while self.accept("iff"):
            right = self.implied()
            # Check the size at each `iff`, because `iff` duplicates both sides.
            self.check_parts(2 * (self.parts(left) + self.parts(right)))
            left = some_of([all_of([left, right]), all_of([Not(left), Not(right)])])
        self.depth -= 1
        return left

    def implied(self) -> Formula:
        """Read conditions joined by `implies`."""
        links = [self.either()]
        while self.accepts_implication():
            links.append(self.either())
            if len(links) > DEEPEST:
                raise self.fail(f"expected at most {DEEPEST} conditions joined by 'implies'")
        *premises, conclusion = links
        return some_of([*map(Not, premises), conclusion])

    def accepts_implication(self) -> bool:
        """Skip `implies`, or in a formula an arrow, if it comes next; return whether it was skipped."""
        # An arrow in a rule separates the left side of a move from its right side.
        words = ("implies",) if self.dialect.has_choices else ("implies", *ARROWS)
        return self.accept_one(*words) is not None

    def either(self) -> Formula:
        """Read conditions joined by `or`."""
        parts = [self.both()]
        while self.accepts_or():
            parts.append(self.both())
        return some_of(parts)

    def accepts_or(self) -> bool:
        """Skip `or`, which may be spelt `||`, if it comes next; return whether it was skipped."""
        start = self.at
        self.skip_newlines()
        if self.token.text == self.after.text == "|" and self.token.end == self.after.offset:
            self.tokens[self.at : self.at + 2] = [Token("keyword", "or", self.token.offset, "||")]
        self.at = start
        return self.accept("or")

    def both(self) -> Formula:
        """Read conditions joined by `and` or a comma."""
        parts = [self.negated()]
        while self.goes_on():
            parts.append(self.negated())
        return all_of(parts)

    def goes_on(self) -> bool:
        """Skip `and`, or a comma between conditions, if it comes next; return whether it was skipped."""
        return self.accept("and") or (not self.ends_list() and self.accept(","))

    def ends_list(self) -> bool:
        """Return whether the next token is a comma that separates a condition from a clause of a rule."""
        return self.token.text == "," and self.after.kind == "keyword" and self.after.text in self.dialect.clauses

    def negated(self) -> Formula:
        """Read a quantified condition, a negation, `true`, `false` or an atomic condition."""
        self.shorten_quantifier()
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
                raise self.fail(f"'{words}:' is only allowed at the beginning")
        if self.accept("not"):
            self.deeper("conditions")
            inner = self.negated()
            self.depth -= 1
            return Not(inner)
        if self.accept("true"):
            return TRUE
        if self.accept("false"):
            return FALSE
        return self.atom()

    def shorten_quantifier(self) -> None:
        """Skip `there` before `exists`, and read `for all`, `for every` and `for each` as `all`."""
        self.skip_newlines()
        words = (self.token.text.lower(), self.after.text)
        if words == ("there", "exists"):
            self.at += 1
        elif words in (("for", "all"), ("for", "every"), ("for", "each")) and not self.comes(EVERY_ORDER):
            typed = self.text[self.token.offset : self.after.end]
            self.tokens[self.at : self.at + 2] = [Token("keyword", "all", self.token.offset, typed)]

    def parts(self, condition: Formula) -> int:
        """Return the number of comparisons and connectives in a condition."""
        if id(condition) not in self.counted_parts:
            inside: Sequence[Formula] = ()
            if isinstance(condition, Junction):
                inside = condition.parts
            elif isinstance(condition, Not):
                inside = (condition.part,)
            elif isinstance(condition, Exists):
                inside = (condition.body,)
            # Store the condition, so that Python does not reuse its id for another condition.
            self.counted_parts[id(condition)] = (condition, 1 + sum(map(self.parts, inside)))
        _, parts = self.counted_parts[id(condition)]
        return parts

    def check_parts(self, parts: int) -> None:
        """Raise an error if a condition has too many comparisons and connectives."""
        if parts > MOST_PARTS:
            raise self.fail(
                f"the condition has {parts:,} comparisons and connectives, more than {MOST_PARTS:,}; shorten it"
            )

    # Quantifiers

    def numbers(self, some: bool) -> Formula:
        """Read a quantified condition about numbers, such as `exists n: …`, from its second word on."""
        if not self.dialect.has_quantifiers:
            raise self.fail(
                "rules have no quantified numbers; a name that is not a pile already is a choice of the mover",
                self.tokens[self.at - 1],
            )
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
        """Read a new name for a quantified number."""
        self.skip_newlines()
        token = self.token
        if token.kind != "name" or token.text in self.names:
            raise self.expected("a new name for a number, such as n")
        if product := as_product(token.text, self.names):
            raise self.expected(f"a new name for a number, such as n, that does not look like {product}")
        self.at += 1
        return token.text

    def quantified(self, word: str) -> Formula:
        """Read a quantified condition about piles, such as `all piles even`, from its second word on."""
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
            conditions = [holds(pile) for pile in self.piles]
            return all_of(conditions if word == "all" else [Not(part) for part in conditions])
        return self.counted("least", 1 if size is None else size, holds)

    def pile_word(self) -> None:
        """Skip `pile` or `piles`; raise an error if another word comes next."""
        if not (self.accept("pile") or self.accept("piles")):
            raise self.expected("'pile' or 'piles'")

    def count(self) -> int:
        """Read the number of piles of a quantifier, in digits or in words."""
        self.skip_newlines()
        if self.token.text in NUMBER_WORDS:
            self.at += 1
            return NUMBER_WORDS[self.tokens[self.at - 1].text]
        return self.number("a number", 0)

    def equal(self, word: str, size: int) -> Formula:
        """Return the condition that the piles in all, some or no groups of `size` piles are equal, as `word` says."""
        self.check_cases(comb(len(self.piles), size))
        groups = list(combinations(self.piles, size))
        same = [all_of([Chain.of(Linear.of(one), "=", Linear.of(two)) for one, two in pairwise(g)]) for g in groups]
        if word == "all":
            return all_of(same) if same else TRUE
        return some_of(same) if word == "some" else Not(some_of(same))

    def property_of_piles(self) -> Callable[[str], Formula]:
        """Read a property of piles; return a function that maps the name of a pile to the condition on this pile."""
        holds = self.stated_property()
        return holds if self.dialect.has_quantifiers else lambda pile: without_self_comparisons(holds(pile))

    def stated_property(self) -> Callable[[str], Formula]:
        """Read a property of piles as a condition, which may compare a pile with itself."""
        self.accept("are")
        if self.token.kind == "name" and self.token.text not in self.names and self.tokens[self.at + 1].text == ":":
            name = self.new_name()
            self.expect(":")
            outside = self.names
            self.names = (*self.names, name)
            body = self.condition()
            self.names = outside
            return lambda pile: body.substitute({name: Linear.of(pile)})
        subject = "…"  # a placeholder for the pile; no formula can contain this name
        condition = self.predicate(Expression.of(subject))
        return lambda pile: condition.substitute({subject: Linear.of(pile)})

    def counted(self, which: str, number: int, holds: Callable[[str], Formula]) -> Formula:
        """Return the condition that at least, at most or exactly a given number of piles have a property."""
        if which == "exactly":
            return all_of([self.counted("least", number, holds), self.counted("most", number, holds)])
        if which == "most":
            return Not(self.counted("least", number + 1, holds))
        cases = comb(len(self.piles), number)
        self.check_cases(cases)
        if not 0 < number <= len(self.piles):
            return FALSE if number else TRUE
        self.check_parts(cases * number * self.parts(holds(self.piles[0])))
        conditions = [holds(pile) for pile in self.piles]
        return some_of([all_of(group) for group in combinations(conditions, number)])

    def check_cases(self, cases: int) -> None:
        """Raise an error if a quantifier ranges over too many combinations of piles."""
        if cases > MOST_GROUPS:
            raise self.fail(f"expected at most {MOST_GROUPS:,} groups of piles, got {cases:,}; name the piles instead")

    def columns(self) -> Formula:
        """Read the part of the condition `all columns … mod … = 0` after the words `all columns`."""
        if not self.dialect.has_quantifiers:
            place = self.tokens[self.at - 2]
            raise self.fail("rules have no conditions on columns; only formulas do", place)
        terms = tuple(self.listed() or [Expression.of(pile) for pile in self.piles])
        base = self.number("a base", 2) if self.accept("base") else 2
        self.expect("mod")
        modulus = self.number("a modulus", 1)
        self.expect("=")
        if self.number("0", 0):
            raise self.fail("expected 0: column sums must be divisible by the modulus", self.tokens[self.at - 1])
        return Columns(terms, base, modulus)

    # Atoms

    def atom(self) -> Formula:
        """Read a comparison or a property of a term, or a condition in brackets."""
        self.skip_newlines()
        if (word := self.accept_one("even", "odd")) is not None:
            if self.token.text != "(":
                raise self.expected(f"'(' after '{word}', or a term before it, as in k {word}")
            return parity(self.enclosed(")"), word)
        for kind in (Square, Prime):
            if self.accept(kind.word, "("):
                self.at -= 1
                return kind(self.enclosed(")"))
        if self.names_fibonacci():
            self.at += 1
            return ColumnProgram.fibonacci_number(self.enclosed(")"))
        if self.token.text == "(" and self.holds_condition():
            self.at += 1
            inner = self.condition()
            self.expect(")")
            return inner
        return self.predicate(self.side()[0])

    def names_fibonacci(self) -> bool:
        """Return whether the next tokens are the condition `fibonacci(…)` and `fibonacci` is not the name of a pile."""
        if self.token.text != "fibonacci" or self.after.text != "(":
            return False
        return self.dialect.has_quantifiers and not self.is_variable("fibonacci")

    def holds_condition(self) -> bool:
        """Return whether the bracket at the next token encloses a condition instead of a term."""
        depth = 0
        for token in self.tokens[self.at :]:
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if depth == 0 or token.kind == "end":
                return False
            if token.text in COMPARISON_SIGNS or token.text == "fibonacci":
                return True
            if token.kind == "keyword" and self.occurs_only_in_conditions(token.text):
                return True
        return False

    def occurs_only_in_conditions(self, word: str) -> bool:
        """Return whether a keyword can occur in conditions but not in terms."""
        return word in CONNECTIVES or word in PROPERTIES or word in _QUANTIFIERS or word == "columns"

    def predicate(self, subject: Expression) -> Formula:
        """Read a property of a term: a chain of comparisons, or a word such as `even`, `power of`, `divides` or `in`.

        Raises an error if a rule compares a term with itself.
        """
        start = self.tokens[self.at - 1]
        found = self.any_predicate(subject)
        if self.dialect.has_choices and compares_with_itself(found.part if isinstance(found, Not) else found):
            raise self.fail(f"expected two different sides, found {found}", start)
        return found

    def any_predicate(self, subject: Expression) -> Formula:
        """Read a property of a term as a condition; it may compare the term with itself, as in `a = a`."""
        if self.accept("mod"):
            subject = Expression.of(Mod(subject, self.number("a modulus", 1)))
        named = self.accept("is") or self.accept("are")
        negative = self.token.typed != "!" and self.accept("not")
        if (
            named
            and self.token.text in ("a", "an")
            and self.after.kind == "keyword"
            and self.after.text in _PROPERTY_WORDS
        ):
            self.at += 1  # skip `a` in `k is a power of 2`, even if a is the name of a pile
        quality = self.quality(subject)
        if quality is not None and named and self.token.kind == "name" and self.token.text in ("number", "numbers"):
            self.at += 1  # skip `number` in `k is an odd number`
        if quality is None and (named or negative):
            wanted = "'even', 'odd', 'square', 'prime', 'in' or 'power of', or a sign such as = instead of 'is'"
            raise self.fail(f"expected {wanted}, found {self.token}{self.remedy(subject)}")
        if quality is not None:
            return Not(quality) if negative else quality
        return self.congruence(subject) if self.accept("≡") else self.comparison(subject)

    def quality(self, subject: Expression) -> Formula | None:
        """Read a property such as `even`, `power of` or `divides`; return None if no property comes next."""
        if (word := self.accept_one("even", "odd")) is not None:
            return parity(subject, word)
        token = self.token
        if self.accept("power", "of"):
            base = self.number("a base", 2)
            if self.dialect.has_choices and any(isinstance(call, Mod | Div) for call, _ in subject.calls):
                raise self.fail(f"expected a linear term before 'power of', found {subject}", token)
            return Power(subject, base)
        for kind in (Square, Prime):
            if self.accept(kind.word):
                return kind(subject)
        if self.accept("divides"):
            return Divides(subject, self.compared_side(subject, "divides"))
        return self.members(subject) if self.accept("in") else None

    def unambiguous(self) -> Formula:
        """Read a condition of a clause; raise an error if it mixes `or` and a comma without brackets."""
        start = self.at
        condition = self.condition()
        if (error := diagnosis.comma_beside_or(self, start)) is not None:
            raise error
        return condition

    def members(self, subject: Expression) -> Formula:
        """Read the set after `in`, such as `{1, 3, 5..8}` or `2..5`."""
        if not self.accept("{"):
            start = self.token
            least = Expression.of(0) if self.opens_list() else self.side()[0]
            if not self.accept(".."):
                raise self.fail(f"expected numbers such as {{1, 3, 4}} or 2..5 after 'in', found {start}", start)
            token, most = self.token, self.compared_side(subject, "in")
            if least.is_constant and most.is_constant and most.linear.constant < least.linear.constant:
                raise self.fail(f"expected a number of at least {least}, found {token}", token)
            return Chain((least, subject, most), ("<=", "<="))
        numbers: set[int] = set()
        while True:
            if self.token.text == "..":
                raise self.fail(f"expected a number, found {self.token}; write {subject} in 1..5 for a range")
            if self.token.kind == "name":
                ways = (
                    f"write {subject} = {self.token.text} for one number, {subject} in 1..{self.token.text} for a range"
                )
                raise self.fail(f"expected a number, found {self.token}; {ways}")
            low = high = self.member()
            if self.accept(".."):
                token, high = self.token, self.member()
                if high < low:
                    raise self.fail(f"expected a number of at least {low}, found {token}", token)
            numbers.update(range(low, high + 1))
            if not self.accept(","):
                break
        self.expect("}")
        return Member(subject, tuple(sorted(numbers)))

    def member(self) -> int:
        """Read one number of a set such as `{1, 3, 5..8}`."""
        found = self.number("a number", 0)
        if found > MOST_MEMBERS:
            raise self.fail(f"expected numbers of at most {MOST_MEMBERS:,} in a set", self.tokens[self.at - 1])
        return found

    def congruence(self, left: Expression) -> Formula:
        """Read the part of a congruence after `≡`, as in `a ≡ 1 (mod 3)`; the brackets are optional."""
        sides = [left, self.compared_side(left, "≡")]
        while self.accept("≡"):
            sides.append(self.compared_side(sides[-1], "≡"))
        if self.accept("mod"):
            return congruent(sides, ["="] * (len(sides) - 1), self.number("a modulus", 1))
        if (modulus := self.modulus()) is None:
            raise self.expected("'(mod' and a number after '≡', as in a ≡ 1 (mod 3)")
        return congruent(sides, ["="] * (len(sides) - 1), modulus)

    def modulus(self) -> int | None:
        """Read `(mod 3)` if it comes next and return the modulus; otherwise return None."""
        if not self.accept("(", "mod"):
            return None
        modulus = self.number("a modulus", 1)
        self.expect(")")
        return modulus

    def comparison(self, subject: Expression) -> Formula:
        """Read the part of a comparison after its first side: relations and further sides."""
        sides, relations = [subject], []
        while (relation := self.accept_one(*RELATIONS)) is not None:
            sign, start, left = self.tokens[self.at - 1], self.token, sides[-1]
            relations.append(relation)
            sides.append(self.compared_side(left, relation))
            if {"<", ">"} <= {relation[0] for relation in relations}:
                raise diagnosis.mixed_directions(self, sides, relations, sign)
            if self.tokens[self.at - 2].text == "mod" and self.is_unclear(left, relation, sides[-1]):
                raise diagnosis.ambiguous_residue(self, left, relation, start)
        if self.token.text == "=>" and (self.dialect.has_choices or not relations):
            raise self.fail(f"expected '>=' or 'implies' instead of {self.token}")
        if not relations and self.token.text == "|" != self.after.text:
            raise self.fail(f"expected 'divides' instead of '|': write {subject} divides {self.after.text}")
        if not relations:
            wanted = "a comparison such as <, <=, =, !=, 'is even', 'in {…}' or 'power of'"
            raise self.fail(f"expected {wanted}, found {self.token}{self.remedy(subject)}")
        if self.token.kind == "keyword" and self.token.text in _PROPERTY_WORDS:
            alone = f"{subject} {self.token.text}{' of 2' * (self.token.text == 'power')}"
            both = f"expected '{relations[-1]}' or {self.token}, not both"
            raise self.fail(f"{both}: write {alone}, or two conditions")
        self.latest = Compared(subject, relations[-1], self.depth)
        start = self.token
        if (modulus := self.modulus()) is None:
            return Chain(tuple(sides), tuple(relations))
        if not set(relations) <= {"=", "!="}:
            raise self.fail(f"expected '=' or '≡' before '(mod {modulus})', found '{relations[-1]}'", start)
        return congruent(sides, relations, modulus)

    def remedy(self, subject: Expression) -> str:
        """Return a hint for the error about a term without a comparison: `; write a = b`, or an empty string."""
        latest = self.latest
        return diagnosis.remedy_for_words(self, subject, None if latest is None else (latest.left, latest.relation))

    def compared_side(self, left: Expression, relation: str) -> Expression:
        """Read the next side of a comparison."""
        self.compared, self.loose = Compared(left, relation, self.depth), None
        side = self.side()[0]
        self.compared = None
        if self.loose is not None and self.goes_on_comparing():
            raise diagnosis.missing_operator(self, self.loose, ",", "another condition")
        return side

    def goes_on_comparing(self) -> bool:
        """Return whether another relation or property follows the side of a comparison that was just read."""
        following = next(token for token in self.tokens[self.at :] if token.kind != "newline")
        return following.text in COMPARISON_SIGNS or (following.kind == "keyword" and following.text in _PROPERTY_WORDS)

    def is_unclear(self, left: Expression, relation: str, residue: Expression) -> bool:
        """Return whether an equation with a residue, such as `a = b mod 2`, may be meant as a congruence."""
        # A congruence cannot define a value, so `value = b mod 2` is not ambiguous.
        return str(left) not in self.defined and may_be_congruence(left, relation, residue)


def congruent(sides: Sequence[Expression], relations: Sequence[str], modulus: int) -> Formula:
    """Return the condition that terms are congruent (`=`) or not congruent (`!=`) modulo a number."""

    def residue(side: Expression) -> Expression:
        if side.is_constant:
            return Expression.of(side.linear.constant % modulus)
        known = isinstance(side.call, Mod) and side.call.modulus == modulus
        return side if known else Expression.of(Mod(side, modulus))

    return Chain(tuple(map(residue, sides)), tuple(relations))


def parity(term: Expression, word: str) -> Formula:
    """Return the parsed condition `term is even` or `term is odd`, as a comparison of a residue."""
    return Chain((Expression.of(Mod(term, 2)), Expression.of(int(word == "odd"))), ("=",))
