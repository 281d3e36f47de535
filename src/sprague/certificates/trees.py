"""Conversion of terms, formulas and rules to and from the JSON trees in certificates (`write_rule`, `read_rule`).

>>> from sprague.language.formula_parser import parse_formula
>>> formula = parse_formula("a = b and even(v2(c - a))", ("a", "b", "c"))
>>> tree = write_formula(formula)
>>> tree
['and', ['compare', 'a', '=', 'b'], ['compare', ['mod', ['valuation', 2, ['-', 'c', 'a']], 2], '=', 0]]
>>> read_formula(tree, {"a", "b", "c"}) == formula
True

A program can read JSON trees without a parser, because they consist of lists and objects instead of text. Squares,
primes, divisors, products and Python functions have no JSON tree, because no automaton decides them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial

from sprague.certificates.column_programs import read_program, write_program
from sprague.certificates.json_values import (
    LARGEST_NUMBER,
    LONGEST_LIST,
    Tree,
    check_depth,
    read_list,
    read_name,
    read_natural,
    read_number,
    read_object,
    read_word,
    refuse,
)
from sprague.certificates.names import Names, new_name
from sprague.errors import SpragueError, clip
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import (
    FALSE,
    RELATIONS,
    TRUE,
    Chain,
    Columns,
    Compare,
    Exists,
    Formula,
    InSet,
    Junction,
    Member,
    Not,
    Power,
    all_of,
    some_of,
)
from sprague.language.expressions import (
    FIBONACCI,
    SEVERAL,
    Abs,
    Call,
    Div,
    Expression,
    FibLow,
    FibShift,
    FibZeros,
    Lowest,
    Max,
    Min,
    Mod,
    OfSeveral,
    Product,
    Valuation,
    Xor,
)
from sprague.language.rule_ast import CIRCLE, MOST_PILES, ROW, Arrangement, Block, MoveAst, RuleAst
from sprague.linear.terms import Linear
from sprague.rules.blocking import MOST_BLOCKED
from sprague.rules.ruleset import Ruleset

LARGEST_BASE = 10
LARGEST_MODULUS = 10**6
MOST_TIMES = 9  # greatest k in the recurrence w(n + 1) = k w(n) + w(n - 1) of the place values of a numeration
MOST_TERMS = 50  # greatest number of arguments of min and max
MOST_MOVES = 500
MOST_MEMBERS = 10_000  # greatest element of a set in a formula

STANDINGS = {"circles": CIRCLE, "rows": ROW}


class _AsWritten(dict[str, str]):
    """A mapping that maps every name to itself."""

    def __missing__(self, name: str) -> str:
        return name


AS_WRITTEN: Mapping[str, str] = _AsWritten()


# Names


def names_of(rule: Ruleset, formulas: Iterable[Formula] = (), kept: Iterable[str] = ()) -> Names:
    """Return a mapping from the names in a rule and its formulas to their names in the JSON trees of a certificate.

    `kept` contains names that must not be replaced. The mapping of the names in the rule does not depend on the
    formulas.
    """
    found = list(rule.names)
    for move in rule.ast.moves:
        for entry in move.entries:
            found += sorted(entry.names)
        found += names_in(move.where)
    return Names(found, kept).extended(name for formula in formulas for name in names_in(formula))


def names_in(formula: Formula) -> list[str]:
    """Return the free and bound names in a formula without repetitions, in a fixed order."""
    found: dict[str, None] = {}

    def collect(part: Formula) -> None:
        if isinstance(part, Junction):
            for inner in part.parts:
                collect(inner)
        elif isinstance(part, Not):
            collect(part.part)
        elif isinstance(part, Exists):
            found.update(dict.fromkeys([*sorted(part.bound.names if part.bound else ()), part.name]))
            collect(part.body)
        else:
            found.update(dict.fromkeys(sorted(part.names)))

    collect(formula)
    return list(found)


# Terms


def write_linear(term: Linear, names: Mapping[str, str] = AS_WRITTEN) -> Tree:
    """Return a linear term as a JSON tree of a certificate.

    >>> write_linear(Linear.of("a") * 2 - Linear.of("k") + 1)
    ['-', ['+', ['*', 2, 'a'], 1], 'k']
    """
    return write_term(Expression(term), names)


def write_term(term: Expression, names: Mapping[str, str] = AS_WRITTEN) -> Tree:
    """Return a term as a JSON tree of a certificate; the tree has the form (positive parts) - (negative parts)."""
    linear = sorted((names[name], factor) for name, factor in term.linear.coefficients)
    calls = [(_write_call(call, names), factor) for call, factor in term.calls]
    constant = [(1, term.linear.constant)] if term.linear.constant else []
    parts: list[tuple[Tree, int]] = [*linear, *calls, *constant]
    if any(abs(factor) > LARGEST_NUMBER for _, factor in parts):
        raise SpragueError(f"'{clip(str(term))}' has a number above 10^30, the limit in certificates")
    signs = [factor > 0 for _, factor in calls]
    added = [part for part in parts if part[1] > 0]
    subtracted = [(part, -factor) for part, factor in parts if factor < 0]
    # The tree keeps the order of the function calls, so that the reader returns an equal term.
    if not added or not subtracted or signs != sorted(signs, reverse=True):
        return _write_sum(parts)
    return ["-", _write_sum(added), _write_sum(subtracted)]


def _write_sum(parts: Sequence[tuple[Tree, int]]) -> Tree:
    written = [factor if part == 1 else part if factor == 1 else ["*", factor, part] for part, factor in parts]
    return 0 if not written else written[0] if len(written) == 1 else ["+", *written]


def _write_call(call: Call, names: Mapping[str, str]) -> Tree:
    arguments = [write_term(argument, names) for argument in call.arguments]
    match call:
        case Product():
            raise SpragueError(
                f"the product '{clip(str(call))}' cannot be part of a certificate; no automaton decides it"
            )
        case OfSeveral():
            return [call.word, *arguments]
        case Div():
            return ["div", *arguments, call.divisor]
        case Mod():
            return ["mod", *arguments, call.modulus]
        case Abs():
            return ["abs", *arguments]
        case Valuation():
            return ["valuation", call.base, *arguments]
        case Lowest():
            return ["lowest", call.base, *arguments]
        case FibShift():
            return ["fib_shift", call.times, *arguments]
        case FibZeros():
            return ["fib_zeros", call.times, *arguments]
        case FibLow():
            return ["fib_low", call.times, *arguments]
    raise SpragueError(f"'{clip(str(call))}' cannot be part of a certificate; no automaton decides it")


def read_term(tree: Tree, known: Set[str], where: str = "term") -> Expression:
    """Return the term that a JSON tree of a certificate describes."""
    check_depth(tree, where)
    return _TreeReader(frozenset(known)).term(tree, where)


def read_linear(tree: Tree, known: Set[str], where: str = "term") -> Linear:
    """Return the linear term that a JSON tree of a certificate describes."""
    found = read_term(tree, known, where)
    if not found.is_linear:
        refuse(where, "a linear term", tree)
    return found.linear


# Formulas


def write_formula(formula: Formula, names: Mapping[str, str] = AS_WRITTEN) -> Tree:
    """Return a formula as a JSON tree of a certificate."""
    tree = _write_formula(formula, names)
    check_depth(tree, "formula")
    return tree


def _write_formula(formula: Formula, names: Mapping[str, str]) -> Tree:
    match formula:
        case InSet(name, terms):
            return ["member", name, [write_term(term, names) for term in terms]]
        case Compare(left, relation, right):
            return ["compare", write_term(left, names), relation, write_term(right, names)]
        case Chain(sides, relations):
            rest = ((sign, write_term(side, names)) for sign, side in zip(relations, sides[1:], strict=True))
            return ["compare", write_term(sides[0], names), *(item for pair in rest for item in pair)]
        case Member(term, _):
            numbers = [low if low == high else [low, high] for low, high in formula.runs]
            return _join_parts("or", [["in", write_term(term, names), part] for part in _chunks(numbers)])
        case Power(term, base):
            _check_base(base, formula)
            return ["power", write_term(term, names), base]
        case Columns(terms, base, modulus):
            _check_base(base, formula)
            if modulus > LARGEST_MODULUS:
                raise SpragueError(f"'{clip(str(formula))}' has a modulus above 10^6, the limit in certificates")
            return ["columns", [write_term(term, names) for term in terms], base, modulus]
        case ColumnProgram():
            return ["program", write_program(formula, partial(write_term, names=names))]
        case Junction(word, parts):
            written = [_write_formula(part, names) for part in parts]
            return _join_parts(word, [[word, *part] for part in _chunks(written)])
        case Not(part):
            return ["not", _write_formula(part, names)]
        case Exists(name, body, None):
            return ["exists", names[name], _write_formula(body, names)]
        case Exists(name, body, bound):
            assert bound is not None
            return ["exists", names[name], _write_formula(body, names), write_term(bound, names)]
    raise SpragueError(f"the condition '{clip(str(formula))}' cannot be part of a certificate; no automaton decides it")


def _chunks(items: Sequence[Tree]) -> list[Sequence[Tree]]:
    """Split items into lists of at most `LONGEST_LIST` items; if there are no items, return one empty list."""
    return [items[start : start + LONGEST_LIST] for start in range(0, len(items), LONGEST_LIST)] or [items]


def _join_parts(word: str, trees: Sequence[Tree]) -> Tree:
    """Return the JSON tree of a conjunction or disjunction of parts; the tree of a single part is the part itself."""
    return trees[0] if len(trees) == 1 else [word, *trees]


def _check_base(base: int, formula: Formula) -> None:
    if base > LARGEST_BASE:
        raise SpragueError(f"'{clip(str(formula))}' uses base {base}; certificates allow bases up to {LARGEST_BASE}")


def read_formula(tree: Tree, known: Set[str], where: str = "formula") -> Formula:
    """Return the formula that a JSON tree of a certificate describes; only the given names may be free.

    >>> print(read_formula(["exists", "n", ["compare", "a", "=", ["*", 2, "n"]]], {"a"}))
    exists n: a = 2n
    """
    check_depth(tree, where)
    return _TreeReader(frozenset(known)).formula(tree, where)


class _TreeReader:
    """The reader of terms and formulas from the JSON trees of certificates.

    `known` contains the names that may occur in a tree. If `known` is None, every name is allowed, and the reader
    stores the names in `found`. The reader renames bound names that shadow other names, because the notation does not
    allow shadowing. `spelling` maps the names of the tree to the new names in the current scope.
    """

    def __init__(self, known: frozenset[str] | None, spelling: Mapping[str, str] | None = None) -> None:
        self.known = known
        self.found: dict[str, None] = {}
        self.spelling = dict(spelling or {})

    # Terms

    def term(self, tree: Tree, where: str) -> Expression:
        if isinstance(tree, str):
            return Expression.of(self.name(tree, where))
        if not isinstance(tree, list):
            return Expression.of(read_number(tree, where))
        if not tree or not isinstance(tree[0], str):
            refuse(where, 'a term such as ["+", "a", 1]', tree)
        word, arguments = tree[0], tree[1:]
        match word:
            case "+":
                terms = self.terms(arguments, where, 1)
                return sum(terms[1:], terms[0])
            case "-":
                left, right = self.terms(arguments, where, 2, 2)
                return left - right
            case "*":
                factor, inner = read_list(arguments, where, 2, 2)
                return self.term(inner, where) * read_number(factor, f"{where}: factor")
            case "div" | "mod":
                inner, divisor = read_list(arguments, where, 2, 2)
                kind = Div if word == "div" else Mod
                return Expression.of(kind(self.term(inner, where), read_number(divisor, f"{where}: divisor", 1)))
            case "min" | "max":
                terms = self.terms(arguments, where, 1, MOST_TERMS)
                return terms[0] if len(terms) == 1 else Expression.of((Min if word == "min" else Max)(tuple(terms)))
            case "abs":
                return Expression.of(Abs(*self.terms(arguments, where, 1, 1)))
            case "xor" | "bitand" | "bitor":
                terms = self.terms(arguments, where, 1)
                # The notation has no nim-sum of a single number, so add a 0, which does not change the value.
                zero = [Expression.of(0)] if word == Xor.word and len(terms) == 1 else []
                return Expression.of(SEVERAL[word]((*terms, *zero)))
            case "valuation" | "lowest":
                base, inner = read_list(arguments, where, 2, 2)
                of_base = Valuation if word == "valuation" else Lowest
                base = read_natural(base, f"{where}: base", 2, LARGEST_BASE)
                return Expression.of(of_base(self.term(inner, where), base))
            case "fib_shift" | "fib_zeros" | "fib_low":
                times, inner = read_list(arguments, where, 2, 2)
                of_digits = FIBONACCI[word.removeprefix("fib_")]
                times = read_natural(times, f"{where}: k", 1, MOST_TIMES)
                return Expression.of(of_digits(self.term(inner, where), times))
        return refuse(where, "a term", tree)

    def terms(self, trees: object, where: str, least: int, most: int | None = None) -> list[Expression]:
        return [self.term(tree, where) for tree in read_list(trees, where, least, most)]

    def name(self, tree: Tree, where: str) -> str:
        if tree in self.spelling:
            return self.spelling[tree]
        if self.known is not None:
            if tree not in self.known:
                refuse(where, f"one of the names {', '.join(sorted(self.known))}", tree)
            return str(tree)
        self.found[read_name(tree, where)] = None
        return str(tree)

    # Formulas

    def formula(self, tree: Tree, where: str) -> Formula:
        if not isinstance(tree, list) or not tree or not isinstance(tree[0], str):
            refuse(where, 'a formula such as ["compare", "a", "=", "b"]', tree)
        word, rest = tree[0], tree[1:]
        match word:
            case "compare":
                return self.chain(rest, where)
            case "in":
                return self.member(rest, where)
            case "power":
                term, base = read_list(rest, where, 2, 2)
                return Power(self.term(term, where), read_natural(base, f"{where}: base", 2, LARGEST_BASE))
            case "columns":
                terms, base, modulus = read_list(rest, where, 3, 3)
                return Columns(
                    tuple(self.terms(terms, where, 1)),
                    read_natural(base, f"{where}: base", 2, LARGEST_BASE),
                    read_natural(modulus, f"{where}: modulus", 1, LARGEST_MODULUS),
                )
            case "program":
                (program,) = read_list(rest, where, 1, 1)
                return read_program(program, self.term, where)
            case "and" | "or":
                parts = [self.formula(part, where) for part in rest]
                return all_of(parts) if word == "and" else some_of(parts)
            case "not":
                (part,) = read_list(rest, where, 1, 1)
                return Not(self.formula(part, where))
            case "exists":
                return self.exists(rest, where)
        return refuse(where, "a formula", tree)

    def chain(self, items: list[Tree], where: str) -> Formula:
        if len(items) < 3 or len(items) % 2 == 0:
            refuse(where, "terms separated by relations", items)
        relations = [read_word(sign, f"{where}: relation", RELATIONS) for sign in items[1::2]]
        return Chain(tuple(self.terms(items[::2], where, 2)), tuple(relations))

    def member(self, items: list[Tree], where: str) -> Formula:
        term, listed = read_list(items, where, 2, 2)
        subject = self.term(term, where)
        runs = [_read_run(item, where) for item in read_list(listed, where)]
        if not runs:
            return FALSE
        # List the numbers of the set if all are small; otherwise compare the term with the ends of each range.
        if all(0 <= low <= high <= MOST_MEMBERS for low, high in runs):
            return Member(subject, tuple(sorted({n for low, high in runs for n in range(low, high + 1)})))
        sides = ((Expression.of(low), subject, Expression.of(high)) for low, high in runs)
        return some_of([Chain(three, ("<=", "<=")) for three in sides])

    def exists(self, items: list[Tree], where: str) -> Formula:
        name, body, *bound = read_list(items, where, 2, 3)
        read_name(name, where)
        limit = self.term(bound[0], where) if bound else None
        known = self.known or frozenset()
        taken = {*known, *self.spelling.values()}
        own = new_name(name, taken) if name in taken else name
        inner = _TreeReader(self.known, {**self.spelling, name: own})
        found = inner.formula(body, where)
        self.found |= inner.found
        return Exists(own, found, limit)


def _read_run(item: Tree, where: str) -> tuple[int, int]:
    """Return the first and last number of a set item in a certificate; an item is a number or a pair `[low, high]`."""
    if not isinstance(item, list):
        number = read_number(item, where)
        return number, number
    low, high = (read_number(end, where) for end in read_list(item, where, 2, 2))
    return low, high


# Rules


def write_rule(rule: Ruleset, names: Mapping[str, str] | None = None) -> Tree:
    """Return a rule as a JSON tree of a certificate; by default, names that the format forbids are replaced.

    >>> from sprague.rules import parse
    >>> write_rule(parse("(a, b) -> (u, b) where u < a any order"))["moves"]
    [{'to': [['u', 'b']], 'where': ['compare', 'u', '<', 'a']}]
    """
    spelling = names_of(rule) if names is None else names
    if rule.functions:
        raise SpragueError(f"the Python function {rule.functions[0][0]} cannot be part of a certificate")
    written = rule.ast
    tree: dict[str, Tree] = {"piles": [spelling[pile] for pile in rule.piles]}
    if rule.remembered:
        tree["remembered"] = [spelling[name] for name in rule.remembered]
    if rule.floor:
        tree["least_pile"] = rule.floor
    if len(written.moves) > MOST_MOVES:
        raise SpragueError(f"the rule has {len(written.moves):,} moves; certificates allow at most {MOST_MOVES}")
    tree["moves"] = [_write_move(move, spelling) for move in written.moves]
    if rule.blocks:
        tree["any_order"] = [[spelling[rule.piles[place]] for place in block] for block in rule.blocks]
    for key, word in STANDINGS.items():
        if lists := [[spelling[pile] for pile in one.piles] for one in written.arrangements if one.word == word]:
            tree[key] = lists
    for key, condition, default in _clauses(written):
        if condition != default:
            tree[key] = write_formula(condition, spelling)
    if rule.blocking:
        tree["block"] = rule.blocking
    return tree


def _clauses(written: RuleAst) -> Iterator[tuple[str, Formula, Formula]]:
    """Yield for each clause of a rule its JSON key, its condition, and the default condition if the key is missing."""
    yield "positions", written.domain, TRUE
    yield "stop", written.stop, FALSE
    yield "win", written.win, FALSE


def _write_move(move: MoveAst, names: Mapping[str, str] = AS_WRITTEN) -> Tree:
    """Return a move as a JSON tree of a certificate."""
    parts = []
    for part in move.parts:
        terms = []
        for entry in part:
            if not isinstance(entry, Expression):
                raise SpragueError(f"the Python function in '{entry}' cannot be part of a certificate")
            terms.append(write_term(entry, names))
        parts.append(terms)
    return {"to": parts, "where": write_formula(move.where, names)}


def read_rule(tree: Tree, name: str = "", where: str = "rule") -> Ruleset:
    """Return the rule that a JSON tree of a certificate describes, as a game with the given name.

    >>> tree = {"piles": ["a"], "moves": [{"to": [[["-", "a", "k"]]], "where": ["compare", 1, "<=", "k", "<=", 2]}]}
    >>> print(read_rule(tree))
    (a) -> (a - k) where 1 <= k <= 2
    """
    optional = ("remembered", "least_pile", "any_order", *STANDINGS, "positions", "stop", "win", "block")
    read_object(tree, where, ("piles", "moves"), optional)
    check_depth(tree, where)
    piles = _read_names(tree["piles"], f"{where}.piles", 1, MOST_PILES)
    remembered = _read_names(tree.get("remembered", []), f"{where}.remembered", 0, MOST_PILES)
    entries = (*piles, *remembered)
    if len(set(entries)) < len(entries):
        refuse(f"{where}.remembered", "names that are not piles", list(remembered))
    moves = read_list(tree["moves"], f"{where}.moves", 1, MOST_MOVES)
    lists = {key: _read_lists(tree.get(key, []), piles, f"{where}.{key}") for key in ("any_order", *STANDINGS)}
    listed = [pile for groups in lists.values() for group in groups for pile in group]
    if len(set(listed)) < len(listed):
        refuse(where, "each pile in at most one list of any_order, circles and rows", listed)
    known = frozenset(entries)
    stop, win, domain = (
        read_formula(tree[key], known, f"{where}.{key}") if key in tree else default
        for key, default in (("stop", FALSE), ("win", FALSE), ("positions", TRUE))
    )
    arrangements = tuple(Arrangement(word, group) for key, word in STANDINGS.items() for group in lists[key])
    read_moves = tuple(_read_move(move, entries, f"{where}.moves[{number}]") for number, move in enumerate(moves))
    blocks: list[Block] = [tuple(sorted(map(piles.index, group))) for group in lists["any_order"]]
    return Ruleset.of(
        RuleAst(
            piles,
            read_moves,
            remembered,
            stop,
            win,
            domain,
            arrangements,
            tuple(blocks),
            read_natural(tree.get("least_pile", 0), f"{where}.least_pile"),
            read_natural(tree.get("block", 0), f"{where}.block", 0, MOST_BLOCKED),
            name=name,
        )
    )


def _read_move(tree: Tree, entries: Sequence[str], where: str) -> MoveAst:
    """Return the move that a JSON tree describes; names that are not entries of the rule are choices."""
    read_object(tree, where, ("to", "where"))
    reader = _TreeReader(None)
    parts = []
    for number, part in enumerate(read_list(tree["to"], f"{where}.to", 1)):
        place = f"{where}.to[{number}]"
        parts.append(tuple(reader.terms(part, place, len(entries), len(entries))))
    # First collect the free names of the terms and of the condition, because a bound name must differ from every
    # choice.
    free = _TreeReader(frozenset(_free_names(tree["where"])) | frozenset(reader.found) | frozenset(entries))
    return MoveAst(tuple(parts), free.formula(tree["where"], f"{where}.where"))


def _free_names(tree: Tree) -> set[str]:
    """Return the free names in the JSON tree of a formula."""
    reader = _TreeReader(None)
    reader.formula(tree, "where")
    return set(reader.found)


def _read_names(value: object, where: str, least: int, most: int) -> tuple[str, ...]:
    items = read_list(value, where, least, most)
    found = tuple(read_name(item, f"{where}[{place}]") for place, item in enumerate(items))
    if len(set(found)) < len(found):
        refuse(where, "distinct names", items)
    return found


def _read_lists(value: object, piles: Sequence[str], where: str) -> list[tuple[str, ...]]:
    found = []
    for place, group in enumerate(read_list(value, where)):
        for pile in read_list(group, f"{where}[{place}]", 1):
            read_word(pile, f"{where}[{place}]", piles)
        found.append(tuple(group))
    return found
