"""Claims of the paper on N-pile Dynamic Nim: theorems, misère play and the companion condition.

`formulas` has what the sections share: the paper's formulas, limit functions, and play by exhaustion.
"""

from sprague.papers.claims import Paper
from sprague.papers.dynamic_nim import companions, misere, theorems

paper = Paper("dynamic-nim", [theorems.section, misere.section, companions.section])
