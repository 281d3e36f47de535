"""Evidence about moves for Coq: strategies and plans that find moves, and automata that count options."""
