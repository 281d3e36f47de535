"""Build the independent checker as one zip file that Python runs: `python packaging/build_checker.py [FILE]`.

The file holds the package `sprague.checker` and nothing else of Sprague; it needs Python 3.11 and no other package.
"""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

SOURCE = Path(__file__).parents[1] / "src" / "sprague" / "checker"
MAIN = "import sys\n\nfrom sprague_checker.__main__ import main\n\nsys.exit(main())\n"
OLDEST = (1980, 1, 1, 0, 0, 0)  # the date of all files in the archive, so that equal sources give equal archives


def build(target: Path) -> None:
    """Write the checker as a zip file."""
    files = [path for path in sorted(SOURCE.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    members = {f"sprague_checker/{path.relative_to(SOURCE).as_posix()}": path.read_bytes() for path in files}
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            for name, content in {**members, "__main__.py": MAIN.encode()}.items():
                archive.writestr(ZipInfo(name, OLDEST), content, ZIP_DEFLATED)
    target.chmod(0o755)


if __name__ == "__main__":
    given = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build/sprague-checker.pyz")
    build(given)
    print(f"{given}: {given.stat().st_size:,} bytes; run it with: python3 {given} CERTIFICATE.json")
