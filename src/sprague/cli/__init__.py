"""The command line `sprague`: its commands, their arguments, output files and exit codes."""
