"""A TCP proxy before a server, which can hold back the server's answers and silently drop connections."""

from __future__ import annotations

import contextlib
import socket
from threading import Event, Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

PART = 65_536


class Proxy:
    """A context; passes on to `port` of the loopback interface. Listens on the port `own`, or a free one."""

    def __init__(self, port: int, own: int = 0) -> None:
        self._server = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", own))
        self._answers = Event()
        self._answers.set()
        self._lines: list[socket.socket] = []
        self._lost: set[socket.socket] = set()
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._answers.set()
        # Closing alone does not wake a waiting thread.
        for line in (self._listener, *self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    @contextlib.contextmanager
    def keeping_answers(self) -> Iterator[None]:
        """Pass on the client's data, and none of the server's, for the time of the block."""
        self._answers.clear()
        try:
            yield
        finally:
            self._answers.set()

    def lose_lines(self) -> None:
        """Pass no more data over the existing connections, and leave them open; new ones work."""
        self._lost.update(self._lines)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server)
                self._lines += [client, server]
                Thread(target=self._pass_on, args=(client, server), daemon=True).start()
                Thread(target=self._pass_on, args=(server, client, self._answers), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, allowed: Event | None = None) -> None:
        with contextlib.suppress(OSError):
            while part := source.recv(PART):
                if allowed is not None:
                    allowed.wait()
                if source not in self._lost:
                    target.sendall(part)
        for line in (source, target):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
