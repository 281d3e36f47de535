"""Tables: the values of all positions of a game up to a bound, and the methods that compute them."""
