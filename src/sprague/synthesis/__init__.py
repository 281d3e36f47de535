"""Synthesis: finds formulas for the sets of automata, and proves that a formula describes the same set."""

from sprague.synthesis.set_formulas import describe_set

__all__ = ["describe_set"]
