"""The web laboratory: a server over the library, and the pages that it serves."""
