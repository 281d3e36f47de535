"""Output files of commands: unusual paths are refused or written, and a result is printed even if its file fails."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sprague.cli.main import main
from sprague.cli.outputs import choose_format
from tests.cli.running import without_digits
from tests.snapshots import snapshot

NIM = "(a, b) -> (u, b) where u < a any order"
#: Every command that writes a file, with the option that names it last.
WRITERS = {
    "table": ["table", "nim:piles=2", "--limit", "4", "-o"],
    "period": ["period", "subtraction-transfer:a=2,b=3,c=2", "-o"],
    "check": ["check", "nim:piles=2", "a = b", "-o"],
    "discover": ["discover", NIM, "-o"],
    "drawing": ["discover", NIM, "--drawing"],
    "automaton": ["automaton", "nim:piles=2", "a = b", "-o"],
}
writers = pytest.mark.parametrize("arguments", WRITERS.values(), ids=WRITERS)


class Command:
    """A function that runs a command in this process as a shell would."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capfd = monkeypatch, capfd

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        """Return the exit code, stdout and stderr of the command, without the echo of a rule."""
        self.monkeypatch.setattr(sys, "argv", ["sprague", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        sys.stdout.flush()
        out, err = self.capfd.readouterr()
        assert isinstance(end.value.code, int | None)
        messages = [line for line in err.splitlines(keepends=True) if not re.match(r".*: \(.*-> ", line)]
        return end.value.code or 0, out, "".join(messages)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capfd)


@writers
class TestPlaces:
    def test_a_place_where_nothing_can_be_written_is_refused_before_the_work(
        self, arguments: list[str], command: Command, tmp_path: Path
    ) -> None:
        (tmp_path / "link").symlink_to("nowhere/file")
        for place, message in {
            tmp_path: "is a folder; give the name of a file",
            tmp_path / "missing" / "file": "does not exist",
            tmp_path / "link": "does not exist",
        }.items():
            code, out, err = command(*arguments, place)
            assert (code, out) == (2, "")
            assert err.startswith("sprague: cannot write ")
            assert message in err
            assert err.count("\n") == 1

    def test_a_full_disk_is_a_message(self, arguments: list[str], command: Command) -> None:
        code, _, err = command(*arguments, "/dev/full")
        assert code == 2
        snapshot(err)

    def test_what_stands_there_already_is_not_replaced(
        self, arguments: list[str], command: Command, tmp_path: Path
    ) -> None:
        target, link = tmp_path / "target", tmp_path / "link"
        target.write_text("old")
        target.chmod(0o600)
        link.symlink_to(target)
        assert command(*arguments, link)[0] == 0
        assert link.is_symlink()
        assert target.stat().st_mode & 0o777 == 0o600
        assert target.read_text() != "old"
        assert command(*arguments, "/dev/null")[0] == 0

    def test_standard_output_is_a_place(self, arguments: list[str], command: Command, tmp_path: Path) -> None:
        command(*arguments, tmp_path / "file")
        code, out, err = command(*arguments, "/dev/stdout")
        assert (code, err) == (0, "")
        written = (tmp_path / "file").read_text()
        # A file says what made it, in a first line where it can; standard output is none.
        first, _, rest = written.partition("\n")
        assert (rest if ": sprague " in first else written) in out


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (WRITERS["discover"], "x.pdf"),
        (WRITERS["period"], "x.PNG"),
        (WRITERS["check"], "x.v"),
        (WRITERS["drawing"], "x.png"),
        (["discover", NIM, "--coq"], "x.json"),
        (["quotient", "0.77", "-o"], "x.csv"),
        (["cite", "nim", "-o"], "x.tex"),
        (["survey", "cookies", "--over", "a=1", "-o"], "x.csv"),
        (["table", "nim", "--limit", "3", "--format", "csv", "-o"], "x.npy"),
        (["table", "nim", "--limit", "3", "--format", "npy", "-o"], "x.txt"),
    ],
)
def test_a_name_that_promises_another_format_is_refused_before_the_work(
    arguments: list[str], name: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = command(*arguments, name)
    assert (code, out) == (2, "")
    snapshot(err)
    assert err.count("\n") == 1
    assert not list(tmp_path.glob("x*"))


@pytest.mark.parametrize("name", ["nim", "nim.certificate", "nim.txt", "nim.json"])
def test_a_name_that_promises_nothing_else_is_taken(name: str, command: Command, tmp_path: Path) -> None:
    assert command(*WRITERS["check"], tmp_path / name)[0] == 0
    assert json.loads((tmp_path / name).read_text())["format"] == "sprague-certificate"


class TestAResultIsNotLost:
    @pytest.mark.parametrize("name", ["check", "discover", "period"])
    def test_the_theorem_is_printed_if_the_file_cannot_be_written(self, name: str, command: Command) -> None:
        code, out, err = command(*WRITERS[name], "/dev/full")
        assert code == 2
        assert "Proved" in out
        assert "ertificate" not in out
        snapshot(err)

    def test_the_theorem_is_stored_if_the_file_cannot_be_written(self, command: Command) -> None:
        code, out, _ = command(*WRITERS["discover"], "/dev/full", "--json")
        assert code == 2
        assert json.loads(out)["certificate"] is None
        assert json.loads(out)["kept"] is True
        assert json.loads(command("solve", NIM, "7,9", "--json")[1])["because"]["kind"] == "proof"

    @pytest.mark.parametrize("folder", ["file", "file/folder", "x" * 300])
    def test_a_theorem_that_cannot_be_stored_is_printed(
        self, folder: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path / folder))
        code, out, err = command("discover", NIM)
        assert code == 0
        snapshot(without_digits(out))
        assert "uses it from now on" not in out
        snapshot(err)
        assert err.count("\n") == 1
        # What looks for theorems finds none there, and says nothing.
        assert command("solve", NIM, "1,2")[::2] == (0, "")
        assert command("games")[::2] == (0, "")

    def test_a_folder_that_may_only_be_read(self, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "access", lambda path, mode: False)
        code, out, err = command("discover", NIM)
        assert code == 0
        snapshot(out.split(":")[0])
        snapshot(err)

    def test_a_folder_that_may_not_even_be_read(self, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
        command("discover", NIM)

        def denied(*arguments: object, **more: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(os, "stat", denied)
        monkeypatch.setattr(os, "scandir", denied)
        code, out, err = command("solve", NIM, "1,2")
        assert (code, err) == (0, "")
        assert "Reason (search)" in out


BEYOND = str(10**23)


@pytest.mark.parametrize(
    ("arguments", "exit_code"),
    [
        (["table", "nim:piles=2", "--limit", "4", "--cap", BEYOND], 2),
        (["rows", "sharing-nim", "--rows", "1", "--limit", "100", "--cap", BEYOND], 2),
        (["values", "sharing-nim", "--limit", "100", "--cap", str(10**12)], 3),
    ],
)
def test_numbers_beyond_all_bounds_are_refused(arguments: list[str], exit_code: int, command: Command) -> None:
    code, out, err = command(*arguments)
    assert (code, out) == (exit_code, "")
    snapshot(err)


@pytest.mark.parametrize("positions", [2**62, 2**63, 10**23])
def test_positions_beyond_all_bounds_is_refused(positions: int, command: Command) -> None:
    code, out, err = command("period", "cookies", "--positions", positions)
    assert (code, out) == (3, "")
    snapshot(err)


def test_work_for_which_there_is_no_memory_is_refused(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*arguments: object, **more: object) -> None:
        raise MemoryError

    monkeypatch.setattr("sprague.cli.commands.solve.read_game_and_position", exhausted)
    message = "sprague: out of memory; ask for fewer positions\n"
    assert command("solve", "nim", "3,5") == (3, "", message)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_at_stdout_is_reported() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sprague", "solve", "nim", "3,5"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    snapshot(done.stderr)


def test_a_file_named_as_the_oeis_does_is_a_b_file() -> None:
    assert choose_format(["text", "bfile"], None, Path("b000201.txt")) == "bfile"
    assert choose_format(["text", "bfile"], "text", Path("b000201.txt")) == "text"
    for name in ("b00020.txt", "ab000201.txt", "b000201.txt.txt"):
        assert choose_format(["text", "bfile"], None, Path(name)) == "text"
    assert choose_format(["text", "csv"], None, Path("b000201.txt")) == "text"
