"""How things look: text, tables for papers, drawings of automata."""
