"""The command-line program `sprague`: its commands, arguments, output files and exit codes."""
