"""Discovery: find and prove a theorem about a game from its rule alone."""
