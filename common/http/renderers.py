"""JSON by orjson, and for pages that people read text and HTML. No browsable API, no format suffixes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from django.utils.functional import Promise
from rest_framework.renderers import BaseRenderer

from common.http import media_types

if TYPE_CHECKING:
    from collections.abc import Mapping


class JSONRenderer(BaseRenderer):
    """For views that answer with DRF's `Response`; the hot path writes its bytes itself."""

    media_type = media_types.JSON
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,  # noqa: ARG002  (DRF's signature)
        renderer_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> bytes:
        """Return `data` as UTF-8 JSON; raises TypeError for what has no JSON form."""
        return b"" if data is None else orjson.dumps(data, default=_plain)


def _plain(value: object) -> object:
    """Translated sentences become text; anything else is refused."""
    if isinstance(value, Promise):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


class TextRenderer(JSONRenderer):
    """Lets a view offer plain text, which it writes itself."""

    media_type = "text/plain"
    format = "text"


class TranscriptRenderer(JSONRenderer):
    """Lets a view offer lines of JSON, which it writes itself."""

    media_type = "application/jsonl"
    format = "jsonl"


class EventStreamRenderer(JSONRenderer):
    """Lets a view offer Server-Sent Events, which it writes itself."""

    media_type = "text/event-stream"
    format = "sse"


class NdjsonRenderer(JSONRenderer):
    """Lets a view offer the same by its other name."""

    media_type = "application/x-ndjson"
    format = "ndjson"


class PageRenderer(JSONRenderer):
    """Lets a view offer a page, which it writes itself."""

    media_type = "text/html"
    format = "html"
