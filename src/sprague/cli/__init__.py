"""The command line `sprague`: one module for each command, shared arguments, output files and exit codes."""
