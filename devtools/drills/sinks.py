"""Receivers of a drill's messages: a real mail server and a real receiver of webhooks, which count by id."""

# ruff: noqa: ARG002, N802 - the names and arguments of its hooks are aiosmtpd's and http.server's

from __future__ import annotations

import email
import json
import socket
import threading
from collections import Counter, defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Literal, Self

from aiosmtpd.controller import Controller
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiosmtpd.smtp import SMTP, Envelope, Session

Moment = Literal["mail asked", "mail taken", "call asked", "call taken"]
"""Before a message is taken, and after that but before its sender gets the answer."""


class Sinks:
    """Both servers. A context. `watch` is called with every moment, in the thread of the server, which waits for it."""

    def __init__(self) -> None:
        self.mails: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        # By path of the webhook and game: the numbers of the events, in the order of arrival.
        self.events: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.secrets: dict[str, str] = {}
        self.unsigned = 0
        self.watch: Callable[[Moment], None] = lambda _moment: None
        self.lock = threading.Lock()
        self.mail_port = _free_port()
        self._mail = Controller(_Mail(self), hostname="127.0.0.1", port=self.mail_port)
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _receiver(self))
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._mail.start()
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._mail.stop()
        self._http.shutdown()
        self._http.server_close()

    def take_mail(self, raw: bytes) -> None:
        """Count a mail by the first part of its Message-ID."""
        message_id = str(email.message_from_bytes(raw)["Message-ID"])
        with self.lock:
            self.mails[message_id.strip("<>").partition("@")[0]] += 1

    def take_call(self, path: str, headers: dict[str, str], body: bytes) -> None:
        """Count a call by its `webhook-id`, if the public library accepts its signature."""
        try:
            Verifier(self.secrets[path]).verify(body, headers)
        except WebhookVerificationError:
            self.unsigned += 1
            return
        told = json.loads(body)
        with self.lock:
            self.calls[headers["webhook-id"]] += 1
            if told["type"] == "game.moved" and self.calls[headers["webhook-id"]] == 1:
                self.events[path, told["data"]["game"]] += [event["seq"] for event in told["data"]["events"]]


class _Mail:
    def __init__(self, sinks: Sinks) -> None:
        self.sinks = sinks

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.sinks.watch("mail asked")
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.sinks.take_mail(envelope.content)
        self.sinks.watch("mail taken")
        return "250 OK"


def _receiver(sinks: Sinks) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sinks.watch("call asked")
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return  # the caller was killed in the middle of it
            sinks.take_call(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            sinks.watch("call taken")
            self.send_response(204)
            self.end_headers()

        def handle(self) -> None:
            try:
                super().handle()
            except ConnectionError:
                return  # the caller was killed

        def log_message(self, *_args: Any) -> None:
            """Log nothing."""

    return Handler


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
