"""Claims of a paper on Nim, an information sheet."""

from sprague.papers.claims import Paper
from sprague.papers.nim import sheet

paper = Paper("nim", [sheet.section])
