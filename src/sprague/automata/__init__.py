"""Automata that read the digits of tuples of numbers and recognise sets of tuples; independent of games."""
