"""Tables: the values of all positions up to a bound, and the plans, layouts and traversals that compute them."""
