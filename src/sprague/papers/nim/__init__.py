"""The game of NIM, re-run: a single sheet, in a single file."""

from sprague.papers.claims import Paper
from sprague.papers.nim import sheet

paper = Paper("nim", [sheet.section])
