"""The files of the atlas database in the site, and its search, which finds the same entries as that of Python."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import pytest
from website.atlas.database_files import database_files, index
from website.atlas.database_pages import entry_page, list_page
from website.playground import PAGES

from sprague import atlas
from sprague.atlas import Entry
from sprague.atlas.records import STATUS_TEXT
from sprague.web.playground import DIGESTS, respond
from tests.documents import ROOT, text_of

SEARCH = PAGES / "js" / "playground" / "atlas_search.js"
ATLAS = atlas.load_atlas()
#: Entries of several families: with a formula, an automaton, theorems, no certificate, a quotient, and misère play.
SHOWN = [ATLAS[name] for name in ("S000001", "S000020", "S000220", "S000223", "S001087", "S001500")]
SHOWN += [next(one for one in ATLAS if one.status == status) for status in STATUS_TEXT if status != "observed"]
SHOWN += [next(one for one in ATLAS if one.subject == "quotient")]
QUERIES = [
    *("0 1 2 0 1 2", "0 1 1 0 1 1 0 1", "1 0 0 1 0 0 1 0", "5 6 7 5 6 7 5 6", "2 5 8 11 14", "0 3 6 9 12 15"),
    *("1 2 4 5 7 8 10 11 13 14", "1 2 0 4 5 3 7 8", "0 1 1 2 0 2 3 3 3 3", "0 1 2 3 1 4 3 2", "5 77 123 9999", "1,2"),
    *("1,2 3,5 4,7", "(2, 1), (5, 3)", "1,2,3 1,4,5", "0,0 9,9 40,41", "0,1 | 2", "1,1,1,1 1,1,1,2"),
    *("2 piles proved", "states<=4", "states >= 30", "8 states", "base 3", "s21", "misere", "Sharing", "nim sharing"),
    *("[0, 1, 2, 0]", "0 1 2 0 1 2, ...", "[1,2],[3,5]", "(1 2) (3 5)", "{1,2} {3,5}", "(0, 0), (1, 2), …"),
    *("subtract {1,2,3}", "subtraction {1, 2, 3}", "{1,2,3}", "oeis A2188", "a4481", "oeis proved"),
    *("fibonacci", "A004481", "octal 0.77", "nosuchword", "undecided", "Winning Ways"),
]


class Reader(HTMLParser):
    """Checks that the elements of a page are closed in order, and collects links and identifiers."""

    VOID = frozenset({"meta", "link", "img", "input", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID and not (self.get_starttag_text() or "").endswith("/>"):
            self.open.append(tag)
        self.links += [value for name, value in attrs if name in ("href", "src") and value]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return {name: content.encode() if isinstance(content, str) else content for name, content in database_files(SHOWN)}


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.id)
def test_a_page_shows_what_the_entry_says(entry: Entry) -> None:
    page = read(entry_page(ATLAS, entry))
    shown = [entry.title, entry.id, STATUS_TEXT[entry.status], entry.notation, entry.statement[1:], entry.bibtex()]
    shown += [entry.formula or "", *entry.commands(), *(text for _, text in entry.sources)]
    shown += [number.number for number in entry.oeis] + [number.certainty for number in entry.oeis]
    shown += [theorem.statement for theorem in entry.theorems]
    shown += entry.rule.describe().splitlines()
    for text in shown:
        assert text in page.text, text
    for relation in ATLAS.related(entry):
        assert {f"{identifier}.html" for identifier in relation.ids} <= set(page.links)
    if entry.certificate is not None:
        assert f"certificates/{entry.certificate.sha256}.json" in page.links


def test_every_page_of_an_entry_is_well_formed() -> None:
    for entry in ATLAS.entries[::40]:
        read(entry_page(ATLAS, entry))


def test_the_values_of_a_page_are_those_of_the_entry() -> None:
    text = entry_page(ATLAS, ATLAS["S000220"])
    rows = [re.findall(r"<td[^>]*>([^<]+)</td>", row) for row in re.findall(r"<tr>.*?</tr>", text)][1:]
    assert [tuple(map(int, row)) for row in rows] == [row.values for row in ATLAS["S000220"].rows]
    cells = re.findall(r'<td class="(\w+)">(\d+)</td>', text)
    assert all((name == "p") is (value == "0") for name, value in cells)


def test_the_picture_of_p_positions_has_a_square_for_each(files: dict[str, bytes]) -> None:
    entry = ATLAS["S000220"]
    page = files["atlas/S000220.html"].decode()
    (path,) = re.findall(r'<path class="p" d="([^"]+)"', page)
    chips = int(re.findall(r"P-positions with fewer than (\d+) chips", page)[0])
    drawn = {(int(row) // 8, int(column) // 8) for column, row in re.findall(r"M(\d+) (\d+)h", path)}
    assert drawn == {pair for a, b in entry.positions if a + b < chips for pair in ((a, b), (b, a))}


def test_the_twin_of_a_page_is_the_json_form(files: dict[str, bytes]) -> None:
    for entry in SHOWN:
        assert json.loads(files[f"atlas/{entry.id}.json"]) == json.loads(json.dumps(ATLAS.to_json(entry)))
        if entry.certificate is not None:
            assert hashlib.sha256(files[entry.certificate.address]).hexdigest() == entry.certificate.sha256


def test_small_certificates_have_a_coq_file(files: dict[str, bytes]) -> None:
    text = files["atlas/S000220.v"].decode()
    assert "Theorem" in text
    assert "S000220.v" in read(files["atlas/S000220.html"].decode()).links
    for entry in SHOWN:
        assert (f"atlas/{entry.id}.v" in files) is (f"{entry.id}.v" in read(entry_page(ATLAS, entry)).links)


def test_small_automata_are_drawn(files: dict[str, bytes]) -> None:
    assert files["atlas/S000220-automaton.svg"].startswith(b"<svg")
    assert "atlas/S000001-automaton.svg" not in files  # 36 states
    assert "automaton.svg" not in entry_page(ATLAS, ATLAS["S000001"])


def test_the_list_names_every_entry() -> None:
    links = read(list_page(ATLAS)).links
    assert {f"{entry.id}.html" for entry in ATLAS} <= set(links)


def test_the_index_has_the_documented_keys(files: dict[str, bytes]) -> None:
    found = json.loads(files["atlas/atlas.json"])
    assert (found["format"], found["version"], len(found["entries"])) == ("sprague-atlas", 1, len(ATLAS))
    documented = text_of("docs/atlas-format.md").partition("## The index")[2]
    for key in found["entries"][0]:
        assert f"`{key}`" in documented, key


def test_the_parquet_file_has_a_row_for_each_entry(files: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "atlas.parquet"
    path.write_bytes(files["atlas/atlas.parquet"])
    with duckdb.connect() as connection:
        rows = connection.execute(f"select id, rule, first_values, p_positions, states from '{path}'").fetchall()
        columns = [name for name, *_ in connection.execute(f"describe from '{path}'").fetchall()]
    assert [row[0] for row in rows] == [entry.id for entry in ATLAS]
    wythoff = ATLAS["S000220"]
    assert next(row for row in rows if row[0] == wythoff.id) == (
        wythoff.id,
        wythoff.notation,
        list(wythoff.rows[0].values),
        [list(position) for position in wythoff.positions],
        wythoff.certificate and wythoff.certificate.states,
    )
    documented = text_of("docs/atlas-format.md").partition("## The table")[2]
    assert [name for name in columns if f"`{name}`" not in documented] == []


def test_the_search_of_the_site_finds_what_python_finds(node: str, tmp_path: Path) -> None:
    """Hits, their order and reasons, and what was tried are equal for numbers, positions, words and rules."""
    rules = ["(m) -> (m - i) where i in {1, 2}", "(n) -> (n - 1) ; (n - 2) ; (n - 8)", "(x, y) -> (v, y) where v < x"]
    digests = [json.loads(respond(DIGESTS, {"game": rule})[1]) for rule in rules]
    (tmp_path / "atlas.json").write_text(index([entry.facts_json() for entry in ATLAS]), encoding="utf-8")
    (tmp_path / "asked.json").write_text(json.dumps([QUERIES, digests]), encoding="utf-8")
    code = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ search, searchDigests }} from {json.dumps(SEARCH.as_uri())};
        const read = (name) => JSON.parse(readFileSync({json.dumps(str(tmp_path))} + "/" + name));
        const {{ entries }} = read("atlas.json");
        const [queries, digests] = read("asked.json");
        const compared = digests.map((one) => searchDigests(entries, one));
        const found = [...queries.map((query) => search(entries, query)), ...compared];
        console.log(JSON.stringify(found.map(({{ hits, readAs, tried }}) => ({{
          hits: hits.map(({{ entry, reason }}) => [entry.id, reason]), readAs, tried,
        }}))));
    """
    (tmp_path / "run.mjs").write_text(code, encoding="utf-8")
    done = subprocess.run([node, str(tmp_path / "run.mjs")], capture_output=True, text=True, check=True)
    for query, found in zip([*QUERIES, *rules], json.loads(done.stdout), strict=True):
        expected = atlas.search(query)
        assert found["hits"] == [[hit.entry.id, hit.reason] for hit in expected.hits], query
        assert found["readAs"] == expected.read_as, query
        assert found["tried"] == list(expected.tried), query


def test_the_pages_need_no_other_host(files: dict[str, bytes]) -> None:
    for entry in SHOWN:
        page = read(files[f"atlas/{entry.id}.html"].decode())
        outside = [link for link in page.links if re.match("https?:", link)]
        assert all(link.startswith("https://oeis.org/A") for link in outside)
        assert (ROOT / "website/theme/atlas_entry.css").is_file()
