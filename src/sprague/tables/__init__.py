"""Values of positions up to a bound: regions, fibres, the walks that fill a table, and the table itself."""
