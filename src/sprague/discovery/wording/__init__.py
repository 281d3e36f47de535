"""Automata put into words: a formula found for a set, and proved to be the same set."""

from sprague.discovery.wording.describing import describe_set

__all__ = ["describe_set"]
