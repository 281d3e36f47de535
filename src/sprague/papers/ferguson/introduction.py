"""Claims of Ferguson's abstract and Section 1, including claims about games of other authors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sprague.games import game
from sprague.papers.claims import Section, Verdict, first_failure, verdict
from sprague.papers.closed_forms import against_theorems
from sprague.papers.ferguson import entropy, redistribute, transfer
from sprague.papers.ferguson.boxes import mismatch, outcomes, smallest
from sprague.papers.general_proofs import GeneralProof
from sprague.rules import Position, Ruleset, parse
from sprague.tables.tabulate import tabulate

section = Section("ferguson", ("rim",))


@section.claim(
    "entropy-solved",
    'Entropy Reduction "is solved for k = 3 in both the normal and the misère versions".',
    games=("sharing-nim",),
)
def entropy_solved(far: bool) -> Verdict:
    limit = 30 if far else 12
    normal, misere = (outcomes("sharing-nim", limit, misere=play, piles=3) for play in (False, True))
    failures = [mismatch(normal, entropy.is_extended_p), mismatch(misere, entropy.is_misere_p)]
    larger = mismatch(outcomes("sharing-nim", limit, piles=4), entropy.is_extended_p)
    note = f"the description of k = 3 in normal play does not extend to four boxes: first difference at {larger}"
    return verdict(f"sizes below {limit}", *failures, note=note)


Options = dict[Position, list[Position]]


def meets_conditions(options: Options, members: set[Position], misere: bool) -> bool:
    """Return whether a set of positions satisfies the three conditions that characterise the P-positions."""
    for position, after in options.items():
        is_member = position in members
        if not after and is_member == misere:
            return False
        if after and is_member == any(option in members for option in after):
            return False
    return True


def small_games() -> Iterator[tuple[Ruleset, int]]:
    """Yield games, each with a limit on piles; only few positions of the game have all piles below the limit."""
    yield game("empty-transfer", boxes=2), 5
    yield game("empty-transfer", boxes=3), 4
    yield game("empty-all-but-one", boxes=3), 4
    yield game("sharing-nim", piles=3), 3


@section.claim(
    "s1-conditions",
    "The set of P-positions is the only set of positions that satisfies the three conditions, in normal and in misère "
    "play.",
)
def conditions(far: bool) -> Verdict:
    for rule, limit in small_games():
        for misere in (False, True):
            table = tabulate(rule, limit, what="outcome", misere=misere)
            positions = list(table.positions())
            losing = set(table.P_positions())
            options = {position: rule.options(position) for position in positions}
            for bits in range(1 << len(positions)):
                members = {position for place, position in enumerate(positions) if bits >> place & 1}
                if meets_conditions(options, members, misere) != (members == losing):
                    return verdict("all sets of positions of four small games", f"{rule.label}: {sorted(members)}")
    return verdict("all sets of positions of four small games")


def without_carry(position: Position, base: int) -> list[int]:
    """Return the digits of the sum of the piles in a base, added without carrying; the lowest digit comes first."""
    digits = []
    while any(position):
        digits.append(sum(pile % base for pile in position) % base)
        position = tuple(pile // base for pile in position)
    return digits


def any_powers(base: int = 4) -> Ruleset:
    """Return the rule of Rim with two boxes in which a move may take two different powers of the base."""
    power = f"y power of {base}, 2y > x"
    both = f"{power}, z power of {base}, 2z > x"
    return parse(
        f"(a, b) -> (a - x, b) where x >= 1 ; (a - x, b - y) where x >= 1, {power} ; "
        f"(a - x - y, b - z) where x >= 1, {both} ; (a - x, b - y - z) where x >= 1, {both} any order"
    )


@section.claim(
    "rim-secret",
    "A position of Rim_k is P if and only if the sum of the boxes in base k without carrying is 0.",
    proof=GeneralProof([f"rim:piles={n},base={base}" for n, base in [(3, 2), (2, 3), (3, 3), (2, 4)]]),
)
def rim_secret(far: bool) -> Verdict:
    near = {(2, 2): 16, (3, 2): 10, (2, 3): 30, (3, 3): 14, (2, 4): 18, (2, 5): 16}
    more = {(4, 3): 8, (3, 4): 10, (4, 4): 6, (3, 5): 9}
    sizes = near | more if far else near
    tables = [(base, outcomes("rim", limit, piles=piles, base=base)) for (piles, base), limit in sizes.items()]
    wrong: list[object] = [against_theorems(*(table for _, table in tables))]
    for base, table in tables:
        lost = ((p, value == "P") for p, value in table.items())
        wrong.append(smallest(p for p, is_p in lost if is_p == any(without_carry(p, base))))
    varied = tabulate(any_powers(), 18, what="outcome")
    wrong.append(mismatch(varied, lambda p: not any(without_carry(p, 4))))
    shown = ", ".join(f"{piles} boxes below {limit} in base {base}" for (piles, base), limit in sizes.items())
    return verdict(f"{shown}; for 2 boxes in base 4 also with different powers", *wrong)


@section.claim("rim-nim-trim", "Rim_2 has the same moves as Nim, and Rim_3 has the same moves as Trim.")
def rim_nim_trim(far: bool) -> Verdict:
    limit = 12 if far else 8

    def trim(position: Position) -> set[Position]:
        """Return the options of Trim by the paper's rule: take x from a box and, optionally, y from another box."""
        found = set()
        for one, other in product(range(3), repeat=2):
            for x, y in product(range(1, position[one] + 1), (0, 1, 3, 9)):
                if one != other and (y == 0 or 2 * y > x) and y <= position[other]:
                    after = list(position)
                    after[one] -= x
                    after[other] -= y
                    found.add(tuple(sorted(after)))
        return found

    rim_2, rim_3, nim = game("rim", piles=3, base=2), game("rim", piles=3, base=3), game("nim", piles=3)
    positions = list(tabulate(nim, limit, what="outcome").positions())
    first = first_failure(positions, lambda p: set(rim_2.options(p)) == set(nim.options(p)))
    second = first_failure(
        positions, lambda p: set(rim_3.options(p)) == trim(p) == set(game("trim", piles=3).options(p))
    )
    return verdict(f"3 boxes below {limit}", first, second)


@section.claim(
    "rim5-example",
    "In Rim_5 with the boxes 71, 135, 138, 176, 252, the following move wins: take x = 37 and three times y = 25, that "
    "is, 62 chips from 71 and 50 chips from 176.",
)
def rim_5_example(far: bool) -> Verdict:
    start, end = (71, 135, 138, 176, 252), (71 - 62, 135, 138, 176 - 50, 252)
    chosen = dict(game("rim", piles=5, base=5).move_to(start, end).choice)
    before, after = without_carry(start, 5), without_carry(end, 5)
    checks = {
        "the move": chosen == {"x": 37, "y": 25},
        "before": before == [2, 3, 4, 0],
        "after": not any(after),
    }
    return verdict("the position, by the sum without carrying", first_failure(checks, lambda name: checks[name]))


FIRST_LOSING_MERGERS = [
    (1, 1, 1, 1),
    (1, 1, 1, 3),
    (1, 1, 1, 5),
    (1, 1, 1, 7),
    (1, 1, 1, 9),
    (1, 3, 3, 3),
    (1, 3, 3, 5),
    (1, 3, 3, 7),
]


@section.claim(
    "fulves-merger",
    "In Fulves's Merger with an even total and some box odd, no position of two or three boxes is P; with four boxes "
    "the first P-positions in lexicographic order are 1^3 z for odd z, 1 3^3, 1 3^2 5 and 1 3^2 7.",
    games=("fulves-merger",),
)
def fulves(far: bool) -> Verdict:
    most = 10
    for boxes in (2, 3, 4):
        lost = outcomes("fulves-merger", most + 1, boxes=boxes).P_positions()
        starts = sorted(p for p in lost if sum(p) % 2 == 0 and any(box % 2 for box in p))
        if starts[: len(FIRST_LOSING_MERGERS)] != (FIRST_LOSING_MERGERS if boxes == 4 else []):
            return verdict(f"boxes up to {most}", starts[:1])
    return verdict(f"boxes up to {most}")


@section.claim(
    "operation-counts",
    "The number of halvings in the algorithm for four boxes is at most the number of binary digits of the largest box, "
    "and the computation of f(k) takes fewer than k steps.",
    games=("empty-transfer:boxes=4",),
)
def operation_counts(far: bool) -> Verdict:
    most = 40 if far else 24
    positions = outcomes("empty-transfer", most + 1, boxes=4).positions()
    halvings = smallest(p for p in positions if transfer.halved(p)[0] > p[-1].bit_length())
    steps = first_failure(range(3, 5000), lambda k: redistribute.f(k) < k)
    return verdict(f"boxes up to {most}, k below 5000", halvings, steps)
