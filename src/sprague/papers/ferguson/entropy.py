"""Claims of Ferguson's Section 5: Entropy Reduction, which has the same moves as Sharing Nim if boxes are unordered."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

from sprague.games import game
from sprague.papers.claims import CORRECTED, GAP, Section, Verdict, corrected, first_failure, first_found, verdict
from sprague.papers.closed_forms import against_theorems
from sprague.papers.ferguson.boxes import extents, mismatch, outcomes, smallest, valuation
from sprague.papers.general_proofs import GeneralProof
from sprague.rules import Position
from sprague.tables.table import Table

section = Section("ferguson", ("sharing-nim",))
SMALL_MISERE = {(2, 0), (2, 1), (2, 2), (5, 2), (5, 3)}


def entropy(limit: int, misere: bool = False, piles: int = 3) -> Table:
    return outcomes("sharing-nim", limit, misere=misere, piles=piles)


def triples(limit: int) -> list[Position]:
    """Return the positions of Entropy Reduction with three boxes, one of them empty.

    Adding a chip to every box does not change outcomes, so the positions with an empty box represent all positions.
    """
    return [(0, a, b) for b in range(limit) for a in range(b + 1)]


def differences(position: Position) -> tuple[int, int]:
    """Return the two larger of three boxes, each minus the smallest box, as in the paper's misère positions."""
    low, middle, high = sorted(position)
    return high - low, middle - low


def is_quiet(difference: int) -> bool:
    """Return whether a difference is 0 or its binary notation ends in an even number of zeros."""
    return difference == 0 or valuation(difference) % 2 == 0


def is_p(position: Position) -> bool:
    low, middle, high = sorted(position)
    return (low == middle or middle == high) and is_quiet(high - low)


def is_misere_p(position: Position) -> bool:
    x, y = differences(position)
    if (x, y) in SMALL_MISERE:
        return True
    if x == 0 or y not in (0, x):
        return False
    n, more = divmod(valuation(x), 2)
    m = x >> valuation(x)
    return m in (3, 7) if more else m not in (3, 7) and not (m == 1 and n <= 1)


def move(position: Position, giver: int, taker: int, chips: int) -> Position:
    after = list(position)
    after[giver] -= chips
    after[taker] += chips
    return tuple(sorted(after))


@section.claim(
    "entropy-terminal", "A position of Entropy Reduction is terminal if and only if the boxes differ by at most 1."
)
def terminal(far: bool) -> Verdict:
    most = 8 if far else 6
    rules = {k: game("sharing-nim", piles=k) for k in range(2, 6)}
    cases = (p for k in rules for p in combinations_with_replacement(range(most), k))
    failure = first_failure(cases, lambda p: rules[len(p)].is_terminal(p) == (p[-1] - p[0] <= 1))
    return verdict(f"2 to 5 boxes, sizes below {most}", failure)


def unevenness(position: Position) -> tuple[int, int]:
    """Return the sum of squares of the boxes and the sum of their absolute differences."""
    return sum(box * box for box in position), sum(abs(a - b) for a, b in combinations(position, 2))


@section.claim(
    "entropy-termination", "Each move lowers the sum of squares and the sum of absolute differences by at least 2."
)
def termination(far: bool) -> Verdict:
    most = 9 if far else 7
    rules = {k: game("sharing-nim", piles=k) for k in range(2, 5)}
    cases = (
        (p, after)
        for k, rule in rules.items()
        for p in combinations_with_replacement(range(most), k)
        for after in rule.options(p)
    )

    def holds(case: tuple[Position, Position]) -> bool:
        before, after = map(unevenness, case)
        return before[0] - after[0] >= 2 and before[1] - after[1] >= 2

    return verdict(f"2 to 4 boxes, sizes below {most}", first_failure(cases, holds))


@section.claim(
    "prop-9",
    "A position of three boxes is P if and only if two boxes are equal and the third differs by 0 or by 4^n m, m odd.",
    proof=GeneralProof(["sharing-nim:piles=3"]),
)
def prop_9(far: bool) -> Verdict:
    limit = 700 if far else 160
    table = entropy(limit)
    wrong = smallest(p for p in triples(limit) if (table[p] == "P") != is_p(p))
    small = entropy(40)
    return verdict(f"differences below {limit}", wrong, mismatch(small, is_p), against_theorems(small))


@section.claim(
    "prop-9-largest-to-smallest",
    "From every N-position of three boxes some move from the largest to the smallest box leads to a P-position.",
)
def largest_to_smallest(far: bool) -> Verdict:
    limit = 200 if far else 80
    table = entropy(limit)
    losing = {p for p in triples(limit) if table[p] == "P"}

    def reaches(position: Position) -> bool:
        moved = (move(position, 2, 0, chips) for chips in range(1, (position[2] - position[0]) // 2 + 1))
        return any(tuple(box - after[0] for box in after) in losing for after in moved)

    return verdict(
        f"differences below {limit}", smallest(p for p in triples(limit) if p not in losing and not reaches(p))
    )


def proof_move(position: Position) -> Position:
    """Return the option to which the winning move in Ferguson's proof of Proposition 9 leads."""
    low, middle, high = position
    if low == middle:
        return move(position, 2, 1, (high - low) // 2)
    if middle == high:
        return move(position, 2, 0, (high - low) // 2)
    level = move(position, 2, 0, min(middle - low, high - middle))
    return level if is_p(level) else move(position, 2, 0, (high - low) // 2)


@section.claim(
    "prop-9-proof-move",
    "From an N-position with two equal boxes, halving the difference wins. From an N-position with three different "
    "boxes, moving chips from the largest to the smallest box wins, until one of them equals the middle box or until "
    "the two are equal.",
)
def prop_9_proof_move(far: bool) -> Verdict:
    limit = 260 if far else 130
    table = entropy(limit)
    wrong = smallest(p for p in triples(limit) if table[p] == "N" and table[proof_move(p)] != "P")
    return verdict(f"differences below {limit}", wrong)


@section.claim(
    "prop-9-misere",
    "In misère play the P-positions of three boxes are (2,0), (2,1), (2,2), (5,2), (5,3), and (x,0), (x,x) for "
    "x = 4^n 2m with m = 3 or 7, and for x = 4^n m with odd m other than 3 and 7, except x = 1 and x = 4.",
    proof=GeneralProof(["sharing-nim:piles=3"], misere=True),
)
def prop_9_misere(far: bool) -> Verdict:
    limit = 700 if far else 160
    table = entropy(limit, misere=True)
    wrong = smallest(p for p in triples(limit) if (table[p] == "P") != is_misere_p(p))
    small = entropy(40, misere=True)
    found = [wrong, mismatch(small, is_misere_p), against_theorems(small)]
    return verdict(f"differences below {limit}", *found)


@section.claim(
    "prop-9-misere-proof",
    "According to the proof, if (x,0) is N and not terminal, then x = 4, or x = 4^n m with n > 1 and m = 3 or 7, or "
    "x = 4^n 2m with odd m other than 3 and 7, and x is not 2; halving x wins, except for x = 8, where (5,3) wins.",
    CORRECTED,
    erratum=GAP,
)
def misere_proof(far: bool) -> Verdict:
    limit = 700 if far else 160
    table = entropy(limit, misere=True)
    to_move = [d for d in range(2, limit) if table[0, 0, d] == "N"]

    def listed(d: int, least: int) -> bool:
        n, more = divmod(valuation(d), 2)
        m = d >> valuation(d)
        return d == 4 or (not more and m in (3, 7) and n >= least) or (more == 1 and m not in (3, 7))

    def wins(d: int) -> bool:
        # Three winning moves from (x, 0) do not halve x: the moves from (3, 0) to (2, 1), from (7, 0) to (5, 2) and
        # from (8, 0) to (5, 3).
        chips = {3: 1, 7: 2, 8: 3}.get(d, d // 2)
        return (listed(d, 1) or d in (3, 7)) and table[move((0, 0, d), 2, 1, chips)] == "P"

    wrong = first_failure(to_move, lambda d: listed(d, 2))
    right = first_failure(to_move, wins)
    note = "it must read n >= 1, and (3,0) moves to (2,1), (7,0) to (5,2)"
    return corrected(f"x below {limit}", None if wrong is None else (wrong, 0), right, note)


def printed_misere_chips(x: int, y: int) -> int | None:
    """Return how many chips the proof moves from (x, y), x > y >= x/2; its misprint y - 2x is corrected to 2y - x."""
    level, d = x - y, 2 * y - x
    if d == 0:
        return None
    if x % 2:
        return 1 if (x, y) == (3, 2) else level + {1: -2, 3: 1, 7: 2}.get(d, 0)
    n, more = divmod(valuation(d), 2)
    m = d >> valuation(d)
    if not more:
        return x // 2 if m in (3, 7) or (m, n) == (1, 1) else level
    if m in (3, 7) or d == 2:
        return level
    return level + 3 if d == 8 else x // 2


@section.claim(
    "prop-9-misere-proof-move",
    "With y - 2x corrected to 2y - x, the printed proof gives a winning move from (x,y), x > y >= x/2, in misère play.",
    CORRECTED,
    erratum=GAP,
)
def misere_proof_move(far: bool) -> Verdict:
    limit = 260 if far else 130
    table = entropy(limit, misere=True)
    pairs = [(b, a) for _, a, b in triples(limit) if b > a and 2 * a >= b and table[0, a, b] == "N" and b > 1]

    def wins(pair: tuple[int, int], chips: int | None) -> bool:
        return chips is not None and chips >= 1 and table[move((0, pair[1], pair[0]), 2, 0, chips)] == "P"

    def completed(pair: tuple[int, int]) -> int | None:
        if pair == (3, 2):
            return None
        return pair[0] // 2 - 1 if pair[0] == 2 * pair[1] else printed_misere_chips(*pair)

    wrong = first_failure(pairs, lambda pair: wins(pair, printed_misere_chips(*pair)) or pair == (3, 2))
    # The winning move from (3, 2) moves a chip from the second box to the third and leads to (2, 0).
    small = None if table[move((0, 2, 3), 1, 0, 1)] == "P" else (3, 2)
    right = first_failure(pairs, lambda pair: pair == (3, 2) or wins(pair, completed(pair)))
    note = "y = x/2 is missing: (x, x/2) moves to (2,1)"
    return corrected(f"x below {limit}", wrong, first_found([small, right]), note)


@section.claim(
    "entropy-invariances",
    "In normal and in misère play, outcomes do not change if a constant is added to all boxes or if all boxes are "
    "negated. So (5,3) and (5,2) have the same outcome, and so have (x,0) and (x,x).",
)
def invariances(far: bool) -> Verdict:
    limit = 500 if far else 120
    for misere in (False, True):
        table = entropy(limit, misere)
        negated = smallest(p for p in triples(limit) if table[p] != table[0, p[2] - p[1], p[2]])
        # This test enumerates options by the rule, because tables already assume that adding chips to all piles changes
        # nothing.
        rule = game("sharing-nim", piles=3)
        shifted = smallest(
            p
            for p in triples(12)
            if {tuple(box + 3 for box in after) for after in rule.options(p)}
            != set(rule.options([box + 3 for box in p]))
        )
        if (wrong := first_found([negated, shifted])) is not None:
            return verdict(f"differences below {limit}", wrong)
    return verdict(f"differences below {limit}")


# Beyond the paper: four boxes


@section.claim(
    "new-entropy-mirror",
    "If every box size occurs an even number of times, the position of Entropy Reduction is P.",
)
def mirror(far: bool) -> Verdict:
    sizes = {4: 100, 6: 7} if far else {4: 40}
    for k, limit in sizes.items():
        table = entropy(limit, piles=k)
        pairs = (tuple(sorted(p + p)) for p in combinations_with_replacement(range(limit), k // 2))
        if (wrong := smallest(p for p in pairs if table[p] != "P")) is not None:
            return verdict(extents(sizes, bound="sizes below"), wrong)
    return verdict(extents(sizes, bound="sizes below"), against_theorems(entropy(10, piles=4)))


@section.claim(
    "new-entropy-4",
    "With four boxes, negating all boxes changes no outcome, and (0,0,x,x+1) is P if and only if x is even. There are "
    "254 P-positions (0,a,b,c) with c < 30 in normal play and 256 in misère play, and 5731 and 5743 with c <= 150.",
)
def four_boxes(far: bool) -> Verdict:
    limit, expected = (151, (5731, 5743)) if far else (30, (254, 256))
    table, misere = entropy(limit, piles=4), entropy(limit, piles=4, misere=True)
    positions = [(0, *p) for p in combinations_with_replacement(range(limit), 3)]
    negated = smallest(p for t in (table, misere) for p in positions if t[p] != t[tuple(p[3] - box for box in p)])
    row = first_failure(range(limit - 1), lambda x: (table[0, 0, x, x + 1] == "P") == (x % 2 == 0))
    counts = tuple(sum(t[p] == "P" for p in positions) for t in (table, misere))
    return verdict(f"differences below {limit}", negated, row, None if counts == expected else counts)


def is_extended_p(position: Position) -> bool:
    """Return whether all boxes but one are equal, and differ from the other box by 0 or by 4^n m with odd m."""
    return is_quiet(position[-1] - position[0]) and min(len(set(position[1:])), len(set(position[:-1]))) == 1
