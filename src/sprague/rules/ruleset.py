"""A game as one value: its piles, its move families, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from operator import index
from typing import NamedTuple

from sprague import arguments
from sprague.errors import OutOfReach, SpragueError
from sprague.rules.blocking import MOST_BLOCKED
from sprague.rules.cases import alternatives
from sprague.rules.choices import Loops, Unbounded, make_loops, most_tried
from sprague.rules.conditions import FALSE, TRUE, Formula
from sprague.rules.equations import solve_equations
from sprague.rules.facts import Facts
from sprague.rules.families import Conjunction, Family, is_hidden
from sprague.rules.implication import is_possible
from sprague.rules.latex import latex
from sprague.rules.linear import Applied, Linear, added
from sprague.rules.obstacles import obstacle_in
from sprague.rules.positions import Position, show_count, show_position
from sprague.rules.prose import count_of, describe, sentence
from sprague.rules.ranks import Rank, find_rank
from sprague.rules.standing import families_anywhere
from sprague.rules.symmetry import (
    Block,
    arrangements,
    each_order,
    is_symmetric,
    ordered_choices,
    part_classes,
    says_the_same,
)
from sprague.rules.written import Written, listed

DOMAIN = "positions where"  # how a rule begins to say which tuples are positions
MOST_PILES = 64
MOST_OPTIONS = 1_000_000  # of a list, some hundred megabytes of it
MANY = 1_000  # a pile from which there may be very many moves


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: which of the moves that are written, with which choice, the option reached, and a sentence."""

    family: int
    choice: tuple[tuple[str, int], ...]
    option: Position
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class Plays(NamedTuple):
    """How the moves of a family are enumerated: loops over its choices, and classes of parts that piles may play.

    There are loops for each alternative of the domain; those of two may reach the same option.
    """

    loops: tuple[Loops, ...]
    classes: list[list[Block]]


class _Play(NamedTuple):
    """One way to play a family: who plays which part, the values of all names, what is reached.

    `order[i]` is the pile that plays part i; `reached` keeps the piles in the order given.
    """

    family: int
    order: list[int]
    values: dict[str, int]
    reached: Position


@dataclass(frozen=True)
class Ruleset:
    """The rule of a game; everything else about the game is derived from it.

    >>> from sprague.rules.notation import parse
    >>> nim = parse("(a, b) -> (u, b) where u < a any order")
    >>> nim.options((2, 1))
    [(0, 2), (0, 1), (1, 1)]
    >>> nim.is_terminal((0, 0))
    True
    >>> print(nim)
    (a, b) -> (u, b) where u < a any order

    `blocks` are the piles whose order does not matter, by index; in them options are sorted.
    `stop` and `win` are alternatives (`or`) of conjunctions (`and`): play ends where one holds.
    At `stop` the last player to move wins, or loses in misère play; at `win`, wins in either.
    `domain` is of the same form: tuples where one of its alternatives holds are positions, and moves lead to positions.
    `written` is the rule as a person writes it, which `families`, `stop`, `win` and `domain` say in linear terms;
    `kinds` has for each family the number of the move that is written. Without them, the rule is written as its
    families.
    `blocking` is how many options the player who has moved may forbid (see `sprague.rules.blocking`).
    `origin` tells which game of a catalogue this is, with which parameters.
    """

    piles: tuple[str, ...]
    families: tuple[Family, ...]
    remembered: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    floor: int = 0
    stop: tuple[Conjunction, ...] = ()
    win: tuple[Conjunction, ...] = ()
    domain: tuple[Conjunction, ...] = ((),)
    functions: tuple[tuple[str, Callable[[int], int]], ...] = ()
    name: str = field(default="", compare=False)
    origin: tuple[str, tuple[tuple[str, object], ...]] | None = field(default=None, compare=False, repr=False)
    written: Written = field(default=Written(), hash=False)
    kinds: tuple[int, ...] = field(default=(), compare=False, repr=False)
    blocking: int = 0

    def __post_init__(self) -> None:
        if not self.written.moves:
            object.__setattr__(self, "written", Written.of(self.families, self.stop, self.win, self.domain))
            object.__setattr__(self, "kinds", tuple(range(len(self.families))))
        if not 1 <= len(self.piles) <= MOST_PILES:
            raise SpragueError(f"expected 1 to {MOST_PILES} piles, got {len(self.piles)}")
        if self.is_restricted:
            self._check_domain()
        if not 0 <= self.blocking <= MOST_BLOCKED:
            raise SpragueError(f"expected at most {MOST_BLOCKED:,} options to be forbidden, got {self.blocking}")
        # Only conditions and choices can be at fault; without them this can wait until somebody plays.
        if self.is_restricted or any(family.where or family.choices(self.names) for family in self.families):
            self.plays  # noqa: B018  a choice without an upper bound is found out, and the rule refused
        for word, linear, written in self._clauses:
            if any(is_hidden(name) for part in linear for condition in part for name in condition.names):
                raise SpragueError(f"'{word}' asks that something is no power, which positions alone do not tell")
            for block in self.blocks:
                if not (is_symmetric(linear, self.names, block) or says_the_same(written, self.names, block)):
                    raise SpragueError(
                        f"'{word}' depends on the order of piles that may come in any order; "
                        "write the condition for every order"
                    )

    def _check_domain(self) -> None:
        """Refuse a domain without positions, and one of numbers that only a Python function knows."""
        if not any(is_possible([*self._floors, *terms]) for terms in self._said_of_domain):
            raise SpragueError(f"expected some positions, but no piles are as '{DOMAIN}' says; leave out a condition")
        spoken = {name for part in self.domain for condition in part for name in condition.names}
        for family in self.families:
            for name, entry in zip(self.names, family.target, strict=True):
                if isinstance(entry, Applied) and name in spoken:
                    raise SpragueError(f"expected '{DOMAIN}' to say nothing of {name}, which becomes {entry}")

    @staticmethod
    def of(
        piles: tuple[str, ...],
        written: Written,
        remembered: tuple[str, ...] = (),
        blocks: tuple[Block, ...] = (),
        floor: int = 0,
        functions: tuple[tuple[str, Callable[[int], int]], ...] = (),
        name: str = "",
        blocking: int = 0,
    ) -> Ruleset:
        """The rule that is written like this."""
        families = [families_anywhere(move, piles + remembered, written.standings) for move in written.moves]
        return Ruleset(
            piles,
            tuple(family for group in families for family in group),
            remembered,
            blocks,
            floor,
            alternatives(written.stop),
            alternatives(written.win),
            alternatives(written.domain),
            functions,
            name,
            written=written,
            kinds=tuple(number for number, group in enumerate(families) for _ in group),
            blocking=blocking,
        )

    @property
    def _clauses(self) -> tuple[tuple[str, tuple[Conjunction, ...], Formula], ...]:
        """What is said of positions, as it is begun, in linear terms and as it is written."""
        return (
            (DOMAIN, self.domain, self.written.domain),
            ("stop when", self.stop, self.written.stop),
            ("win when", self.win, self.written.win),
        )

    @property
    def is_restricted(self) -> bool:
        """Whether not every tuple of natural numbers, of piles that are high enough, is a position."""
        return () not in self.domain

    @staticmethod
    def adding(piles: Iterable[str], vectors: Iterable[Sequence[int]]) -> Ruleset:
        """The rule whose moves each add one of these vectors to the position.

        >>> print(Ruleset.adding("xy", [(-2, 0), (-1, 1)]))
        (x, y) -> (x - 2, y) ; (x - 1, y + 1)
        """
        try:
            names, steps = tuple(piles), [tuple(map(index, vector)) for vector in vectors]
        except TypeError:
            names, steps = (), []
        fitting = all(len(step) == len(names) for step in steps) and all(isinstance(name, str) for name in names)
        if not (names and fitting):
            came = f"{arguments.shown(piles)} and {arguments.shown(vectors)}"
            raise SpragueError(f"expected names of piles and vectors with a whole number for each, got {came}")
        alone = [((name, 1),) for name in names]
        families = (tuple(map(Linear, alone, step)) for step in steps)
        return Ruleset(names, tuple(map(Family, families)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all entries of a position: piles, then remembered numbers."""
        return self.piles + self.remembered

    @cached_property
    def alike(self) -> tuple[tuple[str, ...], ...]:
        """The entries in groups that may come in any order; each other entry is a group of its own."""
        blocks = [tuple(self.names[i] for i in block) for block in self.blocks]
        return (*blocks, *((name,) for name in self.names if not any(name in block for block in blocks)))

    @property
    def is_linear(self) -> bool:
        """Whether the rule is linear throughout, which proofs, periods and certificates need."""
        return self.obstacle is None

    @cached_property
    def obstacle(self) -> str | None:
        """What in the rule is not linear, in words; None if there is nothing.

        >>> from sprague.rules.notation import parse
        >>> parse("(a, b) -> (a - k*b, b) where k >= 1 piles >= 1").obstacle
        'k*b is a product'
        """
        if self.functions:
            return "a Python function has a part in the rule"
        moves = (term for family in self.families for term in (*family.target, *family.where))
        return obstacle_in([*moves, *chain(*self.domain, *self.stop, *self.win)])

    @cached_property
    def rank(self) -> Rank | None:
        """A number that falls with every move, so that play ends; None if none was found."""
        return find_rank(self)

    @cached_property
    def vectors(self) -> tuple[tuple[int, ...], ...] | None:
        """What the moves of each family add to the entries of a position; None if some do not add fixed numbers.

        >>> Ruleset.adding("xy", [(-2, 0), (-1, 1)]).vectors
        ((-2, 0), (-1, 1))
        """
        vectors = []
        for family in self.families:
            vector = [added(name, entry) for name, entry in zip(self.names, family.target, strict=True)]
            fixed = tuple(number for number in vector if number is not None)
            if len(fixed) < len(vector):
                return None
            vectors.append(fixed)
        return tuple(vectors)

    @cached_property
    def facts(self) -> tuple[Facts, ...]:
        """For each family what is so of all its moves, in linear terms."""
        return tuple(Facts.of(self, family) for family in self.families)

    @cached_property
    def plays(self) -> tuple[Plays, ...]:
        """For each family how its moves are enumerated."""
        floors = {name: self.lowest(name) for name in self.names}
        plays = []
        for kind, family, facts in zip(self.kinds, self.families, self.facts, strict=True):
            once = ordered_choices(self.names, family.target, family.where, self.blocks)
            try:
                landing = [Facts.of(self, family.landing(self.names, part)) if part else facts for part in self.domain]
                loops = tuple(make_loops(one, floors, once) for one in landing)
            except OutOfReach:
                raise
            except SpragueError as error:
                move = self.tuple_text(self.written.moves[kind].target)
                if isinstance(error, Unbounded):
                    raise Unbounded(error.choice, error.reason, kind, move) from None
                raise SpragueError(f"in the move to {move}: {error}") from None
            plays.append(Plays(loops, part_classes(self.names, family.target, family.where, self.blocks)))
        return tuple(plays)

    def lowest(self, name: str) -> int:
        """The least value an entry of a position may have, as far as `piles >=` says it."""
        return self.floor if name in self.piles else 0

    @property
    def _floors(self) -> tuple[Linear, ...]:
        return tuple(Linear.of(name) - self.lowest(name) for name in self.names)

    @property
    def _said_of_domain(self) -> list[list[Linear]]:
        """What each alternative of the domain says, as far as it is linear, as inequalities."""
        return [[term for condition in part for term in condition.bounds().all] for part in self.domain]

    @cached_property
    def margins(self) -> tuple[Linear, ...]:
        """What all alternatives of the domain say: terms that are at least 0 at every position.

        >>> from sprague.rules.notation import parse
        >>> parse("(a, b) -> (a - 1, b) positions where a >= b").margins
        (Linear('a - b'),)
        """
        first, *others = self._said_of_domain
        return tuple(dict.fromkeys(term for term in first if all(term in other for other in others)))

    @cached_property
    def bounds(self) -> tuple[Linear, ...]:
        """Inequalities that are so of every position: what is said of each entry, and by the domain."""
        return tuple(dict.fromkeys([*self._floors, *self.margins]))

    def position(self, entries: Iterable[int]) -> Position:
        """Check that these are a position of the game, and sort piles whose order does not matter."""
        return self._sorted(self._as_given(entries))

    def _as_given(self, entries: Iterable[int]) -> Position:
        """A position that is checked, with its piles in the order given."""
        try:
            given = tuple(entries)
        except TypeError:
            raise SpragueError(f"{self.label}: expected a position such as (3, 5), got {entries!r}") from None
        try:
            position = tuple(index(entry) for entry in given)
        except TypeError:
            raise SpragueError(f"{self.label}: expected whole numbers, got {show_position(given)}") from None
        if len(position) != len(self.names):
            extra = f" and {count_of(len(self.remembered), 'remembered number')}" if self.remembered else ""
            raise SpragueError(
                f"{self.label}: expected {count_of(len(self.piles), 'pile')}{extra}, "
                f"got {len(position)}: {show_position(position)}"
            )
        for name, entry in zip(self.names, position, strict=True):
            if entry < self.lowest(name):
                least = self.lowest(name)
                raise SpragueError(f"{self.label}: expected {name} to be at least {least}: {show_position(position)}")
        if self.is_restricted and not self._meets(self.domain, position):
            raise SpragueError(
                f"{self.label}: expected a position where {self._missed(position)}, got {show_position(position)}"
            )
        return position

    def is_position(self, entries: Iterable[int]) -> bool:
        """Whether these are a position of the game."""
        try:
            self._as_given(entries)
        except SpragueError:
            return False
        return True

    def _missed(self, position: Position) -> str:
        """What a tuple that is no position should be: the first condition that fails, if all of them must hold."""
        if len(self.domain) > 1:
            return listed(self.written.domain)
        values = dict(zip(self.names, position, strict=True))
        return next(str(condition) for condition in self.domain[0] if not condition.holds(values))

    def options(self, position: Iterable[int]) -> list[Position]:
        """The positions reached by one move, each once; sorted where order does not matter."""
        start = self.position(position)
        self._refuse_if_many(start)
        found: dict[Position, None] = {}
        for play in self._plays_from(start):
            found[self._sorted(play.reached)] = None
            self._limit(len(found), start)
        return list(found)

    def moves(self, position: Iterable[int]) -> list[Move]:
        """A move to every option, each with a sentence that tells the mover what to do."""
        given = self._as_given(position)
        self._refuse_if_many(given)
        found: dict[Position, Move] = {}
        # Sentences speak of the piles in the order given, so the plays start from there.
        for play in self._plays_from(given):
            option = self._sorted(play.reached)
            if option not in found:
                words = sentence(self, play.family, play.order, given, play.reached)
                found[option] = self._move(play.family, play.values, option, words)
                self._limit(len(found), given)
        return list(found.values())

    def move_to(self, position: Iterable[int], option: Iterable[int]) -> Move:
        """The move from a position to an option, found from the two without enumerating moves.

        >>> from sprague.rules.notation import parse
        >>> nim = parse("(a, b) -> (u, b) where u < a any order")
        >>> nim.move_to((10**30, 5), (5, 3)).sentence
        'take 999999999999999999999999999997 chips from the 1st pile'
        """
        given = self._as_given(position)
        wanted = self.position(option)
        if not self._meets(self.stop + self.win, given):
            for number, (_, classes) in enumerate(self.plays):
                for order in arrangements(given, classes):
                    for reached in self._placements(number, order, given, wanted):
                        if (choice := self._choice(number, order, given, reached)) is not None:
                            words = sentence(self, number, order, given, reached)
                            return self._move(number, choice, wanted, words)
        raise SpragueError(
            f"{self.label}: expected an option of {show_position(given)}, and {show_position(wanted)} is none"
        )

    def _move(self, number: int, values: Mapping[str, int], option: Position, words: str) -> Move:
        """A play of a family as the move that is written, with the choices that it has there."""
        kind = self.kinds[number]
        choices = self.written.moves[kind].choices(self.names)
        return Move(kind, tuple((name, values[name]) for name in choices if name in values), option, words)

    def _placements(self, number: int, order: Sequence[int], given: Position, wanted: Position) -> Iterator[Position]:
        """The option with its piles in the order given, in each way that leaves kept piles in place."""
        kept = [order[self.names.index(name)] for name in self.facts[number].kept]
        left: dict[int, list[int]] = {}
        for block in self.blocks:
            rest = [wanted[i] for i in block]
            for place in block:
                if place in kept:
                    if given[place] not in rest:
                        return
                    rest.remove(given[place])
            for place in block:
                left[place] = rest
        free = [[place for place in block if place not in kept] for block in self.blocks]
        for orders in each_order([left[places[0]] if places else [] for places in free]):
            reached = list(wanted)
            for block in self.blocks:
                for place in block:
                    if place in kept:
                        reached[place] = given[place]
            for places, heights in zip(free, orders, strict=True):
                for place, height in zip(places, heights, strict=True):
                    reached[place] = height
            yield tuple(reached)

    def _choice(self, number: int, order: Sequence[int], given: Position, reached: Position) -> dict[str, int] | None:
        """The choice with which a family leads from one position to another, if it does."""
        family = self.families[number]
        choices = family.choices(self.names)
        facts = self.facts[number]
        start = {name: given[pile] for name, pile in zip(self.names, order, strict=True)}
        before = {name: Linear.of(height) for name, height in start.items()}
        before |= {product.name: product.given(start) for product in facts.products}
        terms = [
            facts.reached[name].substitute(before) - reached[pile]
            for name, pile in zip(self.names, order, strict=True)
            if name in facts.reached
        ]
        terms += [term.substitute(before) for term in facts.equations]
        solved, rest = solve_equations(terms, choices)
        if any(term != Linear() for term in rest if term.is_constant):
            return None
        fixed: dict[str, Linear] = {}
        for term in rest:
            if len(term.coefficients) == 1:
                ((name, factor),) = term.coefficients
                if term.constant % factor:
                    return None
                fixed[name] = Linear.of(-term.constant // factor)
        solved = {name: term.substitute(fixed) for name, term in solved.items()} | fixed
        # What the option does not determine is looked for among the legal choices.
        if all(name in solved and solved[name].is_constant for name in choices):
            candidates: Iterable[dict[str, int]] = [start | {name: solved[name].constant for name in choices}]
        else:
            candidates = chain(*(loops.run(start, count()) for loops in self.plays[number].loops))
        functions = dict(self.functions)
        for values in candidates:
            if not all(values[name] >= 0 for name in choices) or not all(c.holds(values) for c in family.where):
                continue
            after = [
                _apply(functions[entry.function], entry.term.value(values))
                if isinstance(entry, Applied)
                else entry.value(values)
                for entry in family.target
            ]
            if all(after[part] == reached[pile] for part, pile in enumerate(order)):
                return {name: values[name] for name in choices}
        return None

    def is_terminal(self, position: Iterable[int]) -> bool:
        """Whether play is over: no move is left, or the rule says stop."""
        return next(self._plays_from(self.position(position)), None) is None

    def is_won(self, position: Iterable[int]) -> bool:
        """Whether the player who reached this position has won by `win when`."""
        return self._meets(self.win, self.position(position))

    def _meets(self, alternatives: tuple[Conjunction, ...], position: Position) -> bool:
        values = dict(zip(self.names, position, strict=True))
        return any(all(condition.holds(values) for condition in conjunction) for conjunction in alternatives)

    def _plays_from(self, position: Position) -> Iterator[_Play]:
        """Every play of every family; some lead to the same option."""
        if self._meets(self.stop + self.win, position):
            return
        functions = dict(self.functions)
        tried = count()
        for number, (ways, classes) in enumerate(self.plays):
            target = self.families[number].target
            for order in arrangements(position, classes):
                start = {name: position[pile] for name, pile in zip(self.names, order, strict=True)}
                for values in chain(*(loops.run(start, tried) for loops in ways)):
                    reached = list(position)
                    for pile, entry in zip(order, target, strict=True):
                        if isinstance(entry, Applied):
                            reached[pile] = _apply(functions[entry.function], entry.term.value(values))
                        else:
                            reached[pile] = entry.value(values)
                    yield _Play(number, order, values, tuple(reached))

    def count_choices(self, position: Iterable[int], most: int) -> int:
        """How many choices are tried to list the moves, some for one option; beyond `most`, some number above it.

        >>> from sprague.rules.notation import parse
        >>> parse("(a, b) -> (u, b) where u < a any order").count_choices((3, 10**18), 1_000)
        1000000000000000003
        """
        start = self.position(position)
        if self._meets(self.stop + self.win, start):
            return 0
        total = 0
        for ways, classes in self.plays:
            for order in arrangements(start, classes):
                values = {name: start[pile] for name, pile in zip(self.names, order, strict=True)}
                total += sum(loops.count(values, most) for loops in ways)
                if total > most:
                    return total
        return total

    def refuse_if_many(self, position: Position, most: int) -> None:
        """Refuse to list the moves from a position if more choices than this would be tried, without trying them."""
        if (found := self.count_choices(position, most)) > most:
            raise OutOfReach(
                f"{self.label}: at least {show_count(found)} choices would have to be tried to list the moves from "
                f"{show_position(position)}, and at most {most:,} are; ask for a smaller position"
            )

    def _refuse_if_many(self, position: Position) -> None:
        """Refuse at once what would be refused after millions of choices."""
        if max(position) > MANY:
            self.refuse_if_many(position, most_tried())

    def _limit(self, found: int, position: Position) -> None:
        if found > MOST_OPTIONS:
            raise OutOfReach(
                f"{self.label}: {show_position(position)} has more than {MOST_OPTIONS:,} options; "
                "ask for a smaller position"
            )

    def _sorted(self, position: Sequence[int]) -> Position:
        entries = list(position)
        for block in self.blocks:
            for place, entry in zip(block, sorted(entries[i] for i in block), strict=True):
                entries[place] = entry
        return tuple(entries)

    @property
    def label(self) -> str:
        """How messages call the game."""
        return self.name or "this game"

    def tuple_text(self, entries: Sequence[object]) -> str:
        """A position, or the names of its entries, as it is written: `(5, 9 | 3)`."""
        piles = ", ".join(map(str, entries[: len(self.piles)]))
        rest = ", ".join(map(str, entries[len(self.piles) :]))
        return f"({piles} | {rest})" if rest else f"({piles})"

    def describe(self) -> str:
        """The rule in sentences."""
        return describe(self)

    def latex(self) -> str:
        """The rule as LaTeX, for a document with amsmath."""
        return latex(self)

    def __matmul__(self, position: Iterable[int]) -> Component:
        """The game at a position, as a component of a sum: `game @ (3, 5)`."""
        return Component(self, self.position(position))

    def __str__(self) -> str:
        moves = [
            self.tuple_text(move.target) + (f" where {listed(move.where)}" if move.where != TRUE else "")
            for move in self.written.moves
        ]
        text = f"{self.tuple_text(self.names)} -> " + " ; ".join(moves)
        for block in self.blocks:
            everywhere = len(block) == len(self.piles)
            text += " any order" + ("" if everywhere else " of " + ", ".join(self.piles[i] for i in block))
        text += "".join(f" {standing.written(self.piles)}" for standing in self.written.standings)
        if self.floor:
            text += f" piles >= {self.floor}"
        for word, _, condition in self._clauses:
            if condition not in (TRUE, FALSE):
                text += f" {word} {listed(condition)}"
        return f"{text} block {self.blocking}" if self.blocking else text

    def __repr__(self) -> str:
        return f"sprague.game({self.name or str(self)!r})"


@dataclass(frozen=True, slots=True)
class Component:
    """A game at a position: what sums are made of."""

    game: Ruleset
    position: Position

    def __repr__(self) -> str:
        return f"{self.game!r} @ {show_position(self.position)}"


def _apply(function: Callable[[int], int], argument: int) -> int:
    value: object = function(argument)
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if number < 0:
        raise SpragueError(f"expected the rule's function to give a natural number, got {value!r} for {argument}")
    return number
