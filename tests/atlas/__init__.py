"""Tests of `sprague.atlas`."""
