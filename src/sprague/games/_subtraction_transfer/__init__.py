"""What is known about Lengyel's subtraction-transfer games: the Grundy value of every position, of any size.

The proofs of what the paper conjectures, or does not have, are in docs/subtraction-transfer.md. A position
is (r, s), red and blue; β(s) is ⌊s/b⌋ mod 2, and row r holds the values of (r, 0), (r, 1), …. Every result is a
class of a few lines; `known_theorems` has those about one game.
"""

from sprague.games._subtraction_transfer.known import known_theorems

__all__ = ["known_theorems"]
