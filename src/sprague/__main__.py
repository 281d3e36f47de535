"""`python -m sprague`."""

from sprague.cli.main import main

main()
