"""The OpenAPI description of this API, made from the very types that parse and print it.

`operation` describes one view method: msgspec types in and out, the refusals by class.
A small drf-spectacular extension turns the types into component schemas; nothing about a
message is written twice. What must not live here: the messages (`wire`) and the views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from inspect import cleandoc
from typing import Any, TypeVar

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.serializers import BaseSerializer

import engine
from common.http import media_types
from common.http.query import NoQuery
from games.api.wire import words
from games.api.wire.commands import AnyCommand
from games.api.wire.events import AnyEvent
from games.api.wire.export import ExportedNotification
from games.api.wire.notifications import ChannelName, Notification, NotificationKind
from games.api.wire.problems import ErrorCode
from games.api.wire.rulesets import OptionKind, OptionType
from games.api.wire.scalars import CardText, published
from games.api.wire.streams import AnyGameItem, AnyItem, EndReason, GameStreamItem, LeftReason, ResetReason, StreamItem
from games.api.wire.views import EXACT
from players.api.schema import refuses

NAMED: Mapping[str, Any] = {
    "Command": AnyCommand,
    "Event": AnyEvent,
    "Card": CardText,
    "Color": words.Color,
    "Side": words.Side,
    "Direction": words.Direction,
    "Phase": words.PhaseName,
    "DecisionKind": words.DecisionName,
    "UnoStatus": words.UnoName,
    "MatchCause": words.MatchCause,
    "ColorReason": words.ColorReason,
    "DrawReason": words.DrawReason,
    "AutopilotReason": words.AutopilotReason,
    "PauseReason": words.PauseReason,
    "WebhookOffReason": words.WebhookOffReason,
    "WheelSector": words.Sector,
    "SitterKind": words.SitterName,
    "EntropySource": words.EntropySource,
    "OwnBacks": words.OwnBacks,
    "EventType": words.EventName,
    "CommandType": words.CommandName,
    "CallType": words.CallType,
    "Channel": ChannelName,
    "OptionValue": engine.OptionValue,
    "GameStatus": words.StatusName,
    "SeatKind": words.SeatKindName,
    "OptionKind": OptionKind,
    "OptionType": OptionType,
    "NotificationKind": NotificationKind,
    "Notification": Notification,
    "ExportedNotification": ExportedNotification,
    "ErrorCode": ErrorCode,
    GameStreamItem.__name__: AnyGameItem,
    StreamItem.__name__: AnyItem,
    "StreamEndReason": EndReason,
    "GameLeftReason": LeftReason,
    "StreamResetReason": ResetReason,
}
"""Types without a class that are components of their own, so that generated clients have names for them."""

REF = "#/components/schemas/{name}"

View = TypeVar("View", bound=Callable[..., Any])
Coded = Any
"""A class with a stable `code`."""

_kinds: dict[str, Any] = {}
"""Every type named in a description, by component name."""


class Wire(BaseSerializer[Any]):
    """Stands for a msgspec type where drf-spectacular expects a serializer."""

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind
        _kinds[kind.__name__] = kind


class WireExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers itself, untyped
    """Registers the component schemas of a wire type and everything it refers to."""

    target_class = Wire

    def get_name(self, auto_schema: Any, direction: Any) -> str:  # noqa: ARG002  (its signature)
        """Return the component's name."""
        return str(self.target.kind.__name__)

    def get_identity(self, auto_schema: Any, direction: Any) -> Any:  # noqa: ARG002  (its signature)
        """Return the type itself: one type, one component."""
        return self.target.kind

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:  # noqa: ARG002
        """Return the schema of the type; components it refers to are registered beside it."""
        name = self.target.kind.__name__
        components = component_schemas(tuple(_kinds.values()))
        for other in reachable(name, components) - {name}:
            auto_schema.registry.register_on_missing(
                ResolvedComponent(  # type: ignore[no-untyped-call]
                    name=other,
                    type=ResolvedComponent.SCHEMA,
                    schema=deepcopy(components[other]),
                    object=_kinds.get(other, other),
                )
            )
        # Copies: the hooks that finish a description change it in place.
        return deepcopy(components[name])


@cache
def component_schemas(kinds: tuple[Any, ...]) -> dict[str, dict[str, Any]]:
    """Return the component schemas of `kinds` and of `NAMED`, by name."""
    refs, schemas = msgspec.json.schema_components([*kinds, *NAMED.values()], ref_template=REF)
    named = dict(zip(NAMED, refs[len(kinds) :], strict=True))
    components = {name: _tidy(schema, named) for name, schema in schemas.items()}
    for name, members in EXACT.items():
        if name in components:
            exact, _ = msgspec.json.schema_components(members.values(), ref_template=REF)
            for member, schema in zip(members, exact, strict=True):
                former = components[name]["properties"].get(member, {})
                kept = {key: former[key] for key in ("default",) if key in former}
                components[name]["properties"][member] = {**_tidy(schema, named), **kept}
    for name, schema in named.items():
        others = {other: known for other, known in named.items() if other != name}
        components[name] = {"title": name, **_tidy(schema, others)}
    return components


def reachable(name: str, components: Mapping[str, Any]) -> set[str]:
    """Return this name and those of all components that it refers to."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting.extend(_references(components[current]))
    return found


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for item in schema:
            yield from _references(item)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            elif key != "discriminator":
                yield from _references(value)


def _tidy(schema: Any, named: Mapping[str, Any]) -> Any:
    """Refer to named types by name, say the type of every enumeration, and that tagged kinds exclude each other.

    Patterns are told as JSON Schema has them. Descriptions lose the indentation that they have in the code.
    """
    if isinstance(schema, list):
        return [_tidy(item, named) for item in schema]
    if not isinstance(schema, dict):
        return schema
    for name, known in named.items():
        if known.items() <= schema.items():
            return {**{key: value for key, value in schema.items() if key not in known}, "$ref": REF.format(name=name)}
    tidy = {key: _tidy(value, named) for key, value in schema.items()}
    if isinstance(tidy.get("description"), str):  # a docstring, indented as it stands in the code before Python 3.13
        tidy["description"] = cleandoc(tidy["description"])
    if isinstance(tidy.get("pattern"), str):
        tidy["pattern"] = published(tidy["pattern"])
    if "discriminator" in tidy and "anyOf" in tidy:
        tidy["oneOf"] = tidy.pop("anyOf")
    if isinstance(tidy.get("enum"), list):
        _tell_type_of_enumeration(tidy)
    return tidy


def _tell_type_of_enumeration(schema: dict[str, Any]) -> None:
    values = schema["enum"]
    if "type" not in schema:
        for kind, word in ((str, "string"), (int, "integer")):
            if all(isinstance(value, kind) for value in values):
                schema["type"] = word
        if len(values) == 1:
            schema["const"] = schema.pop("enum")[0]


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
    `refusals` are those of its own: what all routes like it can answer with is added by `schema_operation.Described`,
    as is who may ask.
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
        of_items = media if kind in {GameStreamItem, StreamItem} else ()  # streams are described by their items
        if kind is None:
            yield status, OpenApiResponse(None, _PHRASES[status])
        for kind_of_media in media if kind is not None else ():
            body = Wire(kind) if kind_of_media in {media_types.JSON, *of_items} else OpenApiTypes.STR
            yield (status, kind_of_media), OpenApiResponse(body, _OF_ITEMS if of_items else _PHRASES[status])


_OF_ITEMS = "Items without end, each as the schema says: the `data` of an event, or a line."
_PHRASES = {200: "Done.", 201: "Made.", 202: "Taken on.", 204: "Done; nothing to say.", 304: "Not modified."}


def _parameters(query: type[msgspec.Struct]) -> list[OpenApiParameter]:
    _, components = msgspec.json.schema_components([query], ref_template=REF)
    described = components[query.__name__]
    needed = set(described.get("required", ()))
    return [_parameter(name, schema, needed=name in needed) for name, schema in described["properties"].items()]


def _parameter(name: str, schema: dict[str, Any], *, needed: bool) -> OpenApiParameter:
    """Describe a parameter; null is how our types say "left out" and means nothing in a query."""
    flat = {key: value for key, value in schema.items() if key not in {"anyOf", "default"} or value is not None}
    choices = [choice for choice in flat.pop("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == 1:
        flat = {**choices[0], **flat}
    elif choices:
        flat["anyOf"] = choices
    description = flat.pop("description", "")
    if "enum" in flat:
        flat["enum"] = [str(value) for value in flat["enum"]]  # a query is text, and generators want one type
    return OpenApiParameter(name, type=_tidy(flat, {}), required=needed, description=description)
