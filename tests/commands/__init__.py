"""Tests of `sprague.commands`."""
