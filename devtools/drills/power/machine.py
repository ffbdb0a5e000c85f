"""The disk of the database's machine: an ext4 on a loop device whose writes are in memory until they are flushed."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from devtools.drills.servers import until
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS: Final = ("mkfs.ext4", "losetup", "mount", "umount", "unshare")
PATIENCE: Final = 30.0
"""Seconds within which no process uses a disk without power any more."""
SIZE: Final = 2 * 2**30
"""Bytes of the disk; the file has what was written."""
SYSTEM: Final = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"


def lacking() -> str:
    """Return what this machine lacks for such a disk, or ""."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "root on Linux"
    missing = [name for name in PROGRAMS if shutil.which(name, path=SYSTEM) is None]
    missing += [name for name in ("/dev/fuse", "/dev/loop-control") if not os.path.exists(name)]  # noqa: PTH110  devices
    return ", ".join(missing)


class Cut(NamedTuple):
    """What a power cut met: blocks that were not flushed, and those of them whose last state is lost."""

    unflushed: int
    lost: int


class Disk:
    """The disk, mounted at `folder`. A context: leaves nothing mounted."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "disk"
        self._image, self._device, self._control = home / "image", home / "device", home / "control"
        self.folder.mkdir()
        self._device.touch()
        with self._image.open("wb") as file:
            file.truncate(SIZE)
        _run("mkfs.ext4", "-q", "-F", str(self._image))
        self.child = self._attach()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._detach()

    def flush(self) -> None:
        """Write and flush all files."""
        _run("sync", "--file-system", str(self.folder))

    def tell(self, line: str) -> str:
        """Send a line to the disk, and return its answer."""
        with socket.socket(socket.AF_UNIX) as session:
            session.settimeout(PATIENCE)
            session.connect(str(self._control))
            session.sendall(line.encode())
            return session.recv(100).decode()

    def cut(self, blocks: int, seed: int, kept: float) -> Cut:
        """Cut the power before the next flush of at least so many blocks; return once it is cut.

        Of each block that was not flushed, some state survives with the chance `kept`, or none.
        """
        return Cut(*map(int, self.tell(f"cut {blocks} {seed} {kept}").split()))

    def lie(self) -> None:
        """From now on, answer that all is flushed, and flush nothing."""
        self.tell("lie")

    def power_on(self) -> None:
        """Mount what survived the cut. No process may use the folder any more."""
        self._detach()
        self.child = self._attach()

    def _attach(self) -> Child:
        self._control.unlink(missing_ok=True)
        child = Child(
            "disk",
            [sys.executable, "-m", "devtools.drills.power.disk", self._image, self._device, self._control],
            log=self.home / "logs" / "disk.log",
            folder=REPOSITORY,
        )
        until(lambda: child.ended or "ready" in child.log.read_text(), "disk")
        if child.ended:
            raise Trouble(f"the disk {child.ending()}: {child.last_words()}")
        loop = _run("losetup", "--find", "--show", str(self._device)).strip()
        try:
            _run("mount", "-t", "ext4", loop, str(self.folder))
        finally:
            _run("losetup", "--detach", loop)  # once it is not mounted any more
        return child

    def _detach(self) -> None:
        for mounted in (self.folder, self._device):
            end = time.monotonic() + PATIENCE
            while _is_mounted(mounted):
                with contextlib.suppress(Trouble):
                    _run("umount", str(mounted))
                if time.monotonic() > end:
                    raise Trouble(f"{mounted} is still in use")
                time.sleep(0.05)
        self.child.process.wait(PATIENCE)


def _is_mounted(path: Path) -> bool:
    with open("/proc/self/mounts") as mounts:  # noqa: PTH123  of the kernel
        return any(line.split()[1] == str(path) for line in mounts)


def _run(*words: str) -> str:
    environment = {**os.environ, "PATH": SYSTEM}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Trouble(f"{' '.join(words)}: {done.stderr.strip()}")
    return done.stdout
