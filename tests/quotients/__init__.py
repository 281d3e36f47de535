"""Tests of misère quotients."""
