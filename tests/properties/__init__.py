"""Properties that hold for random rules, not only for those someone thought of."""
