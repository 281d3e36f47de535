"""Games in which every move changes a parity, so that only the number of moves counts, and all plays are alike."""

from __future__ import annotations

from dataclasses import dataclass

from sprague.games._subtraction_transfer.formulas import even_block
from sprague.games._subtraction_transfer.theorem import LENGYEL, PROVED_HERE, RedAndBlue
from sprague.rules import Position
from sprague.rules.positions import show_position


@dataclass(frozen=True)
class SheLovesMe(RedAndBlue):
    """Every move changes the parity of a number that is 0 where no move is left."""

    title = "She-loves-me, she-loves-me-not"
    source = PROVED_HERE
    misere: bool = False

    @property
    def statement(self) -> str:
        if self.by_transfers:
            which, number = "b and c divide a and a/b + a/c is odd", "⌊(s + c⌊r/c⌋)/b⌋ + ⌊r/c⌋"
        else:
            which, number = "a and b divide every c and c/a + c/b is odd", "⌊r/a⌋ + ⌊s/b⌋"
        wins = "even" if self.misere else "odd"
        return f"If {which}, every move changes the parity of {number}; the first player wins if that is {wins}."

    @property
    def by_transfers(self) -> bool:
        return not all_flip(self.a, self.b, self.transfers)

    def parity(self, red: int, blue: int) -> int:
        if self.by_transfers:
            whole = red // self.c
            return (self.beta(blue + self.c * whole) + whole) % 2
        return (red // self.a + blue // self.b) % 2

    def even_parity(self, x: str, y: str) -> str:
        """That the parity is even, as a formula."""
        if self.by_transfers:
            c = self.c
            return f"{even_block(f'{x} - ({x} mod {c}) + {y}', self.b)} iff {even_block(x, c)}"
        return f"{even_block(x, self.a)} iff {even_block(y, self.b)}"

    def classes(self, x: str, y: str) -> tuple[str, ...]:
        even = self.even_parity(x, y)
        return (f"not ({even})", even) if self.misere else (even, f"not ({even})")

    def value(self, red: int, blue: int) -> int:
        return self.parity(red, blue) ^ int(self.misere)

    def grundy(self, position: Position) -> int | None:
        return None if self.misere else self.value(*position)

    def reason(self, red: int, blue: int) -> str:
        odd = "odd" if self.parity(red, blue) else "even"
        return f"However it is played, the number of moves from {show_position((red, blue))} on is {odd}"

    def explain(self, position: Position) -> str:
        if not list(self.moves(*position)):
            return super().explain(position)
        last = "the last one loses" if self.misere else "the last one wins"
        return (
            f"{self.reason(*position)}, and {last}: {'no move helps' if self.is_p(position) else 'any move will do'}."
        )


@dataclass(frozen=True)
class Theorem21(SheLovesMe):
    """(a, a, 1) with a even: parity is all that matters."""

    title = "Theorem 2.1"
    source = LENGYEL
    statement = "In the game (a, a, 1), a even, the value is ⌊(r + s)/a⌋ + r mod 2, and every move changes it."

    def parity(self, red: int, blue: int) -> int:
        return ((red + blue) // self.a + red) % 2

    def even_parity(self, x: str, y: str) -> str:
        return f"{even_block(f'{x} + {y}', self.a)} iff {x} is even"


@dataclass(frozen=True)
class Corollary23(SheLovesMe):
    """(2na, 2na, n): Theorem 2.1 with n cookies for one."""

    title = "Corollary 2.3"
    source = LENGYEL
    statement = "In the game (2na, 2na, n) the value is ⌊(⌊r/n⌋ + ⌊s/n⌋)/2a⌋ + ⌊r/n⌋ mod 2, and every move changes it."

    def parity(self, red: int, blue: int) -> int:
        reds, blues = red // self.c, blue // self.c
        return ((reds + blues) // (self.a // self.c) + reds) % 2

    def even_parity(self, x: str, y: str) -> str:
        packed = f"{x} - ({x} mod {self.c}) + {y} - ({y} mod {self.c})"
        return f"{even_block(packed, self.a)} iff {even_block(x, self.c)}"


def all_flip(a: int, b: int, transfers: tuple[int, ...]) -> bool:
    """Whether every move changes the parity of ⌊r/a⌋ + ⌊s/b⌋."""
    return all(c % a == 0 and c % b == 0 and (c // a + c // b) % 2 for c in transfers)


def flips_by_transfers(a: int, b: int, transfers: tuple[int, ...]) -> bool:
    """Whether every move changes the parity of ⌊(s + c⌊r/c⌋)/b⌋ + ⌊r/c⌋."""
    c = transfers[0]
    return len(transfers) == 1 and a % c == 0 and a % b == 0 and (a // b + a // c) % 2 == 1
