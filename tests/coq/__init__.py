"""Tests of `sprague.coq`."""
