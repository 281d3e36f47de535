"""The command line `sprague`."""
