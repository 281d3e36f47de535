"""Certificates as theorems of Coq: a file that states what is proved, and proves it from the library in `coq/`."""
