"""Traces by OpenTelemetry: requests, statements, tasks, calls and messages as spans, with the id of the request.

Only with OTEL_EXPORTER_OTLP_ENDPOINT, which needs the packages of requirements/traces.txt; nothing else here imports
them. Attributes hold what the program itself says: routes instead of paths, statements without parameters, hosts
without the rest of an address. Errors are named by their type alone, because their messages quote data.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.utils import CursorWrapper

from common import spans
from common.http import request_ids
from config.database.base import DatabaseWrapper
from config.observability.masking import mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from django.http import HttpRequest, HttpResponse
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
    from opentelemetry.trace import Span, Tracer

MIDDLEWARE: Final = "config.observability.traces.request_span"
MISSING: Final = (
    "OTEL_EXPORTER_OTLP_ENDPOINT needs the packages of requirements/traces.txt: `requirements/install traces` has them."
)
LONGEST: Final = 1000
"""Characters of an attribute."""
FAULT: Final = 500
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER: Final = "_OTHER"
TASK: Final = "task "

Value = str | int | list[str]

_LITERAL: Final = re.compile(r"'(?:[^']|'')*'")
_TABLE: Final = re.compile(r'\b(?:FROM|INTO|UPDATE|JOIN)\s+"?(\w+)', re.IGNORECASE)
_provider: TracerProvider | None = None
_tracer: Tracer | None = None
_tasks: Final[dict[str, AbstractContextManager[Span]]] = {}


def switch_on(endpoint: str) -> None:
    """Send spans to this collector, by OTLP over HTTP. Raises ImproperlyConfigured if packages are missing.

    The other variables of OpenTelemetry's SDK hold as well, such as OTEL_TRACES_SAMPLER or OTEL_EXPORTER_OTLP_HEADERS.
    """
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415  optional
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415  optional
    except ImportError:
        raise ImproperlyConfigured(MISSING) from None
    install(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces")))


def install(processor: SpanProcessor) -> None:
    """Have all spans go to this processor."""
    from opentelemetry.sdk import trace  # noqa: PLC0415  optional
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415  optional

    global _provider, _tracer  # noqa: PLW0603  one for the process
    _provider = trace.TracerProvider(resource=Resource.create({"service.name": "flipside"}))
    _provider.add_span_processor(processor)
    _tracer = _provider.get_tracer("flipside")
    spans.switch(_work)
    DatabaseWrapper.cursor_class = TracedCursor


def switch_off() -> None:
    """Make no more spans, and send those that were made."""
    global _provider, _tracer  # noqa: PLW0603  as above
    if _provider is not None:
        _provider.shutdown()
    _provider = _tracer = None
    spans.switch(None)
    DatabaseWrapper.cursor_class = CursorWrapper


def request_span(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Make a span of each request; a middleware that is there only if traces are switched on."""

    def traced(request: HttpRequest) -> HttpResponse:
        with _span("request", "server", {}) as span:
            response = answer(request)
            method = request.method if request.method in METHODS else OTHER
            match = request.resolver_match
            route = None if match is None else match.route
            span.update_name(f"{method} {route or 'unknown'}")
            _describe(span, {"http.request.method": method, "http.response.status_code": response.status_code})
            if route is not None and match is not None:
                _describe(span, {"http.route": f"/{route}"})
                game = match.kwargs.get("game_id")
                if isinstance(game, UUID):
                    _describe(span, {"flipside.game_id": str(game)})
            request_id = request_ids.current.get()
            if request_id is not None:
                _describe(span, {"flipside.request_id": request_id})
            if response.status_code >= FAULT:
                _failed(span, str(response.status_code))
            return response

    return traced


def task_begins(task_id: str, name: str, causes: Mapping[str, str]) -> None:
    """Begin the span of a task, with the ids of the requests that caused its work."""
    if _tracer is not None:
        attributes: dict[str, Value] = {"flipside.request_id": sorted(set(causes.values()))} if causes else {}
        _tasks[task_id] = context = _span(f"{TASK}{name}", "consumer", attributes)
        context.__enter__()


def task_ends(task_id: str, state: str) -> None:
    """End the span of a task."""
    context = _tasks.pop(task_id, None)
    if context is not None:
        if state == "FAILURE":
            from opentelemetry import trace  # noqa: PLC0415  optional

            _failed(trace.get_current_span(), state)
        context.__exit__(None, None, None)


class TracedCursor(CursorWrapper):
    """Django's cursor, with a span for each statement."""

    def _execute(self, sql: Any, params: Any, *ignored_wrapper_args: Any) -> Any:
        with spans.span("statement", str(sql)):
            return super()._execute(sql, params, *ignored_wrapper_args)  # type: ignore[misc]  # the stubs leave it out

    def _executemany(self, sql: Any, param_list: Any, *ignored_wrapper_args: Any) -> Any:
        with spans.span("statement", str(sql)):
            return super()._executemany(sql, param_list, *ignored_wrapper_args)  # type: ignore[misc]  # as above


@contextmanager
def _work(kind: spans.Kind, text: str) -> Iterator[None]:
    """Make a span of a piece of work; the hook of `common.spans`."""
    if kind == "task":
        with _span(f"{TASK}{text}", "consumer", {}):
            yield
        return
    if kind == "statement":
        name, attributes = _statement(text)
    elif kind == "call":
        name, attributes = "POST", {"server.address": text}
    else:
        name, attributes = f"send {text}", {"flipside.channel": text}
    with _span(name, "client", attributes):
        yield


@lru_cache(512)
def _statement(sql: str) -> tuple[str, dict[str, Value]]:
    """Return name and attributes for a statement. Literals are ours, but none is worth a risk."""
    text = _LITERAL.sub("'?'", " ".join(sql.split()))
    table = _TABLE.search(text)
    operation = text.partition(" ")[0].upper()
    name = operation if table is None else f"{operation} {table[1]}"
    return name, {"db.system.name": "postgresql", "db.query.text": text}


@contextmanager
def _span(name: str, kind: str, attributes: Mapping[str, Value]) -> Iterator[Any]:
    from opentelemetry.trace import INVALID_SPAN, SpanKind  # noqa: PLC0415  optional

    tracer = _tracer
    if tracer is None:
        yield INVALID_SPAN
        return
    with tracer.start_as_current_span(
        name, kind=SpanKind[kind.upper()], record_exception=False, set_status_on_exception=False
    ) as span:
        _describe(span, attributes)
        try:
            yield span
        except BaseException as error:
            _failed(span, type(error).__name__)
            raise


def _describe(span: Span, attributes: Mapping[str, Value]) -> None:
    for name, value in attributes.items():
        span.set_attribute(name, _safe(value))


def _failed(span: Span, kind: str) -> None:
    from opentelemetry.trace import StatusCode  # noqa: PLC0415  optional

    span.set_status(StatusCode.ERROR)
    span.set_attribute("error.type", kind)


def _safe(value: Value) -> Value:
    if isinstance(value, str):
        return mask(value)[:LONGEST]
    return [mask(one)[:LONGEST] for one in value] if isinstance(value, list) else value
