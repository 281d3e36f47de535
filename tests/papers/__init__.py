"""What the papers say, checked."""
