"""Results as dataclasses with one JSON form, which `--json` prints and the web API returns."""
