"""Claims about Dynamic Nim in misère play."""

from __future__ import annotations

from itertools import product
from random import Random

from sprague.games import game
from sprague.papers.claims import Section, Verdict, first_failure, first_found, verdict
from sprague.papers.dynamic_nim.formulas import Limit, closed_form_failure, listed, smallest, suitable, taken
from sprague.tables.special.winning_numbers import winning_numbers

section = Section("dynamic-nim", ("dynamic-nim",), misere=True)


@section.claim(
    "misere",
    "If f is suitable and at least k + 1 chips are left, the misère game of (k, f) has the same smallest winning "
    "numbers as the normal game of (k + 1, f).",
)
def misere(far: bool) -> Verdict:
    sizes = {1: 80, 2: 26, 3: 12, 4: 7} if far else {1: 40, 2: 14, 3: 8, 4: 5}
    functions = suitable(8 if far else 3)
    found = _misere(sizes, functions, range(9) if far else range(5), "suitable")
    wrong = first_found(closed_form_failure(k, n, {1: 30, 2: 10}[n], misere=True) for n in (1, 2) for k in range(6))
    return found if wrong is None else verdict(found.extent, wrong)


@section.claim(
    "misere-any-f",
    "With at least k + 1 chips, the misère game of (k, f) and the normal game of (k + 1, f) have the same smallest "
    "winning numbers for any f (the paper requires a suitable f).",
)
def misere_any(far: bool) -> Verdict:
    sizes = {1: 80, 2: 26, 3: 12} if far else {1: 40, 2: 12, 3: 7}
    random = Random(7)
    functions = [listed([random.randint(1, 3 * n) for n in range(1, 200)]) for _ in range(40 if far else 6)]
    return _misere(sizes, functions, range(5) if far else range(3), "random")


def _misere(sizes: dict[int, int], functions: list[Limit], stops: range, which: str) -> Verdict:
    for (n, most), f, k in product(sizes.items(), functions, stops):
        played, normal = smallest(k, f, n, most + 1, misere=True), smallest(normal_stop(k), f, n, most + 1)
        failure = first_failure(played, lambda p: sum(p) < k + 1 or played[p] == normal[p])  # noqa: B023
        if failure is not None:
            return verdict(f"{n} piles", (k, failure, played[failure], normal[failure]))
    extent = ", ".join(f"{n} piles up to {most}" for n, most in sizes.items())
    return verdict(f"{len(functions)} {which} f, k up to {stops[-1]}, {extent}")


def normal_stop(k: int) -> int:
    """Return the stop of the game in normal play that is equivalent to misère play with stop k."""
    return k + 1


@section.claim(
    "misere-moves",
    "The winning moves of the misère game of (k, f) are the winning moves of the normal game of (k + 1, f) that leave "
    "at least k + 1 chips; moves that win in the normal game and leave fewer chips lose in the misère game.",
)
def misere_moves(far: bool) -> Verdict:
    sizes = {1: 60, 2: 20, 3: 9} if far else {1: 30, 2: 10, 3: 6}
    undershot = 0
    for (n, most), f, k in product(sizes.items(), suitable(5 if far else 3), range(6 if far else 4)):
        rule = game("dynamic-nim", piles=n, stop=k, limit=f)
        played = winning_numbers(rule, most + 1, misere=True)
        normal = smallest(normal_stop(k), f, n, most + 1)
        for piles in normal:
            if sum(piles) <= k + 1:
                continue
            for d in range(1, max(piles) + 1):
                for left in taken(piles, d):
                    wins_normal, wins = normal[left] > f(d), played.outcome(left, f(d)) == "P"
                    undershot += wins_normal and not wins
                    if wins != (wins_normal and sum(left) >= k + 1):
                        return verdict(f"{n} piles", (k, piles, left))
    extent = ", ".join(f"{n} piles up to {most}" for n, most in sizes.items())
    return verdict(
        extent,
        None if undershot else "no winning move leaves fewer",
        note=f"{undershot} winning moves leave fewer chips",
    )
