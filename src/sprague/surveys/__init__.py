"""Surveys: compute one measure, such as periods or a discovered theorem, for many games, and store it in a file."""
