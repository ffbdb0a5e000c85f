"""The line between a browser and the service, which a test can cut: for browsers that cannot be told to go offline."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator


class Cable:
    """Carries bytes from a port of its own to the service."""

    def __init__(self, service: str) -> None:
        self.host, self.port = urlsplit(service).hostname, urlsplit(service).port
        self.address = ""
        self.is_laid = threading.Event()
        self.is_cut = False
        self.ends: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """End all connections, and let none through until `mend`."""
        self.is_cut = True
        self.loop.call_soon_threadsafe(self._end_all)

    def mend(self) -> None:
        """Let connections through again."""
        self.is_cut = False

    def stop(self) -> None:
        """Listen no more."""
        self.loop.call_soon_threadsafe(self.stopped.set)

    async def run(self) -> None:
        """Listen on a free port until `stop`."""
        self.loop = asyncio.get_running_loop()
        self.stopped = asyncio.Event()
        async with await asyncio.start_server(self._carry, "127.0.0.1", 0) as server:
            self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self.is_laid.set()
            await self.stopped.wait()
            self._end_all()

    def _end_all(self) -> None:
        for end in self.ends:
            end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        onward_reader, onward = await asyncio.open_connection(self.host, self.port)
        self.ends |= {writer, onward}
        try:
            await asyncio.gather(_pump(reader, onward), _pump(onward_reader, writer))
        finally:
            writer.transport.abort()
            onward.transport.abort()
            self.ends -= {writer, onward}


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextmanager
def cable(service: str) -> Iterator[Cable]:
    """Lay a line to the service, and take it away."""
    laid = Cable(service)
    thread = threading.Thread(target=lambda: asyncio.run(laid.run()))
    thread.start()
    laid.is_laid.wait()
    try:
        yield laid
    finally:
        laid.stop()
        thread.join()
