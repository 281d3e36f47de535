"""The version of this package and the year of its release."""

__version__ = "0.2.0"
YEAR = 2026
