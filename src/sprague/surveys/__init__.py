"""Surveys: one question asked of many games."""
