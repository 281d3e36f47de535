"""Writer and strict reader of certificates in version 2 of their JSON format, and a converter from version 1."""
