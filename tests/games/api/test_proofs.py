"""Keys and anchors over HTTP: what a stranger needs to watch the service without trusting it."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.proofs import anchors
from tests.contract.client import ContractClient
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db

DAYS = 5


@pytest.fixture
def watched() -> Iterator[ContractClient]:
    """Return a client without a token, after five days of anchors."""
    for day in range(DAYS):
        with tables.travelled(day * 86_400):
            for _ in range(day * 2 + 1):
                tables.lobby_of(tables.person())
            assert anchors.make()
    return ContractClient()


def ask(client: ContractClient, path: str) -> Any:
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    assert answer["Cache-Control"] == "public, max-age=300"
    return answer.json()


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def extends(first: int, second: int, old: bytes, new: bytes, path: list[bytes]) -> bool:
    """Check consistency as RFC 9162, section 2.1.4 describes it, independently of the service's own code."""
    if first == second:
        return old == new and not path
    if first & (first - 1) == 0:
        path = [old, *path]
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return (fr, sr, sn) == (old, new, 0)


def test_a_stranger_checks_every_signature_with_the_published_keys(watched: ContractClient) -> None:
    keys = {key["id"]: bytes.fromhex(key["public_key"]) for key in ask(watched, "/v1/keys")["keys"]}
    for anchor in ask(watched, "/v1/anchors")["anchors"]:
        text, _, line = anchor["checkpoint"].partition("\n\n")
        origin, size, root = text.split("\n")
        assert (int(size), base64.b64decode(root).hex()) == (anchor["size"], anchor["root"])
        dash, name, encoded = line.rstrip("\n").split(" ")
        blob, public = base64.b64decode(encoded), keys[anchor["key"]]
        assert (dash, name) == ("\N{EM DASH}", origin)
        assert blob[:4] == hashlib.sha256(origin.encode() + b"\n\1" + public).digest()[:4]
        Ed25519PublicKey.from_public_bytes(public).verify(blob[4:], (text + "\n").encode())
        assert hashlib.sha256(public).hexdigest()[:16] == anchor["key"]


def test_a_stranger_follows_the_log_from_any_day_to_any_later_one(watched: ContractClient) -> None:
    shown = ask(watched, "/v1/anchors")["anchors"][::-1]
    for number, first in enumerate(shown):
        for second in shown[number:]:
            proof = ask(watched, f"/v1/anchors/consistency?first={first['date']}&second={second['date']}")
            assert (proof["first"], proof["second"]) == (first, second)
            roots = [bytes.fromhex(anchor["root"]) for anchor in (first, second)]
            path = [bytes.fromhex(step) for step in proof["path"]]
            assert extends(first["size"], second["size"], roots[0], roots[1], path)
            assert not path or not extends(first["size"], second["size"], roots[0], roots[1], path[::-1] + path)


def test_anchors_come_in_pages_newest_first(watched: ContractClient) -> None:
    whole = [anchor["date"] for anchor in ask(watched, "/v1/anchors")["anchors"]]
    assert whole == sorted(whole, reverse=True)
    assert len(whole) == DAYS
    found, following = [], "?limit=2"
    while following:
        page = ask(watched, f"/v1/anchors{following}")
        found += [anchor["date"] for anchor in page["anchors"]]
        following = page["next"] and f"?limit=2&cursor={page['next']}"
    assert found == whole


def test_without_anchors_there_is_an_empty_list_and_a_key() -> None:
    client = ContractClient()
    assert ask(client, "/v1/anchors") == {"anchors": [], "next": None}
    (key,) = ask(client, "/v1/keys")["keys"]
    assert key["until"] is None


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/anchors?cursor=x", 400, "bad_cursor"),
        ("/v1/anchors?limit=0", 400, "bad_parameter"),
        ("/v1/anchors?before=2026-01-01", 400, "bad_parameter"),
        ("/v1/keys?x=1", 400, "bad_parameter"),
        ("/v1/anchors/consistency", 400, "bad_parameter"),
        ("/v1/anchors/consistency?first=2026-11-01", 400, "bad_parameter"),
        ("/v1/anchors/consistency?first=2026-11-02&second=2026-11-01", 400, "bad_parameter"),
        ("/v1/anchors/consistency?first=2026-02-30&second=2026-11-01", 400, "bad_parameter"),
        ("/v1/anchors/consistency?first=20261101&second=20261102", 400, "bad_parameter"),
        ("/v1/anchors/consistency?first=0000-00-00&second=9999-99-99", 400, "bad_parameter"),
        ("/v1/anchors/consistency?first=2026-11-01&first=2026-11-01&second=2026-11-02", 400, "bad_parameter"),
        ("/v1/anchors/consistency?first=1999-01-01&second=1999-01-02", 404, "anchor_not_found"),
    ],
)
def test_strange_questions_are_refused(path: str, status: int, code: str) -> None:
    answer = ContractClient().get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
