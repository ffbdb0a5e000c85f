"""Hostile input gets a 4xx problem and changes nothing (docs/clients/api.md, Strict input).

What holds for every route alike is in tests/contract/test_hostile_input.py.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.db import connection

from tests.contract.client import ContractClient
from tests.games.api.people import running

if TYPE_CHECKING:
    from tests.games.api.people import Person

ID = "0190f3c2-1111-4222-8333-444455556666"
JSON = "application/json"


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    """Return a running match of two."""
    return running(ada, bob)


def fingerprint() -> list[tuple[Any, ...]]:
    """Return the contents of the tables, to compare before and after."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM event), (SELECT count(*) FROM command), (SELECT count(*) FROM players_token),"
            " (SELECT count(*) FROM outbox), (SELECT count(*) FROM players_player),"
            " (SELECT md5(string_agg(g::text, ',' ORDER BY id)) FROM game g),"
            " (SELECT md5(string_agg(s::text, ',' ORDER BY game_id, seat_no)) FROM seat s)"
        )
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def short(value: object) -> str:
    """Return the name of a row for the report."""
    return ascii(value)[:28]


def refused(answer: Any, *statuses: int) -> None:
    """Check that the answer is a problem with one of these statuses."""
    assert answer.status_code in statuses, (answer.status_code, answer.content[:200])
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = json.loads(answer.content)
    assert problem["status"] == answer.status_code
    assert "Traceback" not in problem["detail"]


def envelope(**members: object) -> dict[str, object]:
    return {"command_id": str(uuid4()), "command": {"type": "draw"}, **members}


def with_version(number: bytes) -> bytes:
    return b'{"command_id":"%s","command":{"type":"draw"},"expected_version":%s}' % (ID.encode(), number)


def deep(count: int) -> bytes:
    return b"[" * count + b"]" * count


COMMAND_BODIES = {
    "empty": b"",
    "only spaces": b"  ",
    "byte-order mark": b"\xef\xbb\xbf" + with_version(b"1"),
    "trailing garbage": with_version(b"1") + b"x",
    "list": b"[]",
    "null": b"null",
    "string": b'"draw"',
    "number": b"1",
    "invalid UTF-8": with_version(b'"\xff"'),
    "UTF-16": with_version(b"1").decode().encode("utf-16"),
    "nesting in an unknown key": b'{"x":' + deep(8000) + b"}",
    "nesting before the type": b'{"command_id":"%s","command":{"x":%s,"type":"draw"}}' % (ID.encode(), deep(8000)),
    "nesting as the type": b'{"command_id":"%s","command":{"type":%s}}' % (ID.encode(), deep(8000)),
    "nesting as the command": b'{"command_id":"%s","command":%s}' % (ID.encode(), deep(8000)),
    "nested objects": b'{"command":' * 1300 + b"1" + b"}" * 1300,
    "NUL": b'{"command_id":"%s","command":{"type":"play","card":"R\\u0000"}}' % ID.encode(),
    "lone surrogate": b'{"command_id":"%s","command":{"type":"play","card":"\\ud800"}}' % ID.encode(),
    "2^31": with_version(b"2147483648"),
    "10^30": with_version(b"1" + b"0" * 30),
    "4000 digits": with_version(b"9" * 4000),
    "-1": with_version(b"-1"),
    "1.0": with_version(b"1.0"),
    "1e0": with_version(b"1e0"),
    "string for a number": with_version(b'"1"'),
    "Arabic digit": with_version('"١"'.encode()),
    "true for a number": with_version(b"true"),
    "NaN": with_version(b"NaN"),
    "Infinity": with_version(b"Infinity"),
    "1e400": with_version(b"1e400"),
    "duplicate key": with_version(b'1,"expected_version":2'),
    "duplicate key inside": b'{"command_id":"%s","command":{"type":"draw","type":"pass"}}' % ID.encode(),
    "many tiny keys": b"{" + b",".join(b'"%d":1' % i for i in range(1800)) + b"}",
    "no command id": b'{"command":{"type":"draw"}}',
    "unknown command": b'{"command_id":"%s","command":{"type":"win"}}' % ID.encode(),
    "command of the service": b'{"command_id":"%s","command":{"type":"expire"}}' % ID.encode(),
    "seat taken by command": b'{"command_id":"%s","command":{"type":"take_seat","kind":"bot"}}' % ID.encode(),
    "color of another alphabet": b'{"command_id":"%s","command":{"type":"color","color":"red"}}' % ID.encode(),
    "card that is none": b'{"command_id":"%s","command":{"type":"play","card":"R11"}}' % ID.encode(),
    "negative handle": b'{"command_id":"%s","command":{"type":"play","card":"R5","handle":-1}}' % ID.encode(),
    "number for a bool": b'{"command_id":"%s","command":{"type":"play","card":"R5","uno":1}}' % ID.encode(),
    "seat of nobody": b'{"command_id":"%s","command":{"type":"catch","seat":99}}' % ID.encode(),
    "id in braces": b'{"command_id":"{%s}","command":{"type":"draw"}}' % ID.encode(),
    "id as URN": b'{"command_id":"urn:uuid:%s","command":{"type":"draw"}}' % ID.encode(),
    "id without hyphens": b'{"command_id":"%s","command":{"type":"draw"}}' % ID.replace("-", "").encode(),
    "number for an id": b'{"command_id":7,"command":{"type":"draw"}}',
    "very long id": b'{"command_id":"%s","command":{"type":"draw"}}' % (b"a" * 5000),
}


@pytest.mark.parametrize("body", COMMAND_BODIES.values(), ids=COMMAND_BODIES.keys())
def test_a_command_that_has_no_single_reading_is_refused(ada: Person, game: str, body: bytes) -> None:
    before = fingerprint()
    refused(ada.client.generic("POST", f"/v1/games/{game}/commands", body, JSON), 400)
    assert fingerprint() == before


@pytest.mark.parametrize(
    "member",
    ["seat", "game", "hand", "is_staff", "seq", "created_at", "deck", "seed", "player", "version", "__proto__"],
)
def test_members_nobody_asked_for_are_refused_in_a_command(ada: Person, game: str, member: str) -> None:
    before = fingerprint()
    inside = envelope(command={"type": "draw", member: 1})
    refused(ada.client.send(f"/v1/games/{game}/commands", inside), 400)
    assert fingerprint() == before


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'], ids=short)
def test_utf_8_may_be_named(ada: Person, charset: str) -> None:
    answer = ada.client.generic("POST", "/v1/games", b"{}", f"application/json; charset={charset}")
    assert answer.status_code == 201


QUERIES = [
    "limit=1000000000", "limit=0", "limit=-1", "limit=1.0", "limit=%D9%A1", "limit=" + "9" * 2000, "limit=5%00",
    "limit=abc", "limit=", "limit=1&limit=2", "offset=-1", "page=1000000", "format=api", "format=json", "%00=1",
    "cursor=garbage", "cursor=%00", "cursor=" + "A" * 600, "cursor=", "cursor=..%2f..", "limit=%FF", "limit[]=1",
    "a=1&" * 700,
]  # fmt: skip


@pytest.mark.parametrize("query", QUERIES, ids=short)
def test_queries_out_of_range_are_refused(ada: Person, game: str, query: str) -> None:
    for path in ("games", "me/games", "games/{}/events", "games/{}", "games/{}/rules", "rulesets"):
        refused(ada.client.get(f"/v1/{path.format(game)}?{query}"), 400)


@pytest.mark.parametrize(
    "query", ["after=-1", "after=2147483648", "after=1e3", "after=null", "after=x", "limit=501"], ids=short
)
def test_a_log_is_asked_for_by_number(ada: Person, game: str, query: str) -> None:
    refused(ada.client.get(f"/v1/games/{game}/events?{query}"), 400)


def test_head_has_the_headers_of_get_and_no_body(ada: Person, game: str) -> None:
    head, get = ada.client.head(f"/v1/games/{game}"), ada.client.get(f"/v1/games/{game}")
    assert (head.status_code, head.content) == (200, b"")
    assert head["ETag"] == get["ETag"]


@pytest.mark.parametrize(
    "path",
    [
        "/v1//games", "/v1/games/", "/v1/games.json", "/v1/games/..;/me", "/v1/games%2f", "/V1/games",
        "/v1/games/%00", "/v1/games/0", "/v1/games/..", "/v1/me/games.", "/v1/rulesets.json", "/v2/games", "/admin.php",
        f"/v1/games/{ID}/seats/-1", f"/v1/games/{ID}/seats/10", f"/v1/games/{ID}/seats/٣", f"/v1/games/{ID}/seats/01",
    ],
    ids=short,
)  # fmt: skip
def test_other_spellings_of_an_address_are_none(ada: Person, path: str) -> None:
    refused(ada.client.generic("GET", path), 404, 405)


@pytest.mark.parametrize(
    "accept",
    [
        "text/html", "application/xml", "image/png", "application/json;q=0" + "x" * 9000, "*/*;q=0",
        "*/*, application/json;q=0.000", "nonsense",
    ],
    ids=short,
)  # fmt: skip
def test_json_is_all_there_is(ada: Person, accept: str) -> None:
    refused(ada.client.get("/v1/games", HTTP_ACCEPT=accept), 406)


@pytest.mark.parametrize(
    "accept",
    [
        "*/*", "application/*", "text/html, */*;q=0.1", ", ".join(["*/*;q=0.1"] * 900), "", " , ",
        "APPLICATION/JSON;Q=.2", "application/json; charset=utf-8", "application/problem+json",
        "text/html, *; q=.2, */*; q=.2",
    ],
    ids=short,
)  # fmt: skip
def test_a_client_that_reads_json_is_answered_in_json(ada: Person, accept: str) -> None:
    for path in ("/v1/games", "/v1/me"):  # of two applications
        assert ada.client.get(path, HTTP_ACCEPT=accept).headers["Content-Type"] == JSON


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Basic YTpi",
        "Bearer ufd_" + "a" * 43,
        "Bearer " + "a" * 8000,
        "ufd_x",
        "Bearer \x00",
    ],
    ids=short,
)
def test_a_bad_token_is_no_token_even_where_none_is_needed(game: str, header: str) -> None:
    for path in ("games", "games/{}", "me/games"):
        answer = ContractClient().get("/v1/" + path.format(game), HTTP_AUTHORIZATION=header)
        refused(answer, 401)
        assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("key", ["", "x", "a" * 300, "\x00", "{" + ID + "}", "ключ", f'"{ID}', f"{ID} "], ids=short)
def test_an_idempotency_key_is_a_command_id(ada: Person, game: str, key: str) -> None:
    before = fingerprint()
    refused(ada.client.delete(f"/v1/games/{game}/seats/0", HTTP_IDEMPOTENCY_KEY=key), 400)
    assert fingerprint() == before


def test_a_header_and_a_body_that_name_two_ids_are_refused(ada: Person, game: str) -> None:
    refused(ada.client.send(f"/v1/games/{game}/commands", envelope(), HTTP_IDEMPOTENCY_KEY=ID), 400)
    refused(ada.client.send("/v1/games", {"command_id": ID}, HTTP_IDEMPOTENCY_KEY=str(uuid4())), 400)


LINE_BREAKS = {
    "the id of a game": ("", {"seats": 2, "command_id": f"{ID}\n"}),
    "the entropy of a game": ("", {"seats": 2, "entropy": "a" * 64 + "\n"}),
    "the id of a command": ("/commands", envelope(command_id=f"{ID}\n")),
    "a card": ("/commands", envelope(command={"type": "play", "card": "R5\n"})),
    "a way to start": ("/start", {"command_id": f"{ID}\n"}),
}


@pytest.mark.parametrize(("end", "body"), LINE_BREAKS.values(), ids=LINE_BREAKS.keys())
def test_a_text_ends_where_its_pattern_ends(ada: Person, game: str, end: str, body: dict[str, Any]) -> None:
    before = fingerprint()
    answer = ada.client.post(f"/v1/games/{game}{end}" if end else "/v1/games", body, JSON)
    refused(answer, 400)
    assert answer.json()["code"] == "malformed_body"
    assert fingerprint() == before
