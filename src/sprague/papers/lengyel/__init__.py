"""Claims of Lengyel's note on a subtraction-transfer game, and of results beyond it.

`rows` has what the sections share: all rows of a game until they repeat, and the printed tables.
"""

from sprague.papers.claims import Paper
from sprague.papers.lengyel import beyond, introduction, main_results, periodicity

paper = Paper("lengyel", [introduction.section, main_results.section, periodicity.section, beyond.section])
