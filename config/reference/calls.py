"""Example calls of an operation in curl, TypeScript and Python, made from its recorded request."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Mapping

CURL, TYPESCRIPT, PYTHON = "curl", "typescript", "python"
LANGUAGES: Final = {CURL: "curl", TYPESCRIPT: "TypeScript", PYTHON: "Python"}
STREAMS: Final = {
    "stream_game": ("client.follow({})", "client.follow({})"),
    "stream_my_games": ("client.followAll()", "client.follow_all()"),
}
"""The methods of the packages for operations that never end, in TypeScript and Python."""
_VALUES: Final = {
    "game_id": "0190f3c2-0000-4000-8000-000000000007",
    "seat": "1",
    "version": "18",
    "code": "BCDF-2345",
    "player": "Ada",
    "name": "flip",
    "first": "2026-11-21",
    "second": "2026-11-22",
    "response_type": "code",
    "client_id": "0190f3c2-0000-4000-8000-000000000038",
    "redirect_uri": "https://cardpal.example/back",
    "scope": "games:read games:play",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256",
}
"""Values of places in paths and of parameters that must be given."""
_ID: Final = "0190f3c2-0000-4000-8000-000000000042"
_WIDTH: Final = 88
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_PLACE: Final = re.compile(r"\{(\w+)\}")


class Request(NamedTuple):
    """What an example sends. `body` is None if there is none; a form is a body of texts."""

    operation: str
    method: str
    path: str
    query: list[str]
    body: Any
    form: bool
    token: bool
    json_answer: bool


class Call(NamedTuple):
    """An example in one language."""

    language: str
    text: str


def calls(request: Request) -> list[Call]:
    """Return the example in all languages; a form has no method in the packages, so they are not used for it."""
    makers = {CURL: curl, TYPESCRIPT: typescript, PYTHON: python}
    return [Call(language, maker(request)) for language, maker in makers.items()]


def curl(request: Request) -> str:
    """Return the call for a POSIX shell with curl 7.82 or newer."""
    path = _PLACE.sub(lambda place: quote(_value(place[1]), safe=""), request.path)
    if request.query:
        path += f"?{urlencode({name: _value(name) for name in request.query})}"
    parts = [f'curl "$FLIPSIDE{path}"']
    if request.method != "GET" and not (request.method == "POST" and request.body is not None):
        parts[0] = f'curl -X {request.method} "$FLIPSIDE{path}"'
    if request.token:
        parts.append('-H "Authorization: Bearer $TOKEN"')
    if request.form:
        parts += [f"--data-urlencode {shlex.quote(f'{name}={value}')}" for name, value in request.body.items()]
    elif request.body is not None:
        parts.append(f"--json {shlex.quote(_json(request.body))}")
    return " \\\n  ".join(parts)


def typescript(request: Request) -> str:
    """Return the call with the package in clients/typescript."""
    if request.operation in STREAMS:
        follow = STREAMS[request.operation][0].format(json.dumps(_VALUES["game_id"]))
        return f"for await (const item of {follow}) {{\n  console.log(item.type);\n}}"
    method = request.method.lower()
    if request.form:
        form = _Literal("null", "true", "false", bare_names=True).of(request.body, 1)
        return (
            f"const response = await fetch(`${{address}}{request.path}`, {{\n"
            f'  method: "{request.method}",\n  body: new URLSearchParams({form}),\n}});'
        )
    given = {
        "path": {name: _value(name) for name in _PLACE.findall(request.path)},
        "query": {name: _value(name) for name in request.query},
        "body": request.body,
    }
    given = {name: value for name, value in given.items() if value or (name == "body" and value is not None)}
    said = f", {_Literal('null', 'true', 'false', bare_names=True).of(given, 0)}" if given else ""
    if request.json_answer:
        return f"const answer = await client.{method}({json.dumps(request.path)}{said});"
    return (
        f'const response = await client.open("{method}", {json.dumps(request.path)}{said});\n'
        "const text = await response.text();"
    )


def python(request: Request) -> str:
    """Return the call with the package in clients/python."""
    if request.operation in STREAMS:
        follow = STREAMS[request.operation][1].format(json.dumps(_VALUES["game_id"]))
        return f'for item in {follow}:\n    print(item["type"])'
    literal = _Literal("None", "True", "False", step="    ")
    if request.form:
        form = literal.of(request.body, 1)
        call = f'httpx.{request.method.lower()}(\n    f"{{address}}{request.path}",\n    data={form},\n)'
        return f"response = {call}"
    arguments = [f"operations.{request.operation}"]
    if request.body is not None:
        arguments.append(literal.of(request.body, 1))
    arguments += [f"{name}={json.dumps(_value(name))}" for name in (*_PLACE.findall(request.path), *request.query)]
    short = f"answer = client.call({', '.join(arguments)})"
    if len(short) <= _WIDTH and "\n" not in short:
        return short
    return "answer = client.call(\n" + "".join(f"    {one},\n" for one in arguments) + ")"


def _value(name: str) -> str:
    return _VALUES.get(name, _ID)


def _json(body: Any) -> str:
    short = json.dumps(body, ensure_ascii=False)
    return short if len(short) <= _WIDTH else json.dumps(body, ensure_ascii=False, indent=2)


class _Literal(NamedTuple):
    """How a language writes values: its words, whether names of members stand without quotes, and its indent."""

    null: str
    true: str
    false: str
    bare_names: bool = False
    step: str = "  "

    def of(self, value: Any, depth: int) -> str:
        """Return the value, on one line if that is short."""
        if not isinstance(value, dict | list):
            return self._scalar(value)
        entries = self._entries(value, depth)
        opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
        short = ", ".join(entries)
        if len(short) <= _WIDTH - 28 and "\n" not in short:
            space = " " if self.bare_names and isinstance(value, dict) and entries else ""
            return f"{opening}{space}{short}{space}{closing}"
        inside = self.step * (depth + 1)
        return f"{opening}\n{''.join(f'{inside}{entry},{chr(10)}' for entry in entries)}{self.step * depth}{closing}"

    def _entries(self, value: Mapping[str, Any] | list[Any], depth: int) -> list[str]:
        if isinstance(value, list):
            return [self.of(one, depth + 1) for one in value]
        return [f"{self._name(name)}: {self.of(one, depth + 1)}" for name, one in value.items()]

    def _name(self, name: str) -> str:
        return name if self.bare_names and _NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)

    def _scalar(self, value: Any) -> str:
        if value is None or isinstance(value, bool):  # 1 is no bool, though it equals True
            return self.null if value is None else self.true if value else self.false
        return json.dumps(value, ensure_ascii=False)
