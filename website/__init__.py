"""The site: the pages of `docs/`, pages that are generated, and the tool that makes HTML of them.

    python -m website            # make docs: writes build/site/html, and fails if a link leads nowhere

`website.building` lays the pages out and has Zensical build them; each other module generates pages or checks them.
It stands outside the package: it reads tests, certificates and documents that only the repository has, and nobody who
installs Sprague needs it. Nothing that it writes is kept in the repository.
"""
