"""Tests of `sprague.proofs`."""
