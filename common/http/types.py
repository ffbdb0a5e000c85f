"""Building blocks of the types of bodies and answers."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta


def exact(pattern: str) -> str:
    """Return a pattern of JSON Schema as Python has it, whose own `$` would let a line break follow."""
    return pattern.removesuffix("$") + r"\Z"


def like(pattern: str, description: str | None = None, **others: Any) -> Meta:
    """Return the constraint of a text by a pattern; `others` are further members of its schema."""
    return Meta(pattern=exact(pattern), description=description, extra_json_schema=others)


Moment = Annotated[datetime, Meta(tz=True)]
"""A time with its offset, RFC 3339."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all bodies. Defaults are left out when a body is hashed, so that new members change no old hash."""
