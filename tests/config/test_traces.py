"""Traces: spans of requests, statements, tasks, calls and messages, with the id of the request and without secrets."""

from __future__ import annotations

import json
import threading
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import TYPE_CHECKING, Any, Final

import pytest
import structlog
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import engine
from common import spans
from common.http import request_ids
from common.outbound import client as outbound
from common.outbound.answer import CallFailed
from config.management.commands import sweeper
from config.observability import traces
from games import hints
from games.notifications import create_for_command, send
from games.schedule import Job
from games.store import load
from tests.config.test_web import Web
from tests.faults.stack import Worker, eventually
from tests.games import tables
from tests.games.api.people import lobby, make_person
from tests.games.notifications import notifications
from tests.games.notifications.fakes import HttpChannel, only, sink

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from opentelemetry.sdk.trace import ReadableSpan
    from pytest_django import Settings

LIMIT: Final = 20.0


@pytest.fixture
def traced(settings: Settings) -> Iterator[InMemorySpanExporter]:
    """Switch traces on, as OTEL_EXPORTER_OTLP_ENDPOINT does, and yield where the spans go."""
    found = InMemorySpanExporter()
    settings.MIDDLEWARE = [traces.MIDDLEWARE, *settings.MIDDLEWARE]
    traces.install(SimpleSpanProcessor(found))
    yield found
    traces.switch_off()


def named(found: InMemorySpanExporter, beginning: str) -> list[ReadableSpan]:
    return [span for span in found.get_finished_spans() if span.name.startswith(beginning)]


def said(found: InMemorySpanExporter) -> str:
    """Return everything that stands in any span."""
    return "\n".join(span.to_json() for span in found.get_finished_spans())


@pytest.mark.django_db(transaction=True)
def test_a_look_is_a_span_with_its_route_its_request_and_its_statement(traced: InMemorySpanExporter) -> None:
    ann = make_person()
    game = lobby(ann, seats=2)
    ann.client.get("/v1/me")  # the first request loads the views
    traced.clear()
    answer = ann.client.get(f"/v1/games/{game}", headers={"X-Request-Id": "mine"})
    assert answer.status_code == 200
    (look,) = [span for span in traced.get_finished_spans() if span.parent is None]
    attributes = dict(look.attributes or {})
    assert look.name.startswith("GET v1/games/<")
    assert attributes["flipside.request_id"] == "mine"
    assert attributes["flipside.game_id"] == game
    assert attributes["http.response.status_code"] == 200
    statements = [span for span in traced.get_finished_spans() if span.parent is not None]
    assert len(statements) == 1  # a look is one statement, traced or not
    assert {span.parent.span_id for span in statements if span.parent} == {look.context.span_id}
    assert {(span.attributes or {})["db.system.name"] for span in statements} == {"postgresql"}


@pytest.mark.django_db(transaction=True)
def test_no_secret_hand_token_or_parameter_stands_in_a_span(traced: InMemorySpanExporter) -> None:
    ann, bob, token = make_person(), make_person(), "a token of nobody"
    private = lobby(ann, seats=2, private=True)
    code = ann.code(private)
    bob.client.get(f"/v1/invitations/{code}")
    bob.client.get("/v1/players/no-such-name?secret=in-the-query")
    bob.client.send("/v1/sign-in", {"email": "carl@example.org"})
    Client().get("/v1/me", headers={"Authorization": f"Bearer {token}"})
    game = tables.started(ann.id, bob.id)
    loaded = load.load_for_command(game, None, uuid.uuid4())
    assert loaded is not None
    with sink() as kept, only(HttpChannel(kept.port)):
        for seq in notifications.ends(game):
            create_for_command(game, seq)
        notifications.all_due()
        send.send_due("email")
    seat, command = tables.legal(game)
    tables.send(game, (ann, bob)[seat].id, command)
    ann.see(str(game))
    text = said(traced)
    assert named(traced, "send email")
    tokens = [str(one.client.secret) for one in (ann, bob)]
    words = [token, code, code.replace("-", ""), "carl@example.org", "no-such-name", "in-the-query"]
    for secret in [*tokens, *words, (loaded.seed or b"-").hex(), str(ann.id), str(bob.id), ann.name, bob.name]:
        assert secret not in text
    for hand in loaded.table.hands:
        assert str(list(hand)) not in text


@pytest.mark.django_db
def test_statements_show_neither_literals_nor_parameters(traced: InMemorySpanExporter) -> None:
    tables.raw("SELECT %s::text, 'it''s a literal', name FROM players_player WHERE name = %s", "hidden", "nobody")
    (span,) = named(traced, "SELECT players_player")
    text = str((span.attributes or {})["db.query.text"])
    assert "literal" not in text
    assert "hidden" not in span.to_json()
    assert "nobody" not in span.to_json()


@pytest.mark.django_db
def test_an_error_is_named_by_its_type_alone(traced: InMemorySpanExporter) -> None:
    with pytest.raises(ValueError, match="secret"), spans.span("message", "email"):
        raise ValueError("secret")
    (span,) = named(traced, "send email")
    assert (span.attributes or {})["error.type"] == "ValueError"
    assert "secret" not in span.to_json()
    assert not span.status.is_ok


def test_a_job_of_the_sweeper_is_a_span_and_its_lines_name_it(traced: InMemorySpanExporter) -> None:
    stopped, known = threading.Event(), Queue[dict[str, Any]]()

    def work() -> None:
        stopped.set()
        known.put(structlog.contextvars.get_contextvars())

    job = Job("sweep", 5.0, work, expires=10)
    thread = threading.Thread(target=sweeper._repeat, args=(job, stopped, 0.0))
    thread.start()
    thread.join(LIMIT)
    assert known.get_nowait()["task"] == "games.sweep"
    assert len(named(traced, "task games.sweep")) == 1


def test_a_call_tells_its_host_and_nothing_more(traced: InMemorySpanExporter, settings: Settings) -> None:
    settings.OUTBOUND_ALLOW = []
    with pytest.raises(CallFailed):
        outbound.post("https://192.0.2.1:8443/a-password?token=b", b"{}", {"Authorization": "c"}, seconds=0.3)
    assert all("a-password" not in span.to_json() for span in traced.get_finished_spans())
    with spans.span("call", "hooks.example"):
        pass
    assert dict(named(traced, "POST")[-1].attributes or {}) == {"server.address": "hooks.example"}


@pytest.mark.usefixtures("worker")
def test_a_task_is_a_span_with_the_requests_that_caused_it(
    traced: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    ends = traces.task_ends

    def end(task_id: str, state: str) -> None:
        ends(task_id, state)
        done.set()

    monkeypatch.setattr(traces, "task_ends", end)
    with request_ids.caused_by("mine"):
        hints.wake(uuid.UUID(int=1))
    assert done.wait(LIMIT)
    (span,) = named(traced, f"task {hints.WAKE_TASK}")
    assert tuple((span.attributes or {})["flipside.request_id"]) == ("mine",)  # type: ignore[arg-type]
    inner = [one for one in named(traced, "") if one.parent and one.parent.span_id == span.context.span_id]
    assert inner  # its statements


@pytest.fixture
def collector() -> Iterator[tuple[int, list[bytes]]]:
    """Run a collector; yield its port and the bodies that it gets."""
    bodies: list[bytes] = []

    class Take(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200 if self.path == "/v1/traces" else 404)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Take)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port, bodies
    server.shutdown()
    thread.join()
    server.server_close()


def test_spans_reach_a_collector(collector: tuple[int, list[bytes]]) -> None:
    port, bodies = collector
    traces.switch_on(f"http://127.0.0.1:{port}/")
    try:
        with spans.span("message", "email"):
            pass
    finally:
        traces.switch_off()
    (body,) = bodies
    (resource,) = ExportTraceServiceRequest.FromString(body).resource_spans
    assert [span.name for scope in resource.scope_spans for span in scope.spans] == ["send email"]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_processes_of_web_and_worker_send_their_spans_and_log_in_json(
    collector: tuple[int, list[bytes]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    port, bodies = collector
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "100")  # milliseconds
    monkeypatch.setenv("LOG_FORMAT", "json")
    game = tables.started(tables.person(), tables.person())

    def names() -> set[str]:
        sent = [ExportTraceServiceRequest.FromString(body) for body in list(bodies)]
        scopes = [scope for one in sent for resource in one.resource_spans for scope in resource.scope_spans]
        return {span.name for scope in scopes for span in scope.spans}

    web, worker = Web(tmp_path), Worker(tmp_path)
    try:
        worker.start()
        with web.connect() as line:
            line.sendall(f"GET /v1/games/{game} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        eventually(lambda: {"GET v1/games/<id:game_id>", "task games.sweep"} <= names(), 3 * LIMIT, "spans of both")
    finally:
        worker.kill()
        web.child.stop()
    logged = [line for file in ("web.log", "worker.log") for line in (tmp_path / file).read_text().splitlines()]
    for line in logged:
        assert not line.startswith("20"), line  # the plain form begins with the time
        if line.startswith("{"):
            assert {"event", "level", "timestamp", "logger"} <= json.loads(line).keys()


def test_without_the_packages_the_start_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(ImproperlyConfigured, match=r"requirements/install traces"):
        traces.switch_on("http://127.0.0.1:1")


@pytest.mark.django_db
def test_without_an_endpoint_nothing_is_traced(client: Client, settings: Settings) -> None:
    assert settings.OTEL_EXPORTER_OTLP_ENDPOINT == ""
    assert traces.MIDDLEWARE not in settings.MIDDLEWARE
    assert client.get("/livez").status_code == 200
    assert spans.span("call", "here") is spans.span("statement", "there")
    assert engine.ENGINE_VERSION
