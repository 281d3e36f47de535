"""Octal games: a code states how many chips a move may take from a heap, and into how many heaps the rest may break."""

from sprague.games.support.bibliography import DAWSON, DUDENEY, GUY_SMITH, TAKING_AND_BREAKING, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.theorems import Theorem
from sprague.games.theory.heap_periods import known_period
from sprague.rules import Ruleset, parse
from sprague.rules.octal_codes import code_rule_text, format_code, parse_code


@catalogued("Octal game", sources=[Source(GUY_SMITH), Source(TAKING_AND_BREAKING)])
def octal(code: str = "0.77") -> Ruleset:
    """Take k chips from a heap, and leave as many heaps as digit k of the code allows.

    >>> octal("0.77").options((4,))
    [(3,), (1, 2), (2,), (1, 1)]

    A digit of the code is a sum of 1 (leave nothing), 2 (leave one heap), 4 (leave two heaps) and 8 (leave three
    heaps). For example, the digit 7 = 1 + 2 + 4 allows a move to leave up to two heaps. Digits of a code are
    hexadecimal, so that the largest digit is F = 15. The digit before the point is 0, 4, 8 or C; if this digit is not
    0, a move may break a heap without taking chips. An octal code is also the name of its game, as in the command
    `sprague solve 0.77 5`.
    """
    return parse(code_rule_text(code))


@octal.titled
def _title(code: str = "0.77") -> str:
    return "Hexadecimal game" if any(move.parts > 2 for move in parse_code(code)) else "Octal game"


@octal.theory
def _known(code: str = "0.77") -> list[Theorem]:
    return known_period(format_code(parse_code(code)) or code)


@catalogued("Kayles", sources=[Source(DUDENEY), Source(GUY_SMITH)])
def kayles() -> Ruleset:
    """Knock down one pin or two neighbouring pins of a row; the gap divides the row into two rows.

    >>> kayles().options((3,))
    [(2,), (1, 1), (1,)]
    """
    return parse(code_rule_text("0.77"))


@kayles.theory
def _kayles() -> list[Theorem]:
    return known_period("0.77")


@catalogued("Dawson's Kayles", sources=[Source(DAWSON), Source(GUY_SMITH)])
def dawsons_kayles() -> Ruleset:
    """Knock down two neighbouring pins of a row.

    >>> dawsons_kayles().options((4,))
    [(2,), (1, 1)]
    """
    return parse(code_rule_text("0.07"))


@dawsons_kayles.theory
def _dawsons_kayles() -> list[Theorem]:
    return known_period("0.07")


@catalogued("Dawson's Chess", sources=[Source(DAWSON), Source(GUY_SMITH)])
def dawsons_chess() -> Ruleset:
    """Take a chip of a row together with its neighbours: three chips, or fewer at the end of the row.

    >>> dawsons_chess().options((4,))
    [(2,), (1,)]
    """
    return parse(code_rule_text("0.137"))


@dawsons_chess.theory
def _dawsons_chess() -> list[Theorem]:
    return known_period("0.137")


@catalogued("Guiles", sources=[Source(TAKING_AND_BREAKING)])
def guiles() -> Ruleset:
    """Take a heap of one or two chips, or take two chips from a larger heap and break the rest into two heaps.

    >>> guiles().options((5,))
    [(1, 2)]
    """
    return parse(code_rule_text("0.15"))


@guiles.theory
def _guiles() -> list[Theorem]:
    return known_period("0.15")


@catalogued("Officers", sources=[Source(TAKING_AND_BREAKING)])
def officers() -> Ruleset:
    """Take one chip from a heap of two or more chips, and leave the rest as one heap or as two heaps.

    >>> officers().options((3,))
    [(1, 1), (2,)]
    """
    return parse(code_rule_text("0.6"))


@catalogued("James Bond", sources=[Source(TAKING_AND_BREAKING)], aliases=["double-o-seven"])
def james_bond() -> Ruleset:
    """Take three chips from a heap, and leave the rest as one heap or as two heaps.

    >>> james_bond().options((5,))
    [(2,), (1, 1)]
    """
    return parse(code_rule_text("0.007"))


@catalogued("Treblecross", sources=[Source(TAKING_AND_BREAKING)], aliases=["one-dimensional-noughts-and-crosses"])
def treblecross() -> Ruleset:
    """Cross out three neighbouring squares of a strip; the gap divides the strip into two strips.

    >>> treblecross().options((5,))
    [(2,), (1, 1)]

    The game is usually played as one-dimensional noughts and crosses: a move writes a cross on a strip of n squares,
    and the player who makes three crosses in a row wins. A player who writes a cross within two squares of another
    cross loses, because the opponent completes three crosses in a row. Each cross therefore occupies three squares, its
    own and both neighbours, and no square is occupied twice. A strip of n squares corresponds to a heap of n + 2 chips,
    because a cross at the end of the strip also occupies a square outside the strip.
    """
    return parse(code_rule_text("0.007"))
