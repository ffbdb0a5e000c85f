"""A RabbitMQ that refuses: it implements AMQP 0-9-1 only as far as the refusal."""

from __future__ import annotations

import socketserver
import struct
import threading
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from amqp.serialization import dumps

if TYPE_CHECKING:
    from collections.abc import Sequence

    Method = tuple[int, int]

GREETING_BYTES, HEAD_BYTES = 8, 7
METHOD: Final = 1
END: Final = b"\xce"
START, START_OK, TUNE, OPEN, OPEN_OK, CLOSE = ((10, number) for number in (10, 11, 30, 40, 41, 50))
CHANNEL_OPEN, CHANNEL_OPEN_OK, CHANNEL_CLOSE, CHANNEL_CLOSE_OK = ((20, number) for number in (10, 11, 40, 41))


class Refusal(NamedTuple):
    """A code of AMQP. It ends the connection when a client signs in, or with `of_channel` its channel on first use."""

    code: int
    text: str
    of_channel: bool = False


class RefusingBroker(socketserver.ThreadingTCPServer):
    """A context: a server on a port of its own that answers every client with one refusal; `refused` counts them."""

    daemon_threads = True

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(("127.0.0.1", 0), Line)
        self.refusal = refusal
        self.refused = 0
        self.url = f"amqp://guest:guest@127.0.0.1:{self.server_address[1]}//"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, _request: object, _address: object) -> None:
        """Ignore clients that close the connection."""


class Line(socketserver.StreamRequestHandler):
    """The messages to one client."""

    server: RefusingBroker

    def handle(self) -> None:
        self.rfile.read(GREETING_BYTES)
        self.send(0, START, "ooFSS", (0, 9, {"capabilities": {"connection.blocked": True}}, "PLAIN AMQPLAIN", "en_US"))
        while (heard := self.hear()) is not None:
            self.answer(*heard)

    def answer(self, channel: int, method: Method) -> None:
        if method == START_OK and self.server.refusal.of_channel:
            self.send(0, TUNE, "BlB", (0, 131072, 0))
        elif method == START_OK:
            self.refuse(0, CLOSE)
        elif method == OPEN:
            self.send(0, OPEN_OK, "s", ("",))
        elif method == CHANNEL_OPEN:
            self.send(channel, CHANNEL_OPEN_OK, "S", ("",))
        elif channel and method not in (CHANNEL_CLOSE, CHANNEL_CLOSE_OK):
            self.refuse(channel, CHANNEL_CLOSE)

    def refuse(self, channel: int, method: Method) -> None:
        self.server.refused += 1
        self.send(channel, method, "BsBB", (self.server.refusal.code, self.server.refusal.text, 0, 0))

    def hear(self) -> tuple[int, Method] | None:
        while len(head := self.rfile.read(HEAD_BYTES)) == HEAD_BYTES:
            kind, channel, size = struct.unpack(">BHI", head)
            payload = self.rfile.read(size + len(END))
            if kind == METHOD:
                return channel, struct.unpack(">HH", payload[:4])
        return None

    def send(self, channel: int, method: Method, form: str, values: Sequence[object]) -> None:
        payload = struct.pack(">HH", *method) + dumps(form, list(values))
        self.wfile.write(struct.pack(">BHI", METHOD, channel, len(payload)) + payload + END)
        self.wfile.flush()
