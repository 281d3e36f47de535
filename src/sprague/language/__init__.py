"""The notation: tokens, parsers, syntax trees, printers and suggestions."""
