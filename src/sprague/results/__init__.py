"""Results as plain data, in the one JSON form that `--json` prints and the web API returns."""
