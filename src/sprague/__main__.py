"""`python -m sprague`."""

from sprague.commands.command_line import main

main()
