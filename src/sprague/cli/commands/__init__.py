"""The commands of `sprague`, one module for each."""
