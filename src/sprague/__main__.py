"""`python -m sprague`."""

from sprague.cli.main import program

program()
