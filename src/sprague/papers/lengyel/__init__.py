"""Claims of Lengyel's note on a subtraction-transfer game, and of results beyond it.

The module `rows` computes all rows of values of a game until they repeat, and contains the printed tables.
"""

from sprague.papers.claims import Paper
from sprague.papers.lengyel import beyond, introduction, main_results, periodicity

paper = Paper("lengyel", [introduction.section, main_results.section, periodicity.section, beyond.section])
