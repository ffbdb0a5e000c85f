"""Errors of DRF's serializers in the words of this service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rest_framework.settings import api_settings

from common.http.errors import InvalidFields

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rest_framework.exceptions import ErrorDetail, ValidationError

_MOST_TOLD: Final = 10
"""A small body can have a fault in each of thousands of places."""
_WHY_NOT: Mapping[str, str] = {
    "required": "is missing",
    "null": "must not be null",
    "blank": "must not be empty",
    "unknown_field": "is not a known member",
    "not_a_list": "must be a list",
    "not_a_dict": "must be an object",
    "invalid_choice": "is not one of the allowed values",
}


def invalid_fields(error: ValidationError) -> InvalidFields:
    """Return the refusal of a body: a sentence for each invalid member, and the codes by member."""
    codes: dict[str, list[str]] = {}
    told: dict[str, None] = {}
    for where, fault in _by_member(error.detail):
        codes.setdefault(where, []).append(str(fault.code))
        told[f"`{where}` {_why_not(fault)}" if where else f"The body {_why_not(fault)}"] = None
    sentences = list(told)
    if len(sentences) > _MOST_TOLD:
        sentences[_MOST_TOLD:] = [f"and so on for {len(sentences) - _MOST_TOLD} more"]
    return InvalidFields(f"{'; '.join(sentences)}.", errors=codes)


def _by_member(detail: Any, where: str = "") -> Iterator[tuple[str, ErrorDetail]]:
    """Yield each error with the path of its member, as in `keys.auth`."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            whole = name == api_settings.NON_FIELD_ERRORS_KEY
            yield from _by_member(inner, where if whole else f"{where}.{name}".lstrip("."))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _by_member(inner, where)
    else:
        yield where, detail


def _why_not(fault: ErrorDetail) -> str:
    """Return what is wrong, in words; DRF's own are told where they neither quote what was sent nor speak Python."""
    if '"' in fault or "dictionary" in fault:
        return _WHY_NOT.get(str(fault.code), "does not have the documented form")
    return _WHY_NOT.get(str(fault.code)) or f"is not acceptable: {fault[:1].lower()}{fault[1:].rstrip('.')}"
