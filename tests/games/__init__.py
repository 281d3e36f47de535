"""Every game of the catalogue against a second, literal reading of its rule."""
