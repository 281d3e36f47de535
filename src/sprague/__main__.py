"""`python -m sprague`."""

from sprague.show.command_line import main

main()
