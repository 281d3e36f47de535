"""The atlas: its data, and its pages in the site.

`candidates`, `collecting` and `recording` compute the database of the package `sprague.atlas`. `database_pages` and
`database_files` write a page and a JSON file for each entry of the database, and the index for the search.

`entries` and `pages` write longer pages, with pictures and Coq files, for every game of the catalogue and for every
theorem with a certificate in `docs/certificates`.
"""
