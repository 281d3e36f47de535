"""Tests of `sprague.render`."""
