"""Discovery: find and prove a theorem from the rule alone."""
