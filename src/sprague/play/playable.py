"""`Playable`, the interface to one game or a sum of games in a match, and its `Verdict`, `Pile` and `Turn`.

A match handles a single game and a sum of games in the same way. The position of a match is a position of the single
game, or the tuple of the positions of all games of the sum. The package `sprague.solver` computes outcomes and reasons.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic, TypeVar

from sprague.integers import show_count
from sprague.language.rule_english import ordinal
from sprague.results.base import OutcomeClass
from sprague.rules import Position, Ruleset
from sprague.rules.sums import split_components
from sprague.solver.reasons import Because

# A position of a single game, or the tuple of the positions of all games of a sum.
Pos = TypeVar("Pos", bound=tuple[object, ...])

PLAYERS = ("first", "second")
COMPUTED_KINDS = ("table", "search")  # kinds of reasons that are computations instead of theorems or proofs
MOST_PILES = 40  # maximum number of piles of a position that are printed
MOST_CHIPS = 60  # maximum height of a pile whose chips are printed


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Pos]):
    """The outcome and the winning moves of a position, with the reason for the outcome.

    Attributes:
        outcome: "P" or "N".
        winning_moves: The options to which a winning move leads.
        are_all: Whether `winning_moves` contains all winning options.
        because: The reason for the outcome; in a sum of games, the weakest reason among all games of the sum.
        about: The name of the game, if the reason is a computation for one game of a sum; otherwise "".
    """

    outcome: OutcomeClass
    winning_moves: list[Pos]
    are_all: bool
    because: Because
    about: str = ""

    @property
    def was_computed(self) -> bool:
        """Whether the reason is a computation, not a theorem or a proof."""
        return self.because.kind in COMPUTED_KINDS


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile on the board of a match, with the indices of its game, component and entry, its name, and its height."""

    game: int
    component: int
    entry: int
    name: str
    height: int
    is_remembered: bool


@dataclass(frozen=True, slots=True)
class Turn(Generic[Pos]):
    """A move made in a match: the option, the board after the move, and the options that the mover forbids."""

    option: Pos
    board: Pos = field(compare=False)
    forbidden: tuple[Pos, ...] = ()


class Playable(ABC, Generic[Pos]):
    """The interface through which a match uses a game or a sum of games, in normal or misère play."""

    rules: tuple[Ruleset, ...]
    misere: bool

    @property
    def blocking(self) -> int:
        """The maximum number of the opponent's options that a player may forbid after a move."""
        return 0

    @property
    @abstractmethod
    def title(self) -> str:
        """The name of the game or of the sum of games."""

    @abstractmethod
    def normalize(self, entries: Iterable[object]) -> Pos:
        """Check a position; return the position with interchangeable piles sorted."""

    @abstractmethod
    def validate(self, entries: Iterable[object]) -> Pos:
        """Check a position; return the position with its piles in the given order."""

    @abstractmethod
    def split(self, position: Pos) -> tuple[Position, ...]:
        """Return a tuple with the position of each game of the sum."""

    @abstractmethod
    def join(self, positions: Sequence[Position]) -> Pos:
        """Combine positions of all games into one position of the sum; the method `split` does the reverse."""

    @abstractmethod
    def format(self, position: Pos) -> str:
        """Return a position as text; the method `parse` reads this text."""

    @abstractmethod
    def parse(self, text: str) -> Pos:
        """Parse the text of a position, and keep the piles in the order of the text."""

    @abstractmethod
    def options(self, position: Pos) -> list[Pos]:
        """Return the options of a position, each once; raise `OutOfReach` if there are too many options to list."""

    @abstractmethod
    def sample_options(self, position: Pos, random: Random) -> list[Pos]:
        """Return a sample of the options; the sample is empty only if the position has no options."""

    @abstractmethod
    def count_choices(self, position: Pos, most: int) -> int:
        """Return the number of ways to choose a move; if it exceeds `most`, the result may be too small."""

    @abstractmethod
    def apply_move(self, board: Pos, option: Pos) -> tuple[str, Pos]:
        """Return a pair: a sentence that describes the move from a board to an option, and the board after the move.

        The method finds the move without listing all options of the position. Unchanged piles keep their places on the
        board. If several moves lead to the option, the method prefers a move that leaves the piles in the order of the
        option.

        Raises:
            SpragueError: No move leads to the option.
        """

    def move_sentence(self, board: Pos, option: Pos) -> str:
        """Return a sentence that describes the move from a board to an option."""
        return self.apply_move(board, option)[0]

    @abstractmethod
    def is_over(self, position: Pos, forbidden: Sequence[Pos] = ()) -> bool:
        """Return whether the player to move has no move, because there are no options or all options are forbidden."""

    @abstractmethod
    def verdict(self, position: Pos, forbidden: Sequence[Pos] = ()) -> Verdict[Pos]:
        """Return the outcome and winning moves; raise `OutOfReach` if they cannot be computed."""

    @abstractmethod
    def is_p(self, option: Pos) -> bool:
        """Return whether a move to `option` wins, provided that the player also forbids the right replies."""

    @abstractmethod
    def options_to_forbid(self, position: Pos) -> list[Pos]:
        """Return the options that a player should forbid after a move to `position`."""

    @abstractmethod
    def grundy(self, position: Pos) -> int | None:
        """Return the Grundy value of a position if it is known or can be computed quickly, else None."""

    @abstractmethod
    def remoteness(self, position: Pos) -> int | None:
        """Return the number of moves until the end of best play, or None if the end is too far away."""

    @abstractmethod
    def explain(self, position: Pos) -> list[str]:
        """Return sentences, one for each fact, that explain the outcome of a position."""

    def components(self, position: Pos) -> list[tuple[Ruleset, Position]]:
        """Return each game of the match with its position."""
        return list(zip(self.rules, self.split(position), strict=True))

    def piles(self, position: Pos) -> list[Pile]:
        """Return all piles on the board in their numbered order, including remembered numbers."""
        return [
            Pile(game, place, entry, name, height, name in rule.remembered)
            for game, (rule, one) in enumerate(self.components(position))
            for place, component in enumerate(split_components(rule, one))
            for entry, (name, height) in enumerate(zip(rule.names, component, strict=True))
        ]


def board_lines(playable: Playable[Pos], position: Pos) -> Iterator[str]:
    r"""Yield the board of a match as plain text: the number, the height and (if they fit) the chips of each pile.

    >>> from sprague.play.match import Match
    >>> print(*board_lines(Match("nim", (1, 3)).playable, (1, 3)), sep="\n")
    1 │ ● 1
    2 │ ●●● 3
    """
    number, game = 0, -1
    for pile in playable.piles(position):
        if pile.game != game and len(playable.rules) > 1:
            yield f"{ordinal(pile.game)} game, {playable.rules[pile.game].display_name}"
        game = pile.game
        if pile.is_remembered:
            yield f"{pile.name} = {show_count(pile.height)}"
            continue
        number += 1
        if number > MOST_PILES:
            yield "…"
            return
        chips = "●" * pile.height + " " if 0 < pile.height <= MOST_CHIPS else ""
        yield f"{number} │ {chips}{show_count(pile.height)}"
