"""Support for the catalogue of games: registration, bibliography, parameters and theorems."""
