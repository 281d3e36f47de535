"""The version of this package, and its year."""

__version__ = "0.1.0"
YEAR = 2026
