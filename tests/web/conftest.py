"""One laboratory, one server and one browser for tests that do not change them; starting them takes seconds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from sprague.web.settings import Settings
from tests.programs import require
from tests.web.asking import Laboratory
from tests.web.browsing import chromium, opened, serving
from tests.web.firefox import Firefox, running_firefox


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    with pytest.MonkeyPatch.context() as patient:
        patient.setenv("SPRAGUE_DATA", str(tmp_path_factory.mktemp("data")))
        patient.setattr("sprague.web.routes.maps.WAIT", 60.0)  # other tests run beside these
        with Laboratory(Settings(patience=60.0)) as laboratory:
            yield laboratory


@pytest.fixture
def data_folder() -> Path:
    """The folder of theorems of the test."""
    return Path(os.environ["SPRAGUE_DATA"])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server as users start it, but patient."""
    with serving(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture(scope="session")
def waiting_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose jobs wait until they are cancelled."""
    with serving(tmp_path_factory.mktemp("waiting"), "tests.web.waiting_server") as address:
        yield address


@pytest.fixture
def waiting_page(browser: Browser, waiting_site: str) -> Iterator[Page]:
    """A page of the server whose jobs wait until they are cancelled."""
    with opened(browser, waiting_site) as page:
        yield page


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with running_firefox(require("firefox"), tmp_path_factory.mktemp("firefox")) as found:
        yield found


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """Yield a page of the size of a desktop screen."""
    with opened(browser, site) as page:
        yield page
