"""Tests of `sprague.periods`."""
