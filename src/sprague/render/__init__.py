"""Conversion of results to text, LaTeX, pictures, export formats, reports and notebook widgets."""
