"""Subtraction-transfer games: base class of their theorems, formulas for Grundy values, games decided by parity.

The formulas use the equivalence that ⌊t/n⌋ is even if and only if t mod 2n is less than n.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sprague.games.support.bibliography import Source
from sprague.games.support.theorems import Theorem
from sprague.language.positions import show_position
from sprague.rules import Position

LENGYEL = Source("lengyel")
CONJECTURED = Source(
    "lengyel",
    "proved by A. Danai, P. Ellis and T. Thanatipanonda (arXiv 2602.14325); a proof is in docs/subtraction-transfer.md",
)
PROVED_HERE = Source("proved here, see docs/subtraction-transfer.md")


@dataclass(frozen=True)
class RedAndBlue(Theorem):
    """A theorem about a subtraction-transfer game.

    A move eats `a` red cookies, eats `b` blue cookies, or moves c cookies from the red plate to the blue plate, where c
    is in `transfers`.
    """

    a: int
    b: int
    transfers: tuple[int, ...]

    @property
    def c(self) -> int:
        """The number of cookies that a move transfers to the blue plate, if `transfers` has one element."""
        (moved,) = self.transfers
        return moved

    def beta(self, blue: int) -> int:
        return blue // self.b % 2

    @abstractmethod
    def value(self, red: int, blue: int) -> int:
        """Return the Grundy value of a position of a subtraction-transfer game."""

    @abstractmethod
    def reason(self, red: int, blue: int) -> str:
        """Return an English sentence, without the full stop, that explains the value of a position by the theorem."""

    @abstractmethod
    def classes(self, x: str, y: str) -> tuple[str, ...] | None:
        """Return formulas, one for each Grundy value from 0 up, that are true if the position (x, y) has this value."""

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
        """Yield the options of a position of red and blue cookies, each with a description of the move."""
        if red >= self.a:
            yield (red - self.a, blue), f"Eat {_cookies(self.a, 'red')}"
        if blue >= self.b:
            yield (red, blue - self.b), f"Eat {_cookies(self.b, 'blue')}"
        for moved in self.transfers:
            if red >= moved:
                yield (red - moved, blue + moved), f"Move {_cookies(moved, 'red')} to the blue plate"

    def explain(self, position: Position) -> str:
        moves = dict(self.moves(*position))
        if not moves:
            won = "lost" if self.misere else "won"
            return f"No move is left at {show_position(position)}. The player who moved last has {won}."
        value = f"{self.reason(*position)}. The Grundy value is {self.value(*position)}."
        for option in self.winning_moves(position):
            return f"{value} {moves[option]}: {show_position(option)} has the value 0, and your opponent loses."
        return f"{value} Every move changes the value, and your opponent can make it 0 again."


def _cookies(count: int, colour: str) -> str:
    return f"{count} {colour} cookie{'' if count == 1 else 's'}"


# Maximum number of entries in a table that is converted to a formula.
MOST_ENTRIES = 4000


def even_block(term: str, size: int) -> str:
    """Return a formula for "⌊term/size⌋ is even".

    >>> even_block("x + y", 3)
    '(x + y) mod 6 < 3'
    """
    return f"({term}) mod {2 * size} < {size}"


def odd_block(term: str, size: int) -> str:
    """Return a formula for "⌊term/size⌋ is odd"."""
    return f"({term}) mod {2 * size} >= {size}"


def in_packs(formula: str, size: int, names: tuple[str, str], inner: tuple[str, str]) -> str:
    """Return a formula which states that `formula` holds for two numbers divided by `size` and rounded down.

    >>> in_packs("u = v", 2, ("x", "y"), ("u", "v"))
    'exists u <= x: 2u <= x < 2u + 2 and (exists v <= y: 2v <= y < 2v + 2 and (u = v))'
    """
    (x, y), (u, v) = names, inner
    return (
        f"exists {u} <= {x}: {size}{u} <= {x} < {size}{u} + {size} and "
        f"(exists {v} <= {y}: {size}{v} <= {y} < {size}{v} + {size} and ({formula}))"
    )


def by_window(rows: Sequence[Sequence[int]], period: int, columns: int, x: str, y: str) -> tuple[str, ...] | None:
    """Return a formula for each Grundy value, given a table of rows whose last `period` rows repeat for ever.

    The bit mask `rows[r][value]` marks the columns of row r that have this value; column numbers are taken modulo
    `columns`.

    >>> by_window([(0b01, 0b10), (0b10, 0b01)], 2, 2, "x", "y")
    ('x mod 2 in {0} and y mod 2 in {0} or x mod 2 in {1} and y mod 2 in {1}', \
'x mod 2 in {0} and y mod 2 in {1} or x mod 2 in {1} and y mod 2 in {0}')
    """
    if len(rows) * columns > MOST_ENTRIES:
        return None
    start = len(rows) - period
    while start and rows[start - 1] == rows[start - 1 + period]:
        start -= 1
    before: list[dict[int, list[int]]] = [{} for _ in rows[0]]
    after: list[dict[int, list[int]]] = [{} for _ in rows[0]]
    for number, row in enumerate(rows[: start + period]):
        for value, where in enumerate(row):
            if where:
                rest = number if number < start else number % period
                (before if number < start else after)[value].setdefault(where, []).append(rest)
    onward = f"{x} >= {start} and " if start else ""
    found = []
    for first, repeated in zip(before, after, strict=True):
        cases = [f"{x} in {_set(numbers)} and {y} mod {columns} in {_bits(bits)}" for bits, numbers in first.items()]
        cases += [
            f"{onward}{x} mod {period} in {_set(sorted(numbers))} and {y} mod {columns} in {_bits(bits)}"
            for bits, numbers in repeated.items()
        ]
        found.append(" or ".join(cases) or "false")
    while found[-1] == "false":
        found.pop()
    return tuple(found)


def _set(numbers: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


def _bits(mask: int) -> str:
    return _set([place for place in range(mask.bit_length()) if mask >> place & 1])


@dataclass(frozen=True)
class SheLovesMe(RedAndBlue):
    """A theorem about games with a number that is 0 when play ends and whose parity every move changes."""

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
        return (
            f"If {which}, every move changes the parity of {number}. A position is an N-position if and only if this "
            f"number is {wins}."
        )

    @property
    def by_transfers(self) -> bool:
        return not all_flip(self.a, self.b, self.transfers)

    def parity(self, red: int, blue: int) -> int:
        if self.by_transfers:
            whole = red // self.c
            return (self.beta(blue + self.c * whole) + whole) % 2
        return (red // self.a + blue // self.b) % 2

    def even_parity(self, x: str, y: str) -> str:
        """Return a formula that is true if the number whose parity decides the outcome is even."""
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
        return f"Every play from {show_position((red, blue))} has an {odd} number of moves"

    def explain(self, position: Position) -> str:
        if not list(self.moves(*position)):
            return super().explain(position)
        last = "loses" if self.misere else "wins"
        fate = "so you lose whatever you do" if self.is_p(position) else "so every move wins"
        return f"{self.reason(*position)}, and whoever makes the last move {last}, {fate}."


@dataclass(frozen=True)
class Theorem21(SheLovesMe):
    """The subtraction-transfer game (a, a, 1) for even a: the parity of ⌊(r + s)/a⌋ + r decides the outcome."""

    title = "Theorem 2.1"
    source = LENGYEL
    statement = (
        "In the game (a, a, 1), a even, the Grundy value of (r, s) is (⌊(r + s)/a⌋ + r) mod 2, and every move changes "
        "this number."
    )

    def parity(self, red: int, blue: int) -> int:
        return ((red + blue) // self.a + red) % 2

    def even_parity(self, x: str, y: str) -> str:
        return f"{even_block(f'{x} + {y}', self.a)} iff {x} is even"


@dataclass(frozen=True)
class Corollary23(SheLovesMe):
    """The subtraction-transfer game (2na, 2na, n) is the game (2a, 2a, 1) played with packs of n cookies."""

    title = "Corollary 2.3"
    source = LENGYEL
    statement = (
        "In the game (2na, 2na, n) the Grundy value is (⌊(⌊r/n⌋ + ⌊s/n⌋)/2a⌋ + ⌊r/n⌋) mod 2, and every move changes "
        "this number."
    )

    def parity(self, red: int, blue: int) -> int:
        reds, blues = red // self.c, blue // self.c
        return ((reds + blues) // (self.a // self.c) + reds) % 2

    def even_parity(self, x: str, y: str) -> str:
        packed = f"{x} - ({x} mod {self.c}) + {y} - ({y} mod {self.c})"
        return f"{even_block(packed, self.a)} iff {even_block(x, self.c)}"


def all_flip(a: int, b: int, transfers: tuple[int, ...]) -> bool:
    """Return whether every move changes the parity of ⌊r/a⌋ + ⌊s/b⌋, for r red and s blue cookies."""
    return all(c % a == 0 and c % b == 0 and (c // a + c // b) % 2 for c in transfers)


def flips_by_transfers(a: int, b: int, transfers: tuple[int, ...]) -> bool:
    """Return whether every move changes the parity of ⌊(s + c⌊r/c⌋)/b⌋ + ⌊r/c⌋, for r red and s blue cookies."""
    c = transfers[0]
    return len(transfers) == 1 and a % c == 0 and a % b == 0 and (a // b + a // c) % 2 == 1
