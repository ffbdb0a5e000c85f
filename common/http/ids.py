"""The syntax of ids: UUIDs with hyphens, in any case (RFC 9562, section 4). The service writes lower case."""

from __future__ import annotations

from typing import Final

from django.urls import register_converter
from django.urls.converters import UUIDConverter

ID: Final = "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"
"""A regular expression for the text of an id."""


class IdConverter(UUIDConverter):
    """An id in a path: `<id:name>`. Django's own takes lower case only, and Apple's clients write capitals."""

    regex = ID


register_converter(IdConverter, "id")
