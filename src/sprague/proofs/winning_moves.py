"""Winning moves of positions of any size, found with an automaton or with the totals of the P-positions.

Small positions have few options, which are tried one by one. For a large position, a nondeterministic automaton reads
the digits of the position and guesses a move (`predecessors.guess_moves`). An accepting run of the automaton gives the
digits of the option.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sprague.automata.automaton import Automaton
from sprague.automata.named import GuessProduct
from sprague.automata.words import decode_word, encode_word
from sprague.language.positions import Position
from sprague.proofs.option_counting import options_into_set
from sprague.proofs.predecessors import guess_moves
from sprague.proofs.totals import Redistribution, Totals, check_totals
from sprague.rules.ruleset import Ruleset
from sprague.rules.symmetry import role_assignments

FEW_CHIPS = 60  # limit on the chips of a position whose options are tried one by one


def find_options_into(rule: Ruleset, positions: Automaton, position: Position) -> list[Position]:
    """Return a position's options that are in a set; for a large position, only some, but at least one if any exists.

    If the rule has `block`, the result always contains all options in the set.
    """
    if sum(position) <= FEW_CHIPS:
        return [option for option in rule.options(position) if option in positions]
    if rule.is_terminal(position):
        return []
    if rule.blocking:  # a single option is not enough, because the opponent may forbid it
        return list(options_into_set(rule, positions, position))
    found: dict[Position, None] = {}
    for number in range(len(rule.families)):
        guessing = _guessing(rule, number, positions)
        for order in role_assignments(position, rule.enumerators[number].classes):
            if (option := _follow(rule, guessing, order, position)) is not None:
                found[rule.position(option)] = None
    return list(found)


@lru_cache(maxsize=64)
def _guessing(rule: Ruleset, number: int, positions: Automaton) -> GuessProduct:
    return guess_moves(rule, number, positions)


def _follow(rule: Ruleset, guessing: GuessProduct, order: Sequence[int], position: Position) -> Position | None:
    """Return the option that an accepting run of an automaton guesses, or None if no run accepts.

    Track i of the automaton reads entry `order[i]` of the position.
    """
    numeration = guessing.pairs.numeration
    word = encode_word([position[pile] for pile in order], numeration)
    # The option may have more digits than the position, so add leading zeros as long as they lead to new states.
    reached = {0}
    zeros = 0
    while True:
        after = {int(t) for state in reached for t in guessing.pairs.targets_of(state, 0)} | reached
        if after == reached:
            break
        reached = after
        zeros += 1
    padded = np.concatenate([np.zeros(zeros, np.int32), word.astype(np.int32)])
    guess = guessing.find_guess(padded)
    if guess is None:
        return None
    numbers = dict(zip(guessing.guessed, decode_word(guess, len(guessing.guessed), numeration), strict=True))
    option = list(position)
    for part, pile in enumerate(order):
        name = guessing.right.names[part]
        if name in numbers:
            option[pile] = numbers[name]
    return tuple(option)


@lru_cache(maxsize=64)
def _witnesses(rule: Redistribution, totals: Totals, misere: bool) -> dict[int, Position]:
    return check_totals(rule, totals, misere).positions


def positions_with_total(rule: Redistribution, totals: Totals, misere: bool, wanted: Sequence[int]) -> list[Position]:
    """Return winning moves of a redistribution game, as P-positions: one for each number of chips in `wanted`.

    Each returned P-position is in the window of the proof, or comes into the window if whole periods are subtracted
    from its largest pile.
    """
    witnesses = _witnesses(rule, totals, misere)
    big = max(totals.preperiod, rule.least, rule.lowest)
    by_residue: dict[int, Position] = {}
    for witness in witnesses.values():
        if max(witness) >= big:
            by_residue.setdefault(sum(witness) % totals.period, witness)
    found = []
    for total in wanted:
        witness = witnesses.get(total) or by_residue[total % totals.period]
        *rest, largest = sorted(witness)
        found.append((*rest, largest + total - sum(witness)))
    return found
