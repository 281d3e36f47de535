"""Tables for two kinds of games only: Dynamic Nim, and three-pile games of differences such as Sharing Nim."""
