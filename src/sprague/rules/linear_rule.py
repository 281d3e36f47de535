"""`LinearRule`: a rule in linear form; each of its move families has linear constraints and an enumerator of moves.

The module `lowering` converts the moves of the AST to move families, and converts each clause to disjunctive normal
form. All analyses of a rule start from its linear form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from math import floor
from textwrap import shorten

from sprague.errors import SpragueError
from sprague.language.positions import Position, show_position
from sprague.language.rule_ast import Block, RuleAst
from sprague.linear.constraints import greatest, is_possible
from sprague.linear.terms import Linear
from sprague.rules.families import Conjunction, Family, find_nonlinear, satisfies
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.move_enumeration import FamilyMove, MoveEnumerator

LONGEST_TITLE = 60  # maximum number of characters of a rule in titles and messages


@dataclass(frozen=True)
class LinearRule:
    """A rule in linear form: move families, clauses, and for each family the index of the move from which it comes.

    Each of `stop`, `win` and `domain` is a disjunction (`or`) of conjunctions (`and`) of conditions. Two rules are
    equal if their syntax trees are equal.
    """

    ast: RuleAst
    families: tuple[Family, ...] = field(compare=False, repr=False)
    move_numbers: tuple[int, ...] = field(compare=False, repr=False)
    stop: tuple[Conjunction, ...] = field(default=(), compare=False, repr=False)
    win: tuple[Conjunction, ...] = field(default=(), compare=False, repr=False)
    domain: tuple[Conjunction, ...] = field(default=((),), compare=False, repr=False)

    # Attributes of a rule that come from its AST

    @property
    def piles(self) -> tuple[str, ...]:
        """The names of the piles of the rule."""
        return self.ast.piles

    @property
    def remembered(self) -> tuple[str, ...]:
        """The names of the remembered numbers of the rule."""
        return self.ast.remembered

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all entries of a position: first the piles, then the remembered numbers."""
        return self.ast.names

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The groups of piles whose order does not matter, as tuples of indices."""
        return self.ast.blocks

    @property
    def floor(self) -> int:
        """The least number of chips that a pile may have, which the clause `piles >=` gives."""
        return self.ast.floor

    @property
    def blocking(self) -> int:
        """The number of options that a player may forbid after a move."""
        return self.ast.blocking

    @property
    def functions(self) -> tuple[tuple[str, Callable[[int], int]], ...]:
        """The Python functions of the rule, by name."""
        return self.ast.functions

    @property
    def name(self) -> str:
        """The name of the game, or an empty string if it has no name."""
        return self.ast.name

    @property
    def label(self) -> str:
        """The name of the game for error messages, or "this game" if it has no name."""
        return self.name or "this game"

    @property
    def display_name(self) -> str:
        """The name of the game or, if it has no name, the shortened text of its rule."""
        return self.name or shorten_rule(str(self))

    # Properties of the positions and moves of a rule

    @property
    def is_restricted(self) -> bool:
        """Whether the rule has the clause `positions where`, by which some tuples of heights are not positions."""
        return () not in self.domain

    @cached_property
    def splits(self) -> bool:
        """Whether the option of some move family is a sum of several positions."""
        return any(family.splits for family in self.families)

    @cached_property
    def takes_sums(self) -> bool:
        """Whether a position may be a sum, because the moves split positions or the rule has a single pile.

        >>> from sprague.rules import parse
        >>> parse("(n) -> (n - k) where k in {1, 3}").options((1, 4))
        [(4,), (1, 3), (1, 1)]
        """
        return self.splits or (len(self.names) == 1 and not self.win and not self.blocking)

    @property
    def is_linear(self) -> bool:
        """Whether the whole rule is linear, as proofs, periods and certificates require."""
        return self.obstacle is None

    @cached_property
    def obstacle(self) -> str | None:
        """A description of the first nonlinear feature of the rule, or None if the rule is linear.

        >>> from sprague.rules import parse
        >>> parse("(a, b) -> (a - k*b, b) where k >= 1 piles >= 1").obstacle
        'k*b is a product'
        """
        if self.splits:
            return "a move leads to a sum of positions (see sprague table, sprague period and sprague solve)"
        if self.functions:
            return "the rule uses a Python function"
        moves = (term for family in self.families for term in (*family.entries, *family.where))
        return find_nonlinear([*moves, *chain(*self.domain, *self.stop, *self.win)])

    @cached_property
    def pile_groups(self) -> tuple[tuple[str, ...], ...]:
        """The names of the entries in groups: each block of interchangeable piles, and each other entry by itself."""
        blocks = [tuple(self.names[i] for i in block) for block in self.blocks]
        return (*blocks, *((name,) for name in self.names if not any(name in block for block in blocks)))

    # Bounds on positions

    def lowest(self, name: str) -> int:
        """Return the least value of an entry of a position according to `piles >=`.

        >>> import sprague
        >>> sprague.game("empty-transfer").lowest("a")
        1

        Args:
            name: The name of a pile or a remembered number.
        """
        return self.floor if name in self.piles else 0

    @cached_property
    def floors(self) -> tuple[Linear, ...]:
        """For each entry, the linear term "entry minus its least value", which is at least 0 at every position."""
        return tuple(Linear.of(name) - self.lowest(name) for name in self.names)

    @cached_property
    def domain_inequalities(self) -> tuple[tuple[Linear, ...], ...]:
        """For each alternative of `positions where`, its linear inequalities, written as terms that are at least 0."""
        return tuple(tuple(term for condition in part for term in condition.bounds().all) for part in self.domain)

    @cached_property
    def domain_bounds(self) -> tuple[Linear, ...]:
        """Linear terms that are at least 0 in every alternative of `positions where`, and therefore at every position.

        >>> from sprague.rules import parse
        >>> parse("(a, b) -> (a - 1, b) positions where a >= b").domain_bounds
        (Linear('a - b'),)
        """
        first, *others = self.domain_inequalities
        return tuple(dict.fromkeys(term for term in first if all(term in other for other in others)))

    @cached_property
    def bounds(self) -> tuple[Linear, ...]:
        """Linear terms that are at least 0 at every position, because of `piles >=` and `positions where`."""
        return tuple(dict.fromkeys([*self.floors, *self.domain_bounds]))

    @property
    def highest(self) -> dict[str, int]:
        """The greatest value of each entry for which `positions where` implies an upper bound.

        >>> from sprague.rules import parse
        >>> parse("(a | p) -> (a - 1 | p) ; (a | p - 1) positions where p <= 1").highest
        {'p': 1}
        """
        return dict(self._highest)

    @cached_property
    def _highest(self) -> tuple[tuple[str, int], ...]:
        return tuple((name, most) for name in self.names if (most := self._greatest(name)) is not None)

    def _greatest(self, name: str) -> int | None:
        """Return the greatest value of an entry that `positions where` allows, or None if the entry is unbounded."""
        possible = [bounds for terms in self.domain_inequalities if is_possible(bounds := [*self.floors, *terms])]
        most = [greatest(Linear.of(name), bounds) for bounds in possible]
        return None if None in most else max(floor(bound) for bound in most if bound is not None)

    # Moves

    @cached_property
    def constraints(self) -> tuple[MoveConstraints, ...]:
        """The linear constraints of each move family."""
        return tuple(MoveConstraints.of(family, self.names, self.bounds) for family in self.families)

    @cached_property
    def step_constraints(self) -> tuple[MoveConstraints, ...]:
        """For each move family and each part of its option, the linear constraints on the position and this part."""
        return tuple(step for facts in self.constraints for step in facts.alone)

    @cached_property
    def enumerators(self) -> tuple[MoveEnumerator, ...]:
        """The enumerators of the moves, one for each family."""
        return tuple(map(self.enumerator, range(len(self.families))))

    @cached_property
    def _enumerators(self) -> dict[int, MoveEnumerator]:
        return {}

    def enumerator(self, number: int) -> MoveEnumerator:
        """Return the enumerator of the moves of a family; raise an error if the moves cannot be enumerated.

        >>> import sprague
        >>> type(sprague.game("nim").enumerator(0)).__name__
        'MoveEnumerator'

        Args:
            number: The index of a move family.

        Raises:
            SpragueError: The moves of the family cannot be enumerated.
        """
        if number not in self._enumerators:
            self._enumerators[number] = MoveEnumerator.of(
                self.families[number],
                self.constraints[number],
                self.names,
                {name: self.lowest(name) for name in self.names},
                self.blocks,
                self.domain,
                dict(self.functions),
            )
        return self._enumerators[number]

    def is_ended(self, position: Position) -> bool:
        """Return whether play has ended at a position because `stop when` or `win when` is true.

        >>> import sprague
        >>> sprague.parse("(a) -> (a - 1) stop when a <= 2").is_ended((2,))
        True

        Args:
            position: A position of the game.

        Raises:
            SpragueError: The position has a different number of entries.
        """
        if len(position) != len(self.names):
            raise SpragueError(
                f"{self.label}: expected {len(self.names)} entries ({', '.join(self.names)}), got {len(position)}: "
                f"{show_position(position)}"
            )
        return satisfies(self.stop + self.win, self.names, position)

    def family_moves(self, position: Position) -> Iterator[FamilyMove]:
        """Yield all moves (`FamilyMove`) from one component of a position; several moves may lead to the same option.

        >>> import sprague
        >>> len(list(sprague.game("nim:piles=2").family_moves((1, 2))))
        3

        Args:
            position: A single component of a position.

        Raises:
            SpragueError: The component has a different number of entries.
        """
        if self.is_ended(position):
            return
        tried = count()
        for number, enumerator in enumerate(self.enumerators):
            yield from enumerator.moves(number, position, tried)

    def is_terminal_component(self, component: Position) -> bool:
        """Return whether a valid component of a position has no moves.

        >>> import sprague
        >>> sprague.game("nim:piles=2").is_terminal_component((0, 0))
        True

        Args:
            component: A single component of a position.

        Raises:
            SpragueError: The component has a different number of entries.
        """
        if any(component):
            return next(self.family_moves(component), None) is None
        return self._is_terminal_when_empty

    @cached_property
    def _is_terminal_when_empty(self) -> bool:
        """Whether the component with all entries 0 has no moves."""
        return next(self.family_moves((0,) * len(self.names)), None) is None

    def __str__(self) -> str:
        return str(self.ast)


def shorten_rule(text: str) -> str:
    """Return the text of a rule for titles and messages; if the text is long, omit its last moves.

    If the first move alone is too long, the text ends between two words.

    >>> shorten_rule("(a, b, c) -> (a - k, b, c) where k in {1, 2} ; (a - 1, b - 1, c) any order")
    '(a, b, c) -> (a - k, b, c) where k in {1, 2} ; …'
    """
    if len(text) <= LONGEST_TITLE:
        return text
    ending = " ; …"
    end = text.rfind(" ; ", 0, LONGEST_TITLE - len(ending) + len(" ; "))
    return shorten(text, LONGEST_TITLE, placeholder=" …") if end < 0 else text[:end] + ending
