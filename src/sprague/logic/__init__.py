"""What is so for all positions: sets of positions as finite automata that read digits."""
