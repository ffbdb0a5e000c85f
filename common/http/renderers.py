"""The forms of answers, for negotiation: views write the bytes. No browsable API, no format suffixes."""

from __future__ import annotations

from rest_framework.renderers import BaseRenderer

from common.http import media_types


class JSONRenderer(BaseRenderer):
    """Lets a view offer JSON."""

    media_type = media_types.JSON
    format = "json"
    charset = None
    render_style = "binary"


class TextRenderer(JSONRenderer):
    """Lets a view offer plain text."""

    media_type = "text/plain"
    format = "text"


class TranscriptRenderer(JSONRenderer):
    """Lets a view offer lines of JSON."""

    media_type = "application/jsonl"
    format = "jsonl"


class EventStreamRenderer(JSONRenderer):
    """Lets a view offer Server-Sent Events."""

    media_type = "text/event-stream"
    format = "sse"


class NdjsonRenderer(JSONRenderer):
    """Lets a view offer lines of JSON under their other name."""

    media_type = "application/x-ndjson"
    format = "ndjson"


class SvgRenderer(JSONRenderer):
    """Lets a view offer drawings."""

    media_type = "image/svg+xml"
    format = "svg"


class PageRenderer(JSONRenderer):
    """Lets a view offer an HTML page."""

    media_type = "text/html"
    format = "html"
