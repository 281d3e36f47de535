"""The page of an entry of the atlas database, as HTML, and the page that lists all entries.

The pages use the styles of the playground and `website/theme/atlas_entry.css`. They are written without the site
generator, because there are many of them and the generator would take minutes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from html import escape
from itertools import groupby
from urllib.parse import urlencode
from xml.etree.ElementTree import tostring

from sprague.atlas.database import Atlas, RelatedEntries
from sprague.atlas.records import STATUS_TEXT, Entry, KnownTheorem, OeisNumber, ValueRow
from sprague.automata.drawing import draw
from sprague.automata.numeration import recurrent
from sprague.automata.serialization import from_data
from sprague.errors import OutOfReach
from sprague.files import write_atomically
from website.build_cache import cache_folder
from website.formulas import mathml

MOST_STATES = 12  # larger automata are only in the certificate
MOST_BYTES = 6000  # size of the largest certificates with a Coq file in the site
MOST_PILES = 3  # most numbers of a position in a Coq file in the site; with more, a file takes many seconds to write
#: Entries whose Coq file takes minutes and gigabytes of memory to write.
EXPENSIVE_COQ_FILES = frozenset({"S001666"})
SHOWN_POSITIONS = 24
SHADES = 6  # number of background colours of values
SQUARE = 8  # side of a square of a picture of P-positions, in pixels
MOST_SQUARES = 40  # limit on the sizes of the piles in a picture of P-positions
OEIS = "https://oeis.org/"
RELATIONS = {
    "same game": "The same game, another subject",
    "misère twin": "The same game in the other play convention",
    "same P-positions": "The same P-positions (equal automata)",
    "same P-positions in a box": "The same P-positions in a small box (an observation, not a proof)",
    "family": "Of the same family",
}
NAVIGATION = (
    ("Atlas", "index.html"),
    ("All entries", "all.html"),
    ("Check a certificate", "../check.html"),
    ("Try it here", "../playground/try.html"),
)

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Atlas · Sprague</title>
<link rel="icon" href="../playground/icon.svg" type="image/svg+xml">
<script src="../playground/js/theme.js"></script>
<link rel="stylesheet" href="../playground/css/base.css">
<link rel="stylesheet" href="../playground/css/shell.css">
<link rel="stylesheet" href="../theme/atlas_entry.css">
</head>
<body>
<header class="header"><a class="wordmark" href="../index.html">Sprague</a>
<nav aria-label="Pages"><ul class="navigation">{navigation}</ul></nav></header>
<main class="main atlas-entry md-typeset">
{content}
</main>
<script src="../theme/check.js"></script>
<script src="../theme/copy.js"></script>
</body>
</html>
"""


def entry_page(atlas: Atlas, entry: Entry) -> str:
    """Return the page of an entry of the atlas."""
    parts = [
        f"<h1>{escape(entry.title)}</h1>",
        _facts(entry),
        _section("Statement", _statement(entry)),
        _section("Certificate", _certificate(entry)),
        _section("Rule", _rule(entry)),
        _section("Values", _values(entry)),
        _section("P-positions", _positions(entry)),
        _section("Automaton", _automaton(atlas, entry)),
        _section("Theorems of the literature", "".join(map(_theorem, entry.theorems))),
        _section("OEIS", _list(map(_oeis, entry.oeis))),
        _section("Sources", _list(escape(text) for _, text in entry.sources)),
        _section("Related entries", "".join(_relation(atlas, one) for one in atlas.related(entry))),
        _section("Commands", f"<pre><code>{escape(chr(10).join(entry.commands()))}</code></pre>"),
        _section("Cite", _citation(entry)),
    ]
    return _page(f"{entry.id} {entry.title}", "\n".join(part for part in parts if part), "")


def list_page(entries: Iterable[Entry]) -> str:
    """Return the page with all entries of the atlas, family by family."""
    parts = ["<h1>All entries of the atlas</h1>", '<p><a href="index.html">Search the atlas</a> instead.</p>']
    ordered = sorted(entries, key=lambda entry: (entry.family, entry.id))
    for family, members in groupby(ordered, key=lambda entry: entry.family):
        items = [f"{_link(entry)} <small>{entry.status}</small>" for entry in members]
        parts.append(_section(f"{family} ({len(items)})", _list(items)))
    return _page("All entries", "\n".join(parts), "all.html")


def _page(title: str, content: str, here: str) -> str:
    current = ' aria-current="page"'
    links = "".join(
        f'<li><a href="{address}"{current if address == here else ""}>{name}</a></li>' for name, address in NAVIGATION
    )
    return PAGE.format(title=escape(title), navigation=links, content=content)


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>\n{content}</section>" if content else ""


def _list(items: Iterable[str]) -> str:
    found = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{found}</ul>" if found else ""


def _link(entry: Entry) -> str:
    return f'<a href="{entry.id}.html"><strong>{entry.id}</strong> {escape(entry.title)}</a>'


def _facts(entry: Entry) -> str:
    play = "misère play" if entry.play == "misere" else "normal play"
    more = f' · <a href="../{entry.page}">page with more pictures</a>' if entry.page else ""
    return (
        f'<p class="atlas-facts"><strong>{entry.id}</strong> · {play} · {escape(entry.family)} · '
        f'<span class="status {entry.status}">{escape(STATUS_TEXT[entry.status])}</span> · '
        f'<a href="{entry.id}.json" download>{entry.id}.json</a>{more}</p>'
    )


def _statement(entry: Entry) -> str:
    text = entry.statement[:1].upper() + entry.statement[1:]
    found = f"<p>{escape(text)}</p>"
    if entry.formula:
        found += f'<p>As a <a href="../formulas.html">formula</a>:</p><pre><code>{escape(entry.formula)}</code></pre>'
    return found


def _certificate(entry: Entry) -> str:
    info = entry.certificate
    if info is None:
        return "<p>This entry has no certificate.</p>"
    address = f"certificates/{info.sha256}.json"
    coq = {
        "set and formula": "It states and proves the set and the formula",
        "set": "It states and proves the set",
        "": "The export to Coq does not cover this theorem",
    }[entry.coq]
    if has_coq_file(entry):
        coq = f'<a href="{entry.id}.v" download>Coq file</a>. {coq}, for Coq 8.16 or later'
    elif entry.coq:
        coq = f"The Coq file is long or takes minutes to write; the last command below writes it. {coq}"
    return (
        f'<p><a href="{address}" data-certificate="{address}" download="{entry.id}-certificate.json">Certificate</a> '
        f"({info.size:,} bytes, kind <code>{info.kind}</code>), accepted by the independent checker when the entry was "
        f'added. SHA-256: <code class="digest">{info.sha256}</code></p>\n'
        f"<details><summary>The statement that the checker printed</summary><pre><code>{escape(info.verified)}</code>"
        f"</pre></details><p>{coq}.</p>"
    )


def has_coq_file(entry: Entry) -> bool:
    """Whether the site contains the Coq file of an entry; proofs by totals have Coq files of megabytes."""
    info = entry.certificate
    if info is None or not entry.coq or info.kind == "totals" or entry.id in EXPENSIVE_COQ_FILES:
        return False
    return info.size <= MOST_BYTES and len(entry.rule.names) <= MOST_PILES


def _rule(entry: Entry) -> str:
    rule = entry.rule
    latex = rule.latex()
    english = "".join(f"<p>{escape(line)}</p>" for line in rule.describe().splitlines() if line)
    words = {"rule": entry.names[0], **({"misere": "1"} if entry.play == "misere" else {})}
    board = {"game": entry.names[0], **({"misere": "1"} if entry.play == "misere" else {})}
    names = ", ".join(f"<code>{escape(name)}</code>" for name in entry.names if name != entry.notation)
    return (
        f"<pre><code>{escape(entry.notation)}</code></pre>\n"
        + (f"<p>On the command line: {names}</p>" if names else "")
        + f'<p><a href="../playground/try.html?{escape(urlencode(words))}">Solve a position here</a> · '
        f'<a href="../playground/try.html?{escape(urlencode(board))}">Play here</a></p>\n'
        f"<details><summary>The rule in English</summary>{english}</details>\n"
        f'<details><summary>The rule as a formula and in LaTeX</summary><div class="formula">'
        f"{tostring(mathml(latex, alone=True)).decode()}</div><pre><code>{escape(latex)}</code></pre></details>"
    )


def _values(entry: Entry) -> str:
    """Return the values as a table, in which the background colour rises with the value."""
    if not entry.rows:
        return ""
    what = "Grundy values" if entry.values_are == "grundy" else "Outcomes, 0 for P-positions and 1 for N-positions"
    first = entry.rows[0]
    heads = "".join(f"<th>{first.first + step}</th>" for step in range(len(first.values)))
    most = max(max(row.values) for row in entry.rows)
    rows = "".join(_value_row(row, most) for row in entry.rows)
    missing = " A dot means that there is no position." if any(min(row.values) < 0 for row in entry.rows) else ""
    label = f"{what}; each column is a size of the pile {first.along}"
    return (
        f"<p>{label}. Cells of P-positions are inverted.{missing}</p>\n"
        f'<div class="values" tabindex="0" role="region" aria-label="{escape(label)}"><table>'
        f"<thead><tr><th>{escape(first.along)}</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _value_row(row: ValueRow, most: int) -> str:
    cells = "".join(f'<td class="{_shade(value, most)}">{value if value >= 0 else "·"}</td>' for value in row.values)
    return f"<tr><th>{escape(row.where)}</th>{cells}</tr>"


def _shade(value: int, most: int) -> str:
    """Return the class of a cell: "none" without a position, "p" for a P-position, else "v1", "v2", … by the value.

    >>> [_shade(value, 12) for value in (-1, 0, 1, 12)]
    ['none', 'p', 'v1', 'v6']
    """
    if value <= 0:
        return "p" if value == 0 else "none"
    return f"v{1 + (value - 1) * SHADES // most}"


def _positions(entry: Entry) -> str:
    if entry.subject == "quotient" and not entry.positions:
        return ""
    listed = ", ".join(map(_position_text, entry.positions[:SHOWN_POSITIONS]))
    if not listed:
        return f"<p>There is no P-position with fewer than {entry.chips} chips.</p>"
    order = " The order of the piles does not matter." if entry.in_any_order else ""
    more = ", …" if len(entry.positions) > SHOWN_POSITIONS else ""
    return f"<p>With the fewest chips: {escape(listed)}{more}.{order}</p>\n{_map(entry)}"


def _position_text(position: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, position))})" if len(position) > 1 else str(position[0])


def _map(entry: Entry) -> str:
    """Return a picture of the P-positions of a game with two piles, or an empty text.

    The picture contains the positions below a number of chips, for which all P-positions are known.
    """
    if len(entry.positions[0]) != 2 or entry.rule.remembered:
        return ""
    chips = min(entry.chips, MOST_SQUARES)
    members = {one for one in entry.positions if sum(one) < chips}
    if entry.in_any_order:
        members |= {(second, first) for first, second in members}
    size = chips * SQUARE
    known = "".join(f"M0 {row * SQUARE}h{(chips - row) * SQUARE}v{SQUARE}H0z" for row in range(chips))
    squares = "".join(
        f"M{column * SQUARE} {row * SQUARE}h{SQUARE}v{SQUARE}h-{SQUARE}z" for row, column in sorted(members)
    )
    first, second = entry.rule.names
    label = f"P-positions with fewer than {chips} chips: {first} down, {second} across"
    return (
        f'<figure><svg class="p-map" viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img" '
        f'aria-label="{escape(label)}"><path class="known" d="{known}"/><path class="p" d="{squares}"/></svg>'
        f"<figcaption>{escape(label)}.</figcaption></figure>"
    )


def _automaton(atlas: Atlas, entry: Entry) -> str:
    picture = automaton_picture(atlas, entry)
    if picture is None:
        return ""
    address, label = f"{entry.id}-automaton.svg", f"The automaton that accepts the P-positions of {entry.id}"
    image = f'<img class="drawing" src="{address}" loading="lazy" alt="{label}">'
    caption = "The automaton reads the digits of the piles and accepts the P-positions."
    return f'<figure><a href="{address}">{image}</a><figcaption>{caption}</figcaption></figure>'


def automaton_picture(atlas: Atlas, entry: Entry) -> str | None:
    """Return the automaton in the certificate of an entry as SVG, or None if there is no automaton of a few states."""
    info = entry.certificate
    if info is None or info.kind != "p-positions" or info.states is None or info.states > MOST_STATES:
        return None
    name = hashlib.sha256(f"{info.sha256} {entry.rule.names}".encode()).hexdigest()[:24]
    stored = cache_folder("automata", "sprague.automata.drawing", "sprague.automata.serialization") / f"{name}.svg"
    if not stored.is_file():
        certificate = atlas.certificate(entry)
        digits = recurrent(tuple(certificate["numeration"]))
        try:
            drawn = draw(from_data(certificate["automaton"], len(entry.rule.names), digits), entry.rule.names).svg()
        except OutOfReach:
            drawn = ""
        write_atomically(stored, drawn)
    return stored.read_text(encoding="utf-8") or None


def _theorem(theorem: KnownTheorem) -> str:
    seen = " (an observation, not proved)" if theorem.status == "observed" else ""
    return (
        f"<h3>{escape(theorem.title)}{seen}</h3><p>{escape(theorem.statement)}</p><p>From: {escape(theorem.source)}</p>"
    )


def _oeis(one: OeisNumber) -> str:
    return f'<a href="{OEIS}{one.number}">{one.number}</a>: {escape(one.what)} ({escape(one.certainty)})'


def _relation(atlas: Atlas, relation: RelatedEntries) -> str:
    more = f" The first {len(relation.ids)} of {relation.count}:" if relation.count > len(relation.ids) else ""
    items = _list(_link(atlas[identifier]) for identifier in relation.ids)
    return f"<details><summary>{RELATIONS[relation.kind]} ({relation.count})</summary><p>{more}</p>{items}</details>"


def _citation(entry: Entry) -> str:
    return (
        f"<p>The identifier {entry.id} is permanent. BibTeX:</p>\n"
        f'<pre><code id="bibtex">{escape(entry.bibtex())}</code></pre>\n'
        '<p class="copy"><button type="button" class="check-button" data-copy="bibtex" hidden>Copy BibTeX</button> '
        '<span role="status"></span></p>'
    )


def json_text(data: object) -> str:
    """Return data as JSON, in the form in which the site stores it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
