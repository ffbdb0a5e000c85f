"""A receiver for HTTP/2 over TLS only, as Apple's push service is."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from typing import TYPE_CHECKING, Self

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import DataReceived, RequestReceived, StreamEnded

from tests.players.receivers import Received

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.players.receivers import Reply


class Http2Receiver:
    """Answers every request with the result of `answer`, and stores all requests. A context; `url` leads to it."""

    def __init__(self, certificate: Path, answer: Callable[[Received], Reply]) -> None:
        self.answer = answer
        self.received: list[Received] = []
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate)
        self.context.set_alpn_protocols(["h2"])
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://127.0.0.1:{self.listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.listener.close()

    def _serve(self) -> None:
        while True:
            try:
                raw, _ = self.listener.accept()
            except OSError:
                return
            with contextlib.suppress(OSError), self.context.wrap_socket(raw, server_side=True) as connection:
                self._talk(connection)

    def _talk(self, connection: ssl.SSLSocket) -> None:
        h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        h2.initiate_connection()
        connection.sendall(h2.data_to_send())
        headers: dict[str, str] = {}
        body = b""
        while data := connection.recv(65536):
            for event in h2.receive_data(data):
                if isinstance(event, RequestReceived):
                    headers = {str(name): str(value) for name, value in event.headers}
                elif isinstance(event, DataReceived):
                    body += event.data
                    h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, StreamEnded):
                    received = Received(headers[":path"], headers, body)
                    self.received.append(received)
                    reply = self.answer(received)
                    found = [(":status", str(reply.status)), *reply.headers.items()]
                    h2.send_headers(event.stream_id, found)
                    h2.send_data(event.stream_id, reply.body, end_stream=True)
            connection.sendall(h2.data_to_send())
