"""The catalogue of games: registration, bibliography, parameters, theorems."""
