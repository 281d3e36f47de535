"""What tests of Coq have in common: Coq itself, and the library compiled once for all of them."""

from __future__ import annotations

import getpass
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from sprague.coq.assistant import FOLDER_VARIABLE, compiled_library


@pytest.fixture
def coq(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the library, compiled for the Coq of this machine.

    Its name tells its content, so that all workers and all runs share it; the first compiles it while others wait.
    """
    if shutil.which("coqc") is None and os.environ.get("CI") != "true":
        pytest.skip("there is no Coq on this machine: apt-get install coq")
    monkeypatch.setenv(FOLDER_VARIABLE, str(Path(tempfile.gettempdir()) / f"sprague-coq-{getpass.getuser()}"))
    return compiled_library()
