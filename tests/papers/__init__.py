"""Tests of the claims of the papers."""
