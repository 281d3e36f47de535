"""Claims of an information sheet on Nim."""

from sprague.papers.claims import Paper
from sprague.papers.nim import sheet

paper = Paper("nim", [sheet.section])
