"""What is so for all positions: formulas as automata, moves, the kernel equation, certificates, stored theorems."""
