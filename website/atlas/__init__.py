"""The atlas: a page for every game of the catalogue, and for every theorem with a certificate in `docs/certificates`.

The module `entries` computes the contents of each page from the rule, and `pages` writes the pages.
"""
