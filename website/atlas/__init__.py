"""The atlas: a page for every game of the catalogue, and for every theorem that is kept in `docs/certificates`.

`entries` finds out what there is to say about each, from the rule; `pages` says it.
"""
