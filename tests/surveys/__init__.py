"""Tests of `sprague.surveys`."""
