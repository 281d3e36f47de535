"""Claims of Ferguson's Section 2: Empty & Transfer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from sprague.games import game
from sprague.games.theory.redistribution import move_to_value, two_box_value, two_box_value_in_binary
from sprague.papers.claims import CORRECTED, MISPRINT, Section, Verdict, corrected, first_failure, first_found, verdict
from sprague.papers.closed_forms import against_theorems
from sprague.papers.ferguson.boxes import extents, mismatch, outcomes, smallest, valuation
from sprague.papers.general_proofs import GeneralProof
from sprague.rules import Position
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate

if TYPE_CHECKING:
    from sprague.automata.automaton import Automaton
    from sprague.proofs.proof import AutomatonProof

section = Section("ferguson", ("empty-transfer",))


def preimage(positions: Automaton, factors: Sequence[int], constants: Sequence[int]) -> Automaton:
    """Return the automaton of all tuples x for which the tuple factors * x + constants is in the set `positions`.

    >>> from sprague.automata.atoms import linear
    >>> [x for x in range(9) if x in preimage(linear((1,), -7, "<="), [2], [-1])]
    [1, 2, 3, 4]
    """
    from sprague.automata import atoms

    found = positions
    tracks = positions.tracks
    for place, (factor, constant) in enumerate(zip(factors, constants, strict=True)):
        # Add a track for a number x such that factor * x + constant is the number on the old track; then remove the old
        # track.
        link = atoms.linear((factor, -1), constant, "=", positions.numeration).arrange((tracks, place), tracks + 1)
        both = found.arrange(range(tracks), tracks + 1) & link
        found = both.arrange([None if track == place else track for track in range(tracks)] + [place], tracks)
    return found


def doubles(proof: AutomatonProof) -> bool:
    """Return whether doubling all boxes never changes membership in the proved set (Proposition 5)."""
    boxes = len(proof.game.names)
    return preimage(proof.positions, [2] * boxes, [0] * boxes) == proof.positions


def doubles_less_one(proof: AutomatonProof) -> bool:
    """Return whether doubling all boxes and taking a chip never changes membership in a proved set (Proposition 6)."""
    boxes = len(proof.game.names)
    return all(
        preimage(proof.positions, [2] * boxes, [-int(other == place) for other in range(boxes)]) == proof.positions
        for place in range(boxes)
    )


def sizes(far: bool) -> dict[int, int]:
    """Return a dictionary from the number of boxes to the largest box in the tables of Empty & Transfer."""
    return {2: 400, 3: 120, 4: 48, 5: 24, 6: 14, 7: 10} if far else {2: 120, 3: 40, 4: 20, 5: 12, 6: 9}


def table_of(boxes: int, most: int, misere: bool = False) -> Table:
    return outcomes("empty-transfer", most + 1, misere=misere, boxes=boxes)


def even_boxes(position: Position) -> int:
    return sum(box % 2 == 0 for box in position)


@section.claim("prop-1", "In Empty & Transfer a position with an odd number of chips in every box is P.")
def prop_1(far: bool) -> Verdict:
    tables = [table_of(boxes, most) for boxes, most in sizes(far).items()]
    wrong = (smallest(p for p, value in table.items() if not even_boxes(p) and value != "P") for table in tables)
    return verdict(extents(sizes(far)), *wrong, against_theorems(*tables))


@section.claim("prop-2", "In Empty & Transfer a position with exactly one or two even boxes is N.")
def prop_2(far: bool) -> Verdict:
    tables = [table_of(boxes, most) for boxes, most in sizes(far).items()]
    wrong = (smallest(p for p, value in table.items() if even_boxes(p) in (1, 2) and value != "N") for table in tables)
    return verdict(extents(sizes(far)), *wrong, against_theorems(*tables))


@section.claim(
    "cor-k2",
    "A position of two boxes is P if and only if both boxes are odd.",
    proof=GeneralProof(["empty-transfer:boxes=2"]),
)
def corollary(far: bool) -> Verdict:
    most = 400 if far else 200
    table = table_of(2, most)
    wrong = [mismatch(table, lambda position: not even_boxes(position)), against_theorems(table)]
    return verdict(f"boxes up to {most}", *wrong)


# Claims about two boxes and their Grundy values


def g(x: int, y: int) -> int:
    """Return the Grundy value of two boxes by the recursion of Proposition 3."""
    return 0 if x % 2 and y % 2 else 1 + g((x + 1) // 2, (y + 1) // 2)


def binary_value(x: int, y: int) -> int:
    """Return the Grundy value of two boxes by the paper's binary method, which adds powers of two to the boxes."""
    while True:
        j = min(valuation(x), valuation(y))
        if x >> j & y >> j & 1:
            return j
        x, y = (x + (1 << j), y) if x >> j & 1 else (x, y + (1 << j))


def values(most: int) -> dict[Position, int]:
    """Return the Grundy values of all pairs of boxes, in both orders, up to `most` chips in a box."""
    table = tabulate(game("empty-transfer", boxes=2), most + 1)
    return {pair: value for (x, y), value in table.items() for pair in ((x, y), (y, x))}


def residue(number: int, value: int) -> int:
    return number % (1 << value + 1)


def two_boxes(far: bool) -> int:
    return 600 if far else 160


@section.claim(
    "prop-3",
    "The Grundy value of two boxes is 0 if both are odd; otherwise it is 1 more than the value of the boxes halved, "
    "rounding up.",
    proof=GeneralProof(["empty-transfer:boxes=2"], grundy=True),
)
def prop_3(far: bool) -> Verdict:
    most = 1024 if far else 256
    wrong = (pair for pair, value in values(most).items() if not value == g(*pair) == two_box_value(*pair))
    return verdict(f"boxes up to {most}", smallest(wrong))


@section.claim(
    "example-31-54",
    "Both methods give g(31,54) = 6, and (16,27), (8,14), (4,7), (2,4), (1,2), (1,1) have the values 5, 4, …, 0.",
)
def example(far: bool) -> Verdict:
    chain = [(31, 54), (16, 27), (8, 14), (4, 7), (2, 4), (1, 2), (1, 1)]
    exact = values(64)
    # For the binary method, the paper prints the following lines. In the last printed line, both numbers are 64, which
    # has a one at binary digit 6.
    lines = [(31, 54), (32, 54), (32, 56), (32, 64), (64, 64)]

    def step(number: int) -> bool:
        (x, y), value = chain[number], 6 - number
        halved = number == 6 or (min((x + 1) // 2, (y + 1) // 2), max((x + 1) // 2, (y + 1) // 2)) == chain[number + 1]
        return halved and exact[x, y] == g(x, y) == binary_value(x, y) == value

    failure = first_failure(range(7), step)
    other = first_failure(lines, lambda line: exact[line] == 6 and binary_value(*line) == 6)
    return verdict("the printed positions", failure, other)


@section.claim(
    "binary-method",
    "Let j be the lowest binary digit at which a box has a one. If both boxes have a one there, the value is j; "
    "otherwise add 2^j to the box that has it, and repeat.",
)
def binary_method(far: bool) -> Verdict:
    most = 1024 if far else 256
    exact = values(most)
    wrong = (p for p, value in exact.items() if not binary_value(*p) == value == two_box_value_in_binary(*p))
    return verdict(f"boxes up to {most}", smallest(wrong))


@section.claim("periodicity", "If g(x,y) = n, every (u,v) congruent to (x,y) modulo 2^(n+1) also has the value n.")
def periodicity(far: bool) -> Verdict:
    most = two_boxes(far)
    seen: dict[tuple[int, int, int], int] = {}
    exact = values(most)
    for pair, value in exact.items():
        seen[value, residue(pair[0], value), residue(pair[1], value)] = value
    # If a residue class contains a pair of value n, all pairs in this residue class must have the value n.
    top = max(exact.values())

    def holds(pair: Position) -> bool:
        found = [n for n in range(top + 1) if (n, residue(pair[0], n), residue(pair[1], n)) in seen]
        return found == [exact[pair]]

    return verdict(f"boxes up to {most}", first_failure(exact, holds))


@section.claim(
    "lemma-1",
    "If g(u,v) = n, the residues a, b of u, v modulo 2^(n+1) are from 1 to 2^n, and a + b from 2^n + 1 to 2^(n+1).",
)
def lemma_1(far: bool) -> Verdict:
    most = two_boxes(far)

    def holds(item: tuple[Position, int]) -> bool:
        (u, v), n = item
        a, b = residue(u, n), residue(v, n)
        return min(a, b) >= 1 and max(a, b) <= 2**n < a + b <= 2 ** (n + 1)

    return verdict(f"boxes up to {most}", first_failure(values(most).items(), holds))


@section.claim(
    "lemma-1-proof",
    "In the proof of Lemma 1, with a, b of the halved boxes and c, d of the boxes, a + b is 2(c + d) or 1 less.",
    CORRECTED,
    erratum=MISPRINT,
)
def lemma_1_proof(far: bool) -> Verdict:
    most = two_boxes(far)
    cases = []
    for (u, v), n in values(most).items():
        if n:
            a, b = residue((u + 1) // 2, n - 1), residue((v + 1) // 2, n - 1)
            cases.append(((u, v), a + b, residue(u, n) + residue(v, n)))
    wrong = smallest(pair for pair, halved, whole in cases if halved not in (2 * whole, 2 * whole - 1))
    right = smallest(pair for pair, halved, whole in cases if whole not in (2 * halved, 2 * halved - 1))
    return corrected(f"boxes up to {most}", wrong, right, "the letters are exchanged: c + d is 2(a + b) or 1 less")


@section.claim(
    "lemma-2", "g(2^n,v) = n for v from 1 to 2^n, so that each x from 2^n + 1 to 2^(n+1) is a sum of such a pair."
)
def lemma_2(far: bool) -> Verdict:
    top = 10 if far else 8
    exact = values(2**top)
    pairs = [(n, v) for n in range(top + 1) for v in range(1, 2**n + 1)]
    return verdict(f"n up to {top}", first_failure(pairs, lambda pair: exact[2 ** pair[0], pair[1]] == pair[0]))


@section.claim("lemma-3", "If both boxes are 1 to 2^j modulo 2^(j+1), the value is at most j.")
def lemma_3(far: bool) -> Verdict:
    most = two_boxes(far)

    def holds(item: tuple[Position, int]) -> bool:
        (x, y), value = item
        return all(value <= j for j in range(12) if 1 <= residue(x, j) <= 2**j and 1 <= residue(y, j) <= 2**j)

    return verdict(f"boxes up to {most}", first_failure(values(most).items(), holds))


def boxes_to_split(pair: Position, j: int) -> list[int]:
    """Return the boxes from which a move can take 2^j chips, by the proof of Proposition 3."""
    return [box for box in pair if not 1 <= residue(box, j) <= 2**j]


@section.claim(
    "prop-3-move",
    "For j < g(u,v) some box is 0 or more than 2^j modulo 2^(j+1); moving 2^j chips of this box gives the value j.",
)
def prop_3_move(far: bool) -> Verdict:
    most = 512 if far else 160
    exact = values(most)

    def holds(item: tuple[Position, int]) -> bool:
        pair, value = item
        choices = [(boxes_to_split(pair, j), j) for j in range(value)]
        reached = all(exact[move_to_value(pair, j)] == j for j in range(value))
        return reached and all(
            split and all(exact.get((box - 2**j, 2**j)) == j for box in split) for split, j in choices
        )

    return verdict(f"boxes up to {most}", first_failure(exact.items(), holds))


# Claims about three and four boxes


def same_power(position: Position) -> bool:
    """Return whether the largest power of two that divides a box is the same for all boxes (Proposition 4)."""
    return len({valuation(box) for box in position}) == 1


@section.claim(
    "prop-4",
    "A position of three boxes is P if and only if all boxes are the same power of two times an odd number.",
    proof=GeneralProof(["empty-transfer:boxes=3"]),
)
def prop_4(far: bool) -> Verdict:
    most = 200 if far else 64
    table = table_of(3, most)
    return verdict(f"boxes up to {most}", mismatch(table, same_power), against_theorems(table))


def after_transfer(position: Position, emptied: int, giver: int, chips: int) -> Position:
    """Return the position after a move of Empty & Transfer; `emptied` and `giver` are the indices of two boxes."""
    after = list(position)
    after[emptied] = chips
    after[giver] -= chips
    return tuple(sorted(after))


@section.claim(
    "prop-4-move",
    "From an N-position of three boxes, ordered by their powers of two j1 <= j2 <= j3, the following move wins: empty "
    "the second box, and move 2^j1 chips from the third box there.",
)
def prop_4_move(far: bool) -> Verdict:
    most = 120 if far else 48
    table = table_of(3, most)
    losing = set(table.P_positions())

    def wins(position: Position) -> bool:
        least, _, high = ordered = tuple(sorted(position, key=valuation))
        chips = 2 ** valuation(least)
        return chips < high and after_transfer(ordered, 1, 2, chips) in losing

    return verdict(f"boxes up to {most}", smallest(p for p, value in table.items() if value == "N" and not wins(p)))


def doubled(position: Position) -> Iterator[Position]:
    """Yield the position with all boxes doubled, as in Proposition 5 on Empty & Transfer."""
    yield tuple(2 * box for box in position)


def doubled_less_one(position: Position) -> Iterator[Position]:
    """Double all boxes; yield each position that results from taking one chip from one box (Proposition 6)."""
    for place in range(len(position)):
        yield tuple(sorted(2 * box - (other == place) for other, box in enumerate(position)))


def against_doubling(boxes: int, most: int, misere: bool = False, less_one: bool = False) -> Position | None:
    """Return the smallest position of Empty & Transfer whose outcome changes if all boxes double; None if not found."""
    table = table_of(boxes, 2 * most, misere)
    losing = set(table.P_positions())
    inner = [position for position in table.positions() if position[-1] <= most]
    law = doubled_less_one if less_one else doubled
    return smallest(p for p in inner if any((p in losing) != (image in losing) for image in law(p)))


@section.claim(
    "prop-5",
    "A position of four boxes is P if and only if the position with all boxes doubled is P.",
    proof=GeneralProof(["empty-transfer:boxes=4"], property=doubles),
)
def prop_5(far: bool) -> Verdict:
    most = 30 if far else 14
    return verdict(f"boxes up to {most}, doubled", against_doubling(4, most))


@section.claim(
    "prop-6",
    "A position of four boxes is P if and only if the position with all boxes doubled and one chip less in any one box "
    "is P.",
    proof=GeneralProof(["empty-transfer:boxes=4"], property=doubles_less_one),
)
def prop_6(far: bool) -> Verdict:
    most = 30 if far else 14
    return verdict(f"boxes up to {most}, doubled", against_doubling(4, most, less_one=True))


@section.claim(
    "not-for-more-boxes",
    "Propositions 5 and 6 are false for five and six boxes (in a far run also for seven); "
    "the first counterexample to doubling is 1^5, and 1^(k-1) 3 for k = 6, 7.",
)
def not_for_more(far: bool) -> Verdict:
    counts = {5: 5, 6: 4, 7: 4} if far else {5: 4, 6: 3}
    first = {boxes: (1,) * 5 if boxes == 5 else (1,) * (boxes - 1) + (3,) for boxes in counts}
    double = first_failure(counts, lambda boxes: against_doubling(boxes, counts[boxes]) == first[boxes])
    less_one = first_failure(counts, lambda boxes: against_doubling(boxes, counts[boxes], less_one=True) is not None)
    valid = first_found([double, less_one])
    return verdict(extents(counts), None if valid is None else f"an unexpected result with {valid} boxes")


def halved(position: Position) -> tuple[int, Position]:
    """Return how many times the algorithm for four boxes halves all boxes, and the position after the halvings."""
    count = 0
    while even_boxes(position) >= 3:
        position, count = tuple((box + 1) // 2 for box in position), count + 1
    return count, position


@section.claim(
    "k4-algorithm",
    "Halve four boxes, rounding up, while at most one is odd. The position is P if and only if four boxes are odd at "
    "the end.",
    proof=GeneralProof(["empty-transfer:boxes=4"]),
)
def k4_algorithm(far: bool) -> Verdict:
    most = 50 if far else 26
    table = table_of(4, most)
    wrong = [mismatch(table, lambda p: even_boxes(halved(p)[1]) == 0), against_theorems(table)]
    return verdict(f"boxes up to {most}", *wrong)


def k4_moves(position: Position) -> Iterator[tuple[int, int, int]]:
    """Yield the paper's winning moves from an N-position of four boxes: (emptied box, giving box, chips)."""
    count, end = halved(position)
    even = [place for place in range(4) if end[place] % 2 == 0]
    for giver in even:
        emptied = [place for place in range(4) if place not in even] if len(even) == 1 else even
        yield from ((place, giver, 2**count) for place in emptied if place != giver)


@section.claim(
    "k4-moves",
    "If three boxes are odd after the g halvings of the algorithm, moving 2^g chips of the even box into any other box "
    "wins; if two boxes are odd, moving 2^g chips of either even box into the other even box wins.",
)
def k4_optimal(far: bool) -> Verdict:
    most = 40 if far else 20
    table = table_of(4, most)
    losing = set(table.P_positions())

    def wins(position: Position) -> bool:
        moves = list(k4_moves(position))
        return bool(moves) and all(
            chips < position[giver] and after_transfer(position, emptied, giver, chips) in losing
            for emptied, giver, chips in moves
        )

    return verdict(f"boxes up to {most}", smallest(p for p, value in table.items() if value == "N" and not wins(p)))


@section.claim(
    "k2-coincidences",
    "With two boxes Empty & Transfer, Empty-All-But-One and Empty & Redistribute have the same moves.",
)
def coincidences(far: bool) -> Verdict:
    most = 60 if far else 30
    rules = [game(name, boxes=2) for name in ("empty-transfer", "empty-all-but-one", "empty-redistribute")]
    pairs = [(x, y) for x, y in product(range(1, most + 1), repeat=2) if x <= y]
    failure = first_failure(pairs, lambda pair: len({frozenset(rule.options(pair)) for rule in rules}) == 1)
    return verdict(f"boxes up to {most}", failure)
