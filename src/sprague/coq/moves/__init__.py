"""Evidence about moves for Coq: strategies and plans that find moves, and counts of options."""
