"""Synthesis of formulas: a formula for the set of an automaton, proved to describe the same set."""

from sprague.synthesis.set_formulas import describe_set

__all__ = ["describe_set"]
