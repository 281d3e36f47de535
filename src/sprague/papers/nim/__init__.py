"""Claims of the sheet on the game of Nim."""

from sprague.papers.claims import Paper
from sprague.papers.nim import sheet

paper = Paper("nim", [sheet.section])
