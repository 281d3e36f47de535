"""Sets as the checker works them out."""

from __future__ import annotations

from sprague.checker.atoms import at_least
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.sets import EVERYTHING, Machine, image
from sprague.rules.linear import Linear


def test_words_that_are_no_numbers_are_in_no_image() -> None:
    """Fibonacci digits 11 are those of no number; in base 2 they are 3."""
    smaller = [at_least(Linear.of("a") - Linear.of("u") - 1)]
    for name, members in (("fibonacci", {"01", "10"}), ("2", {"01", "10", "11"})):
        digits = Digits.of(name)
        found = image([Machine(["a"], ["u"], smaller, EVERYTHING, (), digits)], 2, Budget.of())
        words = {f"{one}{two}": found.transitions[found.transitions[0][one]][two] for one in (0, 1) for two in (0, 1)}
        assert {word for word, state in words.items() if state in found.accepting} == members
