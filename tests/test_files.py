"""Files are written completely or not at all, also through links and devices."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sprague.errors import SpragueError
from sprague.files import NoHome, check_writable, make_folder, user_folder, write_atomically
from tests.snapshots import refused


class TestWriting:
    def test_a_new_file_has_default_permissions(self, tmp_path: Path) -> None:
        write_atomically(tmp_path / "new", "naïve\n")
        (tmp_path / "other").write_text("")
        assert (tmp_path / "new").read_bytes() == "naïve\n".encode()
        assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode
        assert {path.name for path in tmp_path.iterdir()} == {"new", "other"}

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
    def test_a_file_that_is_there_keeps_its_permissions(self, mode: int, tmp_path: Path) -> None:
        target = tmp_path / "old"
        target.write_text("old")
        target.chmod(mode)
        write_atomically(target, b"new")
        assert target.read_bytes() == b"new"
        assert stat.S_IMODE(target.stat().st_mode) == mode

    def test_a_link_stays_and_its_target_is_written(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        target, link, twice = tmp_path / "folder" / "target", tmp_path / "link", tmp_path / "twice"
        target.write_text("old")
        link.symlink_to("folder/target")
        twice.symlink_to(link)
        write_atomically(twice, "new")
        assert (os.readlink(twice), os.readlink(link)) == (str(link), "folder/target")
        assert target.read_text() == "new"
        assert not target.is_symlink()

    def test_a_file_that_a_link_promises_is_made(self, tmp_path: Path) -> None:
        link, twice = tmp_path / "link", tmp_path / "twice"
        link.symlink_to("later")
        twice.symlink_to(link)
        write_atomically(twice, "new")
        assert (tmp_path / "later").read_text() == "new"
        assert (os.readlink(twice), os.readlink(link)) == (str(link), "later")

    def test_a_pipe_is_written_to(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        read: list[bytes] = []
        reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
        reader.start()
        write_atomically(pipe, b"x" * 200_000)
        reader.join(10)
        assert read == [b"x" * 200_000]
        assert stat.S_ISFIFO(pipe.stat().st_mode)

    def test_a_device_is_not_replaced(self) -> None:
        write_atomically("/dev/null", b"content")
        assert stat.S_ISCHR(os.stat("/dev/null").st_mode)

    def test_standard_output_keeps_its_place(self, tmp_path: Path) -> None:
        """This is also true if stdout is a file to which other programs write."""
        program = "from sprague import files; print('1'); files.write_atomically('/dev/stdout', '2\\n'); print('3')"
        with (tmp_path / "out").open("w") as out:
            print("0", file=out, flush=True)
            subprocess.run([sys.executable, "-c", program], stdout=out, check=True)
        assert (tmp_path / "out").read_text() == "0\n1\n2\n3\n"

    def test_a_descriptor_by_its_number(self, tmp_path: Path) -> None:
        with (tmp_path / "out").open("wb", buffering=0) as out:
            write_atomically(f"/dev/fd/{out.fileno()}", "through")
            check_writable(f"/proc/self/fd/{out.fileno()}")
        assert (tmp_path / "out").read_text() == "through"


class TestWholeOrNotAtAll:
    @pytest.fixture(params=[True, False], ids=["nameless", "named"])
    def _way(self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
        """Run the test once with the method of Linux and once with the method of other systems."""
        if not request.param:
            monkeypatch.delattr(os, "O_TMPFILE")

    @pytest.mark.usefixtures("_way")
    @pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError(28, "No space left on device")])
    @pytest.mark.parametrize("step", ["write", "fsync", "replace"])
    def test_a_failed_write_changes_nothing(
        self, step: str, stop: type[BaseException] | BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "old").write_text("old")

        def fail(*arguments: object) -> None:
            raise stop

        monkeypatch.setattr(os, step, fail)
        for name in ("old", "new"):
            with pytest.raises((KeyboardInterrupt, SpragueError)):
                write_atomically(tmp_path / name, b"content")
        assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"old": "old"}

    @pytest.mark.usefixtures("_way")
    def test_both_ways_write(self, tmp_path: Path) -> None:
        for content in ("one", "two"):
            write_atomically(tmp_path / "file", content)
            assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"file": content}

    @pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="files without a name are Linux's")
    def test_a_killed_process_leaves_nothing(self, tmp_path: Path) -> None:
        program = (
            "import os, signal; from sprague import files\n"
            "files.os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
            f"files.write_atomically({str(tmp_path / 'file')!r}, b'content')"
        )
        done = subprocess.run([sys.executable, "-c", program], check=False)
        assert done.returncode == -9
        assert list(tmp_path.iterdir()) == []


class TestRefusals:
    def refuse(self, path: object) -> None:
        for write in (lambda: check_writable(path), lambda: write_atomically(path, b"content")):  # type: ignore[arg-type]
            with refused(SpragueError):
                write()

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        path = tmp_path / "missing" / "file"
        self.refuse(path)
        (tmp_path / "file").write_text("")
        path = tmp_path / "file" / "file"
        self.refuse(path)

    def test_a_folder(self, tmp_path: Path) -> None:
        self.refuse(tmp_path)

    def test_a_link_into_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        link = tmp_path / "link"
        link.symlink_to("nowhere/file")
        self.refuse(link)
        assert link.is_symlink()

    def test_links_in_a_circle(self, tmp_path: Path) -> None:
        (tmp_path / "a").symlink_to("b")
        (tmp_path / "b").symlink_to("a")
        path = tmp_path / "a"
        self.refuse(path)

    def test_read_only_files_are_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The superuser may write every file, so the test replaces the system call."""
        path = tmp_path / "file"
        path.write_text("old")
        monkeypatch.setattr(os, "access", lambda asked, mode: Path(asked) != path)
        self.refuse(path)
        monkeypatch.setattr(os, "access", lambda asked, mode: Path(asked) != tmp_path)
        self.refuse(path)
        self.refuse(tmp_path / "new")
        assert path.read_text() == "old"

    def test_a_full_disk(self) -> None:
        with refused(SpragueError):
            write_atomically("/dev/full", b"content")

    def test_impossible_paths_are_refused(self) -> None:
        with refused(SpragueError):
            write_atomically("/proc/file", b"content")

    def test_a_name_that_is_too_long(self, tmp_path: Path) -> None:
        with refused(SpragueError):
            check_writable(tmp_path / ("x" * 300))
        write_atomically(tmp_path / ("x" * 255), b"content")

    @pytest.mark.parametrize("path", [3, None, ["a"], "a\0b"])
    def test_malformed_file_names_are_refused(self, path: object) -> None:
        self.refuse(path)

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        make_folder(tmp_path / "a" / "b")
        make_folder(tmp_path / "a" / "b")
        assert (tmp_path / "a" / "b").is_dir()
        (tmp_path / "file").write_text("")
        with refused(SpragueError):
            make_folder(tmp_path / "file" / "b")

    def test_a_user_without_a_home(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def unknown(name: str, appauthor: bool) -> Path:
            raise RuntimeError("could not determine the home directory")

        monkeypatch.delenv("SPRAGUE_HERE", raising=False)
        for of_user in (unknown, lambda name, appauthor: Path("~/.cache", name)):
            with refused(NoHome):
                user_folder("SPRAGUE_HERE", of_user)
        monkeypatch.setenv("SPRAGUE_HERE", "here")
        assert user_folder("SPRAGUE_HERE", unknown) == Path("here")
