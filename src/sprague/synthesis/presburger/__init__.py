"""Presburger sets: formulas with linear comparisons and residues for the sets of automata."""

from sprague.synthesis.presburger.search import presburger_formula

__all__ = ["presburger_formula"]
