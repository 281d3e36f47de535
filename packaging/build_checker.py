"""Build the independent checker as one zip file that Python runs: `python packaging/build_checker.py [FILE]`.

The file holds the package `sprague.checker` and nothing else of Sprague; it needs Python 3.11 and no other package.
"""

from __future__ import annotations

import sys
import zipapp
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

SOURCE = Path(__file__).parents[1] / "src" / "sprague" / "checker"
MAIN = "import sys\n\nfrom sprague_checker.__main__ import main\n\nsys.exit(main())\n"


def build(target: Path) -> None:
    """Write the checker as a zip file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        copytree(SOURCE, Path(folder) / "sprague_checker", ignore=ignore_patterns("__pycache__"))
        (Path(folder) / "__main__.py").write_text(MAIN)
        zipapp.create_archive(folder, target, interpreter="/usr/bin/env python3", compressed=True)


if __name__ == "__main__":
    given = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build/sprague-checker.pyz")
    build(given)
    print(f"{given}: {given.stat().st_size:,} bytes; run it with: python3 {given} CERTIFICATE.json")
