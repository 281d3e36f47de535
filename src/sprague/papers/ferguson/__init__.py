"""Claims of Ferguson's paper on chip transfer games, and of results beyond it.

The package has a module for each section of Ferguson's paper; the module `boxes` contains shared helper functions.
"""

from sprague.papers.claims import Paper
from sprague.papers.ferguson import beyond, entropy, introduction, keep_one, redistribute, redistribute_misere, transfer

paper = Paper(
    "ferguson",
    [
        introduction.section,
        transfer.section,
        keep_one.section,
        redistribute.section,
        redistribute_misere.section,
        entropy.section,
        beyond.section,
    ],
)
