"""Pictures drawn with matplotlib, one module for each kind."""
