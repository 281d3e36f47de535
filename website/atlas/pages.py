"""The pages of the catalogue and of the named theorems as Markdown, with pictures, certificates and Coq files.

The pages of the entries of the database are in `database_pages`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from itertools import starmap
from pathlib import Path
from urllib.parse import urlencode

from sprague.atlas.database import load_atlas
from sprague.atlas.fingerprint import shape_digest
from sprague.games import catalogue
from sprague.proofs.proof import AutomatonProof
from sprague.render.pictures.thumbnail import fixed_entries, thumbnail_pair
from sprague.render.theorem_text import function_definitions
from sprague.rules import Position
from website.atlas.entries import (
    CERTIFICATES,
    Entry,
    ListedTheorem,
    entry_of_certificate,
    entry_of_game,
    theorem_slug,
)
from website.atlas.theorems import NAMED

LONGEST_FORMULA = 500  # characters; longer formulas are only in the certificate
COMMANDS = "commands"  # anchor of the heading of the commands
#: The form of the search; without JavaScript and on other pages, it leads to the first page of the atlas.
SEARCH = (
    '<form class="atlas-search" role="search" action="{action}"{marker}><label>Search by values such as '
    "<code>1 2 0 4 5 3</code>, P-positions such as <code>1,2 3,5</code>, a rule, or words: "
    '<input type="search" name="q" autocomplete="off"></label> '
    '<button type="submit" class="md-button">Search</button></form>'
)
EXAMPLES = ("0 1 2 0 1 2", "1,2 3,5 4,7", "(m) -> (m - i) where i in {1, 2}", "2 piles fibonacci", "misère proved")


def game_files() -> Iterator[tuple[str, str]]:
    """Yield the files of the games of the catalogue with their names: pages, pictures, certificates and Coq files."""
    for game in catalogue():
        yield from files_of(entry_of_game(game))


def theorem_files(certificate: Path) -> Iterator[tuple[str, str]]:
    """Yield the files of a theorem with a certificate."""
    yield from files_of(entry_of_certificate(certificate))


def files_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the files of one entry of the atlas."""
    for end, picture in zip(("", "-dark"), thumbnail_pair(entry.table), strict=True):
        yield f"atlas/{entry.slug}{end}.svg", picture
    for theorem in entry.known:
        if theorem.proof is not None and entry.kind == "game":
            yield f"atlas/{theorem.slug}.json", json.dumps(theorem.proof.certificate(), ensure_ascii=False) + "\n"
        if theorem.drawing is not None and drawn_with(entry, theorem) is theorem:
            yield f"atlas/{theorem.slug}-automaton.svg", theorem.drawing
        if (text := theorem.coq[0]) is not None:
            yield f"atlas/{theorem.slug}.v", text
    yield f"atlas/{entry.slug}.md", page(entry)


def drawn_with(entry: Entry, theorem: ListedTheorem) -> ListedTheorem:
    """Return the first theorem of an entry with the same automaton as the given theorem."""
    return next(other for other in entry.known if other.drawing == theorem.drawing)


def page(entry: Entry) -> str:
    """Return the page of an entry of the atlas."""
    parts = [
        f"# {entry.title}",
        f"[Atlas](index.md) › {'a game of the catalogue' if entry.kind == 'game' else 'a theorem with a certificate'}"
        + (f" › [more about this theorem](../{entry.about})" if entry.about else ""),
        with_code(entry.summary),
        _identifiers(entry),
        _picture(entry),
        "## The rule",
        f'<div class="rule" markdown>\n\n```rule\n{entry.rule}\n```\n\n</div>',
        "\n\n".join(escape(line) for line in entry.rule.describe().splitlines()),
        _latex(entry),
        "## First values",
        _values(entry),
        "## Theorems" if entry.known else "## Theorems\n\nThe catalogue has no closed formula for this game.",
        *(_theorem_html(entry, theorem) for theorem in entry.known),
        *(["## Sources", "\n".join(f"- {escape(source)}" for source in entry.sources)] if entry.sources else []),
        "## Commands",
        _commands(entry),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _identifiers(entry: Entry) -> str:
    """Return links to the entries of the database about the game of a page, or an empty text."""
    same = load_atlas().with_shape(shape_digest(entry.rule))
    links = [
        f'<a href="{one.id}.html">{one.id}</a> ({"misère" if one.play == "misere" else "normal"} play'
        f"{', misère quotient' if one.subject == 'quotient' else ''})"
        for one in same
    ]
    return f"In the database: {', '.join(links)}." if links else ""


def _axes(entry: Entry) -> tuple[str, ...]:
    return entry.rule.piles[-2:] if len(entry.rule.names) > 1 else entry.rule.piles


def _fixed(entry: Entry) -> dict[str, int]:
    """Return the entries of a position that the picture does not show, with their fixed values."""
    return {name: number for name, number in fixed_entries(entry.table).items() if name not in _axes(entry)}


def _picture(entry: Entry) -> str:
    what = "outcomes" if entry.rule.blocking else "Grundy values"
    *_, last = axes = _axes(entry)
    caption = f"{what} of {axes[0]} (down) and {last} (across)" if len(axes) > 1 else f"{what} of heaps"
    images = "".join(
        f'<img class="map" src="{entry.slug}{end}.svg#only-{scheme}" alt="{escape(entry.title)}: {caption}">'
        for end, scheme in (("", "light"), ("-dark", "dark"))
    )
    others = "".join(f", {name} = {number}" for name, number in _fixed(entry).items())
    rising = "" if entry.rule.blocking else "; the other values rise from yellow to blue"
    shown = f"The {caption} below {entry.limit}{others}. P-positions are black (on a dark page white){rising}"
    caption = f'{shown}. <a href="#{COMMANDS}">Commands</a>'
    return f"<figure>{images}<figcaption>{caption}</figcaption></figure>"


def _latex(entry: Entry) -> str:
    latex = entry.rule.latex()
    return f"$$\n{latex}\n$$\n\n<details><summary>In LaTeX</summary><pre><code>{escape(latex)}</code></pre></details>"


def _values(entry: Entry) -> str:
    width = max((len(where) for where, _ in entry.rows), default=0)
    lines = [f"{where:{width}}  {' '.join(map(_value, values))}".strip() for where, values in entry.rows]
    first = ", ".join(map(_tuple, entry.first)) or "none in this range"
    values = "```text\n" + "\n".join(lines) + "\n```\n\n" if lines else ""
    if any(-1 in values for _, values in entry.rows):
        values += "A dot means that there is no position. "
    return f"{values}The P-positions with the fewest chips: {first}. [Commands](#{COMMANDS})"


def _value(value: int) -> str:
    return "·" if value < 0 else str(value)


def _tuple(position: Position) -> str:
    return f"({', '.join(map(str, position))})" if len(position) > 1 else str(position[0])


def _theorem_html(entry: Entry, theorem: ListedTheorem) -> str:
    play = "misère" if theorem.misere else "normal"
    heading = theorem.title if theorem.title.endswith(" play") else f"{theorem.title}, {play} play"
    parts = [f"### {escape(heading)}", *_paragraphs(theorem.statement)]
    if theorem.proof is not None:
        parts += (table.html() for table in theorem.proof.tables())
    if theorem.formula is not None and len(theorem.formula) <= LONGEST_FORMULA:
        parts.append("As a [formula](../formulas.md):")
        parts.append(f'<div class="rule" markdown>\n\n```text\n{theorem.formula}\n```\n\n</div>')
        parts.append(_meanings(theorem.formula))
    if theorem.source:
        parts.append(f"From: {_with_pages(theorem.source)}.")
    if theorem.proof is None:
        parts.append("This theorem has no formula; the tests compare it with exhaustive search.")
        return "\n\n".join(part for part in parts if part)
    how = "theory.md#automata-over-digits" if isinstance(theorem.proof, AutomatonProof) else "theory.md"
    proved = f"**Proved for all positions** ([how](../{how}))"
    parts.append(f"{proved}: {escape(theorem.proof.effort())}. {_evidence(entry, theorem)}")
    parts.append(_drawing(entry, theorem))
    return "\n\n".join(part for part in parts if part)


def _paragraphs(statement: tuple[str, ...]) -> list[str]:
    """Return the paragraphs of a statement; lines that begin with a hyphen become a list."""
    text = "\n\n".join(map(escape, statement))
    return [re.sub(r"\n\n(?=- )", "\n", text).replace(":\n- ", ":\n\n- ")]


def _meanings(formula: str) -> str:
    """Return the definitions of the functions in a formula."""
    return f"Here {'; '.join(map(escape, definitions))}." if (definitions := function_definitions(formula)) else ""


def _with_pages(source: str) -> str:
    """Return a source with links to the pages of the documentation that it names."""
    return re.sub(r"docs/([\w-]+\.md)", r"[\1](../\1)", escape(source)).replace(".md]", "]")


def _drawing(entry: Entry, theorem: ListedTheorem) -> str:
    """Return a drawing of the automaton, or a reference to an equal drawing earlier on the page."""
    if theorem.drawing is None:
        return ""
    first = drawn_with(entry, theorem)
    if first is not theorem:
        return f"The automaton is the same as for *{escape(first.title)}* above."
    address = f"{theorem.slug}-automaton.svg"
    image = f'<img class="drawing" src="{address}" alt="The automaton of {escape(theorem.title)}">'
    return f'<figure><a href="{address}">{image}</a></figure>'


def _evidence(entry: Entry, theorem: ListedTheorem) -> str:
    text, proved_parts = theorem.coq
    file = f"{theorem.slug}.json" if entry.kind == "game" else f"../certificates/{theorem.slug}.json"
    coq = f"[Coq file]({theorem.slug}.v). {proved_parts}" if text is not None else proved_parts
    return f'[Certificate]({file}){{ data-certificate="{file}" }}. {coq}'


def _commands(entry: Entry) -> str:
    """Return the commands that produce the contents of the page, in the order of the page."""
    game, bound = entry.command, entry.limit
    what = " --what outcome" if entry.rule.blocking else ""
    fixed = ",".join(f"{name}={number}" for name, number in _fixed(entry).items())
    slice_ = f" --fix {fixed}" if fixed else ""
    lines = [
        f"sprague show {game}  # the rule and its theorems",
        f"sprague table {game} --limit {bound}{slice_}{what} -o {entry.slug}.svg  # the picture",
        f"sprague table {game} --limit {bound}{what}  # values",
        f"sprague positions {game} --limit {bound}  # P-positions",
    ]
    for theorem in entry.known:
        lines += _proving(entry, theorem)
    lines += [f"sprague cite {game}  # sources"] if entry.kind == "game" else []
    return "```sh\n" + "\n".join(lines) + "\n```"


def _proving(entry: Entry, theorem: ListedTheorem) -> Iterator[str]:
    """Yield the commands that prove a theorem and check the proof."""
    if theorem.proof is None:
        return
    game, file = entry.command, f"{theorem.slug}.json"
    play = " --misere" if theorem.misere else ""
    if theorem.alone:
        yield f"sprague discover {game}{play} --certificate {file}  # from the rule alone"
    if theorem.formula is not None and len(theorem.formula) <= LONGEST_FORMULA:
        # A formula that begins with a minus sign would be parsed as an option.
        ends = "-- " if theorem.formula.startswith("-") else ""
        yield f'sprague check {game}{play} --certificate {file} {ends}"{theorem.formula}"  # the proof'
    elif not theorem.alone:
        file = f"docs/certificates/{file}"  # no single command produces this certificate
    yield f"sprague verify {file}  # the checker"
    if theorem.drawing is not None:
        yield f"sprague automaton --from {file} -o {theorem.slug}-automaton.svg"
    if theorem.coq[0] is not None:
        yield f"sprague export {file} --to coq -o {theorem.slug}.v"
        yield f"sprague verify --coq {file}  # Coq"


def index() -> str:
    """Return the first page of the atlas: the search, and cards of the catalogue and of the theorems with pictures."""
    number = len(load_atlas())
    games = [(game.name, game.title, game.summary) for game in catalogue()]
    named = ((path.stem, NAMED[path.stem]) for path in sorted(CERTIFICATES.glob("*.json")))
    theorems = [(theorem_slug(name), theorem.title, theorem.game) for name, theorem in named]
    parts = [
        "# Atlas",
        f"The atlas has {number:,} entries. An entry is a game in normal or misère play, with its rule, first values, "
        "P-positions, theorem, certificate and sources. Its identifier, such as S000020, is permanent, so you can cite "
        "it. [How to use the atlas](../how-to/atlas.md) explains the search and the status of an entry.",
        SEARCH.format(action="index.html", marker=" data-atlas-search"),
        "Examples: "
        + ", ".join(
            f'<a href="index.html?{escape(urlencode({"q": text}))}"><code>{escape(text)}</code></a>'
            for text in EXAMPLES
        )
        + '. <a href="all.html">All entries</a>.',
        'For programs: <a href="atlas.json" download>atlas.json</a> and <a href="atlas.parquet" '
        "download>atlas.parquet</a> contain all entries, and each entry has a file such as "
        '<a href="S000020.json" download>S000020.json</a>. [The format](../atlas-format.md) is documented.',
    ]
    for heading, listed in (("Games of the catalogue", games), ("Theorems with pictures", theorems)):
        cards = "\n".join(starmap(_card, listed))
        parts += [f"## {heading}", f'<div class="atlas">\n{cards}\n</div>']
    return "\n\n".join(parts) + "\n"


def with_code(text: str) -> str:
    """Return a text as HTML, with text between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _card(slug: str, title: str, summary: str) -> str:
    images = "".join(
        f'<img src="{slug}{end}.svg#only-{scheme}" alt="" width="64" height="64">'
        for end, scheme in (("", "light"), ("-dark", "dark"))
    )
    return f'<a href="{slug}.html">{images}<strong>{escape(title)}</strong><span>{with_code(summary)}</span></a>'
