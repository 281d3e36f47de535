"""The documentation site: the pages of `docs/`, generated pages, and their conversion to HTML.

    python -m website            # make docs: writes build/site/html, and fails if a link has no target

`website.building` writes the pages to a folder and lets Zensical build the site; the other modules generate or check
pages. The site is not part of the package `sprague`, because it reads tests, certificates and documents that only the
repository contains. The output of the build is not stored in the repository.
"""
