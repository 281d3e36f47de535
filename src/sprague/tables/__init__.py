"""Tables: the values of all positions up to a bound."""
