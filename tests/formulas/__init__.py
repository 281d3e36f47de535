"""Tests of `sprague.formulas`."""
