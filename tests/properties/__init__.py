"""Properties of random rules."""
