"""Tests of the independent checker."""
