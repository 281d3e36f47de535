"""Rules: `Ruleset` and `parse`, the lowering of rules to move families, positions, moves, symmetry and termination."""

from sprague.language.positions import Position, format_position, parse_position
from sprague.language.rule_parser import is_rule, parse_term
from sprague.linear.terms import Linear
from sprague.rules.families import Family
from sprague.rules.moves import Move
from sprague.rules.ruleset import Ruleset, parse
from sprague.rules.termination import Rank

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
