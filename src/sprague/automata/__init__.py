"""Sets of tuples of numbers recognised by automata that read digits; independent of games."""
