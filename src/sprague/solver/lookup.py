"""Lookup of games and stored theorems by given P-positions (`find_games_by_positions`) or Grundy values.

The input is a list of P-positions with few chips, or a list of the Grundy values of piles of growing size. The result
contains the games that have all given P-positions, or all given Grundy values. A game comes first in the result if it
has no other P-position with fewer chips than the largest given position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice, product

from sprague.errors import Cancelled, OutOfTime, SpragueError, clip
from sprague.games import Game, catalogue
from sprague.language.positions import tuples_with_sum
from sprague.limits import Limits, check
from sprague.rules import Position, Ruleset, parse_position
from sprague.solver.solver import Solver

EACH = Limits(positions=5_000, seconds=0.5)  # limits of the computation for each game that a lookup compares
SIZES = (1, 2, 3, 4)  # numbers of piles that are tried for a game with a variable number of piles
MOST_POSITIONS = 200  # maximum number of P-positions that a lookup accepts
MOST_BETWEEN = 5_000  # maximum number of examined positions with fewer chips than the given positions
LEAST_VALUES = 4  # minimum number of Grundy values that a lookup accepts
MOST_VALUES = 200  # maximum number of Grundy values that a lookup accepts
OTHERS = 3  # number of heights that are tried for each fixed pile while one pile varies
MOST_PLACES = 100_000  # maximum number of positions of a table that is compared with the given values


@dataclass(frozen=True, slots=True)
class GameMatch:
    """A game or stored theorem that a lookup found.

    `missing` is the number of the game's P-positions that are not given and have fewer chips than the largest given
    position. `why` says in a sentence how the game matches. `digest` is the digest of the stored theorem, or None for a
    game of the catalogue.
    """

    rule: Ruleset
    misere: bool
    missing: int
    why: str
    digest: str | None = None


def parse_positions(text: str) -> list[Position]:
    """Parse the P-positions of a lookup: positions in brackets, or separated by spaces or semicolons.

    >>> parse_positions("(0, 0), (1, 2) (3, 5)") == parse_positions("0,0 1,2; 3,5")
    True
    """
    pieces = re.findall(r"\([^()]*\)", text) if "(" in text else [piece for piece in re.split(r"[;\s]+", text) if piece]
    found = [parse_position(piece) for piece in pieces]
    if not 1 <= len(found) <= MOST_POSITIONS or len({len(position) for position in found}) > 1:
        raise SpragueError(
            f"expected 1 to {MOST_POSITIONS} positions of the same length, such as '0,0 1,2 3,5', got {clip(text)!r}"
        )
    return found


def parse_values(text: str) -> list[int]:
    """Parse the Grundy values of a lookup, separated by spaces, commas or semicolons.

    >>> parse_values("0, 1, 2, 3, 1")
    [0, 1, 2, 3, 1]
    """
    pieces = [piece for piece in re.split(r"[;,\s]+", text.strip()) if piece]
    if not LEAST_VALUES <= len(pieces) <= MOST_VALUES or not all(re.fullmatch("[0-9]{1,6}", piece) for piece in pieces):
        raise SpragueError(
            f"expected {LEAST_VALUES} to {MOST_VALUES} values, such as '0, 1, 2, 3, 1', got {clip(text)!r}"
        )
    return [int(piece) for piece in pieces]


def find_games_by_positions(given: Sequence[Position]) -> list[GameMatch]:
    """Return the games that have the given P-positions, sorted by their number of other small P-positions.

    >>> [(found.rule.name, found.misere) for found in find_games_by_positions([(0, 0), (1, 2), (3, 5), (4, 7)])]
    [('wythoff', False)]
    """
    found: list[GameMatch] = []
    for rule in _candidates(len(given[0])):
        for misere in (False, True):
            check()
            with suppress(OutOfTime), EACH.watch():
                found += _with_positions(rule, misere, given, _decider(rule, misere))
    check()
    entries = len(given[0])
    return sorted(chain(found, _stored(given)), key=lambda one: (one.missing, len(one.rule.names) != entries))


def _decider(rule: Ruleset, misere: bool) -> Callable[[Position], bool]:
    solver = Solver(rule, misere, Limits(positions=EACH.positions))
    return lambda position: solver.reason(position).is_p(position)


def _candidates(entries: int | None = None) -> Iterator[Ruleset]:
    """Yield the games of the catalogue whose positions have `entries` entries, or all games if `entries` is None.

    A game that has several names is yielded only once.
    """
    seen: set[Ruleset] = set()
    for rule in chain.from_iterable(_sizes(entry) for entry in catalogue()):
        fits = entries is None or len(rule.names) == entries or (rule.takes_sums and entries % len(rule.names) == 0)
        if fits and rule not in seen:
            seen.add(rule)
            yield rule


@cache
def _sizes(entry: Game[...]) -> list[Ruleset]:
    """Return versions of a game: first with its default parameters, then with other numbers of piles."""
    found = []
    for parameters in ({}, *({entry.size_parameter: size} for size in SIZES if entry.size_parameter)):
        with suppress(SpragueError):  # some games do not allow every number of piles
            found.append(entry.with_text(parameters))
    return found


def _with_positions(
    rule: Ruleset, misere: bool, given: Sequence[Position], is_p: Callable[[Position], bool], digest: str | None = None
) -> Iterator[GameMatch]:
    """Yield a `GameMatch` if all given positions are P-positions of a game."""
    try:
        positions = {rule.position(position) for position in given}
        if not all(is_p(position) for position in positions):
            return
        others = [p for p in _smaller(rule, positions) if p not in positions and is_p(p)]
    except (OutOfTime, Cancelled):
        raise
    except SpragueError:
        return
    which = (
        "these are its first P-positions"
        if not others
        else f"these are P-positions, but {len(others):,} more have as few chips"
    )
    yield GameMatch(rule, misere, len(others), which, digest)


def _smaller(rule: Ruleset, positions: set[Position]) -> Iterator[Position]:
    """Yield the positions with fewer chips than the largest given position, but at most `MOST_BETWEEN` of them."""
    width, most = len(next(iter(positions))), max(map(sum, positions))
    fewer = chain.from_iterable(tuples_with_sum(total, width) for total in range(most))
    for entries in islice(fewer, MOST_BETWEEN):
        if rule.is_position(entries) and rule.position(entries) == entries:
            yield entries


def _stored(given: Sequence[Position]) -> Iterator[GameMatch]:
    """Yield a `GameMatch` for each stored theorem whose P-positions include the given positions."""
    from sprague.proofs.stored_theorems import list_theorems

    for theorem in list_theorems():
        check()
        try:
            proof = theorem.proof
        except (OutOfTime, Cancelled):
            raise
        except SpragueError:
            continue
        if len(proof.game.names) == len(given[0]):
            yield from _with_positions(proof.game, proof.misere, given, proof.is_p, theorem.digest)


def find_games_by_values(given: Sequence[int]) -> list[GameMatch]:
    """Return the games in which piles of n, n + 1, … chips have the given Grundy values, for a small number n.

    >>> [(found.rule.name, found.why) for found in find_games_by_values([0, 1, 2, 3, 1, 4, 3, 2, 1, 4])][0]
    ('kayles', 'these are its Grundy values from n = 0')
    """
    found: list[GameMatch] = []
    for rule in _candidates():
        check()
        found += _with_values(rule, given)
    return sorted(found, key=lambda one: (one.missing, len(one.rule.names)))


def _with_values(rule: Ruleset, given: Sequence[int]) -> Iterator[GameMatch]:
    from sprague.tables.tabulate import tabulate

    limit = rule.floor + len(given) + 1
    if rule.blocking or limit ** len(rule.names) > MOST_PLACES:
        return
    try:
        # negative entries of the array belong to tuples that are not positions
        values = tabulate(rule, limit).to_array()
    except (OutOfTime, Cancelled):
        raise
    except SpragueError:
        return
    for along, name in enumerate(rule.names):
        others = [range(rule.lowest(other), min(rule.lowest(other) + OTHERS, limit)) for other in rule.names]
        others[along] = range(1)
        for heights in product(*others):
            places: list[int | slice] = list(heights)
            places[along] = slice(rule.lowest(name), None)
            row = values[tuple(places)]
            for start in (0, 1):
                if row[start : start + len(given)].tolist() == list(given):
                    held = [
                        f"{other} = {height}"
                        for other, height in zip(rule.names, heights, strict=True)
                        if other != name
                    ]
                    where = f" where {', '.join(held)}" if held else ""
                    first = rule.lowest(name) + start
                    yield GameMatch(rule, False, start, f"these are its Grundy values from {name} = {first}{where}")
                    return
