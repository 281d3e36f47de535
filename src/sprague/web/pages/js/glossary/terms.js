// Generated from docs/glossary.md by web/glossary.py; do not edit.
/** @typedef {{term: string, meaning: string, example: string}} Entry */

/** @type {Record<string, Entry>} */
export const TERMS = {"Grundy value":
  {"term": "Grundy value", "meaning": "The mex of the Grundy values of the options; positions with value 0 are the P-positions of normal play.", "example": "the Nim position (3, 5) has the Grundy value 6, the nim-sum of 3 and 5."}, "Mex":
  {"term": "Mex", "meaning": "The least natural number that is not in a set (\"minimum excludant\").", "example": "mex {0, 1, 3} = 2."}, "Misère play":
  {"term": "Misère play", "meaning": "The form of play in which the player who makes the last move loses.", "example": "in misère Nim with one chip, the player to move loses."}, "N-position":
  {"term": "N-position", "meaning": "A position from which the next player, who is about to move, can win.", "example": "the Nim position (1, 2) is an N-position."}, "Nim-sum":
  {"term": "Nim-sum", "meaning": "The sum of binary numbers without carries, also called xor.", "example": "the nim-sum of 3 and 5 is 6."}, "P-position":
  {"term": "P-position", "meaning": "A position from which the previous player, who has just moved, can win; the player to move loses.", "example": "the Nim position (3, 5, 6) is a P-position."}, "Remoteness":
  {"term": "Remoteness", "meaning": "The number of remaining moves if the winner tries to end play as soon as possible and the loser tries to delay the end.", "example": "a terminal position has remoteness 0."}};
