"""Tests of the certificate format."""
