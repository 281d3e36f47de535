"""`Ruleset`: the rule of a game, with its piles, moves and endings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import index

from sprague import arguments
from sprague.errors import SpragueError, clip
from sprague.language.positions import Position, show_position
from sprague.linear.terms import Linear, added
from sprague.rules.arrangement import families_anywhere
from sprague.rules.blocking import MOST_BLOCKED
from sprague.rules.domain import check_domain, checked, floors, highest, margins
from sprague.rules.families import Conjunction, Family, is_hidden, meets, obstacle_in
from sprague.rules.latex import latex
from sprague.rules.lowering import alternatives
from sprague.rules.move_between import find_move
from sprague.rules.move_constraints import Facts
from sprague.rules.move_enumeration import Plays, count_choices, make_plays, plays_from
from sprague.rules.moves import Move, moves_from, options_from, refuse_if_many
from sprague.rules.rule_ast import Written, rule_text
from sprague.rules.rule_english import describe
from sprague.rules.sums import arranged, counted, in_components, no_rank_in_sums, refuse_in_sums
from sprague.rules.symmetry import Block, is_symmetric, says_the_same, sorted_in
from sprague.rules.termination import Rank, find_rank

MOST_PILES = 64  # far beyond what can be solved without a theorem


@dataclass(frozen=True)
class Ruleset:
    """The rule of a game; everything else about the game is derived from it.

    >>> from sprague.rules.rule_parser import parse
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
        if self.splits:
            refuse_in_sums(self)
        if self.is_restricted:
            check_domain(self)
        if not 0 <= self.blocking <= MOST_BLOCKED:
            raise SpragueError(f"expected at most {MOST_BLOCKED:,} options to be forbidden, got {self.blocking}")
        # Only conditions and choices can be at fault; without them this can wait until somebody plays.
        if (
            self.is_restricted
            or self.splits
            or any(family.where or family.choices(self.names) for family in self.families)
        ):
            self.plays  # noqa: B018  a choice without an upper bound is found out, and the rule refused
        if self.splits and self.rank is None:
            raise no_rank_in_sums(self)
        said = (self.domain, self.stop, self.win)
        for (word, written), linear in zip(self.written.clauses, said, strict=True):
            if any(is_hidden(name) for part in linear for condition in part for name in condition.names):
                raise SpragueError(f"'{word}' asks that something is no power, which positions alone do not tell")
            for block in self.blocks:
                if not (is_symmetric(linear, self.names, block) or says_the_same(written, self.names, block)):
                    raise SpragueError(
                        f"'{word}' depends on the order of piles that may come in any order; "
                        "write the condition for every order"
                    )

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
        return Ruleset(names, tuple(Family.to(map(Linear, alone, step)) for step in steps))

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

        >>> from sprague.rules.rule_parser import parse
        >>> parse("(a, b) -> (a - k*b, b) where k >= 1 piles >= 1").obstacle
        'k*b is a product'
        """
        if self.splits:
            return (
                "a move leads to a sum of positions, whose values sprague table, sprague period and sprague solve tell"
            )
        if self.functions:
            return "a Python function has a part in the rule"
        moves = (term for family in self.families for term in (*family.entries, *family.where))
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
        if self.splits:
            return None
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
    def steps(self) -> tuple[Facts, ...]:
        """The facts of every step from a position to a part of an option, which mostly is the option."""
        return tuple(step for facts in self.facts for step in facts.alone)

    @cached_property
    def plays(self) -> tuple[Plays, ...]:
        """For each family how its moves are enumerated."""
        return make_plays(self)

    def lowest(self, name: str) -> int:
        """The least value an entry of a position may have, as far as `piles >=` says it."""
        return self.floor if name in self.piles else 0

    @cached_property
    def highest(self) -> dict[str, int]:
        """The most that an entry of a position may be, for those that the domain bounds.

        >>> from sprague.rules.rule_parser import parse
        >>> parse("(a | p) -> (a - 1 | p) ; (a | p - 1) positions where p <= 1").highest
        {'p': 1}
        """
        return {name: most for name in self.names if (most := highest(self, name)) is not None}

    @cached_property
    def margins(self) -> tuple[Linear, ...]:
        """What all alternatives of the domain say: terms that are at least 0 at every position.

        >>> from sprague.rules.rule_parser import parse
        >>> parse("(a, b) -> (a - 1, b) positions where a >= b").margins
        (Linear('a - b'),)
        """
        return margins(self)

    @cached_property
    def bounds(self) -> tuple[Linear, ...]:
        """Inequalities that are so of every position: what is said of each entry, and by the domain."""
        return tuple(dict.fromkeys([*floors(self), *self.margins]))

    @cached_property
    def splits(self) -> bool:
        """Whether the option of some move is a sum of several positions."""
        return any(family.splits for family in self.families)

    @cached_property
    def takes_sums(self) -> bool:
        """Whether a position may be a sum of several: where moves split, and of piles that are alone in a rule.

        >>> from sprague.rules.rule_parser import parse
        >>> parse("(n) -> (n - k) where k in {1, 3}").options((1, 4))
        [(4,), (1, 3), (1, 1)]
        """
        return self.splits or (len(self.names) == 1 and not self.win and not self.blocking)

    def components(self, position: Iterable[int]) -> list[Position]:
        """The positions that a position is a sum of: itself, in most rules."""
        return in_components(self, self.position(position))

    def position(self, entries: Iterable[int]) -> Position:
        """Check that these are a position of the game, and sort piles whose order does not matter.

        Of a sum, components that are empty are left out, and the others are sorted.
        """
        given = checked(self, entries)
        if len(given) == len(self.names):
            return sorted_in(self.blocks, given)
        return arranged(self, given)

    def single(self, entries: Iterable[int]) -> Position:
        """Check that these are a position of the game that is no sum."""
        position = self.position(entries)
        if len(position) > len(self.names):
            raise SpragueError(
                f"{self.label}: expected a single {'component' if len(self.names) > 1 else 'pile'}, "
                f"got a sum: {show_position(position)}"
            )
        return position

    def is_position(self, entries: Iterable[int]) -> bool:
        """Whether these are a position of the game."""
        try:
            checked(self, entries)
        except SpragueError:
            return False
        return True

    def options(self, position: Iterable[int]) -> list[Position]:
        """The positions reached by one move, each once; sorted where order does not matter."""
        return options_from(self, self.position(position))

    def moves(self, position: Iterable[int]) -> list[Move]:
        """A move to every option, each with a sentence that tells the mover what to do."""
        # Sentences speak of the piles in the order given, so that they are not sorted.
        return moves_from(self, checked(self, position))

    def move_to(self, position: Iterable[int], option: Iterable[int]) -> Move:
        """The move from a position to an option, found from the two without enumerating moves.

        >>> from sprague.rules.rule_parser import parse
        >>> nim = parse("(a, b) -> (u, b) where u < a any order")
        >>> nim.move_to((10**30, 5), (5, 3)).sentence
        'take 999999999999999999999999999997 chips from the 1st pile'
        """
        return find_move(self, checked(self, position), self.position(option))

    def is_terminal(self, position: Iterable[int]) -> bool:
        """Whether play is over: no move is left, or the rule says stop."""
        return all(map(self.is_over_at, counted(self, self.position(position))))

    def is_over_at(self, component: Position) -> bool:
        """Whether there is no play at a single component, which was checked before."""
        if any(component):
            return next(plays_from(self, component), None) is None
        return self._is_over_at_nothing

    @cached_property
    def _is_over_at_nothing(self) -> bool:
        """Whether there is no play where all entries are 0: asked very often of sums."""
        return next(plays_from(self, (0,) * len(self.names)), None) is None

    def is_won(self, position: Iterable[int]) -> bool:
        """Whether the player who reached this position has won by `win when`."""
        reached = self.position(position)
        return bool(self.win) and meets(self.win, self.names, reached)

    def count_choices(self, position: Iterable[int], most: int) -> int:
        """How many choices are tried to list the moves, some for one option; beyond `most`, some number above it.

        >>> from sprague.rules.rule_parser import parse
        >>> parse("(a, b) -> (u, b) where u < a any order").count_choices((3, 10**18), 1_000)
        1000000000000000003
        """
        total = 0
        for component in counted(self, self.position(position)):
            total += count_choices(self, component, most)
            if total > most:
                break
        return total

    def refuse_if_many(self, position: Position, most: int) -> None:
        """Refuse to list the moves from a position if more choices than this would be tried, without trying them."""
        refuse_if_many(self, position, most)

    @property
    def label(self) -> str:
        """How the game is called in messages, and in statements that stand beside its rule."""
        return self.name or "this game"

    @property
    def called(self) -> str:
        """How the game is called where its rule is not at hand: by its name, or by its rule in short."""
        return self.name or clip(str(self))

    def tuple_text(self, entries: Sequence[object]) -> str:
        """A position, or the names of its entries, as it is written: `(5, 9 | 3)`."""
        piles = ", ".join(map(str, entries[: len(self.piles)]))
        rest = ", ".join(map(str, entries[len(self.piles) :]))
        return f"({piles} | {rest})" if rest else f"({piles})"

    def option_text(self, parts: Iterable[Sequence[object]]) -> str:
        """What a move leads to, as it is written: `(u) + (v)`, where it is a sum."""
        return " + ".join(map(self.tuple_text, parts))

    def describe(self) -> str:
        """The rule in sentences."""
        return describe(self)

    def latex(self) -> str:
        """The rule as LaTeX, for a document with amsmath."""
        return latex(self)

    def _repr_latex_(self) -> str:
        return self.latex()

    def __matmul__(self, position: Iterable[int]) -> Component:
        """The game at a position, as a component of a sum: `game @ (3, 5)`."""
        return Component(self, self.position(position))

    def __str__(self) -> str:
        return rule_text(self)

    def __repr__(self) -> str:
        return f"sprague.game({self.name or str(self)!r})"


@dataclass(frozen=True, slots=True)
class Component:
    """A game at a position: what sums are made of."""

    game: Ruleset
    position: Position

    def __repr__(self) -> str:
        return f"{self.game!r} @ {show_position(self.position)}"
