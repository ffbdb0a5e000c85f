"""The contents of the page: what openapi.yaml and the recorded examples say, in the order in which it is read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from common.openapi.codes import explanations
from config.reference.calls import Call, Request, calls
from config.reference.markdown import inline, render
from config.reference.schemas import Member, Schema, Type, in_words, limits, reference, type_of, types
from players.limits import CLASSES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.utils.safestring import SafeString

Document = dict[str, Any]
METHODS: Final = ("get", "post", "put", "patch", "delete")
FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = "application/json"
SHARED: Final = {
    "Problem": "Operations without a body",
    "ProblemWithBody": "Operations with a body",
    "ProblemOfEdge": "Operations of OAuth",
}
"""The responses that hold refusals of many operations."""

_TITLES: Final = {"oauth": "OAuth"}


class Codes(NamedTuple):
    """Error codes of one status."""

    status: str
    codes: list[str]


class Body(NamedTuple):
    """A body of a request or of an answer: its type, and the members or alternatives of each form that it has."""

    status: str
    description: SafeString
    media: str
    type: SafeString
    shown: list[Type]


class Example(NamedTuple):
    """A recorded body."""

    title: str
    text: str


class Operation(NamedTuple):
    """An operation with everything that its section says."""

    id: str
    method: str
    path: str
    summary: str
    description: SafeString
    security: str
    scopes: list[str]
    rate_class: str
    parameters: list[Member]
    body: Body | None
    answers: list[Body]
    codes: list[Codes]
    shared: str
    calls: list[Call]
    examples: list[Example]


class Group(NamedTuple):
    """The operations of one tag."""

    name: str
    title: str
    description: SafeString
    operations: list[Operation]


class Shared(NamedTuple):
    """Refusals that many operations have in common."""

    name: str
    title: str
    codes: list[Codes]


class Reference:
    """Reads a document, with its recorded examples by `operationId`."""

    def __init__(self, document: Document, examples: Mapping[str, Any]) -> None:
        self._document = document
        self._examples = examples
        self._components = document["components"]

    def context(self) -> dict[str, Any]:
        """Return the context of the template."""
        info = self._document["info"]
        return {
            "title": info["title"],
            "version": info["version"],
            "introduction": render(info["description"]),
            "groups": self.groups(),
            "types": types(self._components["schemas"]),
            "shared": self.shared(),
            "errors": {code: inline(said.meaning) for code, said in explanations().items()},
            "classes": CLASSES,
        }

    def groups(self) -> list[Group]:
        """Return the operations by tag, and at the end of the tag the calls that the service makes."""
        found: dict[str, list[Operation]] = {tag["name"]: [] for tag in self._document["tags"]}
        for source, calls_us in (("paths", False), ("webhooks", True)):
            for path, item in self._document[source].items():
                for method in METHODS:
                    if method in item:
                        operation = self.operation(method, "" if calls_us else path, item[method])
                        found[item[method]["tags"][0]].append(operation)
        titles = {name: _TITLES.get(name, name.capitalize()) for name in found}
        return [
            Group(tag["name"], titles[tag["name"]], inline(tag["description"]), found[tag["name"]])
            for tag in self._document["tags"]
            if found[tag["name"]]
        ]

    def shared(self) -> list[Shared]:
        """Return the refusals that many operations have in common."""
        return [Shared(name, title, _codes(self._components["responses"][name])) for name, title in SHARED.items()]

    def operation(self, method: str, path: str, described: Schema) -> Operation:
        """Return an operation as it is shown; without a path it is a call of the service to somebody's program."""
        parameters = [self._resolved(one, "parameters") for one in described.get("parameters", [])]
        body = described.get("requestBody", {}).get("content", {})
        needs, scopes = _security(described["security"])
        return Operation(
            id=described["operationId"],
            method=method.upper(),
            path=path,
            summary=described["summary"],
            description=render(described["description"]),
            security=needs if path else "",
            scopes=scopes,
            rate_class=described.get("x-rate-limit-class", ""),
            parameters=[_parameter(one) for one in parameters],
            body=next((self._body("", "", media, content) for media, content in body.items()), None),
            answers=self._answers(described["responses"]),
            codes=_codes(described),
            shared=next(
                (name for one in described["responses"].values() if (name := reference(one)) in SHARED),
                "",
            ),
            calls=self._calls(method, path, described, parameters) if path else [],
            examples=self._recorded(described["operationId"]),
        )

    def _answers(self, responses: Mapping[str, Schema]) -> list[Body]:
        found = []
        for status, response in responses.items():
            if reference(response) in SHARED:
                continue
            answer = self._resolved(response, "responses")
            content = answer.get("content") or {"": {}}
            said = inline(answer["description"])
            found += [self._body(status, said, media, one) for media, one in content.items()]
        return found

    def _body(self, status: str, description: SafeString | str, media: str, content: Schema) -> Body:
        schema = content.get("schema", {})
        name = reference(schema)
        meant = self._components["schemas"][name] if name else schema
        forms = [meant] if name else meant.get("oneOf", [meant])  # each form of a body without a name
        shown = [type_of(name, form) for form in forms]
        return Body(status, inline(description), media, in_words(schema) if schema else inline(""), shown)

    def _calls(self, method: str, path: str, described: Schema, parameters: list[Schema]) -> list[Call]:
        name, token = described["operationId"], any("token" in way for way in described["security"])
        content = described.get("requestBody", {}).get("content", {})
        media = [kind for status, answer in described["responses"].items() if status.startswith("2")
                 for kind in self._resolved(answer, "responses").get("content", {JSON: {}})]  # fmt: skip
        return calls(
            Request(
                operation=name,
                method=method.upper(),
                path=path,
                query=[one["name"] for one in parameters if one["in"] == "query" and one.get("required")],
                body=self._examples[name].get("request", {} if content else None),
                form=FORM in content,
                token=token,
                json_answer=not media or JSON in media,
            )
        )

    def _recorded(self, name: str) -> list[Example]:
        recorded = self._examples.get(name, {})
        found = [Example("Request", _text(recorded["request"]))] if "request" in recorded else []
        answers = sorted(recorded.get("answers", {}).items())
        return found + [Example(f"Answer {status}", _text(body)) for status, body in answers if body is not None]

    def _resolved(self, part: Schema, kind: str) -> Schema:
        name = reference(part)
        found: Schema = self._components[kind][name] if name else part
        return found


def _parameter(described: Schema) -> Member:
    schema = described["schema"]
    said = inline(described.get("description", ""))
    return Member(
        described["name"], described.get("required", False), in_words(schema), limits(schema), said, described["in"]
    )


def _codes(described: Schema) -> list[Codes]:
    return [Codes(status, codes) for status, codes in described.get("x-problem-codes", {}).items()]


def _security(ways: list[dict[str, list[str]]]) -> tuple[str, list[str]]:
    """Return in words what a request has to show, and the scopes that its token needs."""
    by_name = {name: scopes for way in ways for name, scopes in way.items()}
    scopes = by_name.get("token", [])
    if "app" in by_name:
        return "Confidential apps sign in with their id and secret.", scopes
    if not by_name:
        return "No token is needed.", []
    said = "A token is optional." if {} in ways else "A token is needed."
    return said if "oauth2" in by_name else f"{said} Not for apps that act for players.", scopes


def _text(body: Any) -> str:
    return body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, indent=2)
