"""Games whose values stand in blocks, the same in all rows of a kind."""

from __future__ import annotations

from dataclasses import dataclass

from sprague.games._subtraction_transfer.formulas import even_block, odd_block
from sprague.games._subtraction_transfer.theorem import CONJECTURED, LENGYEL, RedAndBlue
from sprague.rules.positions import show_number, show_position


@dataclass(frozen=True)
class Proposition24(RedAndBlue):
    """(a, a, a): blocks of one value."""

    title = "Proposition 2.4"
    source = LENGYEL
    statement = "In the game (a, a, a) the value is 2(⌊r/a⌋ mod 2) + (⌊s/a⌋ mod 2)."

    def value(self, red: int, blue: int) -> int:
        return 2 * (red // self.a % 2) + blue // self.a % 2

    def classes(self, x: str, y: str) -> tuple[str, ...]:
        halves = (even_block, odd_block)
        return tuple(f"{row(x, self.a)} and {column(y, self.a)}" for row in halves for column in halves)

    def reason(self, red: int, blue: int) -> str:
        rows, columns = ("odd" if plate // self.a % 2 else "even" for plate in (red, blue))
        return f"{show_position((red, blue))} has an {rows} number of whole {self.a}s of red, an {columns} one of blue"


@dataclass(frozen=True)
class Proposition25(RedAndBlue):
    """(a, 1, 1): rows of 0 and 1, and every (a+1)-st of 2 and 3."""

    title = "Proposition 2.5"
    source = LENGYEL
    statement = (
        "In the game (a, 1, 1), a ≥ 2, a rows of alternating 0 and 1 are followed by one of alternating 2 and 3; "
        "then 0 and 1 are exchanged, and so on."
    )

    def value(self, red: int, blue: int) -> int:
        blocks, row = divmod(red, self.a + 1)
        return 2 + blue % 2 if row == self.a else (blue + blocks) % 2

    def classes(self, x: str, y: str) -> tuple[str, ...]:
        rows = self.a + 1
        low = [f"{x} mod {rows} < {self.a} and ({even_block(x, rows)} iff {y} is {word})" for word in ("even", "odd")]
        return (*low, *(f"{x} mod {rows} = {self.a} and {y} is {word}" for word in ("even", "odd")))

    def reason(self, red: int, blue: int) -> str:
        row = red % (self.a + 1)
        kind = "2 and 3" if row == self.a else "0 and 1"
        return f"Divided by {self.a + 1}, {show_number(red)} leaves {row}: a row of {kind}"


@dataclass(frozen=True)
class Conjecture3(RedAndBlue):
    """(a, a, {1, …, a}): rows come in pairs 2i, 2i + 1 that hold the values 2i and 2i + 1."""

    title = "Conjecture 3, now proved"
    source = CONJECTURED
    statement = (
        "In the game (a, a, {1, …, a}), a ≥ 2, the values have period a + 2 in red and 2a in blue: row 2i ≤ a + 1 "
        "is 2i + β(s), and row 2i + 1 ≤ a + 1 is 2i + 1 - β(s + 1)."
    )

    def value(self, red: int, blue: int) -> int:
        row = red % (self.a + 2)
        return row - self.beta(blue + 1) if row % 2 else row + self.beta(blue)

    def classes(self, x: str, y: str) -> tuple[str, ...]:
        rows, found = self.a + 2, []
        for even in range(0, rows, 2):
            for first, second in ((even_block, odd_block), (odd_block, even_block)):
                cases = [f"{x} mod {rows} = {even} and {first(y, self.b)}"]
                if even + 1 < rows:
                    cases.append(f"{x} mod {rows} = {even + 1} and {second(f'{y} + 1', self.b)}")
                found.append(" or ".join(cases))
        return tuple(found)

    def reason(self, red: int, blue: int) -> str:
        row = red % (self.a + 2)
        return (
            f"Divided by {self.a + 2}, {show_number(red)} leaves {row}: "
            f"a row of {row - row % 2} and {row - row % 2 + 1}"
        )
