"""Discovery: find and prove theorems about a game, given only its rule."""
