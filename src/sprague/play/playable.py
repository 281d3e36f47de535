"""The interface of what is played in a match: one game or a sum, normal or misère.

A match asks both in the same way. Where play stands is a position of the game or, in a sum, a position of each of its
games. All that is said about who wins comes from `answers`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from sprague.rules import Position, Ruleset
from sprague.rules.sums import in_components
from sprague.solver.reasons import Because

Pos = TypeVar("Pos", bound=tuple[object, ...])

#: The kinds of reasons that were computed for the occasion.
COMPUTED_KINDS = ("table", "search")


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Pos]):
    """What is known where play stands: the outcome, moves that win, whether these are all, and the weakest reason.

    In a sum, `about` is the game that the reason is about, if the others have stronger ones.
    """

    outcome: str
    winning_moves: list[Pos]
    are_all: bool
    because: Because
    about: str = ""

    @property
    def was_computed(self) -> bool:
        """Whether no theorem or proof told it."""
        return self.because.kind in COMPUTED_KINDS


@dataclass(frozen=True, slots=True)
class Pile:
    """An entry of a position on the board: where it stands, what it is called, and how much it holds."""

    game: int
    component: int
    entry: int
    name: str
    height: int
    is_remembered: bool


class Playable(ABC, Generic[Pos]):
    """A game or a sum of games, and normal or misère play."""

    rules: tuple[Ruleset, ...]
    misere: bool

    @property
    def blocking(self) -> int:
        """How many options the player who has moved may forbid."""
        return 0

    @property
    @abstractmethod
    def title(self) -> str:
        """What is played, in a few words."""

    @abstractmethod
    def normalize(self, given: Iterable[object]) -> Pos:
        """Where play stands, sorted where order does not matter; refused if it cannot stand there."""

    @abstractmethod
    def split(self, at: Pos) -> tuple[Position, ...]:
        """The position of each of the games."""

    @abstractmethod
    def join(self, parts: Sequence[Position]) -> Pos:
        """What was taken apart by `split`, joined again."""

    @abstractmethod
    def format(self, at: Pos) -> str:
        """Where play stands, as people write it."""

    @abstractmethod
    def parse(self, text: str) -> Pos:
        """Where play stands, from what a person wrote, with the piles in the order written."""

    @abstractmethod
    def options(self, at: Pos) -> list[Pos]:
        """What one move reaches, each once; `OutOfReach` if there are very many."""

    @abstractmethod
    def sample_options(self, at: Pos, random: Random) -> list[Pos]:
        """Some of the options, however many there are; none only if there are none."""

    @abstractmethod
    def count_choices(self, at: Pos, most: int) -> int:
        """How many choices are tried to list the options; beyond `most`, some number above it."""

    @abstractmethod
    def validate(self, given: Iterable[object]) -> Pos:
        """Where play stands, with the piles in the order given; refused if it cannot stand there."""

    @abstractmethod
    def apply_move(self, board: Pos, option: Pos) -> tuple[str, Pos]:
        """What to do on a board to reach an option, and the board then, where no pile has changed its place.

        It is found without listing the other options; what is no option is refused. Of several ways it is the one that
        leaves the piles as the option has them, if there is one.
        """

    def move_sentence(self, board: Pos, option: Pos) -> str:
        """What to do on a board to reach an option."""
        return self.apply_move(board, option)[0]

    @abstractmethod
    def is_over(self, at: Pos, forbidden: Sequence[Pos] = ()) -> bool:
        """Whether no move is left, but for those that are forbidden."""

    @abstractmethod
    def verdict(self, at: Pos, forbidden: Sequence[Pos] = ()) -> Verdict[Pos]:
        """Who wins, by which moves; `OutOfReach` if that cannot be computed."""

    @abstractmethod
    def is_p(self, option: Pos) -> bool:
        """Whether a move there wins, so far as nothing is forbidden that should be."""

    @abstractmethod
    def options_to_forbid(self, at: Pos) -> list[Pos]:
        """What whoever has moved there had better forbid."""

    @abstractmethod
    def grundy(self, at: Pos) -> int | None:
        """The Grundy value, where it is told or computed in no time."""

    @abstractmethod
    def remoteness(self, at: Pos) -> int | None:
        """How many moves are left in best play, near the end."""

    @abstractmethod
    def explain(self, at: Pos) -> list[str]:
        """Why it is so, a fact a line, in the words of the theorem or proof that tells it."""

    def piles(self, at: Pos) -> list[Pile]:
        """All entries on the board, in the order in which they are numbered."""
        return [
            Pile(game, place, entry, name, height, name in rule.remembered)
            for game, (rule, position) in enumerate(zip(self.rules, self.split(at), strict=True))
            for place, component in enumerate(in_components(rule, position))
            for entry, (name, height) in enumerate(zip(rule.names, component, strict=True))
        ]
