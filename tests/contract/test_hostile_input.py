"""Hostile input on every route gets a 4xx problem and changes nothing.

The routes are those of openapi.yaml, so new ones are included. Bytes that are not valid HTTP are tested against a real
web server in tests/config/test_raw_http.py, and the contents of commands in tests/games/api/test_hostile.py.
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest

from tests.contract.hostile import JSON, METHODS, Asker, Place, places, wrongs
from tests.fuzz.isolation import isolated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.fuzz.operations import Trier

pytestmark = pytest.mark.django_db
ID = "0190f3c2-1111-4222-8333-444455556666"


class Routes:
    """The places, and the client that asks there."""

    def __init__(self, trier: Trier) -> None:
        self.asker = Asker(trier.app)
        self.places = places(trier.known, trier.world.identities[1])
        self.reading = [place for place in self.places if place.media is not None]

    def refuse(self, at: list[Place], statuses: set[int], **other: Any) -> None:
        """Check that each of these places refuses the request with one of the statuses."""
        assert [wrong for place in at for wrong in wrongs(place, self.asker.ask(place, **other), statuses)] == []


@pytest.fixture(scope="module")
def routes(django_db_setup: None, django_db_blocker: Any) -> Iterator[Routes]:  # noqa: ARG001  its database
    with django_db_blocker.unblock(), isolated() as trier:
        yield Routes(trier)


def deep(count: int) -> bytes:
    return b'{"x":' + b"[" * count + b"]" * count + b"}"


UNREADABLE: dict[str, bytes] = {
    "a byte-order mark": b"\xef\xbb\xbf{}",
    "trailing garbage": b"{}x",
    "two documents": b"{}{}",
    "a list": b"[]",
    "null": b"null",
    "a string": b'"x"',
    "a number": b"1",
    "half an object": b'{"x":',
    "invalid UTF-8": b'{"x":"\xff"}',
    "UTF-16": "{}".encode("utf-16"),
    "nesting of 17": deep(16),
    "nesting of 8,000": deep(8000),
    "a NUL": b'{"x":"\\u0000"}',
    "a NUL in a name": b'{"\\u0000":1}',
    "half a character": b'{"x":"\\ud800"}',
    "a name twice": b'{"x":1,"x":1}',
    "NaN": b'{"x":NaN}',
    "infinity": b'{"x":1e400}',
    "4,000 digits": b'{"x":%s}' % (b"9" * 4000),
    "1,000 members": b"{" + b",".join(b'"%d":1' % number for number in range(1000)) + b"}",
    "another form": b"x=1&y=2",
    "multipart": b'--x\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--x--\r\n',
}


@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_body_that_is_no_plain_object_is_refused(routes: Routes, raw: bytes) -> None:
    routes.refuse([place for place in routes.reading if place.media == JSON], {400}, raw=raw)


@pytest.mark.parametrize("size", [16 * 1024 + 1, 3_000_000])
def test_a_large_body_is_not_read(routes: Routes, size: int) -> None:
    routes.refuse(routes.reading, {413}, raw=b'{"x":"' + b"a" * (size - 8) + b'"}')


@pytest.mark.parametrize(
    "media",
    [
        "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml",
        "application/json; charset=utf-7", "application/json; charset=utf-16", "application/json; charset=bz2_codec",
        "application/json; charset=unicode_escape", "application/json; charset=idna",
        "application/json; charset=latin-1", "application/json; charset=nonsense", "application/json; charset=",
        "application/json; profile=x", "application/json" + ";a=b" * 200, "application/*", "json", "*/*",
    ],
    ids=lambda media: media[:40],
)  # fmt: skip
def test_other_media_types_are_not_read(routes: Routes, media: str) -> None:
    routes.refuse([place for place in routes.reading if place.is_ours], {415}, media=media, raw=b"{}")


MASS = (
    "id", "player", "player_id", "owner", "is_staff", "is_superuser", "is_active", "created_at", "seq", "hand", "deck",
    "seed", "status", "sha256", "scopes_all", "password", "__proto__", "constructor",
)  # fmt: skip


@pytest.mark.parametrize("member", MASS)
def test_members_nobody_asked_for_are_refused(routes: Routes, member: str) -> None:
    for place in routes.reading:
        if place.is_ours and member not in place.members():
            routes.refuse([place], {400}, body={**place.body, member: True})


def test_members_that_are_ignored_elsewhere_are_kept_nowhere(routes: Routes) -> None:
    """Allauth and OAuth ignore unknown members (RFC 6749, 3.2); none of them may be stored."""
    canary = "canary-of-mass-assignment"
    routes.asker.app.look_for = canary
    for place in routes.reading:
        if not place.is_ours:
            routes.asker.ask(place, body={**place.body, **dict.fromkeys(MASS, canary)})
            assert routes.asker.app.found == set(), place.path
    routes.asker.app.look_for = ""


QUERIES = (
    "nonsense=1", "format=api", "%00=1", "limit=1&limit=2", "cursor=%00", "limit=%FF", "limit=1000000000", "limit=-1",
    "limit=%D9%A1", "cursor=garbage", "a=1&" * 500,
)  # fmt: skip


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query[:20])
def test_a_query_that_is_not_described_is_refused(routes: Routes, query: str) -> None:
    routes.refuse([place for place in routes.places if place.is_ours], {400, 422}, query=query)


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "POST", "DELETE", "TRACE", "OPTIONS", "PROPFIND"])
def test_methods_that_are_not_described_are_refused(routes: Routes, method: str) -> None:
    described: dict[str, set[str]] = {}
    for place in routes.places:
        described.setdefault(place.path, set()).add(place.method)
    once = {place.path: place for place in routes.places if method not in described[place.path]}
    for place in once.values():
        heard = routes.asker.ask(place, method=method)
        assert (heard.status, heard.wrote) == (405, set()), (place.path, heard.body[:100])
        allowed = set(heard.headers["allow"].split(", ")) - {"HEAD", "OPTIONS"}
        assert allowed == described[place.path], place.path


SPELLINGS: dict[str, Callable[[str], str]] = {
    "a slash behind": lambda path: path + "/",
    "two slashes": lambda path: "/" + path,
    "two slashes inside": lambda path: path.replace("/", "//", 2),
    "an ending": lambda path: path + ".json",
    "a point behind": lambda path: path + ".",
    "a parameter": lambda path: path + ";a=b",
    "a way back": lambda path: path + "/..;/",
    "capitals": lambda path: path.replace("v1", "V1").replace("oauth", "OAuth"),
    "a NUL": lambda path: path + "\0",
    "a line": lambda path: path + "\n",
}


@pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_other_spellings_of_an_address_are_none(routes: Routes, spell: Callable[[str], str]) -> None:
    for place in routes.places:
        routes.refuse([place], {404, 405}, path=spell(place.path))


IDS: dict[str, Callable[[str], str]] = {
    "in braces": lambda _id: "{" + ID + "}",
    "as URN": lambda _id: f"urn:uuid:{ID}",
    "without hyphens": lambda _id: ID.replace("-", ""),
    "a number": lambda _id: "1",
    "NUL": lambda _id: "\0",
    "nobody's": lambda _id: ID,
}


@pytest.mark.parametrize("spell", IDS.values(), ids=IDS.keys())
def test_ids_that_are_none_lead_nowhere(routes: Routes, spell: Callable[[str], str]) -> None:
    for place in routes.places:
        parts = place.path.split("/")
        for number, part in enumerate(parts):
            if len(part) == len(ID) and part.count("-") == ID.count("-") and spell(part) != part:
                other = "/".join([*parts[:number], spell(part), *parts[number + 1 :]])
                routes.refuse([place], {404}, path=other)


HEADERS: dict[str, tuple[dict[str, str], set[int]]] = {
    "another host": ({"Host": "evil.example"}, {400}),
    "no host": ({"Host": ""}, {400}),
    "a port that is none": ({"Host": "localhost:99999x"}, {400}),
    "an expectation": ({"Expect": "the best"}, {400}),
    "chunks": ({"Transfer-Encoding": "chunked"}, {411}),
    "cookies without end": ({"Cookie": "a=b; " * 8000}, {431}),
}


@pytest.mark.parametrize(("headers", "statuses"), HEADERS.values(), ids=HEADERS.keys())
def test_headers_nobody_should_send_are_refused(routes: Routes, headers: dict[str, str], statuses: set[int]) -> None:
    for place in routes.places:
        heard = routes.asker.ask(place, headers={**place.headers, **headers})
        assert (heard.status in statuses, heard.wrote) == (True, set()), (place.path, heard.status)
        assert heard.headers["content-type"] == "application/problem+json"


def test_a_long_address_is_refused(routes: Routes) -> None:
    routes.refuse(routes.places, {414}, query="a" * 5000)


def test_a_token_that_is_none_is_refused_even_where_none_is_needed(routes: Routes) -> None:
    asking = [place for place in routes.places if place.is_ours and place.operation["security"] != [{}]]
    for header in ("Bearer", "Bearer x", "Basic YTpi", "Bearer ufd_" + "a" * 43, "Bearer \0", "ufd_x"):
        routes.refuse(asking, {401}, headers={"Authorization": header})


def test_what_is_no_json_is_not_served(routes: Routes) -> None:
    for accept in ("image/png", "application/xml", "application/json;q=0" + "x" * 9000):
        for place in routes.places:
            if place.is_ours:
                routes.refuse([place], {406}, headers={**place.headers, "Accept": accept})


def test_bodies_come_as_they_are(routes: Routes) -> None:
    for encoding in ("gzip", "br", "gzip, identity", "x"):
        for place in routes.reading:
            if place.is_ours:
                headers = {**place.headers, "Content-Encoding": encoding}
                routes.refuse([place], {415}, raw=gzip.compress(b"{}"), headers=headers)


def test_the_method_cannot_be_overridden(routes: Routes) -> None:
    for place in routes.places:
        if place.method == "GET":
            for name in ("X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"):
                heard = routes.asker.ask(place, headers={**place.headers, name: "DELETE"})
                assert (heard.status < 400, heard.wrote) == (True, set()), (place.path, heard.body[:100])


def test_every_method_is_tried() -> None:
    assert {method.upper() for method in METHODS} == {"GET", "PUT", "POST", "DELETE", "PATCH"}
