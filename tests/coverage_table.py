"""Print branch coverage by package: `python -m tests.coverage_table build/coverage.json` (see `make coverage`)."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path


def main() -> None:
    files = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["files"]
    covered: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for name, data in files.items():
        inside = Path(name).parts[Path(name).parts.index("sprague") + 1 :]
        package = f"{inside[0]}/" if len(inside) > 1 else "modules of `sprague` itself"
        summary = data["summary"]
        for group in (package, "all"):
            covered[group] += summary["covered_lines"] + summary["covered_branches"]
            total[group] += summary["num_statements"] + summary["num_branches"]
    print("| package | statements and branches | covered |")
    print("|---|---|---|")
    for package in sorted(total, key=lambda name: (name == "all", name)):
        print(f"| {package} | {total[package]:,} | {100 * covered[package] / total[package]:.0f}% |")


if __name__ == "__main__":
    main()
