"""The description of one view method: its msgspec types and its refusals by class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NewType, TypeVar

import msgspec
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from common.http import media_types
from common.http.query import NoQuery
from common.openapi.components import REF, Wire, tidy

View = TypeVar("View", bound=Callable[..., Any])
Coded = Any
"""A class with a stable `code`."""


def operation(  # noqa: PLR0913 - one argument per member of an OpenAPI operation
    name: str,
    *,
    tag: str,
    summary: str,
    answers: Mapping[int, Any],
    body: Any = None,
    query: type[msgspec.Struct] = NoQuery,
    refusals: Sequence[Coded] = (),
    headers: Sequence[OpenApiParameter] = (),
    media: Sequence[str] = (media_types.JSON,),
) -> Callable[[View], View]:
    """Describe one view method; its docstring is the description.

    `answers` maps a success status to the wire type of its body (None: no body), which is text in all `media` but JSON;
    `refusals` are the method's own: the view's schema class adds those that all routes like it share, and the access
    rules.
    """
    described = extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        parameters=[*_parameters(query), *headers],
        request=Wire(body) if body is not None else None,
        responses=dict(_successes(answers, media)),
    )
    refused = refuses(*refusals)
    return lambda view: described(refused(view))


def _successes(answers: Mapping[int, Any], media: Sequence[str]) -> Iterator[tuple[Any, OpenApiResponse]]:
    for status, kind in answers.items():
        of_items = media if isinstance(kind, NewType) else ()  # streams are described by their items
        if kind is None:
            yield status, OpenApiResponse(None, _PHRASES[status])
        for kind_of_media in media if kind is not None else ():
            body = Wire(kind) if kind_of_media in {media_types.JSON, *of_items} else OpenApiTypes.STR
            yield (status, kind_of_media), OpenApiResponse(body, _OF_ITEMS if of_items else _PHRASES[status])


_OF_ITEMS = "A sequence of items, each as the schema says: the `data` of a Server-Sent Event, or a line."
_PHRASES = {200: "OK", 201: "Created", 202: "Accepted", 204: "No content", 304: "Not modified"}


def _parameters(query: type[msgspec.Struct]) -> list[OpenApiParameter]:
    _, components = msgspec.json.schema_components([query], ref_template=REF)
    described = components[query.__name__]
    needed = set(described.get("required", ()))
    return [_parameter(name, schema, needed=name in needed) for name, schema in described["properties"].items()]


def _parameter(name: str, schema: dict[str, Any], *, needed: bool) -> OpenApiParameter:
    """Describe a parameter; null means "left out" in our types and nothing in a query."""
    flat = {key: value for key, value in schema.items() if key not in {"anyOf", "default"} or value is not None}
    choices = [choice for choice in flat.pop("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == 1:
        flat = {**choices[0], **flat}
    elif choices:
        flat["anyOf"] = choices
    description = flat.pop("description", "")
    if "enum" in flat:
        flat["enum"] = [str(value) for value in flat["enum"]]  # a query is text, and generators want one type
    return OpenApiParameter(name, type=tidy(flat, {}), required=needed, description=description)


def refuses(*refusals: Coded) -> Callable[[View], View]:
    """Record the refusals of a view method, besides those of all views; a test compares them with the answers."""

    def noted(view: View) -> View:
        view.refusals = refusals  # type: ignore[attr-defined]  # functions take any attribute
        return view

    return noted
