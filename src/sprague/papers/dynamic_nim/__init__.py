"""Claims of the paper on N-pile Dynamic Nim: theorems, misère play and the companion condition.

The module `formulas` contains the formulas of the paper, limit functions and exhaustive search.
"""

from sprague.papers.claims import Paper
from sprague.papers.dynamic_nim import companions, misere, theorems

paper = Paper("dynamic-nim", [theorems.section, misere.section, companions.section])
