"""The notation of rules and formulas: tokens, parsers, syntax trees, printers and suggestions."""
