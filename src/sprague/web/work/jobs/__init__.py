"""Long work, a module for each kind: what is asked, what it comes to, and the function that does it."""
