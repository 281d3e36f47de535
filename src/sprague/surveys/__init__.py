"""Surveys: compute a measure, such as periods or a discovered theorem, for many games, and store the results."""
