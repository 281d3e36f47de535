"""Phrases by which property tests distinguish the refusals of the notation.

Random rules are refused for several reasons, and the error has the same type each time. A phrase of the message
identifies the reason. `test_phrases.py` checks each phrase with a rule that is refused for this reason.
"""

from __future__ import annotations

SAME_SIDES = "expected two different sides"
COMPARED = "found "  # the comparison follows it
IDLE_ENDING = "change it or leave it out"
NEVER_HOLDS = "is never true"
CONTRADICTION = "contradict each other"
ALWAYS_ZERO = "never positive"
NO_POSITIONS = "no position satisfies"
ENTANGLED = "are too complicated"
UNBOUNDED = "no upper bound"  # the name of the choice and a verb stand before it
IDLE_CHOICE = "as a choice it would change no pile"
ORDER_MATTERS = "depends on the order"
MANY_CASES = "cases, more than"

#: A phrase, and a rule that is refused with it.
EXAMPLES = {
    SAME_SIDES: "(a, b) -> (a - k, b) where k >= k",
    COMPARED: "(a, b) -> (a - k, b) where k >= k",
    IDLE_ENDING: "(a, b) -> (a - 1, b) stop when a >= 0",
    NEVER_HOLDS: "(a, b) -> (a - k, b) where k >= 1, false",
    CONTRADICTION: "(a, b) -> (a - k, b) where k >= 5, k <= 3",
    ALWAYS_ZERO: "(a, b) -> (-1, b)",
    NO_POSITIONS: "(a) -> (a - 1) positions where false",
    UNBOUNDED: "(a, b) -> (a + k, b) where k >= 1",
    IDLE_CHOICE: "(a, b) -> (u, b) where u < c",
    ORDER_MATTERS: "(a, b) -> (a - 1, b) stop when a = 0 any order",
}
