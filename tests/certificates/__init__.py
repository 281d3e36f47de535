"""Tests of `sprague.certificates`."""
