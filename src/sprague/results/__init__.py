"""Results as dataclasses, in the one JSON form that `--json` prints and the web API returns."""
