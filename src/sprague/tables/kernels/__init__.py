"""The inner loops of tables; they know no game, rules come in as arrays."""
