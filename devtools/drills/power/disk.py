"""A disk with a volatile write cache, whose power can be cut: one file in FUSE, for a loop device.

`python -m devtools.drills.power.disk IMAGE MOUNTPOINT CONTROL`, as root on Linux. Writes stay in memory until a flush,
which puts them into IMAGE. A power cut comes before a flush, when most is in memory. It keeps of each block one of the
states that it had since the last flush, at random and each block for itself: writes come to nothing, or in another
order than they were made, and pages of several blocks are torn. From then on every read, write and flush fails. A disk
that is told to lie answers flushes without doing them.

Speaks the protocol of the kernel (linux/fuse.h) for a single file, which is the root of its file system.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import random
import select
import socket
import stat
import struct
import sys
from pathlib import Path
from typing import Final

BLOCK: Final = 4096
"""Bytes that are written whole or not at all: a block of ext4, a sector of most disks, half a page of PostgreSQL."""
MOST: Final = 128 * 1024
"""The most bytes of one write."""
PASSED: Final = 20
"""Flushes after which a cut that was ordered waits for one of half as many blocks."""
ROOT: Final = 1
READY: Final = b"ready\n"

IN: Final = struct.Struct("<IIQQIIII")
OUT: Final = struct.Struct("<IiQ")
ATTRIBUTES: Final = struct.Struct("<QQQQQQIIIIIIIIII")

LOOKUP, GETATTR, SETATTR, OPEN, READ, WRITE, STATFS, RELEASE, FSYNC, FLUSH, INIT, ACCESS = (
    1, 3, 4, 14, 15, 16, 17, 18, 20, 25, 26, 34,
)  # fmt: skip
FORGET, INTERRUPT, DESTROY = 2, 36, 38
SILENT: Final = {FORGET, INTERRUPT, 42}  # no answer is expected


class Cache:
    """The blocks of an image, and the states that they had since the last flush."""

    def __init__(self, image: Path) -> None:
        self.file = os.open(image, os.O_RDWR)
        self.size = os.fstat(self.file).st_size
        self.volatile: dict[int, list[bytes]] = {}
        self.dead = False
        self.lies = False
        self.at_flush: Order | None = None

    def read(self, offset: int, size: int) -> bytes:
        """Return bytes as they were written last."""
        size = max(0, min(size, self.size - offset))
        first, last = offset // BLOCK, -(-(offset + size) // BLOCK)
        found = b"".join(map(self._block, range(first, last)))
        return found[offset - first * BLOCK :][:size]

    def write(self, offset: int, data: bytes) -> None:
        """Keep bytes in memory."""
        first, last = offset // BLOCK, -(-(offset + len(data)) // BLOCK)
        head = offset - first * BLOCK
        if head or len(data) % BLOCK:
            whole = bytearray(b"".join(map(self._block, range(first, last))))
            whole[head : head + len(data)] = data
            data = bytes(whole)
        for number in range(first, last):
            self.volatile.setdefault(number, []).append(data[(number - first) * BLOCK :][:BLOCK])

    def flush(self) -> None:
        """Put everything into the image, or lie about it."""
        if self.at_flush is not None and self.at_flush.comes_before(len(self.volatile)):
            self.at_flush.carry_out(self)
            raise OSError(errno.EIO, "no power")
        if self.lies:
            return
        for number, states in self.volatile.items():
            os.pwrite(self.file, states[-1], number * BLOCK)
        self.volatile.clear()

    def cut(self, dice: random.Random, kept: float) -> tuple[int, int]:
        """Keep each block that was not flushed with a chance, in one of its states; then fail.

        Returns how many blocks were not flushed, and how many of them have lost their last state.
        """
        lost = 0
        for number, states in self.volatile.items():
            state = dice.randrange(len(states)) if dice.random() < kept else None
            if state is not None:
                os.pwrite(self.file, states[state], number * BLOCK)
            lost += state != len(states) - 1
        unflushed = len(self.volatile)
        self.volatile.clear()
        self.dead = True
        return unflushed, lost

    def _block(self, number: int) -> bytes:
        states = self.volatile.get(number)
        return states[-1] if states else os.pread(self.file, BLOCK, number * BLOCK).ljust(BLOCK, b"\0")


class Order:
    """A power cut that was ordered: before a flush of at least `blocks`. `line` gets what it met."""

    def __init__(self, line: socket.socket, blocks: str, seed: str, kept: str) -> None:
        self.line = line
        self.blocks = int(blocks)
        self.passed = 0
        self.dice = random.Random(int(seed))
        self.kept = float(kept)

    def comes_before(self, blocks: int) -> bool:
        """Tell whether it comes before a flush of so many blocks. It asks for fewer the longer it waits."""
        self.passed += 1
        return blocks >= max(1, self.blocks >> self.passed // PASSED)

    def carry_out(self, cache: Cache) -> None:
        """Cut the power."""
        unflushed, lost = cache.cut(self.dice, self.kept)
        with self.line:
            self.line.sendall(f"{unflushed} {lost}".encode())


class Server:
    """Answers the kernel's questions about the file."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache

    def answer(self, message: bytes) -> bytes | None:
        """Return the answer to one question, or None if it needs none."""
        _, code, unique, node, *_ = IN.unpack_from(message)
        if code in SILENT:
            return None
        try:
            body = self._body(code, node, message[IN.size :])
        except OSError as error:
            return OUT.pack(OUT.size, -(error.errno or errno.EIO), unique)
        return OUT.pack(OUT.size + len(body), 0, unique) + body

    def _body(self, code: int, node: int, body: bytes) -> bytes:  # noqa: PLR0911  one for each question
        if self.cache.dead and code in {READ, WRITE, FSYNC}:
            raise OSError(errno.EIO, "no power")
        if code == READ:
            _, offset, size = struct.unpack_from("<QQI", body)
            return self.cache.read(offset, size)
        if code == WRITE:
            _, offset, size = struct.unpack_from("<QQI", body)
            self.cache.write(offset, body[40 : 40 + size])
            return struct.pack("<II", size, 0)
        if code == FSYNC:
            self.cache.flush()
            return b""
        if code in {FLUSH, RELEASE, ACCESS, DESTROY}:
            return b""
        if code == OPEN:
            return struct.pack("<QII", 0, 0, 0)
        if code in {GETATTR, SETATTR} and node == ROOT:
            return struct.pack("<QII", 3600, 0, 0) + self._attributes()
        if code == STATFS:
            return struct.pack("<QQQQQIIII24x", self.cache.size // BLOCK, 0, 0, 1, 0, BLOCK, 255, BLOCK, 0)
        if code == INIT:
            _, minor, readahead, _ = struct.unpack_from("<IIII", body)
            return struct.pack("<IIIIHHIIHHI28x", 7, min(minor, 31), readahead, 0, 16, 12, MOST, 1, MOST // 4096, 0, 0)
        raise OSError(errno.ENOSYS, f"no answer to {code}")

    def _attributes(self) -> bytes:
        size = self.cache.size
        return ATTRIBUTES.pack(
            ROOT, size, size // 512, 0, 0, 0, 0, 0, 0, stat.S_IFREG | 0o600, 1, os.geteuid(), 0, 0, BLOCK, 0
        )


def mount(target: Path) -> int:
    """Mount the file over another file; return where the kernel asks."""
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode={stat.S_IFREG:o},user_id={os.geteuid()},group_id=0,max_read={MOST}"
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"drill", bytes(target), b"fuse", 0, options.encode()):
        raise OSError(ctypes.get_errno(), f"cannot mount {target}")
    return device


def serve(image: Path, target: Path, control: Path) -> None:
    """Serve until the file is unmounted. `control` is a socket for orders: `cut BLOCKS SEED KEPT` or `lie`."""
    cache = Cache(image)
    server = Server(cache)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(control))
        listener.listen()
        device = mount(target)
        sys.stdout.buffer.write(READY)
        sys.stdout.flush()
        waited: list[int | socket.socket] = [device, listener]
        while True:
            for ready in select.select(waited, [], [])[0]:
                if ready is listener:
                    _obey(listener, cache)
                elif not _answer(device, server):
                    return


def _answer(device: int, server: Server) -> bool:
    try:
        message = os.read(device, MOST + 65536)
    except OSError as error:
        if error.errno == errno.ENODEV:  # unmounted
            return False
        if error.errno in {errno.EINTR, errno.EAGAIN, errno.ENOENT}:
            return True
        raise
    said = server.answer(message)
    if said is not None:
        with contextlib.suppress(FileNotFoundError):  # the process that asked was interrupted
            os.write(device, said)
    return True


def _obey(listener: socket.socket, cache: Cache) -> None:
    line = listener.accept()[0]
    order, *words = line.recv(100).decode().split()
    if order == "lie":
        cache.lies = True
        with line:
            line.sendall(b"ok")
    else:
        cache.at_flush = Order(line, *words)


if __name__ == "__main__":
    serve(*map(Path, sys.argv[1:]))
