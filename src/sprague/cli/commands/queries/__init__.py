"""Commands that query proved sets: `ask`, `compare` and `sequence`."""
