"""Claims of the paper on three-pile Sharing Nim, and of results beyond it.

`values` has what the sections share, Grundy values far out; `lists` the long lists, those printed and those made anew.
"""

from sprague.papers.claims import Paper
from sprague.papers.sharing_nim import beyond, distribution, introduction, p_positions, periodicity, symmetry

paper = Paper(
    "sharing-nim",
    [
        introduction.section,
        symmetry.section,
        p_positions.section,
        periodicity.section,
        distribution.section,
        beyond.section,
    ],
)
