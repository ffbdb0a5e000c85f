"""The `type` of every problem opens a page that explains its code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from common.api.problem import STATUS, TYPES, problem_body
from common.http.errors import RouteNotFound
from common.openapi.codes import explanations
from tests.contract.openapi import document

if TYPE_CHECKING:
    from django.test import Client


@pytest.mark.parametrize("code", STATUS)
def test_the_type_of_each_code_opens_its_page(code: str, client: Client) -> None:
    page = client.get(TYPES + code)
    assert page.status_code == 200
    assert page["Content-Type"].startswith("text/html")
    text = page.content.decode()
    assert f"<code>{code}</code> · status {STATUS[code]}" in text
    assert {"What it means", "What to do", "What it says", "Where it comes from"} <= set(
        re.findall(r"<h2>(.*)</h2>", text)
    )


def test_the_page_shows_what_it_says_and_where_it_comes_from(client: Client) -> None:
    text = client.get("/docs/errors/card_not_playable").content.decode()
    assert "<li><code>card</code> does not answer the draw card on top." in text
    assert "(section 8.3 of the rules, paragraph <code>jump_in</code>)" in text
    assert '<a href="/docs#operation-send_command"><code>POST /v1/games/{game_id}/commands</code></a>' in text


def test_every_code_has_a_meaning_and_advice() -> None:
    assert [code for code, said in explanations().items() if not (said.meaning.strip() and said.advice.strip())] == []
    assert set(explanations()) == set(STATUS)


def test_the_list_leads_to_every_page(client: Client) -> None:
    listed = re.findall(r'<a href="/docs/errors/(\w+)">', client.get("/docs/errors").content.decode())
    assert listed == list(explanations())


def test_there_is_no_page_about_anything_else(client: Client) -> None:
    answer = client.get("/docs/errors/<script>")
    assert (answer.status_code, answer.json()["type"]) == (404, "/docs/errors/not_found")


def test_the_page_loads_nothing_and_may_be_kept(client: Client) -> None:
    page = client.get("/docs/errors/not_found")
    assert page["Content-Security-Policy"].startswith("default-src 'none'; style-src 'sha256-")
    assert page["Cache-Control"] == "public, max-age=300"
    assert not re.search(r"https?://|<script", page.content.decode())


def test_the_type_is_described_as_an_address() -> None:
    assert document()["components"]["schemas"]["Problem"]["properties"]["type"]["format"] == "uri-reference"
    assert problem_body(RouteNotFound())["type"] == "/docs/errors/not_found"
