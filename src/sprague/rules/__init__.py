"""What a game is: linear terms, the notation, the `Ruleset`, positions, moves, words."""

from sprague.rules.families import Family
from sprague.rules.linear import Linear
from sprague.rules.moves import Move
from sprague.rules.notation import is_rule, parse, parse_term
from sprague.rules.positions import Position, format_position, parse_position
from sprague.rules.ranks import Rank
from sprague.rules.ruleset import Ruleset

__all__ = [
    "Family",
    "Linear",
    "Move",
    "Position",
    "Rank",
    "Ruleset",
    "format_position",
    "is_rule",
    "parse",
    "parse_position",
    "parse_term",
]
