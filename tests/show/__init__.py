"""Tests of `sprague.show`."""
