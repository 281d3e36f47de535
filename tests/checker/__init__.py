"""Tests of `sprague.checker`."""
