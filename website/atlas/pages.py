"""The pages of the atlas, as Markdown, with their pictures, certificates and files of Coq beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape

from sprague.proofs.proof import AutomatonProof
from sprague.render.pictures.thumbnail import fixed_entries, thumbnail_pair
from sprague.render.theorem_text import function_definitions
from sprague.rules import Position
from website.atlas.entries import Entry, ListedTheorem, entries

LONGEST_FORMULA = 500  # letters shown; a longer one is a list of cases, and the certificate has it
COMMANDS = "all-of-it-again"  # the heading of the commands, as links name it


def files() -> Iterator[tuple[str, str | bytes]]:
    """Every file of the atlas by its name: pages, pictures, certificates, files of Coq, and the list of them."""
    found = list(entries())
    for entry in found:
        yield from files_of(entry)
    yield "atlas/index.md", index(found)


def files_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """What one entry consists of."""
    for end, picture in zip(("", "-dark"), thumbnail_pair(entry.table), strict=True):
        yield f"atlas/{entry.slug}{end}.svg", picture
    for told in entry.known:
        if told.proof is not None and entry.kind == "game":
            yield f"atlas/{told.slug}.json", json.dumps(told.proof.certificate(), ensure_ascii=False) + "\n"
        if told.drawing is not None and drawn_with(entry, told) is told:
            yield f"atlas/{told.slug}-automaton.svg", told.drawing
        if (text := told.coq[0]) is not None:
            yield f"atlas/{told.slug}.v", text
    yield f"atlas/{entry.slug}.md", page(entry)


def drawn_with(entry: Entry, told: ListedTheorem) -> ListedTheorem:
    """The first theorem of an entry that has the same automaton as this one."""
    return next(other for other in entry.known if other.drawing == told.drawing)


def page(entry: Entry) -> str:
    """The page of an entry."""
    parts = [
        f"# {entry.title}",
        f"[Atlas](index.md) › {'a game of the catalogue' if entry.kind == 'game' else 'a theorem that is kept'}"
        + (f" › [told here](../{entry.told})" if entry.told else ""),
        with_code(entry.summary),
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
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _axes(entry: Entry) -> tuple[str, ...]:
    return entry.rule.piles[-2:] if len(entry.rule.names) > 1 else entry.rule.piles


def _fixed(entry: Entry) -> dict[str, int]:
    """The entries that the picture does not show, and where they stand."""
    return {name: number for name, number in fixed_entries(entry.table).items() if name not in _axes(entry)}


def _picture(entry: Entry) -> str:
    what = "outcomes" if entry.rule.blocking else "Grundy values"
    *_, last = axes = _axes(entry)
    said = f"{what} of {axes[0]} (down) and {last} (across)" if len(axes) > 1 else f"{what} of heaps"
    images = "".join(
        f'<img class="map" src="{entry.slug}{end}.svg#only-{scheme}" alt="{escape(entry.title)}: {said}">'
        for end, scheme in (("", "light"), ("-dark", "dark"))
    )
    others = "".join(f", {name} = {number}" for name, number in _fixed(entry).items())
    rising = "" if entry.rule.blocking else "; the other values rise from yellow to blue"
    shown = f"The {said} below {entry.limit}{others}. P-positions are black (on a dark page white){rising}"
    caption = f'{shown}. <a href="#{COMMANDS}">Commands</a>'
    return f"<figure>{images}<figcaption>{caption}</figcaption></figure>"


def _latex(entry: Entry) -> str:
    latex = entry.rule.latex()
    return f"$$\n{latex}\n$$\n\n<details><summary>In LaTeX</summary><pre><code>{escape(latex)}</code></pre></details>"


def _values(entry: Entry) -> str:
    width = max((len(where) for where, _ in entry.rows), default=0)
    lines = [f"{where:{width}}  {' '.join(map(_value, values))}".strip() for where, values in entry.rows]
    first = ", ".join(map(_tuple, entry.first)) or "none so far"
    values = "```text\n" + "\n".join(lines) + "\n```\n\n" if lines else ""
    if any(-1 in values for _, values in entry.rows):
        values += "A dot stands where there is no position. "
    return f"{values}The P-positions with the fewest chips: {first}. [Commands](#{COMMANDS})"


def _value(value: int) -> str:
    return "·" if value < 0 else str(value)


def _tuple(position: Position) -> str:
    return f"({', '.join(map(str, position))})" if len(position) > 1 else str(position[0])


def _told(entry: Entry, told: ListedTheorem) -> str:
    play = "misère" if told.misere else "normal"
    heading = told.title if told.title.endswith(" play") else f"{told.title}, {play} play"
    parts = [f"### {escape(heading)}", *_paragraphs(told.statement)]
    if told.formula is not None and len(told.formula) <= LONGEST_FORMULA:
        parts.append("As a [formula](../formulas.md):")
        parts.append(f'<div class="rule" markdown>\n\n```text\n{told.formula}\n```\n\n</div>')
        parts.append(_meanings(told.formula))
    if told.source:
        parts.append(f"From: {_with_pages(told.source)}.")
    if told.proof is None:
        parts.append("It is not told by a formula; the tests compare it with exhaustive search.")
        return "\n\n".join(part for part in parts if part)
    how = "theory.md#automata-over-digits" if isinstance(told.proof, AutomatonProof) else "theory.md"
    proved = f"**Proved for all positions** ([how](../{how}))"
    parts.append(f"{proved}: {escape(told.proof.effort())}. {_evidence(entry, told)}")
    parts.append(_drawing(entry, told))
    return "\n\n".join(part for part in parts if part)


def _paragraphs(statement: tuple[str, ...]) -> list[str]:
    """Sentences, and lists where lines begin with a stroke."""
    text = "\n\n".join(map(escape, statement))
    return [re.sub(r"\n\n(?=- )", "\n", text).replace(":\n- ", ":\n\n- ")]


def _meanings(formula: str) -> str:
    """What the functions of a formula are."""
    return f"Here {'; '.join(map(escape, said))}." if (said := function_definitions(formula)) else ""


def _with_pages(source: str) -> str:
    """A source in which pages of the documentation are links."""
    return re.sub(r"docs/([\w-]+\.md)", r"[\1](../\1)", escape(source)).replace(".md]", "]")


def _drawing(entry: Entry, told: ListedTheorem) -> str:
    """The automaton, which opens in its full size; where it was drawn before, only that."""
    if told.drawing is None:
        return ""
    first = drawn_with(entry, told)
    if first is not told:
        return f"The automaton is that of *{escape(first.title)}* above."
    address = f"{told.slug}-automaton.svg"
    image = f'<img class="drawing" src="{address}" alt="The automaton of {escape(told.title)}">'
    return f'<figure><a href="{address}">{image}</a></figure>'


def _evidence(entry: Entry, told: ListedTheorem) -> str:
    text, said = told.coq
    kept = f"{told.slug}.json" if entry.kind == "game" else f"../certificates/{told.slug}.json"
    coq = f"[File of Coq]({told.slug}.v): {said[0].lower()}{said[1:]}" if text is not None else said
    return f"[Certificate]({kept}). {coq}"


def _commands(entry: Entry) -> str:
    """The commands that make what the page shows, in the order of the page."""
    game, bound = entry.command, entry.limit
    what = " --what outcome" if entry.rule.blocking else ""
    fixed = ",".join(f"{name}={number}" for name, number in _fixed(entry).items())
    slice_ = f" --fix {fixed}" if fixed else ""
    lines = [
        f"sprague show {game}  # the rule, and what is known",
        f"sprague table {game} --limit {bound}{slice_}{what} -o {entry.slug}.svg  # the picture",
        f"sprague table {game} --limit {bound}{what}  # values",
        f"sprague positions {game} --limit {bound}  # P-positions",
    ]
    for told in entry.known:
        lines += _proving(entry, told)
    lines += [f"sprague cite {game}  # sources"] if entry.kind == "game" else []
    return "```sh\n" + "\n".join(lines) + "\n```"


def _proving(entry: Entry, told: ListedTheorem) -> Iterator[str]:
    """The commands that prove a theorem, and have the proof checked."""
    if told.proof is None:
        return
    game, file = entry.command, f"{told.slug}.json"
    play = " --misere" if told.misere else ""
    if told.alone:
        yield f"sprague discover {game}{play} -o {file}  # from the rule alone"
    if told.formula is not None and len(told.formula) <= LONGEST_FORMULA:
        # What begins with a sign would be taken for an option.
        ends = "-- " if told.formula.startswith("-") else ""
        yield f'sprague check {game}{play} -o {file} {ends}"{told.formula}"  # the proof'
    elif not told.alone:
        file = f"docs/certificates/{file}"  # no command makes it by itself
    yield f"sprague verify {file}  # the checker"
    if told.drawing is not None:
        yield f"sprague automaton --from {file} -o {told.slug}-automaton.svg"
    if told.coq[0] is not None:
        yield f"sprague export {file} --to coq -o {told.slug}.v"
        yield f"sprague verify --coq {file}  # Coq"


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


def with_code(text: str) -> str:
    """A line of HTML, what stood between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _card(entry: Entry) -> str:
    sequences = [" ".join(str(value) for value in values if value >= 0) for _, values in entry.rows]
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
        f"{images}<strong>{escape(entry.title)}</strong><span>{with_code(entry.summary)}</span></a>"
    )
