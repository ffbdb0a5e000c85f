"""The reference at /docs: complete, its example calls right, and unable to load or run anything else."""

from __future__ import annotations

import gzip
import json
import re
import shlex
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import unescape
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve
from flipside_client import Client as PythonClient
from flipside_client import operations

from common.api.problem import STATUS
from config.reference.markdown import render
from config.reference.schemas import in_words, limits
from tests.contract.openapi import document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import SettingsWrapper


METHODS = {"get", "post", "put", "patch", "delete"}


@cache
def text() -> str:
    """Return the page."""
    answer = Client().get("/docs")
    assert answer.status_code == 200
    return answer.content.decode()


def operations_of(source: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document()[source].items():
        yield from ((method, path, item[method]) for method in METHODS & item.keys())


NAMES = sorted(described["operationId"] for _, _, described in operations_of("paths"))


def section(name: str) -> str:
    """Return the HTML of one operation."""
    found = re.search(rf'<article class="operation" id="operation-{name}".*?</article>', text(), re.DOTALL)
    assert found is not None, name
    return found[0]


def call(name: str, language: str) -> str:
    """Return the example call of an operation in one language."""
    found = re.search(rf'<pre class="call {language}"[^>]*><code>(.*?)</code></pre>', section(name), re.DOTALL)
    assert found is not None, name
    return unescape(found[1])


def described(name: str) -> tuple[str, str, dict[str, Any]]:
    return next(found for found in operations_of("paths") if found[2]["operationId"] == name)


def recorded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((settings.DATA_DIR / "openapi" / "examples" / f"{name}.json").read_text())
    return found


def curl_words(name: str) -> tuple[dict[str, list[str]], str]:
    """Return the options of a call in curl, and its address."""
    command, *words = shlex.split(call(name, "curl").replace("\\\n", ""))
    assert command == "curl"
    options: dict[str, list[str]] = {}
    addresses = []
    rest = iter(words)
    for word in rest:
        if word.startswith("-"):
            options.setdefault(word, []).append(next(rest))
        else:
            addresses.append(word)
    (address,) = addresses
    return options, address


def pattern(path: str) -> str:
    """Return what a path with its places filled matches."""
    return re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))


def resolved(parameter: dict[str, Any]) -> dict[str, Any]:
    name = parameter.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = document()["components"]["parameters"][name] if name else parameter
    return found


def needed(operation: dict[str, Any]) -> set[str]:
    """Return the parameters of the query that must be given."""
    parameters = [resolved(one) for one in operation.get("parameters", [])]
    return {one["name"] for one in parameters if one["in"] == "query" and one.get("required")}


def is_form(operation: dict[str, Any]) -> bool:
    return "application/x-www-form-urlencoded" in operation.get("requestBody", {}).get("content", {})


def test_every_operation_has_a_section_with_all_it_takes_answers_and_refuses() -> None:
    for source in ("paths", "webhooks"):
        for method, path, operation in operations_of(source):
            shown = section(operation["operationId"])
            assert f">{method.upper()}</b>" in shown
            assert source == "webhooks" or f"<code>{path}</code>" in shown
            for parameter in operation.get("parameters", []):
                assert f"<td><code>{resolved(parameter)['name']}</code>" in shown
            for codes in operation.get("x-problem-codes", {}).values():
                assert [code for code in codes if f'href="/docs/errors/{code}"' not in shown] == []
            for name in re.findall(r"#/components/schemas/(\w+)", json.dumps(operation)):
                assert f'href="#type-{name}"' in shown, (operation["operationId"], name)
            if source == "paths":
                assert f'href="#limit-{operation["x-rate-limit-class"]}"' in shown


def test_every_type_and_every_error_has_its_place() -> None:
    assert [name for name in document()["components"]["schemas"] if f'id="type-{name}"' not in text()] == []
    assert [code for code in STATUS if f'href="/docs/errors/{code}" data-find="{code}"' not in text()] == []


def test_links_within_the_page_lead_somewhere_and_names_are_given_once() -> None:
    ids = re.findall(r'\bid="([^"]+)"', text())
    assert len(ids) == len(set(ids))
    assert sorted({link for link in re.findall(r'href="#([^"]+)"', text()) if link not in ids}) == []


@pytest.mark.parametrize("path", ["/openapi.yaml", "/openapi.json", "/openapi-examples.json", "/docs/errors"])
def test_it_leads_to_the_files_and_the_pages_of_errors(path: str) -> None:
    assert f'href="{path}"' in text()


def test_recorded_bodies_are_shown() -> None:
    for name in NAMES:
        shown, found = unescape(section(name)), recorded(name)
        answers = [body for body in found["answers"].values() if body is not None]
        for body in [*answers, *([found["request"]] if "request" in found else [])]:
            printed = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, indent=2)
            assert f"<code>{printed}</code></pre></details>" in shown, name


def test_only_its_own_style_and_script_run_and_nothing_is_loaded(client: Client) -> None:
    policy = client.get("/docs")["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        (inside,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text(), re.DOTALL)
        assert f"{tag}-src 'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in policy
    assert not re.search(r"<[^>]*\s(?:style|on\w+|src)=", text())
    assert re.findall(r'<link[^>]*href="(?!data:)', text()) == []


def test_it_is_kept_until_it_changes(client: Client) -> None:
    plain, zipped = client.get("/docs"), client.get("/docs", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(zipped.content) == plain.content
    assert plain["ETag"] != zipped["ETag"]
    assert plain["Cache-Control"] == "public, max-age=300"
    again = client.get("/docs", headers={"If-None-Match": plain["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_sandbox_says_so(client: Client, settings: SettingsWrapper) -> None:
    for sandbox in (True, False):
        settings.SANDBOX = sandbox
        assert ("This service is a sandbox" in client.get("/docs").content.decode()) is sandbox


@pytest.mark.parametrize("name", NAMES)
def test_the_call_in_curl_is_the_recorded_request(name: str) -> None:
    method, path, operation = described(name)
    given, address = curl_words(name)
    split = urlsplit(address.removeprefix("$FLIPSIDE"))
    assert re.fullmatch(pattern(path), unquote(split.path))
    assert resolve(split.path)
    assert {key for key, _ in parse_qsl(split.query)} == needed(operation)
    default = "POST" if {"--json", "--data-urlencode"} & given.keys() else "GET"
    assert given.get("-X", [default]) == [method.upper()]
    takes_token = any("token" in way for way in operation["security"])
    assert given.get("-H", []) == ["Authorization: Bearer $TOKEN"] * takes_token
    sent: Any = json.loads(given["--json"][0]) if "--json" in given else None
    if is_form(operation):
        sent = dict(field.split("=", 1) for field in given["--data-urlencode"])
    assert sent == recorded(name).get("request", {} if "requestBody" in operation else None)


@pytest.mark.django_db
def test_the_call_in_curl_is_answered_as_recorded(client: Client) -> None:
    given, address = curl_words("create_guest")
    answer = client.post(address.removeprefix("$FLIPSIDE"), given["--json"][0], content_type="application/json")
    assert answer.status_code == 201
    assert answer.json().keys() == recorded("create_guest")["answers"]["201"].keys()


@pytest.mark.parametrize("name", NAMES)
def test_the_call_in_python_asks_for_the_same(name: str) -> None:
    method, path, operation = described(name)
    code = compile(call(name, "python"), name, "exec")
    client = PythonClient("http://service.example", "ufd_token")
    asked: list[Any] = []
    stand_in = Mock(spec=client)
    stand_in.call.side_effect = lambda *given, **parameters: asked.append(client.request(*given, **parameters))
    stand_in.follow.side_effect = stand_in.follow_all.side_effect = lambda *given: asked.append(given) or ()
    httpx = Mock()
    exec(code, {"client": stand_in, "operations": operations, "httpx": httpx, "address": "http://service.example"})  # noqa: S102 - our own code
    client.close()
    body = recorded(name).get("request", {} if "requestBody" in operation else None)
    if is_form(operation):
        getattr(httpx, method).assert_called_once_with(f"http://service.example{path}", data=body)
    elif not name.startswith("stream_"):
        (request,) = asked
        assert request.method == method.upper()
        assert re.fullmatch(pattern(path), unquote(request.url.path))
        assert set(request.url.params.keys()) == needed(operation)
        assert (json.loads(request.content) if request.content else None) == body
    else:
        assert len(asked) == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_call_in_typescript_names_the_operation(name: str) -> None:
    method, path, operation = described(name)
    code = call(name, "typescript")
    if name.startswith("stream_"):
        assert re.search(r"client\.follow(All)?\(", code)
    elif is_form(operation):
        assert f"fetch(`${{address}}{path}`" in code
        assert f'method: "{method.upper()}"' in code
    else:
        assert f'client.{method}("{path}"' in code or f'client.open("{method}", "{path}"' in code
        assert all(f"{place}: " in code for place in re.findall(r"\{(\w+)\}", path))


def test_markdown_is_marked_up_and_markup_is_not() -> None:
    given = (
        "One `a<b` **bold** [site](https://x.example/a)\nline.\n\n## Title\n\n- first\n  goes on\n"
        "- `x`: second\n\n1. <b>one</b>\n2. two"
    )
    assert render(given) == (
        '<p>One <code>a&lt;b</code> <b>bold</b> <a href="https://x.example/a">site</a> line.</p>\n<h2>Title</h2>\n'
        "<ul><li>first goes on</li><li><code>x</code>: second</li></ul>\n"
        "<ol><li>&lt;b&gt;one&lt;/b&gt;</li><li>two</li></ol>"
    )


def test_no_description_has_markdown_that_the_page_does_not_know() -> None:
    """Links, headings of other levels and emphasis by underscores would be shown as typed."""
    visible = re.sub(r"<(?:pre|code|style|script)\b.*?</(?:pre|code|style|script)>", "", text(), flags=re.DOTALL)
    assert re.findall(r".*(?:\]\(|\*\*|`|^#).*", visible, re.MULTILINE) == []


@pytest.mark.parametrize(
    ("schema", "words", "limited"),
    [
        ({"$ref": "#/components/schemas/Game"}, '<a href="#type-Game">Game</a>', ""),
        ({"type": ["string", "null"], "maxLength": 9}, "string <i>or</i> null", "at most 9 characters"),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
         "list of integer", "exactly 2 entries"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "map of string", ""),
        ({"type": "integer", "minimum": 1, "maximum": 100, "default": 20}, "integer", "1 to 100; default 20"),
        ({"x-any-of": [{"const": "a"}, {"enum": ["b"]}]}, "<code>a</code> <i>or</i> <code>b</code>", ""),
        ({"type": "string", "format": "uuid", "pattern": "^x$"}, "uuid", ""),
        ({"type": "string", "pattern": "^[0-9]$", "minLength": 1}, "string", "at least 1 characters; pattern ^[0-9]$"),
        ({"allOf": [{"$ref": "#/components/schemas/Scope"}]}, '<a href="#type-Scope">Scope</a>', ""),
    ],
)  # fmt: skip
def test_types_in_words(schema: dict[str, Any], words: str, limited: str) -> None:
    assert (in_words(schema), limits(schema)) == (words, limited)
