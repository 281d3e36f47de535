"""Mathematics that several games of the catalogue share."""
