"""Surveys: one measure, such as periods or a discovered theorem, computed for many games into a DuckDB file."""
