"""Dataclasses for results; the option `--json` prints their JSON form, and the web API returns the same JSON."""
