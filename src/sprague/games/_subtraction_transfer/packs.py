"""Games whose numbers have a common divisor: cookies come in packs."""

from __future__ import annotations

from dataclasses import dataclass

from sprague.games._subtraction_transfer.formulas import in_packs
from sprague.games._subtraction_transfer.parity import SheLovesMe
from sprague.games._subtraction_transfer.theorem import LENGYEL, RedAndBlue
from sprague.rules import Position
from sprague.rules.positions import show_position


@dataclass(frozen=True)
class Proposition22(RedAndBlue):
    """(na, nb, nc): cookies come in packs of n, and what is left over never matters."""

    inner: RedAndBlue
    source = LENGYEL

    @property
    def n(self) -> int:
        return self.a // self.inner.a

    @property
    def title(self) -> str:
        return f"Proposition 2.2 with {self.inner.title}"

    @property
    def misere(self) -> bool:
        return self.inner.misere

    @property
    def statement(self) -> str:
        return (
            "The value of (r, s) in the game (na, nb, nc) is that of (⌊r/n⌋, ⌊s/n⌋) in the game (a, b, c). "
            f"{self.inner.statement}"
        )

    def packs(self, position: Position) -> Position:
        return tuple(plate // self.n for plate in position)

    def decides(self, position: Position) -> bool:
        return self.inner.decides(self.packs(position))

    def value(self, red: int, blue: int) -> int:
        return self.inner.value(red // self.n, blue // self.n)

    def classes(self, x: str, y: str) -> tuple[str, ...] | None:
        inner = self.inner.classes("u", "v")
        return inner and tuple(in_packs(formula, self.n, (x, y), ("u", "v")) for formula in inner)

    def grundy(self, position: Position) -> int | None:
        return self.inner.grundy(self.packs(position))

    def reason(self, red: int, blue: int) -> str:
        return f"{self.counted((red, blue))} {self.inner.reason(red // self.n, blue // self.n)}"

    def counted(self, position: Position) -> str:
        return f"In packs of {self.n}, {show_position(position)} is {show_position(self.packs(position))}."

    def explain(self, position: Position) -> str:
        if isinstance(self.inner, SheLovesMe):
            return f"{self.counted(position)} {self.inner.explain(self.packs(position))}"
        return super().explain(position)
