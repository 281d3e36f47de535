"""Files that say what made them: the version and the command, where each format has a place for such a thing."""

from __future__ import annotations

import json

_COMMENTS = {"text": "# ", "csv": "# ", "bfile": "# ", "oeis": "# ", "latex": "% ", "bibtex": "% ", "dot": "// "}


def signed(content: str | bytes, format_name: str, made_by: str) -> str | bytes:
    r"""The content of a file with a comment on top, or in JSON with a key `made_by`.

    >>> signed("a,grundy\n0,0\n", "csv", "sprague 0.1.0: sprague table nim:piles=1 --limit 1 -o nim.csv")
    '# sprague 0.1.0: sprague table nim:piles=1 --limit 1 -o nim.csv\na,grundy\n0,0\n'

    After the array of an npy file it is one line more, which numpy leaves alone. Formats without any place for it
    (Walnut's) stay as they are, and pictures and Parquet have it among their properties.
    """
    told = " ".join(made_by.splitlines())  # a rule may have several lines, a comment has one
    if isinstance(content, bytes):
        return content + f"\n# {told}\n".encode() if format_name == "npy" else content
    if format_name == "json" and content.endswith("}\n"):
        return f"{content[:-2]}, {json.dumps('made_by')}: {json.dumps(told, ensure_ascii=False)}}}\n"
    return f"{_COMMENTS[format_name]}{told}\n{content}" if format_name in _COMMENTS else content
