"""Health probes on a port of their own, answered by a thread of their own even when all request threads are busy."""

from collections.abc import Iterable
from socketserver import TCPServer
from threading import Thread
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpResponse

from config.observability import health

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

VIEWS = {"/livez": health.livez, "/readyz": health.readyz, "/readyz/reads": health.readyz_reads}


def answer(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
    """Answer a probe with any host name. This port serves nothing else."""
    view = VIEWS.get(environ["PATH_INFO"])
    response = HttpResponse(status=404) if view is None else view(WSGIRequest(environ))
    close_old_connections()
    start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
    return [response.content]


def serve(host: str, port: int) -> None:
    """Start the thread. All workers listen on the same port, as they do for requests. Raises OSError."""
    server = make_server(host, port, answer, _Server, _Handler)
    Thread(target=server.serve_forever, name="probes", daemon=True).start()


class _Server(WSGIServer):
    allow_reuse_port = True

    def server_bind(self) -> None:
        """Bind without looking up our own name, which may take long."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = "", self.server_address[1]
        self.setup_environ()


class _Handler(WSGIRequestHandler):
    timeout = 1  # second to send the request: one thread answers all

    def log_message(self, *_: Any) -> None:
        """Do not log probes."""
