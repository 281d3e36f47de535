"""`python -m website`: build the site."""

from __future__ import annotations

import sys
from pathlib import Path

from website.building import ROOT, build

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site"
    sys.exit(build(folder))
