"""Tests of `sprague.solver`."""
