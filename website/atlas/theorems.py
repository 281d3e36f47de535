"""Titles, descriptions and sources of the theorems in `docs/certificates`."""

from __future__ import annotations

from dataclasses import dataclass

LARSSON = "U. Larsson, Blocking Wythoff Nim, Electron. J. Combin. 18 (2011)"
FRAENKEL = "A. S. Fraenkel, How to beat your opponent at Wythoff games on three fronts, Amer. Math. Monthly 89 (1982)"
GURVICH_HO = "V. Gurvich and N. B. Ho, Slow k-Nim, arXiv 1508.05777 (2015)"
CHIKIN = "V. Gurvich, S. Heubach, N. B. Ho and N. Chikin, Slow k-Nim, Integers 20 (2020)"
CHOCOLATE = (
    "S. Nakamura, R. Hanafusa, W. Ogasa, T. Kitagawa and R. Miyadera, Chocolate games that satisfy the inequality "
    "y ≤ ⌊z/k⌋ for k = 1, 2 and Grundy numbers, Visual Mathematics 15 (2013)"
)
EXACT = (
    "E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, On the Sprague-Grundy function of exact k-Nim, Discrete "
    "Appl. Math. 239 (2018)"
)
TRIANGLE = (
    "T. Abuku, H. Inazu, H. Inoue, S. Kimura, K. Suetsugu, K. Watanabe and T. Yamashita, Combinatorial games and the "
    "golden ratio on digraphs, arXiv 2509.04943 (2025)"
)
PASS = "R. Miyadera, H. Manabe and M. Fukui, Wythoff's game with a pass, arXiv 1711.04960 (2017)"
VALUES = "U. Blass and A. S. Fraenkel, The Sprague–Grundy function for Wythoff's game, Theoret. Comput. Sci. 75 (1990)"
STOPPED = "K. Komaki, R. Miyadera and A. Murakami, arXiv 2510.11767 (2025)"


@dataclass(frozen=True)
class TheoremTitle:
    """The title of a theorem, a description of its game, the page about the theorem, and its sources.

    `alone` is true if `sprague discover` finds the theorem from the rule alone.
    """

    title: str
    game: str
    page: str
    sources: tuple[str, ...]
    alone: bool = True


def _chocolate(k: int, alone: bool = True) -> TheoremTitle:
    game = f"Cut a bar whose height grows by one every {'column' if k == 1 else f'{k} columns'}, and eat the part "
    return TheoremTitle(
        f"Chocolate bar, k = {k}", f"{game}without the bitter square.", "chocolate.md", (CHOCOLATE,), alone
    )


def _exact(piles: int) -> TheoremTitle:
    return TheoremTitle(
        f"Exact Nim ({piles}, = 2)",
        f"Take at least one chip from each of exactly two of {piles} piles.",
        "exact-nim.md",
        (EXACT,),
    )


def _slow(piles: str, number: int, *sources: str) -> TheoremTitle:
    title, game = f"Slow exact Nim ({number}, 2)", f"Take one chip from each of exactly two of {piles} piles."
    return TheoremTitle(title, game, "discoveries.md#slow-exact-nim", sources)


def _fraenkel(t: int) -> TheoremTitle:
    game = (
        f"Take any number of chips from one of two piles, or two numbers that differ by less than {t} from both piles."
    )
    return TheoremTitle(
        f"Fraenkel's Wythoff game, t = {t}", game, "discoveries.md#fraenkels-wythoff-games", (FRAENKEL,)
    )


def _blocking(options: str, allowed: str) -> TheoremTitle:
    game = f"Wythoff's game, in which the player who has just moved may forbid {allowed} of the opponent's options."
    title = f"Wythoff's game with {options} blocked"
    return TheoremTitle(title, game, "discoveries.md#wythoff-with-blocking", (LARSSON,))


#: The titles by the names of the certificates.
NAMED = {
    "chocolate-1": _chocolate(1),
    "chocolate-3": _chocolate(3),
    "chocolate-5": _chocolate(5, alone=False),
    "exact-nim-4-2": _exact(4),
    "exact-nim-5-2": _exact(5),
    "exact-nim-6-2": _exact(6),
    "region-of-rule-28": TheoremTitle(
        "Transfer half of what is taken",
        "Take 2k chips from a pile and add k chips to the other pile, where k is greater than the other pile.",
        "discoveries.md#selected-theorems",
        (),
    ),
    "slow-exact-nim-3-2": _slow("three", 3, GURVICH_HO),
    "slow-exact-nim-4-2": _slow("four", 4, CHIKIN),
    "triangle": TheoremTitle(
        "The triangle game",
        "Three piles form a triangle: take chips from a pile, and add fewer chips to the next pile.",
        "discoveries.md#the-triangle-game",
        (TRIANGLE,),
    ),
    "wythoff-2": _fraenkel(2),
    "wythoff-3": _fraenkel(3),
    "wythoff-4": _fraenkel(4),
    "wythoff-blocking-1": _blocking("one option", "one"),
    "wythoff-blocking-2": _blocking("two options", "up to two"),
    "wythoff-blocking-3": _blocking("three options", "up to three"),
    "wythoff-pass": TheoremTitle(
        "Wythoff's game with a pass",
        "Wythoff's game, in which either player may pass, once in the whole game, unless both piles are empty.",
        "discoveries.md#wythoff-with-a-pass",
        (PASS, VALUES),
        alone=False,
    ),
    "wythoff-stop-2": TheoremTitle(
        "Wythoff's game, stopped at two chips",
        "Wythoff's game, which ends as soon as at most two chips are left.",
        "discoveries.md#conjecture-on-wythoffs-games",
        (STOPPED,),
    ),
    "wythoff-value-1": TheoremTitle(
        "Grundy value 1 in Wythoff's game",
        "The sum of Wythoff's game and a Nim pile n of at most one chip: (a, b) has the value 1 if (a, b | 1) is P.",
        "discoveries.md#wythoff-with-a-pass",
        (VALUES, PASS),
        alone=False,
    ),
}
