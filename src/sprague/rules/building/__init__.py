"""Rules that are built from Python expressions: terms and conditions, and the builder of rules."""
