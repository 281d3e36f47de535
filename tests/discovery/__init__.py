"""Tests of `sprague.discovery`."""
