"""Tests of `sprague.patterns`."""
