"""Tests of `sprague.cli`."""
