"""The JSON Schema is the same in the documents and in the package; it accepts certificates and refuses other data."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sprague.certificates.reader import certificate_schema, schema_text
from tests.certificates.samples import FILES, KINDS, changed, version_1, version_2
from tests.certificates.test_reader import WRONG
from tests.documents import ROOT

VALIDATOR = Draft202012Validator(certificate_schema())


def test_the_documents_have_the_schema_of_the_package() -> None:
    Draft202012Validator.check_schema(certificate_schema())
    assert (ROOT / "docs" / "certificate.schema.json").read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_certificate_of_version_2_fits_and_one_of_version_1_does_not(path: Path) -> None:
    VALIDATOR.validate(version_2(path.stem))
    assert not VALIDATOR.is_valid(version_1(path.stem))


@pytest.mark.parametrize("name", KINDS.values())
def test_every_key_is_covered(name: str) -> None:
    data = version_2(name)
    assert set(data) <= set(certificate_schema()["properties"])
    for key in set(data) - {"claims", "quotations"}:
        assert not VALIDATOR.is_valid(changed(version_2(name), key, ...)), key
    assert not VALIDATOR.is_valid(data | {"more": 1})
    assert not VALIDATOR.is_valid(data | {"rule": data["rule"] | {"more": 1}})


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [(name, path, value) for name, path, value, by_schema in WRONG if by_schema],
)
def test_what_the_reader_refuses_does_not_fit(name: str, path: str, value: object) -> None:
    assert not VALIDATOR.is_valid(changed(version_2(name), path, value))
