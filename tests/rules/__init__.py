"""Tests of `sprague.rules`."""
