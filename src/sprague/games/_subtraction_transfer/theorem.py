"""A theorem about a subtraction-transfer game: what all of them have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from sprague.games._catalogue import Source
from sprague.games._theory import Theorem
from sprague.rules import Position
from sprague.rules.positions import show_position

LENGYEL = Source("lengyel")
CONJECTURED = Source(
    "lengyel",
    "settled by A. Danai, P. Ellis and T. Thanatipanonda (arXiv 2602.14325); a proof in docs/subtraction-transfer.md",
)
PROVED_HERE = Source("proved here, see docs/subtraction-transfer.md")


@dataclass(frozen=True)
class RedAndBlue(Theorem):
    """A theorem about the game (a, b, c): take a red or b blue cookies, or turn c red ones blue, for a c of the set."""

    a: int
    b: int
    transfers: tuple[int, ...]

    @property
    def c(self) -> int:
        """The one number that may be moved."""
        (moved,) = self.transfers
        return moved

    def beta(self, blue: int) -> int:
        return blue // self.b % 2

    @abstractmethod
    def value(self, red: int, blue: int) -> int:
        """The Grundy value."""

    @abstractmethod
    def reason(self, red: int, blue: int) -> str:
        """How the value follows from the theorem, without the full stop."""

    @abstractmethod
    def classes(self, x: str, y: str) -> tuple[str, ...] | None:
        """For each value from 0 on, that (x, y) has it, as a formula about these names."""

    @property
    def formula(self) -> str | None:
        classes = self.classes("x", "y")
        return classes[0] if classes else None

    @property
    def grundy_formula(self) -> tuple[str, ...] | None:
        return None if self.misere else self.classes("x", "y")

    def grundy(self, position: Position) -> int | None:
        return self.value(*position)

    def is_p(self, position: Position) -> bool:
        return self.value(*position) == 0

    def winning_moves(self, position: Position) -> list[Position]:
        return [option for option, _ in self.moves(*position) if self.is_p(option)]

    def moves(self, red: int, blue: int) -> Iterator[tuple[Position, str]]:
        """The options, with the move in words."""
        if red >= self.a:
            yield (red - self.a, blue), f"eating {self.a} red"
        if blue >= self.b:
            yield (red, blue - self.b), f"eating {self.b} blue"
        for moved in self.transfers:
            if red >= moved:
                yield (red - moved, blue + moved), f"moving {moved} from red to blue"

    def explain(self, position: Position) -> str:
        moves = dict(self.moves(*position))
        if not moves:
            return f"No move is left in {show_position(position)}."
        value = f"{self.reason(*position)}, so its value is {self.value(*position)}"
        for option in self.winning_moves(position):
            return f"{value}; {moves[option]} leaves {show_position(option)}, of value 0."
        return f"{value}: every move changes that."
