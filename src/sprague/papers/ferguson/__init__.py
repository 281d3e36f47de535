"""Ferguson's paper on chip transfer games, re-run: a file for each section, and one for what we found beyond it.

`boxes` has what the sections share: tables to compare with, and the paper's way of writing positions.
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
