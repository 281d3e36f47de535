"""The pages of the atlas, as Markdown, with their pictures, certificates and files of Coq beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape

from sprague.rules import Position
from sprague.show.pictures.thumbnail import thumbnails
from website.atlas.entries import Entry, Told, entries

LONGEST_FORMULA = 300  # letters shown
LONGEST_STATEMENT = 1200


def files() -> Iterator[tuple[str, str | bytes]]:
    """Every file of the atlas by its name: pages, pictures, certificates, files of Coq, and the list of them."""
    found = list(entries())
    for entry in found:
        yield from files_of(entry)
    yield "atlas/index.md", index(found)


def files_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """What one entry consists of."""
    for end, picture in zip(("", "-dark"), thumbnails(entry.rule), strict=True):
        yield f"atlas/{entry.slug}{end}.svg", picture
    for told in entry.known:
        if told.proof is not None and entry.kind == "game":
            yield f"atlas/{told.slug}.json", json.dumps(told.proof.certificate(), ensure_ascii=False) + "\n"
        if told.drawing is not None:
            yield f"atlas/{told.slug}-automaton.svg", told.drawing
        if (text := told.coq[0]) is not None:
            yield f"atlas/{told.slug}.v", text
    yield f"atlas/{entry.slug}.md", page(entry)


def page(entry: Entry) -> str:
    """The page of an entry."""
    parts = [
        f"# {entry.title}",
        escape(entry.summary),
        _picture(entry),
        "## The rule",
        f'<div class="rule" markdown>\n\n```rule\n{entry.rule}\n```\n\n</div>',
        "\n\n".join(escape(line) for line in entry.rule.describe().splitlines()),
        _latex(entry),
        "## First values",
        _values(entry),
        "## What is known" if entry.known else "## What is known\n\nNo closed form is known to the catalogue.",
        *(_told(entry, told) for told in entry.known),
        *(["## Sources", "\n".join(f"- {escape(source)}" for source in entry.sources)] if entry.sources else []),
        "## All of it again",
        _commands(entry),
        "[All games and theorems](index.md)",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _picture(entry: Entry) -> str:
    what = "outcomes" if entry.rule.blocking else "Grundy values"
    axes = entry.rule.piles[-2:] if len(entry.rule.names) > 1 else entry.rule.piles
    said = f"{what} of {' and '.join(axes)} below 32" if len(axes) > 1 else f"{what} of heaps below 64"
    images = "".join(
        f'<img class="map" src="{entry.slug}{end}.svg#only-{scheme}" alt="{escape(entry.title)}: {said}">'
        for end, scheme in (("", "light"), ("-dark", "dark"))
    )
    suffix = "other piles at their least; " if len(entry.rule.piles) > 2 else ""
    caption = f"The {said}; {suffix}P-positions stand out."
    return f"<figure>{images}<figcaption>{caption}</figcaption></figure>"


def _latex(entry: Entry) -> str:
    latex = entry.rule.latex()
    return f"$$\n{latex}\n$$\n\n<details><summary>In LaTeX</summary><pre><code>{escape(latex)}</code></pre></details>"


def _values(entry: Entry) -> str:
    lines = [f"{where:24} {' '.join(map(str, values))}".strip() for where, values in entry.rows]
    first = ", ".join(map(_tuple, entry.first)) or "none so far"
    values = "```text\n" + "\n".join(lines) + "\n```\n\n" if lines else ""
    return f"{values}The P-positions with the fewest chips: {first}."


def _tuple(position: Position) -> str:
    return f"({', '.join(map(str, position))})" if len(position) > 1 else str(position[0])


def _told(entry: Entry, told: Told) -> str:
    play = "misère" if told.misere else "normal"
    parts = [f"### {escape(told.title)}, {play} play", _shortened(told.statement, LONGEST_STATEMENT)]
    if told.formula is not None and len(told.formula) <= LONGEST_FORMULA:
        parts.append(f"As a formula: `{told.formula}`")
    if told.source:
        parts.append(f"From: {escape(told.source)}.")
    if told.proof is None:
        parts.append("It is not told by a formula; the tests compare it with exhaustive search.")
        return "\n\n".join(parts)
    parts.append(f"**Proved for all positions**: {escape(told.proof.effort())}. {_evidence(entry, told)}")
    if told.drawing is not None:
        image = f'<img class="drawing" src="{told.slug}-automaton.svg" alt="The automaton of {escape(told.title)}">'
        parts.append(f"<figure>{image}</figure>")
    return "\n\n".join(parts)


def _evidence(entry: Entry, told: Told) -> str:
    text, said = told.coq
    kept = f"{told.slug}.json" if entry.kind == "game" else f"../certificates/{told.slug}.json"
    coq = f"[File of Coq]({told.slug}.v): {said[0].lower()}{said[1:]}" if text is not None else said
    return f"[Certificate]({kept}). {coq}"


def _shortened(text: str, most: int) -> str:
    text = escape(text)
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} … (the certificate has all of it)"


def _commands(entry: Entry) -> str:
    """The commands that make what the page shows, in the order of the page."""
    game, bound = entry.command, entry.limit
    lines = [
        f"sprague show {game}",
        f"sprague table {game} --limit {bound}" + (" --what outcome" if entry.rule.blocking else ""),
        f"sprague positions {game} --limit {bound}",
    ]
    for told in entry.known:
        play = " --misere" if told.misere else ""
        if told.formula is not None and told.proof is not None and len(told.formula) <= LONGEST_FORMULA:
            # What begins with a sign would be taken for an option.
            ends = "-- " if told.formula.startswith("-") else ""
            lines.append(f'sprague check {game}{play} -o {told.slug}.json {ends}"{told.formula}"')
        if told.proof is not None:
            lines += [f"sprague verify {told.slug}.json", f"sprague verify --coq {told.slug}.json"]
    lines += [f"sprague cite {game}"] if entry.kind == "game" else []
    return "```sh\n" + "\n".join(lines) + "\n```"


def index(found: list[Entry]) -> str:
    """The page that lists all entries; a script (theme/atlas.js) lets names, values and positions be searched."""
    kinds = (("game", "Games of the catalogue"), ("theorem", "Theorems that are kept"))
    parts = [
        "# Atlas",
        "A page for every game of the catalogue and for every theorem that is kept with its certificate: the rule, its "
        "first values and P-positions, what is known, and the commands to have all of it again. All of it is computed "
        "when the site is built.",
        '<label class="atlas-search">Search by name, by values such as <code>1 2 0 4 5 3</code>, or by P-positions '
        "such as <code>1,2 3,5</code>: "
        '<input type="search" id="atlas-search" autocomplete="off"></label>\n<p id="atlas-count"></p>',
    ]
    for kind, heading in kinds:
        cards = "\n".join(_card(entry) for entry in found if entry.kind == kind)
        parts += [f"## {heading}", f'<div class="atlas">\n{cards}\n</div>']
    return "\n\n".join(parts) + "\n"


def _with_code(text: str) -> str:
    """A line of HTML, what stood between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _card(entry: Entry) -> str:
    sequences = [" ".join(map(str, values)) for _, values in entry.rows]
    sequences += [" ".join(str(position[axis]) for position in entry.first) for axis in range(len(entry.rule.names))]
    positions = " ".join(",".join(map(str, position)) for position in entry.first)
    images = "".join(
        f'<img src="{entry.slug}{end}.svg#only-{scheme}" alt="" width="64" height="64">'
        for end, scheme in (("", "light"), ("-dark", "dark"))
    )
    text = escape(f"{entry.title} {entry.slug} {entry.summary} {entry.rule}".lower(), quote=True)
    return (
        f'<a href="{entry.slug}.html" data-text="{text}" data-values="{escape("; ".join(sequences), quote=True)}" '
        f'data-positions="{positions}">'
        f"{images}<strong>{escape(entry.title)}</strong><span>{_with_code(entry.summary)}</span></a>"
    )
