"""Tests of `sprague.answers`."""
