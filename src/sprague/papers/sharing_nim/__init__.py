"""Claims of the paper on three-pile Sharing Nim, and of results beyond it.

The module `values` computes Grundy values of large positions for the modules about all sections of the paper. The
module `lists` contains long lists of numbers, some of which are printed in the paper and some computed.
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
