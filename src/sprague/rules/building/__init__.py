"""Rules built from Python expressions: terms, conditions, and a builder of rules."""
