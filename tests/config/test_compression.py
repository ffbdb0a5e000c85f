"""Only answers that any cache may keep are compressed."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.contract.openapi import COMMITTED

if TYPE_CHECKING:
    from django.test import Client

GZIP = {"HTTP_ACCEPT_ENCODING": "gzip, deflate"}
DOCUMENTS = ("/openapi.yaml", "/openapi.json", "/openapi-examples.json")


@pytest.mark.parametrize("path", DOCUMENTS)
def test_the_description_is_compressed_for_clients_that_accept_it(client: Client, path: str) -> None:
    plain, zipped = client.get(path), client.get(path, **GZIP)
    assert "Content-Encoding" not in plain.headers
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == plain.content
    assert len(zipped.content) < len(plain.content) / 4
    assert plain.headers["Vary"] == zipped.headers["Vary"] == "Accept-Encoding"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/openapi.json", "/v1/rulesets"])
@pytest.mark.parametrize("refused", ["", "gzip;q=0", "br, gzip; q=0.0", "identity"])
def test_a_client_that_does_not_accept_gzip_gets_none(client: Client, path: str, refused: str) -> None:
    assert "Content-Encoding" not in client.get(path, HTTP_ACCEPT_ENCODING=refused).headers
    assert client.get(path, HTTP_ACCEPT_ENCODING="br;q=0, gzip;q=0.5").headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("path", DOCUMENTS)
def test_each_form_of_the_description_has_a_tag_of_its_own(client: Client, path: str) -> None:
    plain, zipped = client.get(path), client.get(path, **GZIP)
    assert plain.headers["ETag"] != zipped.headers["ETag"]
    for answer, accepted in ((plain, {}), (zipped, GZIP)):
        again = client.get(path, **accepted, HTTP_IF_NONE_MATCH=answer.headers["ETag"])
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", answer.headers["ETag"])
    assert client.get(path, HTTP_IF_NONE_MATCH='"of something else"').status_code == 200


def test_the_description_in_json_is_that_in_yaml(client: Client) -> None:
    answer = client.get("/openapi.json")
    assert answer.headers["Content-Type"] == "application/json"
    assert json.loads(answer.content) == yaml.load(COMMITTED.read_text(), Loader=yaml.CSafeLoader)


@pytest.mark.django_db
def test_a_public_answer_is_compressed_with_a_weak_tag(client: Client) -> None:
    plain, zipped = client.get("/v1/rulesets"), client.get("/v1/rulesets", **GZIP)
    assert "public" in plain.headers["Cache-Control"]
    assert gzip.decompress(zipped.content) == plain.content
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert zipped.headers["ETag"] == "W/" + plain.headers["ETag"]
    for tag in (plain.headers["ETag"], zipped.headers["ETag"]):
        assert client.get("/v1/rulesets", **GZIP, HTTP_IF_NONE_MATCH=tag).status_code == 304


@pytest.mark.django_db
def test_no_answer_with_a_secret_or_for_one_viewer_is_compressed(client: Client) -> None:
    guest = client.post("/v1/guests", data={}, content_type="application/json", **GZIP)
    assert guest.status_code == 201
    token = {"HTTP_AUTHORIZATION": f"Bearer {guest.json()['token']}"}
    made = _post(client, "/v1/games", {"seats": 2, "private": True}, token)
    answers = [
        guest,
        made,
        client.get(f"/v1/games/{made.json()['game']['id']}", **GZIP, **token),
        client.get("/v1/me", **GZIP, **token),
        client.get("/v1/me/tokens", **GZIP, **token),
        _post(client, "/v1/me/tokens", {"name": "bot", "scopes": ["games:play"]}, token),
    ]
    assert [one.status_code for one in answers] == [201, 201, 200, 200, 200, 201]
    assert [one.headers.get("Content-Encoding") for one in answers] == [None] * len(answers)


def _post(client: Client, path: str, body: dict[str, Any], token: dict[str, str]) -> Any:
    return client.post(path, data=json.dumps(body), content_type="application/json", **GZIP, **token)
