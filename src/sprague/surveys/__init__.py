"""One question asked of thousands of games: the games, the measures, the store, the workers, the report."""
