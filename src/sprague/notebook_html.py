"""HTML representations of objects for notebooks (`_repr_html_`): `as_html`."""

from __future__ import annotations

from html import escape


def as_html(text: str, picture: str = "") -> str:
    r"""Return HTML for notebooks that shows a text, its first line in bold, above an optional SVG picture.

    >>> as_html("a < b\n  because")
    '<div style="white-space: pre-wrap"><strong>a &lt; b</strong>\n  because</div>'
    """
    first, _, rest = text.partition("\n")
    below = f"\n{escape(rest)}" if rest else ""
    return f'<div style="white-space: pre-wrap"><strong>{escape(first)}</strong>{below}</div>{picture}'
