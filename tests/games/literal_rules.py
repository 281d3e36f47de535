"""Literal Python versions of the rules of the catalogue, with which the rules are compared.

Each function returns the options of a position as a set. If the order of the piles does not matter, the options are
sorted. The functions use plain loops over all choices, and nothing of Sprague.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product

Position = tuple[int, ...]
Options = Callable[[Position], set[Position]]


def unordered(piles: Iterable[int]) -> Position:
    return tuple(sorted(piles))


def changed(position: Position, *changes: tuple[int, int]) -> list[int]:
    """The piles after (pile, chips) have been added, negative chips being taken away."""
    piles = list(position)
    for pile, chips in changes:
        piles[pile] += chips
    return piles


def pairs(position: Position) -> list[tuple[int, int]]:
    """Every choice of two different piles, in either order."""
    return [(i, j) for i in range(len(position)) for j in range(len(position)) if i != j]


def powers(base: int, most: int) -> list[int]:
    return [base**exponent for exponent in range(most + 1) if base**exponent <= most]


def nim(position: Position) -> set[Position]:
    """Remove any number of coins from one pile."""
    found = set()
    for pile, size in enumerate(position):
        for taken in range(1, size + 1):
            found.add(unordered(changed(position, (pile, -taken))))
    return found


def moore_nim(width: int) -> Options:
    """As many chips as desired may be removed from up to `width` boxes."""

    def options(position: Position) -> set[Position]:
        found = set()
        for left in product(*(range(size + 1) for size in position)):
            touched = sum(after < before for after, before in zip(left, position, strict=True))
            if 1 <= touched <= width:
                found.add(unordered(left))
        return found

    return options


def exact_nim(least: int, most: int) -> Options:
    """Choose at least `least` and at most `most` piles, and lower each of them."""

    def options(position: Position) -> set[Position]:
        found = set()
        for count in range(least, most + 1):
            for chosen in combinations(range(len(position)), count):
                kept = [size for pile, size in enumerate(position) if pile not in chosen]
                for left in product(*(range(position[pile]) for pile in chosen)):
                    found.add(unordered([*kept, *left]))
        return found

    return options


def chocolate_bar(k: int) -> Options:
    """Break the bar along a line. Column i right of the bitter square has i div k squares above the row, at most y."""

    def options(position: Position) -> set[Position]:
        row, height, length = position
        heights = [min(i // k, height) for i in range(length + 1)]
        found = {(left, height, length) for left in range(row)}
        found |= {(row, max(min(top, lower) for top in heights), length) for lower in range(height)}
        return found | {(row, max(heights[: right + 1]), right) for right in range(length)}

    return options


def wythoff(position: Position) -> set[Position]:
    """Remove tokens from one pile as in Nim, or an equal number of tokens from both piles."""
    both = {unordered((position[0] - k, position[1] - k)) for k in range(1, min(position) + 1)}
    return nim(position) | both


def rim(base: int) -> Options:
    """Remove x chips from any box; then, up to base - 2 times, y from any box, y a power of the base, y > x/2.

    The same y each time.
    """

    def options(position: Position) -> set[Position]:
        found = set()
        for box, size in enumerate(position):
            for x in range(1, size + 1):
                for y in powers(base, max(position)):
                    for times in range(base - 1):
                        for boxes in combinations_with_replacement(range(len(position)), times):
                            left = changed(position, (box, -x), *((other, -y) for other in boxes))
                            if min(left) >= 0 and (times == 0 or 2 * y > x):
                                found.add(unordered(left))
        return found

    return options


def rim_with_any_y(base: int) -> Options:
    """As `rim`, but with a new choice of y each time the option is exercised."""

    def options(position: Position) -> set[Position]:
        found = set()
        for box, size in enumerate(position):
            for x in range(1, size + 1):
                choices = list(product(range(len(position)), [y for y in powers(base, max(position)) if 2 * y > x]))
                for times in range(base - 1):
                    for taken in combinations_with_replacement(choices, times):
                        left = changed(position, (box, -x), *((other, -y) for other, y in taken))
                        if min(left) >= 0:
                            found.add(unordered(left))
        return found

    return options


def trim(position: Position) -> set[Position]:
    """Remove x chips from any box and, if desired, exactly y from another, y a power of three, y > x/2."""
    found = nim(position)
    for box, other in pairs(position):
        for x in range(1, position[box] + 1):
            for y in powers(3, position[other]):
                if y > x / 2:
                    found.add(unordered(changed(position, (box, -x), (other, -y))))
    return found


def empty_transfer(position: Position) -> set[Position]:
    """Empty one of the boxes, select another, and transfer some but not all of its chips into the empty box."""
    found = set()
    for emptied, other in pairs(position):
        for moved in range(1, position[other]):
            found.add(unordered(changed(position, (emptied, moved - position[emptied]), (other, -moved))))
    return found


@cache
def redistributions(chips: int, boxes: int) -> frozenset[Position]:
    """All ways to put so many chips into the boxes with at least one in each."""
    sizes = range(1, max(chips - boxes + 2, 1))
    return frozenset(filling for filling in combinations_with_replacement(sizes, boxes) if sum(filling) == chips)


def empty_all_but_one(position: Position) -> set[Position]:
    """Empty all boxes but one, and redistribute its contents among all boxes, at least one chip in each."""
    return {filling for kept in position for filling in redistributions(kept, len(position))}


def empty_redistribute(position: Position) -> set[Position]:
    """Discard the chips of one box, and redistribute the others among all boxes, at least one in each."""
    chips = sum(position)
    return {filling for size in position for filling in redistributions(chips - size, len(position))}


def empty_some(empty: int) -> Options:
    """Empty that many boxes, and redistribute the rest so that no box is empty."""

    def options(position: Position) -> set[Position]:
        found: set[Position] = set()
        for emptied in combinations(position, empty):
            found |= redistributions(sum(position) - sum(emptied), len(position))
        return found

    return options


def selective_empty_redistribute(position: Position) -> set[Position]:
    """Empty any number j of the k boxes, 1 <= j <= k - 1, and redistribute the rest so that no box is empty."""
    return {option for empty in range(1, len(position)) for option in empty_some(empty)(position)}


def sharing_nim(position: Position) -> set[Position]:
    """Move tokens from one pile to another, which afterwards does not have more tokens than the source."""
    found = set()
    for source, receiver in pairs(position):
        for moved in range(1, position[source] + 1):
            if position[receiver] + moved <= position[source] - moved:
                found.add(unordered(changed(position, (source, -moved), (receiver, moved))))
    return found


def entropy_reduction(position: Position) -> set[Position]:
    """Take chips from one box and put them in another, so that the two are more nearly equal in size."""
    found = set()
    for one, other in pairs(position):
        for moved in range(1, position[one] + 1):
            after = changed(position, (one, -moved), (other, moved))
            if abs(after[one] - after[other]) < abs(position[one] - position[other]):
                found.add(unordered(after))
    return found


def graph_nim(edges: Sequence[tuple[int, int]], rule: str) -> Options:
    """As Sharing Nim, or Entropy Reduction, between vertices 0, 1, 2, … joined by an edge; the vertices keep apart."""

    def options(position: Position) -> set[Position]:
        found = set()
        for source, receiver in [*edges, *((j, i) for i, j in edges)]:
            for moved in range(1, position[source] + 1):
                after = changed(position, (source, -moved), (receiver, moved))
                levelled = abs(after[source] - after[receiver]) < abs(position[source] - position[receiver])
                shared = after[receiver] <= after[source]
                if {"sharing": shared, "entropy": levelled}[rule]:
                    found.add(tuple(after))
        return found

    return options


def one_bottle(position: Position) -> set[Position]:
    """Move one bottle from a larger row to a smaller one, whose size then does not exceed that of the source."""
    found = set()
    for source, destination in pairs(position):
        if position[source] > position[destination] and position[destination] + 1 <= position[source] - 1:
            found.add(unordered(changed(position, (source, -1), (destination, 1))))
    return found


def dynamic_nim(stop: int, limit: Callable[[int], int]) -> Options:
    """Remove at most t counters from one pile, and the next player at most limit(that); at `stop` counters it ends."""

    def options(position: Position) -> set[Position]:
        *piles, most = position
        found: set[Position] = set()
        if sum(piles) <= stop:
            return found
        for pile, size in enumerate(piles):
            for taken in range(1, min(size, most) + 1):
                found.add((*unordered(changed(tuple(piles), (pile, -taken))), limit(taken)))
        return found

    return options


def subtraction_transfer(a: int, b: int, c: Iterable[int]) -> Options:
    """Take a cookies from the red plate, or b from the blue one, or move some c from red to blue."""
    moves = [(-a, 0), (0, -b), *((-moved, moved) for moved in c)]
    return vector_addition(moves)


def vector_addition(vectors: Sequence[Sequence[int]]) -> Options:
    """Add one of the vectors; no entry may be negative."""

    def options(position: Position) -> set[Position]:
        reached = [tuple(entry + step for entry, step in zip(position, vector, strict=True)) for vector in vectors]
        return {option for option in reached if min(option) >= 0}

    return options


def fulves_merger(position: Position) -> set[Position]:
    """Transfer any number of chips to a box at least as great; the first to make all boxes even has won."""
    found: set[Position] = set()
    if all(size % 2 == 0 for size in position):
        return found
    for source, receiver in pairs(position):
        if position[receiver] >= position[source]:
            for moved in range(1, position[source] + 1):
                found.add(unordered(changed(position, (source, -moved), (receiver, moved))))
    return found
