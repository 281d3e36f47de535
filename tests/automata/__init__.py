"""Tests of `sprague.automata`."""
