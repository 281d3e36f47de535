"""`Ruleset`: the rule of a game, with methods for positions, moves and texts; `parse` and `parse_file` return it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index

from sprague import arguments
from sprague.errors import Cancelled, OutOfReach, SpragueError
from sprague.language.conditions import all_of, some_of
from sprague.language.latex import rule_latex
from sprague.language.positions import Position, show_position
from sprague.language.rule_ast import Block, RuleAst
from sprague.language.rule_english import describe_rule
from sprague.language.rule_files import RuleFile
from sprague.language.rule_parser import check_reads_back, parse_rule
from sprague.linear.terms import Linear, constant_change
from sprague.rules.domain import check_position, normalize_position
from sprague.rules.families import Conjunction, Family, satisfies
from sprague.rules.linear_rule import LinearRule
from sprague.rules.move_between import find_move
from sprague.rules.moves import Move, count_choices, list_moves, list_options, refuse_if_many
from sprague.rules.rule_lowering import check_rule, lower_rule
from sprague.rules.sums import chips_taken, count_components, split_components
from sprague.rules.termination import Rank, find_rank


@dataclass(frozen=True)
class Ruleset(LinearRule):
    """The rule of a game; everything else about the game is derived from it.

    >>> nim = parse("(a, b) -> (u, b) where u < a any order")
    >>> nim.options((2, 1))
    [(0, 2), (0, 1), (1, 1)]
    >>> nim.is_terminal((0, 0))
    True
    >>> print(nim)
    (a, b) -> (u, b) where u < a any order

    `blocks` contains groups of pile indices; the order of the piles in a group does not matter, and options list them
    sorted. Each of `stop`, `win` and `domain` is a disjunction (`or`) of conjunctions (`and`) of conditions. Play ends
    at a position that satisfies `stop` or `win`. At a position that satisfies `stop`, the player who made the last move
    wins in normal play and loses in misère play. At a position that satisfies `win`, the player who made the last move
    wins in both conventions. A tuple is a position if it satisfies `domain`, and moves lead only to positions. `ast` is
    the rule as written; `families`, `stop`, `win` and `domain` are its linear form. `blocking` is the number of options
    that a player may forbid after a move (see `sprague.rules.blocking`). If the rule comes from the catalogue, `origin`
    names its game in the catalogue and the values of the parameters.
    """

    origin: tuple[str, tuple[tuple[str, object], ...]] | None = field(default=None, compare=False, repr=False)

    @staticmethod
    def of(ast: RuleAst) -> Ruleset:
        """Return the ruleset of an AST; raise an error if the rule is unplayable.

        >>> import sprague
        >>> rule = sprague.game("nim")
        >>> Ruleset.of(rule.ast) == rule
        True

        Args:
            ast: The syntax tree of a rule.

        Raises:
            SpragueError: The rule is not valid.
        """
        return lower_rule(ast, Ruleset)

    @staticmethod
    def from_families(
        piles: tuple[str, ...],
        families: tuple[Family, ...],
        remembered: tuple[str, ...] = (),
        blocks: tuple[Block, ...] = (),
        floor: int = 0,
        stop: tuple[Conjunction, ...] = (),
        win: tuple[Conjunction, ...] = (),
        domain: tuple[Conjunction, ...] = ((),),
        functions: tuple[tuple[str, Callable[[int], int]], ...] = (),
        name: str = "",
    ) -> Ruleset:
        """Return a ruleset with the given move families; its AST has one move for each family.

        >>> import sprague
        >>> rule = sprague.parse("(a) -> (a - 1)")
        >>> Ruleset.from_families(rule.piles, rule.families).options((3,))
        [(2,)]

        Args:
            piles: The names of the piles.
            families: The linear move families.
            remembered: The names of the remembered numbers.
            blocks: The groups of interchangeable piles.
            floor: The least number of chips of a pile.
            stop: The conditions under which play stops.
            win: The conditions under which the player who has just moved wins.
            domain: The conditions that positions satisfy.
            functions: The functions that the rule uses, with their names.
            name: The name of the ruleset.

        Raises:
            SpragueError: The rule is not valid.
        """
        end, won, positions = (some_of([all_of(one) for one in clause]) for clause in (stop, win, domain))
        moves = tuple(family.to_ast() for family in families)
        ast = RuleAst(piles, moves, remembered, end, won, positions, (), blocks, floor, 0, functions, name)
        rule = Ruleset(ast, families, tuple(range(len(families))), stop, win, domain)
        check_rule(rule, ast)
        return rule

    def renamed(self, name: str, origin: tuple[str, tuple[tuple[str, object], ...]] | None = None) -> Ruleset:
        """Return the same ruleset under another name, without repeating analyses of the rule.

        >>> import sprague
        >>> sprague.parse("(a) -> (a - 1)").renamed("steps").name
        'steps'

        Args:
            name: The new name.
            origin: The game of the catalogue and the parameters from which the ruleset was made.
        """
        copy = replace(self, ast=replace(self.ast, name=name), origin=origin)
        vars(copy).update((key, value) for key, value in vars(self).items() if key not in vars(copy))
        return copy

    @staticmethod
    def adding(piles: Iterable[str], vectors: Iterable[Sequence[int]]) -> Ruleset:
        """Return the ruleset in which every move adds one of the given vectors to the position.

        >>> print(Ruleset.adding("xy", [(-2, 0), (-1, 1)]))
        (x, y) -> (x - 2, y) ; (x - 1, y + 1)

        Args:
            piles: The names of the piles.
            vectors: For each move, the number of chips that it adds to each pile.

        Raises:
            SpragueError: The length of a vector is not the number of piles.
        """
        try:
            names, steps = tuple(piles), [tuple(map(index, vector)) for vector in vectors]
        except TypeError:
            names, steps = (), []
        fitting = all(len(step) == len(names) for step in steps) and all(isinstance(name, str) for name in names)
        if not (names and fitting):
            came = f"{arguments.format_argument(piles)} and {arguments.format_argument(vectors)}"
            raise SpragueError(
                f"expected the names of the piles and a list of vectors with one integer per pile, got {came}"
            )
        alone = [((name, 1),) for name in names]
        return Ruleset.from_families(names, tuple(Family.to(map(Linear, alone, step)) for step in steps))

    @cached_property
    def rank(self) -> Rank | None:
        """A rank of the rule, that is, a number or tuple that every move lowers, or None if no rank was found."""
        return find_rank(self)

    @cached_property
    def vectors(self) -> tuple[tuple[int, ...], ...] | None:
        """For each family, the vector that its moves add to the position, or None if its moves have no common vector.

        >>> Ruleset.adding("xy", [(-2, 0), (-1, 1)]).vectors
        ((-2, 0), (-1, 1))
        """
        if self.splits:
            return None
        vectors = []
        for family in self.families:
            vector = [constant_change(name, entry) for name, entry in zip(self.names, family.target, strict=True)]
            fixed = tuple(number for number in vector if number is not None)
            if len(fixed) < len(vector):
                return None
            vectors.append(fixed)
        return tuple(vectors)

    def components(self, position: Iterable[int]) -> list[Position]:
        """Return the components of a position; a position that is not a sum has only one component.

        >>> import sprague
        >>> sprague.game("kayles").components((2, 3))
        [(2,), (3,)]

        Args:
            position: A position of the game.

        Raises:
            SpragueError: The entries are not a position of the game.
        """
        return split_components(self, self.position(position))

    def position(self, entries: Iterable[int]) -> Position:
        """Return the entries as a position of the game, with interchangeable piles sorted.

        In a sum, empty components are removed, and the remaining components are sorted.

        Raises:
            SpragueError: The entries are not a position of the game.

        >>> import sprague
        >>> sprague.game("nim:piles=3").position((5, 3, 4))
        (3, 4, 5)

        Args:
            entries: The numbers of chips, then the remembered numbers.
        """
        return normalize_position(self, entries)

    def single(self, entries: Iterable[int]) -> Position:
        """Return the entries as a position with one component; raise an error if they are a sum of several components.

        >>> import sprague
        >>> sprague.game("nim").single((5, 3, 4))
        (3, 4, 5)

        Args:
            entries: The numbers of chips, then the remembered numbers.

        Raises:
            SpragueError: The entries are not one position of the game.
        """
        position = self.position(entries)
        if len(position) > len(self.names):
            noun = "component" if len(self.names) > 1 else "pile"
            raise SpragueError(f"{self.label}: expected a single {noun}, got a sum: {show_position(position)}")
        return position

    def is_position(self, entries: Iterable[int]) -> bool:
        """Return whether the entries are a position of the game.

        >>> import sprague
        >>> sprague.game("nim:piles=3").is_position((1, 2))
        False

        Args:
            entries: The numbers of chips, then the remembered numbers.
        """
        try:
            check_position(self, entries)
        except SpragueError:
            return False
        return True

    def options(self, position: Iterable[int]) -> list[Position]:
        """Return the options of a position, without repetition and with interchangeable piles sorted.

        >>> import sprague
        >>> sprague.game("nim:piles=2").options((1, 2))
        [(0, 2), (0, 1), (1, 1)]

        Args:
            position: A position of the game.

        Raises:
            SpragueError: The entries are not a position of the game.
        """
        return list_options(self, self.position(position))

    def moves(self, position: Iterable[int]) -> list[Move]:
        """Return one move to each option of a position, with an English sentence that describes the move.

        >>> import sprague
        >>> [str(move) for move in sprague.game("nim:piles=2").moves((1, 1))]
        ['take 1 chip from the 1st pile']

        Args:
            position: A position of the game.

        Raises:
            SpragueError: The entries are not a position of the game.
        """
        # Do not sort the piles, because sentences refer to the piles in the given order.
        return list_moves(self, check_position(self, position))

    def move_to(self, position: Iterable[int], option: Iterable[int]) -> Move:
        """Return the move from a position to an option, without enumerating all moves.

        >>> nim = parse("(a, b) -> (u, b) where u < a any order")
        >>> nim.move_to((10**30, 5), (5, 3)).sentence
        'take 999999999999999999999999999997 chips from the 1st pile'

        Args:
            position: A position of the game.
            option: The position that the move reaches.

        Raises:
            SpragueError: No move leads to the option.
        """
        return find_move(self, check_position(self, position), self.position(option))

    def is_terminal(self, position: Iterable[int]) -> bool:
        """Return whether a position is terminal: it has no move, or play ends by `stop when` or `win when`.

        >>> import sprague
        >>> sprague.game("nim:piles=2").is_terminal((0, 0))
        True

        Args:
            position: A position of the game.

        Raises:
            SpragueError: The entries are not a position of the game.
        """
        return all(map(self.is_terminal_component, count_components(self, self.position(position))))

    def is_won(self, position: Iterable[int]) -> bool:
        """Return whether the player who reached a position has won by `win when`.

        >>> import sprague
        >>> sprague.parse("(a) -> (a - 1) win when a <= 2").is_won((2,))
        True

        Args:
            position: A position of the game.

        Raises:
            SpragueError: The entries are not a position of the game.
        """
        reached = self.position(position)
        return bool(self.win) and satisfies(self.win, self.names, reached)

    def count_choices(self, position: Iterable[int], most: int) -> int:
        """Return how many values of choices must be tried to list all moves of a position; stop counting above `most`.

        >>> parse("(a, b) -> (u, b) where u < a any order").count_choices((3, 10**18), 1_000)
        1000000000000000003

        Args:
            position: A position of the game.
            most: The number at which counting stops.

        Raises:
            SpragueError: The position does not belong to the game.
        """
        return count_choices(self, self.position(position), most)

    def refuse_if_many(self, position: Position, most: int) -> None:
        """Raise an error if more than `most` values of choices must be tried to list all moves from a position.

        >>> import sprague
        >>> sprague.game("nim").refuse_if_many((1, 2, 3), most=10)

        Args:
            position: A position of the game.
            most: The largest allowed number.

        Raises:
            OutOfReach: More than `most` values would be tried.
        """
        refuse_if_many(self, position, most)

    def describe(self) -> str:
        """Return the rule in English sentences.

        >>> import sprague
        >>> print(sprague.game("nim:piles=2").describe())
        A position consists of two piles of chips, (a, b). A pile may be empty.
        A move leads from (a, b) to (u, b): a becomes u, where u is less than a.
        The order of the piles does not matter: they may be taken as a and b in any order.
        Play ends when no move is left. The player who made the last move wins; in misère play, that player loses.
        Play always ends: every move lowers the number of chips.
        """
        return describe_rule(self.ast, None if self.rank is None else str(self.rank), chips_taken(self))

    def latex(self) -> str:
        """Return the rule as LaTeX source, for a document that loads the package amsmath.

        >>> import sprague
        >>> "where" in sprague.game("nim:piles=2").latex()
        True
        """
        return rule_latex(self.ast)

    def _repr_latex_(self) -> str:
        return self.latex()

    def __matmul__(self, position: Iterable[int]) -> Component:
        """Return this game together with a position as a component of a sum of games, written `game @ (3, 5)`."""
        return Component(self, self.position(position))

    def __repr__(self) -> str:
        return f"sprague.game({self.name or str(self)!r})"


@dataclass(frozen=True, slots=True)
class Component:
    """A component of a sum of games: a ruleset and a position."""

    game: Ruleset
    position: Position

    def __repr__(self) -> str:
        return f"{self.game!r} @ {show_position(self.position)}"


def parse(text: str, functions: Mapping[str, Callable[[int], int]] | None = None, name: str = "") -> Ruleset:
    """Parse the text of a rule and return its `Ruleset`.

    >>> parse("(x, y) -> (x-2, y) ; (x, y-2) ; (x-1, y+1)").options((2, 0))
    [(0, 0), (1, 1)]

    Args:
        text: The rule in the notation.
        functions: Python functions by name; in the new values of remembered numbers, the rule may call them, as in
            f(d).
        name: The name of the game.

    Returns:
        The rule; `parse` can read its text, `str(rule)`, again.

    Raises:
        NotationError: The text is not a rule; the error points at a character.
        SpragueError: The rule cannot be played.
    """
    rule = Ruleset.of(parse_rule(text, functions, name))
    check_reads_back(rule.ast)
    return rule


def parse_file(file: RuleFile) -> Ruleset:
    """Parse a rule file and return its `Ruleset`; error messages start with the name of the file."""
    try:
        return parse(file.text)
    except Cancelled:
        raise
    except SpragueError as error:
        kind = OutOfReach if isinstance(error, OutOfReach) else SpragueError
        raise kind(f"in {file.place}: {error}") from None
