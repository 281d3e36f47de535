"""The commands of the program `sprague`, one module for each command."""
