"""Rendering of results for people and files: text, LaTeX, pictures, export formats, reports, notebook widgets."""
