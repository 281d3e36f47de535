"""What a rule must keep to if its moves split a position into several, which are then played as a sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.rules.ranks import WeightedSums

if TYPE_CHECKING:
    from sprague.rules.ruleset import Ruleset

MOST_PARTS = 6


def refuse_in_sums(rule: Ruleset) -> None:
    """Refuse what has no meaning beside moves to sums."""
    if rule.win:
        raise SpragueError(
            "expected no 'win when' beside moves to a sum: play would end in one part of it, and go on in the others; "
            "write 'stop when'"
        )
    if rule.blocking:
        raise SpragueError(
            "expected no 'block' beside moves to a sum: nobody has said whose options are forbidden there"
        )
    if any(len(family.parts) > MOST_PARTS for family in rule.families):
        most = max(len(family.parts) for family in rule.families)
        raise SpragueError(f"expected a move to a sum of at most {MOST_PARTS} parts, got {most}")


def no_rank_in_sums(rule: Ruleset) -> SpragueError:
    """Why a rule is refused whose parts are not shown to be smaller than what they come from."""
    chips = WeightedSums.chips(rule)
    for kind, facts in zip(rule.kinds, rule.facts, strict=True):
        for number, alone in enumerate(facts.solved.alone):
            if not chips.falls(alone):
                written = rule.written.moves[kind]
                part = written.parts[number]
                left = rule.tuple_text(rule.names)
                return SpragueError(
                    f"in the move to {rule.option_text(written.parts)}: the part {rule.tuple_text(part)} may be as "
                    f"large as {left}, from which it comes, so that play need not end; ask for fewer chips in every "
                    f"part, such as {_way_out(rule, part)}"
                )
    raise AssertionError("the number of chips falls with every move, so it is a rank")


def _way_out(rule: Ruleset, part: tuple[object, ...]) -> str:
    piles = len(rule.piles)
    sums = " + ".join(map(str, part[:piles])), " + ".join(rule.piles)
    return f"{sums[0]} < {sums[1]}"
