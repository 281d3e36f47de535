"""Parser of questions about proved sets (`parse_question`), such as `all a: exists unique b: P(a, b)`.

A question is a formula (`condition_parser`) with additional conditions, quantifiers and terms, such as `exists unique`,
`exists infinitely many`, `least` and `value`. The grammar of questions is in docs/formulas.md. The names of predicates
depend on the question: `P`, `N`, `move`, `terminal`, and the names that the user gives to other games and sets. A name
that no quantifier introduces is free; the answer to a question with free names is the set of their values.

The parser replaces the additional quantifiers and terms by `exists`, `not` and `and`, so that the result is an ordinary
formula with the condition `InSet`.

- `exists unique b: F(b)` becomes `exists b: F(b) and not exists c: F(c) and c != b`.
- `exists infinitely many (a, b): F` becomes `all n: exists a, b: (a >= n or b >= n) and F`. The condition `exists
  finitely many` is the negation of `exists infinitely many`, so it is also true if F has no solution.
- A condition that contains the term `least b: F(b)` becomes `exists m: F(m) and not (exists b: b < m and F(b)) and …`,
  with m instead of the term. If no number satisfies the condition F(b), a condition with the term `least b: F(b)` is
  false.
- A condition that contains `value(a, b)` becomes `exists v: value(a, b) = v and …`, with v instead of the term. If (a,
  b) is not a position, a condition with the term `value(a, b)` is false.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, permutations

from sprague.errors import NotationError
from sprague.language.condition_parser import FORMULA_WORDS, ORDERS, SOME_ORDER, ConditionReader
from sprague.language.conditions import (
    COMPARISON_SIGNS,
    RELATIONS,
    VALUE,
    Chain,
    Exists,
    Formula,
    InSet,
    Junction,
    Member,
    Not,
    all_of,
    some_of,
)
from sprague.language.expressions import Expression
from sprague.language.suggestions import as_product, suggest_name
from sprague.language.tokens import Token
from sprague.linear.terms import Linear

QUESTION_WORDS = FORMULA_WORDS | {"unique", "finitely", "infinitely", "many"}
_SEPARATORS = (",", ";", "|")
# Maps words and letters that are common in the literature to the predicate that the user probably means.
_SYNONYMS: Mapping[str, str] = {
    **dict.fromkeys(("g", "grundy", "nimber", "sg"), VALUE),
    **dict.fromkeys(("option", "options", "moves"), "move"),
    **dict.fromkeys(("cold", "losing", "loses", "outcome"), "P"),
    **dict.fromkeys(("hot", "winning", "wins"), "N"),
}


@dataclass(frozen=True, slots=True)
class LeastTerm:
    """A term such as `least b: P(a, b)` in a question: its text, and the condition that the term has a value."""

    text: str
    has_value: Formula

    @property
    def names(self) -> tuple[str, ...]:
        """The free names of the term, sorted."""
        return tuple(sorted(self.has_value.names))


@dataclass(frozen=True, slots=True)
class Question:
    """A question about proved sets: its text, its translation into a formula, its free names, and its `least` terms."""

    text: str
    formula: Formula
    names: tuple[str, ...]
    least_terms: tuple[LeastTerm, ...] = ()


@dataclass(frozen=True, slots=True)
class TermQuestion:
    """A question about a term with free names, such as `least b: P(a, b)`.

    The field `value` is a name; `formula` states that the number with this name is the value of the term.
    """

    text: str
    formula: Formula
    names: tuple[str, ...]
    value: str


def parse_question(text: str, predicates: Mapping[str, int], piles: Sequence[str] = ()) -> Question:
    """Parse a question about proved sets.

    >>> parse_question("all a: exists b: P(a, b)", {"P": 2}).names
    ()
    >>> print(parse_question("exists a, b: P(a, b) and P(a + i, b + j)", {"P": 2}).names)
    ('i', 'j')

    Args:
        text: the question.
        predicates: the number of arguments of each predicate; `value` has one for each entry of a position.
        piles: the names of the piles of the game, over which `max`, `all piles …` and `in some order:` range.

    Raises:
        NotationError: if the text is not a question.
    """
    reader = _reader(text, predicates, piles)
    formula = _with_value_sets(reader.whole())
    least_terms = tuple(LeastTerm(one.text, _with_value_sets(one.has_value)) for one in reader.least_terms)
    return Question(_in_one_line(text), formula, reader.free_names(formula), least_terms)


def parse_term_question(text: str, predicates: Mapping[str, int], piles: Sequence[str] = ()) -> TermQuestion | None:
    """Parse a term with free names, such as `least b: P(a, b)`; return None if the text is not a term.

    >>> found = parse_term_question("least b: P(a, b)", {"P": 2})
    >>> found.names
    ('a',)
    """
    reader = _reader(text, predicates, piles)
    try:
        term = reader.side()[0]
        reader.skip_newlines()
        if reader.token.kind != "end":
            return None
    except NotationError:
        return None
    value = reader.fresh_name("value")
    formula = reader.with_terms(Chain.of(Linear.of(value), "=", term))
    names = tuple(name for name in reader.free_names(formula) if name != value)
    return TermQuestion(_in_one_line(text), _with_value_sets(formula), names, value)


def _reader(text: str, predicates: Mapping[str, int], piles: Sequence[str]) -> QuestionReader:
    return QuestionReader(text, "a question", QUESTION_WORDS, tuple(piles), (), predicates=predicates)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


@dataclass
class QuestionReader(ConditionReader):
    """A parser of questions; `predicates` gives the number of arguments of each predicate."""

    predicates: Mapping[str, int] = field(default_factory=dict, kw_only=True)
    free: dict[str, Token] = field(default_factory=dict, init=False)  # free names in order of appearance
    bound: set[str] = field(default_factory=set, init=False)  # names that a quantifier of the question has introduced
    fresh: set[str] = field(default_factory=set, init=False)  # names that the parser has added to the question
    least_terms: list[LeastTerm] = field(default_factory=list, init=False)
    # names that replace terms such as `value(a, b)` in the current atom, each with its definition
    pending: list[tuple[str, Formula]] = field(default_factory=list, init=False)

    def free_names(self, formula: Formula) -> tuple[str, ...]:
        """Return the free names of a formula: names in the text, in order of appearance, and then other piles."""
        return tuple(name for name in dict.fromkeys((*self.free, *self.piles)) if name in formula.names)

    # Names

    def fresh_name(self, like: str) -> str:
        """Return a new name that resembles a given name and does not occur in the question."""
        taken = {token.text for token in self.tokens} | self.fresh | set(self.piles)
        stem = like.rstrip("'")
        found = next(name for number in count(1) if (name := stem + "'" * number) not in taken)
        self.fresh.add(found)
        return found

    def is_variable(self, name: str) -> bool:
        """Return whether a name denotes a number and not a function or a predicate."""
        return name in self.names or name in self.free

    def variable(self, token: Token) -> Expression:
        """Read a name in a question as a term; a name that no quantifier has introduced becomes free."""
        if not self.is_variable(token.text):
            if self.applied_to_bracket() or token.text in self.predicates:
                raise self.no_number(token)
            if product := as_product(token.text, (*self.names, *self.free)):
                raise self.fail(f"expected a name, found {token}; did you mean {product}?", token)
            if token.text in self.bound:
                raise self.fail(
                    f"the name {token} was introduced by a quantifier that does not reach here; put the conditions "
                    "about it into brackets after the colon, or choose another name",
                    token,
                )
            self.free[token.text] = token
        self.at += 1
        return Expression.of(token.text)

    def no_number(self, token: Token) -> NotationError:
        """Return the error for a predicate that is used as a number."""
        if token.text not in self.predicates:
            known = (*self.predicates, *self.dialect.functions)
            meant = _SYNONYMS.get(token.text.lower())
            hint = f"; did you mean {meant}?" if meant is not None else suggest_name(token.text, known)
            games = sorted({name.partition(".")[0] for name in self.predicates if "." in name} - {"misere", "normal"})
            if token.text in games:
                return self.fail(
                    f"{token} is a game and not a predicate; write {token.text}.P(…) for its P-positions", token
                )
            others = f", or one of the predicates of {', '.join(games)}" if games else ""
            plain = ", ".join(name for name in self.predicates if "." not in name)
            return self.fail(
                f"expected one of the predicates {plain}{others}, or a function, found {token}{hint}", token
            )
        shown = ", ".join("abcdefgh"[: self.predicates[token.text]])
        return self.fail(f"{token} is a predicate; write its arguments in brackets, as in {token.text}({shown})", token)

    def new_name(self) -> str:
        """Read a new name for a quantified number of a question."""
        self.skip_newlines()
        token = self.token
        if token.kind == "name" and token.text in self.predicates:
            raise self.fail(f"{token} is a predicate; choose another name for the number", token)
        if token.kind == "name" and token.text in self.free:
            raise self.fail(f"{token} already occurs outside this quantifier; choose another name", token)
        if token.kind == "name" and token.text in self.names:
            raise self.fail(f"an outer quantifier already introduces {token}; choose another name", token)
        found = super().new_name()
        self.bound.add(found)
        return found

    # Quantifiers

    def quantified_names(self) -> list[str]:
        """Read the names after a quantifier, which may be in brackets."""
        brackets = self.accept("(")
        found = [self.new_name()]
        while self.accept(","):
            found.append(self.new_name())
            if found[-1] in found[:-1]:
                raise self.fail(f"the name '{found[-1]}' occurs twice", self.tokens[self.at - 1])
        if brackets:
            self.expect(")")
        return found

    def upper_bound(self) -> Expression | None:
        """Read the upper bound of quantified numbers, such as `<= n`, if it comes next."""
        token = self.token
        if self.accept("<"):
            raise self.fail("a bound is written with <=, as in exists n <= a:", token)
        if not self.accept("<="):
            return None
        before = len(self.pending)
        bound = self.side()[0]
        if len(self.pending) > before:
            raise self.fail("a bound must not contain 'least' or 'value'; write a condition after the colon", token)
        return bound

    def scope(self, names: Sequence[str]) -> Formula:
        """Read the colon and the condition after quantified names; the names may occur in the condition."""
        if self.token.text in (*COMPARISON_SIGNS, "in"):
            raise self.late_condition()
        self.expect(":")
        outside, pending = self.names, self.pending
        self.names, self.pending = (*self.names, *names), []
        body = self.condition()
        self.names, self.pending = outside, pending
        return body

    def late_condition(self) -> NotationError:
        """Return the error for a condition between the names of a quantifier and its colon."""
        return self.fail(
            f"expected ':', found {self.token}; only an upper bound such as <= 5 may come before the colon: write "
            "exists a: a > 3 and …, or all a: a > 3 implies …"
        )

    def pile_word(self) -> None:
        """Skip `pile` or `piles`; raise an error if another word comes next."""
        if self.token.text in COMPARISON_SIGNS:
            raise self.late_condition()
        super().pile_word()

    def numbers(self, some: bool) -> Formula:
        """Read a quantified condition about numbers, such as `exists unique n: …`, from its second word on."""
        word = None
        if some:
            if self.accept("unique") or (self.token.text == "not" and self.token.typed == "!" and self.accept("not")):
                word = "unique"
            elif (word := self.accept_one("finitely", "infinitely")) is not None:
                self.expect("many")
        names = self.quantified_names()
        bound = self.upper_bound()
        body = self.scope(names)
        if word is not None and bound is not None:
            limits = [Chain((Expression.of(name), bound), ("<=",)) for name in names]
            body, bound = all_of([*limits, body]), None
        if word == "unique":
            return self.unique(names, body)
        if word is not None:
            infinite = self.infinite(names, body)
            return infinite if word == "infinitely" else Not(infinite)
        found = _exist(names, body if some else Not(body), bound)
        return found if some else Not(found)

    def unique(self, names: Sequence[str], body: Formula) -> Formula:
        """Return the condition `exists unique …` of a question: exactly one tuple of numbers satisfies the body."""
        self.check_parts(2 * self.parts(body))
        others = [self.fresh_name(name) for name in names]
        other = body.substitute(dict(zip(names, map(Linear.of, others), strict=True)))
        differ = some_of([Chain.of(one, "!=", two) for one, two in zip(others, names, strict=True)])
        return _exist(names, all_of([body, Not(_exist(others, all_of([other, differ])))]))

    def infinite(self, names: Sequence[str], body: Formula) -> Formula:
        """Return the condition `exists infinitely many …` of a question: infinitely many tuples satisfy the body."""
        least = self.fresh_name("n")
        large = some_of([Chain.of(least, "<=", name) for name in names])
        return Not(Exists(least, Not(_exist(names, all_of([large, body])))))

    def negated(self) -> Formula:
        """Read a quantified condition, a negation, a constant, a prefix such as `in some order:`, or an atom."""
        self.shorten_quantifier()
        for words in ORDERS:
            if self.comes(words):
                return self.in_orders(words)
        if self.comes("all (") and self.tokens[self.at + 1].text == "(":
            self.accept("all")
            return self.numbers(some=False)
        pending, self.pending = self.pending, []
        try:
            return self.with_terms(super().negated())
        finally:
            self.pending = pending

    def with_terms(self, formula: Formula) -> Formula:
        """Add `exists` and a definition to a condition for each name that replaces a term such as `value(a, b)`."""
        if not self.pending:
            return formula
        names, definitions = zip(*self.pending, strict=True)
        self.pending = []
        return _exist(names, all_of([*definitions, formula]))

    def in_orders(self, words: str) -> Formula:
        """Read `in some order: …` or `for every order: …`; a list of names may precede the colon."""
        start = self.token
        self.at += len(words.split())
        if self.accept("of"):
            names = [self.order_name()]
            while self.accept(","):
                names.append(self.order_name())
        else:
            names = list(self.piles)
        body = self.scope([])
        missing = [name for name in names if name not in body.names]
        if len(missing) == len(names):
            raise self.fail(
                f"'{words}:' is about {', '.join(names)}, which do not occur after it; list the names, as in "
                f"{words} of x, y: …",
                start,
            )
        orders = list(permutations(names)) if len(names) <= 4 else []
        if not orders:
            raise self.fail(f"expected at most 4 names for '{words}', found {len(names)}", start)
        self.check_parts(len(orders) * self.parts(body))
        found = [
            body.substitute({old: Linear.of(new) for old, new in zip(names, order, strict=True) if old != new})
            for order in orders
        ]
        distinct = list({part.key: part for part in found}.values())
        return some_of(distinct) if words == SOME_ORDER else all_of(distinct)

    def order_name(self) -> str:
        """Read a name in the list after `in some order of`."""
        self.skip_newlines()
        if self.token.kind != "name":
            raise self.expected("the name of a number")
        if not self.is_variable(self.token.text):
            self.variable(self.token)
            self.at -= 1
        self.at += 1
        return self.tokens[self.at - 1].text

    # Atoms and terms

    def atom(self) -> Formula:
        """Read a predicate, a comparison or a property of a term, or a condition in brackets."""
        self.skip_newlines()
        token = self.token
        if token.kind == "name" and self.applied_to_bracket() and not self.is_variable(token.text):
            if token.text in self.predicates and token.text.rpartition(".")[2] != VALUE:
                self.at += 1
                found = InSet(token.text, self.arguments(token))
                self.refuse_comparison(token)
                return found
            if token.text not in self.predicates and self.looks_like_predicate(token.text):
                raise self.no_number(token)
        if token.kind == "name" and self.after.kind == "name":
            raise self.unknown_words(token)
        if token.text in ("unique", "finitely", "infinitely"):
            raise self.fail(f"expected 'exists' before {token}")
        return super().atom()

    def unknown_words(self, token: Token) -> NotationError:
        """Return the error for two names side by side, the first of which probably stands for a quantifier."""
        if token.text.lower() == "if":
            return self.fail("a condition has no 'if'; write … implies …", token)
        if token.text.lower() in ("min", "minimum", "minimal", "smallest", "first"):
            return self.fail(f"expected a quantifier, found {token}; did you mean least?", token)
        return self.fail(
            f"expected an operator after {token}, or one of the quantifiers all, exists, exists unique and least "
            f"instead of {token}",
            token,
        )

    def comparison(self, subject: Expression) -> Formula:
        """Read the part of a comparison after its first side, in a question."""
        if self.pending and self.token.text not in RELATIONS:
            raise self.fail(
                f"expected a comparison, found {self.token}; 'least …' and 'value(…)' are numbers, which need a "
                "comparison, as in (least b: P(a, b)) = c or value(a, b) = n; 'sprague sequence' prints such numbers"
            )
        return super().comparison(subject)

    def looks_like_predicate(self, name: str) -> bool:
        """Return whether a name before a bracket may be a predicate, because it is not a function of formulas."""
        if name.lower() in (*self.dialect.functions, "square", "prime"):
            return False
        if "." in name or name[0].isupper() or name.lower() in map(str.lower, self.predicates):
            return True
        return name in _SYNONYMS

    def refuse_comparison(self, token: Token) -> None:
        """Raise an error if a sign that joins numbers follows a predicate, because a predicate is true or false."""
        if self.token.text in ("|", "xor"):
            instead = "or" if self.token.text == "|" else "not (… iff …)"
            raise self.fail(f"{self.token} joins numbers and not conditions; write {instead}")
        if self.token.text in (*COMPARISON_SIGNS, "+", "-", "*"):
            hint = "; put 'least …' into brackets before a comparison" if self.in_least else ""
            raise self.fail(f"'{token.text}(…)' is true or false, so {self.token} cannot follow it{hint}")

    @property
    def in_least(self) -> bool:
        """Whether the question contains the word `least` before the next token."""
        return any(token.text == "least" for token in self.tokens[: self.at])

    def arguments(self, token: Token) -> tuple[Expression, ...]:
        """Read the arguments of a predicate after its name."""
        self.deeper("brackets", token)
        self.expect("(")
        found: list[Expression] = []
        wanted = self.predicates[token.text]
        while not found or self.accept_one(*_SEPARATORS) is not None:
            # A position may have its own brackets, as in move((a, b), (c, d)).
            own = self.opens_list() and self.accept("(")
            found.append(self.side()[0])
            while own and not self.accept(")"):
                if self.accept_one(",", "|") is None:
                    raise self.expected("',' or ')'")
                found.append(self.side()[0])
        self.depth -= 1
        if not self.accept(")"):
            raise self.expected("',' or ')'")
        if len(found) != wanted:
            half = wanted // 2
            letters = "abcdefghijklmnopqrstuvwxyz"
            shown = ", ".join(letters[:wanted])
            if token.text.rpartition(".")[2] == "move":
                shown = f"{', '.join(letters[:half])}; {', '.join(letters[half:wanted])}"
            some = f"{wanted} argument{'s' * (wanted != 1)}"
            raise self.fail(f"expected {some} of {token}, as in {token.text}({shown}), found {len(found)}", token)
        return tuple(found)

    def holds_condition(self) -> bool:
        """Return whether the bracket at the next token encloses a condition of a question instead of a term."""
        depth = 0
        least_depth: int | None = None  # bracket depth at the word `least`, whose term is skipped
        for number in range(self.at, len(self.tokens)):
            token = self.tokens[number]
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if least_depth is not None:
                if depth >= least_depth:
                    continue
                least_depth = None
            if depth == 0 or token.kind == "end":
                return False
            if token.text == "least" and self.tokens[number - 1].text != "at":
                least_depth = depth
                continue
            if token.text in COMPARISON_SIGNS:
                return True
            if token.kind == "keyword" and self.occurs_only_in_conditions(token.text):
                return True
            if token.text in self.predicates and token.text.rpartition(".")[2] != VALUE:
                return True
        return False

    def factor(self) -> Expression:
        """Read a factor: a number, a name, a bracket, a function, `least …` or `value(…)`."""
        self.skip_newlines()
        token = self.token
        if token.kind == "keyword" and token.text == "least":
            self.at += 1
            return self.least(token)
        if token.text in self.predicates and self.after.text == "(" and not self.is_variable(token.text):
            if token.text.rpartition(".")[2] != VALUE:
                raise self.fail(f"'{token.text}(…)' is true or false; a number is expected here", token)
            self.at += 1
            position = self.arguments(token)
            value = self.fresh_name("v")
            self.pending.append((value, InSet(token.text, (*position, Expression.of(value)))))
            return Expression.of(value)
        return super().factor()

    def least(self, token: Token) -> Expression:
        """Read the term `least b: …` from its second word on."""
        if self.token.text == "(":
            raise self.fail("'least' takes one name without brackets, as in least b: P(a, b)")
        name = self.new_name()
        bound = self.upper_bound()
        body = self.scope([name])
        if bound is not None:
            body = all_of([Chain((Expression.of(name), bound), ("<=",)), body])
        self.check_parts(2 * self.parts(body))
        found = self.fresh_name(name)
        written = self.text[token.offset : self.tokens[self.at - 1].end]
        self.least_terms.append(LeastTerm(_in_one_line(written), Exists(name, body)))
        smaller = Exists(name, all_of([Chain.of(name, "<", found), body]))
        self.pending.append((found, all_of([body.substitute({name: Linear.of(found)}), Not(smaller)])))
        return Expression.of(found)


def _exist(names: Sequence[str], body: Formula, bound: Expression | None = None) -> Formula:
    """Return a condition with the quantifier `exists` for each of the given names."""
    for name in reversed(names):
        body = Exists(name, body, bound)
    return body


def _with_value_sets(formula: Formula) -> Formula:
    """Return a formula in which comparisons of Grundy values with numbers become conditions on sets of positions.

    `exists v: value(a, b) = v and v = 2` becomes `value(a, b) = 2`, which needs no theorem about all Grundy values.
    """
    match formula:
        case Junction(word, parts):
            return Junction(word, tuple(map(_with_value_sets, parts)))
        case Not(part):
            return Not(_with_value_sets(part))
        case Exists(name, Junction("and", (InSet(of, terms), compared)), None) if of.rpartition(".")[
            2
        ] == VALUE and terms[-1] == Expression.of(name):
            numbers = _compared_numbers(name, compared)
            if numbers is not None and not any(name in term.names for term in terms[:-1]):
                wanted, inside = numbers
                sets = some_of([InSet(f"{of}={number}", terms[:-1]) for number in wanted])
                if inside:
                    return sets
                game = of.rpartition(".")[0]
                place = InSet(f"{game}.position" if game else "position", terms[:-1])
                return all_of([place, Not(sets)]) if wanted else place
            return formula
        case Exists(name, body, bound):
            return Exists(name, _with_value_sets(body), bound)
    return formula


# Comparisons with Grundy values up to this bound use sets of positions; other comparisons use the Grundy function.
MOST_VALUES = 20


def _compared_numbers(name: str, formula: Formula) -> tuple[list[int], bool] | None:
    """Return a list of Grundy values; also whether a comparison allows exactly these (True) or all others (False).

    The result is None if `formula` does not compare `name` with a small number.
    """
    value = Expression.of(name)
    if isinstance(formula, Member) and formula.term == value:
        return (list(formula.numbers), True) if max(formula.numbers) <= MOST_VALUES else None
    if not isinstance(formula, Chain) or len(formula.relations) != 1:
        return None
    (left, right), (relation,) = formula.sides, formula.relations
    if left.is_constant:
        left, right = right, left
        relation = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(relation, relation)
    if left != value or not right.is_constant:
        return None
    number = right.linear.constant
    if not 0 <= number <= MOST_VALUES:
        return None
    return {
        "=": ([number], True),
        "!=": ([number], False),
        "<": (list(range(number)), True),
        "<=": (list(range(number + 1)), True),
        ">": (list(range(number + 1)), False),
        ">=": (list(range(number)), False),
    }[relation]
