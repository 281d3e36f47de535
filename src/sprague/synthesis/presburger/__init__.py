"""Presburger sets: formulas with linear comparisons and residues for sets that automata accept."""

from sprague.synthesis.presburger.search import presburger_formula

__all__ = ["presburger_formula"]
