"""Synthesis: finds a formula for the set that an automaton accepts, and proves that the formula describes this set."""

from sprague.synthesis.set_formulas import describe_set

__all__ = ["describe_set"]
