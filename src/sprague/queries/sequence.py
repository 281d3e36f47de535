"""`sequence` returns integer sequences of a game, whose terms are proved or, without a proof, come from a table.

A sequence can contain the values of a term with one free name, such as `value(3, n)`. Other sequences list one number,
or all numbers, of each member of a set, or count the members.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice, permutations
from itertools import count as count_up
from typing import Literal

import numpy as np

from sprague import arguments
from sprague import limits as watching
from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.finite_sets import count_all, is_finite, members_by_sum
from sprague.errors import OutOfReach, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.games import ruleset_of
from sprague.language.conditions import VALUE, Chain, Exists, Formula, InSet, Junction
from sprague.language.expressions import Expression
from sprague.language.positions import Position, show_position
from sprague.language.question_parser import TermQuestion, parse_question, parse_term_question
from sprague.limits import Limits
from sprague.linear.terms import Linear
from sprague.progress import ProgressCallback, check_progress
from sprague.proofs.translation import translate
from sprague.queries.answers import SetAnswer, UndecidedAnswer
from sprague.queries.ask import DEFAULT, answer_question
from sprague.queries.game_theorems import NoTheorem
from sprague.queries.predicates import Named, Predicates, question_names, set_names
from sprague.rules.blocking import refuse_misere
from sprague.rules.ruleset import Ruleset
from sprague.tables.tabulate import tabulate

Counted = Literal["chips", "limit", "digits"]
COUNTED = ("chips", "limit", "digits")
CHIPS, LARGEST = "chips", "largest"  # orders of members
BY_CHIPS = "by their sum, then in lexicographic order"
EXAMPLES = 8  # number of members of a set that are shown as examples of a sequence
MOST_STATES = 120  # maximum number of states of an automaton from which a recurrence is derived
MOST_CHIPS = 1 << 14  # maximum number of chips in a table from which the P-positions of a sequence are taken


@dataclass(frozen=True, repr=False, eq=False)
class IntegerSequence:
    """An integer sequence of a game.

    >>> found = sequence("wythoff", "least b: P(a, b)")
    >>> found.terms(10)
    [0, 2, 1, 5, 7, 3, 10, 4, 13, 15]

    Attributes:
        game: The game.
        misere: Whether `P` and `N` refer to misère play.
        title: A description of the sequence, as for the OEIS.
        offset: The index of the first term.
        proved: Whether all terms follow from a proof; if not, they are taken from a table.
        make: A function that returns a new iterator over the terms.
        counted: The automaton whose members are counted by their number of digits, or None.
        describe_example: A function that returns a sentence with an example, or None.
        request: The arguments of `sequence`. Two sequences with equal arguments are equal. A sequence loaded from a
            pickle computes its proof again.
    """

    game: Ruleset
    misere: bool
    title: str
    offset: int
    proved: bool
    make: Callable[[], Iterator[int]]
    counted: Automaton | None = None
    describe_example: Callable[[], str] | None = None
    request: tuple[object, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IntegerSequence):
            return NotImplemented
        return (self.game, self.request) == (other.game, other.request)

    def __hash__(self) -> int:
        return hash((self.game, self.request))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.game, *self.request)

    def __iter__(self) -> Iterator[int]:
        return self.make()

    def terms(self, number: int) -> list[int]:
        """Return the first terms, or fewer terms if the sequence is finite or its table ends.

        >>> import sprague
        >>> sprague.sequence("wythoff", name="b").terms(5)
        [0, 2, 5, 7, 10]

        Args:
            number: How many terms to return.

        Raises:
            SpragueError: The number is negative.
        """
        if arguments.check_integer("number", number) < 0:
            raise SpragueError(f"'number' must be at least 0, got {number}")
        return list(islice(self, number))

    @cached_property
    def recurrence(self) -> tuple[int | Fraction, ...] | None:
        """The coefficients c of the shortest recurrence s(n) = c[0] s(n - 1) + c[1] s(n - 2) + …, proved for all n.

        The recurrence is None unless the sequence counts members by their number of digits and the automaton of the
        members has few states. Let a(n) be the number of words of length n that an automaton with m states accepts. The
        sequence a satisfies a recurrence of order at most m, so 2m terms determine the shortest recurrence.
        """
        if self.counted is None or self.counted.states > MOST_STATES:
            return None
        return shortest_recurrence(self.terms(2 * self.counted.states + 2))

    @cached_property
    def growth(self) -> float | None:
        """The growth factor of the terms: the largest absolute value of a root of the recurrence's polynomial."""
        if not self.recurrence:
            return None
        roots = np.roots([1.0, *(-float(one) for one in self.recurrence)])
        return float(max(abs(roots)))

    def __repr__(self) -> str:
        return f"<IntegerSequence: {', '.join(map(str, self.terms(8)))}, …>"


@accepts_former_arguments
def sequence(
    game: Ruleset | str,
    text: str | None = None,
    *,
    misere: bool = False,
    let: Mapping[str, Named] | None = None,
    name: str | None = None,
    order: str = CHIPS,
    count: Counted | None = None,
    differences: bool = False,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> IntegerSequence:
    """Return an integer sequence of a game.

    >>> sequence("wythoff", "exists b: a < b and P(a, b)").terms(8)
    [1, 3, 4, 6, 8, 9, 11, 12]
    >>> sequence("nim:piles=2", count="chips").terms(6)  # P-positions with n chips
    [1, 0, 1, 0, 1, 0]
    >>> sequence("wythoff").terms(8)  # the P-positions (0, 0), (1, 2), (3, 5), (4, 7), …
    [0, 0, 1, 2, 3, 5, 4, 7]

    Args:
        game: A game, its name, or the text of its rule.
        text: A term with one free name, or a question with free names (see `ask`); by default the P-positions. Unless
            `count` is given, each P-position occurs once, with interchangeable piles sorted.
        misere: Whether `P` and `N` refer to misère play.
        let: Other games and sets that the text names, as for `ask`.
        name: The free name whose numbers form the sequence, if the question has several free names; by default the
            sequence contains all numbers of each member, one member after the other.
        order: The order of the members: "chips" by their sum, "largest" by their largest number, or a free name such
            that only finitely many members share each of its values.
        count: Count the members whose sum is n ("chips"), whose numbers are all below n ("limit"), or whose numbers
            have at most n digits ("digits"). A sequence of counts has neither `name` nor `order`.
        differences: Whether to return the differences of consecutive terms.
        budget: Limits on time, memory and size for the proof; by default 60 seconds.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The sequence; `terms` and iteration compute its terms.

    Raises:
        SpragueError: If the text does not define a sequence, or no theorem and no table gives its terms.
    """
    arguments.check_flag("misere", misere)
    arguments.check_flag("differences", differences)
    if count is not None:
        arguments.check_choice("count", count, COUNTED)
        if name is not None or order != CHIPS:
            raise SpragueError(
                "a sequence of counts lists no members, so neither a pile nor an order can be chosen; leave out "
                "'count', or leave out the pile and the order"
            )
    rule = ruleset_of(game)
    refuse_misere(rule, misere)
    if text is not None and not isinstance(text, str):
        raise SpragueError(f"expected a term or a question as text, got {arguments.format_argument(text)}")
    callback = check_progress(progress)
    with Limits.of(budget).with_defaults(DEFAULT).watch():
        predicates = Predicates.of(rule, misere, let, callback)
        maker = _Maker(rule, misere, predicates, name, order, count)
        found = maker.make(text)
    request = (text, misere, tuple((let or {}).items()), name, order, count, differences)
    return replace(_differences(found) if differences else found, request=request)


def _again(
    game: Ruleset,
    text: str | None,
    misere: bool,
    let: tuple[tuple[str, Named], ...],
    name: str | None,
    order: str,
    count: Counted | None,
    differences: bool,
) -> IntegerSequence:
    """Return the sequence with the given arguments; `pickle` calls this function when it loads a sequence."""
    return sequence(
        game, text, misere=misere, let=dict(let), name=name, order=order, count=count, differences=differences
    )


@dataclass
class _Maker:
    rule: Ruleset
    misere: bool
    predicates: Predicates
    name: str | None
    order: str
    count: Counted | None

    @property
    def of_game(self) -> str:
        return f"the game {self.rule.display_name}{' in misère play' if self.misere else ''}"

    def make(self, text: str | None) -> IntegerSequence:
        if text is None:
            entries = ", ".join(question_names(self.rule))
            described = f"P-positions ({entries}) of {self.of_game}"
            text = f"P({entries})"
            if self.count is None and (sorted_piles := " and ".join(self.sorted_piles())):
                text, described = f"{text} and {sorted_piles}", f"{described} with {sorted_piles}"
            return self.of_set(text, described, True)
        if self.count is None and self.name is None:
            term = parse_term_question(text, self.predicates.arities, self.rule.piles)
            if term is not None:
                return self.of_term(term)
        return self.of_set(text, None, False)

    def sorted_piles(self) -> list[str]:
        """Return conditions such as `a <= b`, which state that each group of interchangeable piles is sorted."""
        names = question_names(self.rule)
        return [" <= ".join(names[place] for place in block) for block in self.rule.blocks]

    def suggestions(self) -> str:
        """Return advice with examples of texts that define a sequence of the game."""
        names = question_names(self.rule)
        *others, last = names
        is_linear = self.rule.obstacle is None
        found = [f"a set such as 'P({', '.join(names)})'"] if is_linear else []
        if not self.misere:
            found.append(f"values such as 'value({', '.join(['0'] * len(others))}{', ' * bool(others)}n)'")
        if others and is_linear:
            found.append(
                f"a least number such as 'least {last}: P({', '.join([*['0'] * (len(others) - 1), *names[-2:]])})'"
            )
        asked = f", or ask for {' or '.join(found)}" if found else ""
        return f"leave out the term to list the P-positions{asked}"

    def sequence(
        self,
        title: str,
        offset: int,
        make: Callable[[], Iterator[int]],
        proved: bool = True,
        counted: Automaton | None = None,
        example: Callable[[], str] | None = None,
    ) -> IntegerSequence:
        return IntegerSequence(self.rule, self.misere, title, offset, proved, make, counted, example)

    # Terms

    def of_term(self, term: TermQuestion) -> IntegerSequence:
        """Return the sequence of the values of a term with one free name."""
        if not any(set_names(term.formula)):
            raise SpragueError(f"the term {term.text!r} says nothing about {self.of_game}; {self.suggestions()}")
        if len(term.names) != 1:
            names = ", ".join(term.names) or "none"
            raise SpragueError(
                f"expected a term with exactly one free name, got {term.text!r}, which has the free names: {names}"
            )
        (free,) = term.names
        index = "n" if "n" not in set(re.findall(r"\w+", term.text)) else free
        shown = _with_index(term.text, free, index)
        title = f"a({index}) = {shown} in {self.of_game}."
        try:
            self.predicates.prepare(term.formula)
            numeration, sets = self.predicates.automata(term.formula)
            pairs = translate(term.formula, (free, term.value), numeration, sets)
        except (NoTheorem, OutOfReach) as error:
            return self.of_row(term, title, str(error))
        undefined = [number for (number,) in islice((~pairs.project(1)).members(), 1000)]
        offset = next(number for number in count_up() if number not in undefined)
        if undefined[offset:] or len(undefined) == 1000:
            listed = ", ".join([*map(str, undefined[:3]), *["…"] * (len(undefined) > 3)])
            raise SpragueError(
                f"the term '{term.text}' defines no sequence, because the term has no value at {free} = {listed}"
            )

        def values() -> Iterator[int]:
            for number in count_up(offset):
                found = atoms.fix_tracks(pairs, {0: number}).project(0).smallest()
                assert found is not None
                yield found[0]

        def example() -> str:
            place = offset + 3
            value = next(islice(values(), 3, None))
            shown = _with_index(term.text, free, str(place))
            return f"a({place}) = {f'({shown})' if ':' in shown else shown} = {value}."

        return self.sequence(title, offset, values, example=example)

    def of_row(self, term: TermQuestion, title: str, reason: str) -> IntegerSequence:
        """Return the Grundy values of a row of positions such as (3, n), taken from tables."""
        place = _row_of(term)
        if place is None:
            raise SpragueError(
                f"{reason}; without a theorem, only the Grundy values of a row of positions can be listed, such "
                "as value(3, n)"
            )
        game, terms = place
        rule = self.predicates.games[game].rule
        (free,) = term.names

        def position(number: int) -> Position:
            return tuple(one.substitute({free: Linear.of(number)}).constant for one in terms)

        offset = next((number for number in range(1000) if rule.is_position(position(number))), None)
        if offset is None:
            raise SpragueError(
                f"{reason}; without a theorem, a table is needed, but all positions of the row are too large for a "
                "table"
            )

        def values() -> Iterator[int]:
            table, size = None, 0
            for number in count_up(offset):
                here = position(number)
                if not rule.is_position(here):
                    return
                if max(here) >= size:
                    size = max(2 * max(here), 32)
                    try:
                        table = tabulate(rule, size, what="grundy")
                    except OutOfReach:
                        return
                assert table is not None
                yield int(table[rule.position(here)])

        return self.sequence(title, offset, values, proved=False)

    # Sets

    def of_set(self, text: str, described: str | None, is_default: bool) -> IntegerSequence:
        """Return a sequence that lists or counts the members of a set."""
        question = parse_question(text, self.predicates.arities, self.rule.piles)
        if not question.names:
            raise SpragueError(
                f"the question {text!r} defines no sequence, because the question has no free names; use 'sprague ask'"
            )
        names = question.names
        if self.name is not None and self.name not in names:
            raise SpragueError(f"expected one of the names {', '.join(names)}, got {self.name!r}")
        if self.order not in (CHIPS, LARGEST, *names):
            raise SpragueError(f"expected the order {CHIPS}, {LARGEST}, {' or '.join(names)}, got {self.order!r}")
        what = described or f"tuples ({', '.join(names)}) with {question.text}, in {self.of_game}"
        found = answer_question(self.rule, self.misere, question, self.predicates)
        if isinstance(found, UndecidedAnswer):
            if not is_default or self.order != CHIPS or self.count in ("limit", "digits"):
                raise SpragueError(
                    f"{found.reason}; without a theorem, only P-positions sorted by the number of chips and "
                    "Grundy values of a row of positions can be listed"
                )
            return self.of_table(what, f"Numbers {names[0]} with {question.text}, in {self.of_game}.")
        assert isinstance(found, SetAnswer)
        if self.count is not None:
            return self.of_counts(found.automaton, what)
        members = self.members(found.automaton, names)
        ordered = {CHIPS: BY_CHIPS, LARGEST: "by their largest number"}
        title = f"Numbers {names[0]} with {question.text}, in {self.of_game}."
        if len(names) > 1:
            title = self.title_of_members(what, names, ordered.get(self.order, f"by {self.order}"))
        return self.sequence(title, 1, lambda: self.numbers(members(), names), example=_first_of(members))

    def title_of_members(self, what: str, names: tuple[str, ...], order: str) -> str:
        """Return the title of a sequence that contains one number, or all numbers, of each member of a set."""
        if self.name is not None:
            return f"The number {self.name} in the n-th of the {what}, {order}."
        return f"Table with {len(names)} columns, read by rows: the {what}, {order}."

    def numbers(self, members: Iterable[Position], names: tuple[str, ...]) -> Iterator[int]:
        """Yield the chosen number of each member or, if no number is chosen, all numbers of each member."""
        if self.name is None:
            return chain.from_iterable(members)
        place = names.index(self.name)
        return (member[place] for member in members)

    def members(self, automaton: Automaton, names: tuple[str, ...]) -> Callable[[], Iterator[Position]]:
        """Return a function that iterates over the members of a set in the chosen order."""
        if self.order == CHIPS or automaton.tracks == 1:
            return lambda: members_by_sum(automaton)
        tracks, numeration = automaton.tracks, automaton.numeration

        def unit(place: int, number: int, relation: str) -> Automaton:
            return atoms.linear([int(one == place) for one in range(tracks)], -number, relation, numeration)

        def largest() -> Iterator[Position]:
            total = count_all(automaton)
            seen = 0
            for number in count_up():
                if seen == total:
                    return
                watching.check()
                there = automaton
                for place in range(tracks):
                    there = there & unit(place, number, "<=")
                below = sorted(one for one in there.members() if max(one) == number)
                seen += len(below)
                yield from below

        if self.order == LARGEST:
            return largest
        place = names.index(self.order)

        def by_name() -> Iterator[Position]:
            total = count_all(automaton)
            seen = 0
            for number in count_up():
                if seen == total:
                    return
                there = automaton & unit(place, number, "=")
                if not is_finite(there):
                    raise SpragueError(
                        f"cannot sort the members of the set by {self.order}, because infinitely many members "
                        f"have {self.order} = {number}; choose the order {CHIPS}"
                    )
                found = sorted(there.members(), key=lambda one: (one[place], one))
                seen += len(found)
                yield from found

        return by_name

    def of_counts(self, automaton: Automaton, what: str) -> IntegerSequence:
        """Return a sequence that counts the members of a set with sum n, numbers below n, or at most n digits."""
        example = _first_of(lambda: members_by_sum(automaton))
        if self.count == "chips":
            title = f"Number of {what}, with sum n."
            return self.sequence(title, 0, lambda: map(automaton.count, count_up()), example=example)
        if self.count == "limit":
            title = f"Number of {what}, with all numbers below n."

            def below() -> Iterator[int]:
                return (_count_below(automaton, number) for number in count_up())

            return self.sequence(title, 0, below, example=example)
        title = f"Number of {what}, with all numbers of at most n digits ({automaton.numeration})."
        return self.sequence(title, 0, lambda: _count_words(automaton), counted=automaton, example=example)

    def of_table(self, what: str, title: str) -> IntegerSequence:
        """Return a sequence of a game's P-positions from tables; `title` is used only for games with one pile."""
        names = question_names(self.rule)

        def positions() -> Iterator[tuple[int, list[Position]]]:
            done, chips = 0, 32
            while chips <= MOST_CHIPS:
                try:
                    table = tabulate(self.rule, chips=chips, what="outcome", misere=self.misere)
                except OutOfReach:
                    return
                by_sum: dict[int, list[Position]] = {}
                for one in table.by_chips("P"):
                    orders = [one] if self.count is None else pile_orders(self.rule, one)
                    by_sum.setdefault(sum(one), []).extend(orders)
                for total in range(done, chips + 1):
                    yield total, sorted(by_sum.get(total, []))
                done, chips = chips + 1, 2 * chips

        if self.count == "chips":
            return self.sequence(
                f"Number of {what}, with sum n.", 0, lambda: (len(found) for _, found in positions()), proved=False
            )
        if len(names) > 1:
            title = self.title_of_members(what, names, BY_CHIPS)

        def listed() -> Iterator[int]:
            return self.numbers((one for _, found in positions() for one in found), names)

        return self.sequence(title, 1, listed, proved=False)


def pile_orders(rule: Ruleset, position: Position) -> list[Position]:
    """Return the positions that differ from a position only in the order of interchangeable piles, sorted.

    >>> import sprague
    >>> pile_orders(sprague.game("wythoff"), (1, 2))
    [(1, 2), (2, 1)]
    """
    found = {position}
    for block in rule.blocks:
        for one in list(found):
            for order in permutations(block):
                entries = list(one)
                for place, source in zip(block, order, strict=True):
                    entries[place] = one[source]
                found.add(tuple(entries))
    return sorted(found)


def _with_index(text: str, free: str, index: str) -> str:
    """Return the text of a term after replacing its free name by another name or by a number.

    >>> _with_index("least b: P(a, b)", "a", "n"), _with_index("value(2a, 3)", "a", "7")
    ('least b: P(n, b)', 'value(2*7, 3)')
    """

    def changed(match: re.Match[str]) -> str:
        return f"{match[1]}*{index}" if match[1] and index.isdigit() else f"{match[1]}{index}"

    return re.sub(rf"(?<![\w.'])(\d*){re.escape(free)}(?![\w'.])", changed, text)


def _first_of(members: Callable[[], Iterator[Position]]) -> Callable[[], str]:
    """Return a function without arguments that returns a sentence with the first members of a set."""

    def example() -> str:
        first = list(islice(members(), EXAMPLES))
        shown = ", ".join(show_position(one) if len(one) > 1 else str(one[0]) for one in first)
        return f"The first members are {shown}." if first else "The set is empty."

    return example


def _row_of(term: TermQuestion) -> tuple[str, list[Linear]] | None:
    """If a term is the Grundy value of one position, return its game and the position's entries, else None."""
    formula: Formula = term.formula
    match formula:
        case Exists(name, Junction("and", (InSet(of, terms), Chain(sides, ("=",)))), None):
            game, _, kind = of.rpartition(".")
            wanted = {Expression.of(name), Expression.of(term.value)}
            if kind == VALUE and set(sides) == wanted and all(one.is_linear for one in terms):
                return game, [one.linear for one in terms[:-1]]
    return None


def _differences(found: IntegerSequence) -> IntegerSequence:
    def values() -> Iterator[int]:
        terms = iter(found)
        for last in terms:
            for term in terms:
                yield term - last
                last = term

    title = f"First differences of: {found.title}"
    return IntegerSequence(found.game, found.misere, title, found.offset, found.proved, values)


def _count_below(automaton: Automaton, bound: int) -> int:
    """Return the number of tuples that an automaton accepts and whose numbers are all below a bound."""
    if not bound:
        return 0
    for place in range(automaton.tracks):
        weights = [int(one == place) for one in range(automaton.tracks)]
        automaton = automaton & atoms.linear(weights, 1 - bound, "<=", automaton.numeration)
    found = count_all(automaton)
    assert found is not None
    return found


def _count_words(automaton: Automaton) -> Iterator[int]:
    """Yield, for n = 0, 1, 2, …, the number of accepted tuples whose numbers have at most n digits."""
    counts = {0: 1}
    rows: dict[int, dict[int, int]] = {}
    while True:
        watching.check()
        yield sum(number for state, number in counts.items() if automaton.accepting[state])
        after: dict[int, int] = {}
        for state, number in counts.items():
            if state not in rows:
                targets, times = np.unique(automaton.table[state], return_counts=True)
                rows[state] = dict(zip(targets.tolist(), times.tolist(), strict=True))
            for target, times_ in rows[state].items():
                after[target] = after.get(target, 0) + times_ * number
        counts = after


def shortest_recurrence(terms: list[int]) -> tuple[int | Fraction, ...]:
    """Return the coefficients of the shortest linear recurrence of some terms (the Berlekamp–Massey algorithm).

    >>> shortest_recurrence([0, 1, 1, 2, 3, 5, 8, 13])
    (1, 1)
    """
    current: list[Fraction] = [Fraction(1)]
    before: list[Fraction] = [Fraction(1)]
    length, shift, last = 0, 1, Fraction(1)
    for place, term in enumerate(terms):
        watching.check()
        error = Fraction(term) + sum(
            (current[back] * terms[place - back] for back in range(1, min(length, len(current) - 1) + 1)), Fraction()
        )
        if not error:
            shift += 1
            continue
        factor = error / last
        changed = current + [Fraction()] * max(0, len(before) + shift - len(current))
        for back, value in enumerate(before):
            changed[back + shift] -= factor * value
        if 2 * length <= place:
            before, last = current, error
            length, shift = place + 1 - length, 1
        else:
            shift += 1
        current = changed
    padded = [*current, *[Fraction()] * length][1 : length + 1]
    return tuple(int(-one) if one.denominator == 1 else -one for one in padded)
