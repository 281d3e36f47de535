"""Random rules that split, as text and as a plain definition, and values by plain recursion.

Nothing here uses the package: positions are sorted tuples of components, empty ones left out, and every move is found
by trying all parts that there could be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product

from hypothesis import strategies as st

Component = tuple[int, ...]
Sum = tuple[Component, ...]

NAMES = (("u", "v", "w"), ("x", "y", "z"))
#: What may be said of the first part's share u of the first pile, and of that pile.
EXTRA: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("", lambda u, n: True),
    ("u odd", lambda u, n: u % 2 == 1),
    ("u <= {0} div 2", lambda u, n: u <= n // 2),
    ("(u = 0 or {0} mod 3 = 1)", lambda u, n: u == 0 or n % 3 == 1),
    ("u power of 2", lambda u, n: u in (1, 2, 4, 8, 16)),
    ("not u in {{1, 3}}", lambda u, n: u not in (1, 3)),
    ("|2u - {0}| <= 2", lambda u, n: abs(2 * u - n) <= 2),
    ("u square", lambda u, n: u in (0, 1, 4, 9, 16)),
)


@dataclass(frozen=True)
class Split:
    """Take so many chips from each pile, and share out the rest among so many parts.

    `exactly` says whether that is all that is taken, or the least. In the first pile each part keeps at least `least`
    chips, and if `distinct` all parts differ there. `said` is one more thing that is said, of `EXTRA`.
    """

    parts: int
    taken: tuple[int, ...]
    exactly: bool
    least: int
    distinct: bool
    extra: int = 0

    def text(self, piles: str) -> str:
        parts = " + ".join(f"({', '.join(NAMES[i][part] for i in range(len(piles)))})" for part in range(self.parts))
        sign = "=" if self.exactly else "<="
        conditions = [
            f"{' + '.join(NAMES[i][: self.parts])} {sign} {name} - {self.taken[i]}" for i, name in enumerate(piles)
        ]
        first = NAMES[0][: self.parts]
        conditions += [f"{name} >= {self.least}" for name in first if self.least]
        conditions += [f"{one} != {two}" for one, two in combinations(first, 2) if self.distinct]
        conditions += [EXTRA[self.extra][0].format(piles[0])] * (self.extra > 0)
        return f"{parts} where {', '.join(conditions)}"

    def results(self, component: Component) -> Iterator[Sum]:
        ranges = [range(height + 1) for height in component]
        for parts in product(product(*ranges), repeat=self.parts):
            sums = [height - sum(part[i] for part in parts) for i, height in enumerate(component)]
            fits = (have == want if self.exactly else have >= want for have, want in zip(sums, self.taken, strict=True))
            first = [part[0] for part in parts]
            apart = not self.distinct or len(set(first)) == len(first)
            if all(fits) and min(first) >= self.least and apart and EXTRA[self.extra][1](first[0], component[0]):
                yield parts


@dataclass(frozen=True)
class SplitRule:
    """Some splits, in any order of the piles or not; of `stop` chips or fewer, a component is over."""

    piles: str
    moves: tuple[Split, ...]
    any_order: bool
    stop: int = -1

    @property
    def text(self) -> str:
        moves = " ; ".join(move.text(self.piles) for move in self.moves)
        stop = f" stop when {' + '.join(self.piles)} <= {self.stop}" if self.stop >= 0 else ""
        return f"({', '.join(self.piles)}) -> {moves}{' any order' if self.any_order else ''}{stop}"

    def position(self, components: Iterator[Component] | Sum) -> Sum:
        """A sum as it is written: sorted, without empty components."""
        inside = (tuple(sorted(one)) if self.any_order else one for one in components)
        return tuple(sorted(one for one in inside if any(one)))

    def results(self, component: Component) -> set[Sum]:
        if sum(component) <= self.stop:
            return set()
        orders = set(permutations(component)) if self.any_order else {component}
        return {self.position(parts) for move in self.moves for order in orders for parts in move.results(order)}

    def options(self, total: Sum) -> set[Sum]:
        found = set()
        for place, component in enumerate(total):
            rest = total[:place] + total[place + 1 :]
            found |= {self.position(rest + parts) for parts in self.results(component)}
        return found

    def flat(self, total: Sum) -> tuple[int, ...]:
        """A sum as the package writes it."""
        return tuple(entry for component in total for entry in component) or (0,) * len(self.piles)


@dataclass(frozen=True)
class Oracle:
    """Values by plain recursion on sums; nothing is known of nim-sums."""

    grundy: Callable[[Sum], int]
    is_p: Callable[[Sum], bool]
    is_misere_p: Callable[[Sum], bool]

    @staticmethod
    def of(rule: SplitRule) -> Oracle:
        @cache
        def options(total: Sum) -> frozenset[Sum]:
            return frozenset(rule.options(total))

        @cache
        def grundy(total: Sum) -> int:
            values = {grundy(option) for option in options(total)}
            return next(value for value in range(len(values) + 1) if value not in values)

        @cache
        def is_p(total: Sum) -> bool:
            return not any(is_p(option) for option in options(total))

        @cache
        def is_misere_p(total: Sum) -> bool:
            return bool(options(total)) and not any(is_misere_p(option) for option in options(total))

        return Oracle(grundy, is_p, is_misere_p)


@st.composite
def splits(draw: st.DrawFn, piles: int, fewest: int = 1, more: bool = False) -> Split:
    parts = draw(st.integers(fewest, 3 if piles == 1 else 2))
    least = draw(st.integers(0, 1))
    taken = tuple(draw(st.integers(0, 2)) for _ in range(piles))
    # Play ends if chips are taken, or if every part keeps some: then none keeps all.
    if not any(taken) and not (least and parts > 1):
        taken = (1, *taken[1:])
    distinct, extra = draw(st.booleans()) and parts > 1, draw(st.integers(0, len(EXTRA) - 1)) if more else 0
    return Split(parts, taken, draw(st.booleans()), least, distinct, extra)


@st.composite
def split_rules(draw: st.DrawFn, most_piles: int = 2, more: bool = False) -> SplitRule:
    """A rule that splits; `more` of them say more of the parts, or stop."""
    piles = draw(st.integers(1, most_piles))
    first = draw(splits(piles, fewest=2, more=more))
    moves = dict.fromkeys([first, *draw(st.lists(splits(piles, more=more), max_size=2))])
    stop = draw(st.sampled_from((-1, -1, 0, 1, 2))) if more else -1
    return SplitRule("ab"[:piles] if piles > 1 else "n", tuple(moves), piles > 1 and draw(st.booleans()), stop)


def sums(rule: SplitRule, most: int, components: int) -> st.SearchStrategy[Sum]:
    """Sums of up to so many components with piles of up to so many chips."""
    component = st.tuples(*(st.integers(0, most) for _ in rule.piles))
    return st.lists(component, max_size=components).map(lambda found: rule.position(tuple(found)))
