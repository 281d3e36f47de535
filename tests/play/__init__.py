"""Tests of `sprague.play`."""
