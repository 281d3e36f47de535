"""Tests of `sprague.tables`."""
