"""How ids are read: UUIDs with hyphens, in any case (RFC 9562, section 4). What the service writes is in lower case."""

from __future__ import annotations

from typing import Final

from django.urls import register_converter
from django.urls.converters import UUIDConverter

ID: Final = "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"
"""A regular expression for the text of an id."""


class IdConverter(UUIDConverter):
    """An id in an address: `<id:name>`. Django's own knows lower case alone, and Apple's clients write capitals."""

    regex = ID


register_converter(IdConverter, "id")
