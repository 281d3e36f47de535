"""The files of the playground, and the playground in Pyodide under Node."""

from __future__ import annotations

import json
import re
import subprocess
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from website.playground import (
    PAGES,
    PYODIDE,
    WHEELS,
    build_description,
    checker_archive,
    library_archive,
    playground_files,
)

import sprague
from sprague.web.playground import respond
from tests.documents import ROOT, text_of
from tests.web.playground_site import CERTIFICATES, require_python_for_browsers

RUNNER = Path(__file__).parent / "pyodide_runner.mjs"
#: The ends of the names of the files of Pyodide that a browser loads.
FOR_PYTHON = (".mjs", ".wasm", ".zip", "-lock.json")
RULE = "(a, b) -> (a - k, b) where 1 <= k <= 3 any order"


def test_the_library_of_the_playground_is_the_package() -> None:
    with ZipFile(BytesIO(library_archive())) as archive:
        names = archive.namelist()
        assert archive.read("sprague/web/playground.py") == (ROOT / "src/sprague/web/playground.py").read_bytes()
    assert not [name for name in names if "/cli/" in name or "/routes/" in name]
    assert library_archive() == library_archive()


def test_every_download_is_pinned_and_has_a_hash() -> None:
    lock = json.loads((ROOT / "website/package-lock.json").read_text())
    package = json.loads((ROOT / "website/package.json").read_text())
    assert lock["packages"]["node_modules/pyodide"]["version"] == package["dependencies"]["pyodide"]
    assert all(one["integrity"].startswith("sha512-") for name, one in lock["packages"].items() if name)
    lines = (ROOT / "website/playground/requirements.txt").read_text().splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", line) for line in wanted)


def test_the_wheels_are_made_for_the_python_of_pyodide() -> None:
    require_python_for_browsers()
    about = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    makefile = (ROOT / "Makefile").read_text()
    version, platform = re.findall(r"--python-version (\S+)|--platform (\S+)", makefile)
    assert about["python"].startswith(version[0])
    assert platform[1] == f"pyemscripten_{about['abi_version']}_wasm32"


def test_a_browser_downloads_less_than_20_megabytes() -> None:
    """The documents state the size of all downloads, and the size without the library and pydantic for a check."""
    require_python_for_browsers()
    sizes = build_description()["sizes"]
    assert isinstance(sizes, dict)
    everything = sum(sizes.values()) - sizes["pyodide/package.json"]
    assert everything < 20e6
    stated = re.findall(r"downloads ([\d.]+) MB", text_of("docs/playground.md"))
    python = sum(size for name, size in sizes.items() if name.startswith("pyodide/") and name.endswith(FOR_PYTHON))
    shown = [python + sizes["sprague-checker.pyz"], everything - sizes["sprague-checker.pyz"]]
    assert [abs(float(text) - size / 1e6) < 0.15 for text, size in zip(stated, shown, strict=True)] == [True, True], (
        shown
    )


def test_the_files_name_no_other_host() -> None:
    require_python_for_browsers()
    files = dict(playground_files())
    pages = {path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*") if path.is_file()}
    assert {f"playground/{name}" for name in pages} <= set(files)
    for name in pages:
        assert not re.findall(rb"https?://(?!www\.w3\.org/)", files[f"playground/{name}"]), name


def test_the_playground_in_pyodide(node: str, tmp_path: Path) -> None:
    """Pyodide verifies certificates, rejects a forged one, and answers requests as this Python does."""
    require_python_for_browsers()
    good = [CERTIFICATES / name for name in ("triangle.json", "region-of-rule-28.json", "slow-exact-nim-3-2.json")]
    data = json.loads(good[0].read_text())
    data["automaton"]["accepting"] = []
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(data))
    match = "sprague match 1\nplay: normal\ngame: nim:piles=3\nstart: 3,5,7\nfirst: you\nsecond: perfect\n1: 3,5,5\n"
    requests: list[tuple[str, dict[str, object]]] = [
        ("/api/v1/rule", {"game": "(a, b) -> (a - k"}),
        ("/api/v1/position", {"game": RULE, "position": "3,5"}),
        ("/api/v1/position", {"game": "wythoff", "position": "6,10"}),
        ("/api/v1/match", {"match": match}),
        ("/api/v1/match/reply", {"match": match, "seed": 2}),
        ("/api/v1/match/why", {"match": match}),
        ("/api/v1/match/review", {"match": match}),
    ]
    asked = tmp_path / "requests.json"
    asked.write_text(json.dumps({"certificates": [str(path) for path in (*good, forged)], "requests": requests}))
    (tmp_path / "checker.pyz").write_bytes(checker_archive())
    (tmp_path / "sprague.zip").write_bytes(library_archive())
    runtime = PAGES / "js" / "playground" / "python_runtime.js"
    wheels = sorted(map(str, WHEELS.glob("*.whl")))
    archives = [tmp_path / "checker.pyz", tmp_path / "sprague.zip"]
    command = [node, *map(str, [RUNNER, PYODIDE, runtime, *archives, asked]), *wheels]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    output = json.loads(ran.stdout)
    assert [one["code"] for one in output["checked"]] == [0, 0, 0, 1]
    for certificate, one in zip(good, output["checked"], strict=False):
        assert one["text"].strip() == "\n".join(sprague.verify(certificate).sentences)
    assert output["checked"][3]["text"].startswith("Not verified: ")
    for (path, fields), one in zip(requests, output["answers"], strict=True):
        status, body = respond(path, fields)
        assert (one["status"], json.loads(one["text"])) == (status, json.loads(body)), path
