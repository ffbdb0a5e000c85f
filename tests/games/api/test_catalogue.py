"""The words for people, as clients get them."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

import engine
from common.translations import LANGUAGES

if TYPE_CHECKING:
    from django.test import Client

    from tests.contract.client import ContractClient

CATALOGUE = "/v1/catalogue"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_named_or_preferred(stranger: ContractClient, language: str) -> None:
    named = stranger.get(f"{CATALOGUE}?language={language}")
    preferred = stranger.get(CATALOGUE, headers={"Accept-Language": f"de, {language};q=0.5"})
    assert named.json()["language"] == named["Content-Language"] == language
    assert named.content == preferred.content
    assert named["ETag"] == preferred["ETag"]
    assert "Accept-Language" in named["Vary"]
    assert "public" in named["Cache-Control"]


def test_it_is_english_unless_asked_otherwise(stranger: ContractClient) -> None:
    assert stranger.get(CATALOGUE).json()["language"] == "en"


def test_who_has_it_is_told_so(stranger: ContractClient) -> None:
    tags = {stranger.get(f"{CATALOGUE}?language={language}")["ETag"] for language in LANGUAGES}
    assert len(tags) == len(LANGUAGES)
    for path in (CATALOGUE, f"{CATALOGUE}?language=en"):
        kept = stranger.get(path, headers={"If-None-Match": ", ".join(tags)})
        assert (kept.status_code, kept.content) == (304, b"")
    french = stranger.get(f"{CATALOGUE}?language=fr")["ETag"]
    assert stranger.get(CATALOGUE, headers={"If-None-Match": french}).status_code == 200


@pytest.mark.django_db
def test_it_is_compressed(client: Client) -> None:
    plain, zipped = client.get(CATALOGUE), client.get(CATALOGUE, headers={"Accept-Encoding": "gzip"})
    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == plain.content
    assert len(zipped.content) < len(plain.content) / 4
    assert {"Accept-Language", "Accept-Encoding"} <= set(zipped["Vary"].split(", "))


@pytest.mark.parametrize("query", ["language=de", "lang=fr"])
def test_another_language_is_refused(stranger: ContractClient, query: str) -> None:
    assert stranger.get(f"{CATALOGUE}?{query}").status_code == 400


def test_options_are_summed_up_in_the_language_of_the_reader(stranger: ContractClient) -> None:
    english = stranger.get("/v1/rulesets")
    french = stranger.get("/v1/rulesets", headers={"Accept-Language": "fr"})
    assert [option["summary"] for option in english.json()["options"]] == [one.summary for one in engine.describe()]
    assert "Accept-Language" in french["Vary"]
    assert french["ETag"] != english["ETag"]
    words = stranger.get(f"{CATALOGUE}?language=fr").json()["options"]
    assert [option["summary"] for option in french.json()["options"]] == [option["summary"] for option in words]
    for named, other in zip(english.json()["rulesets"], french.json()["rulesets"], strict=True):
        assert {**named, "not_applicable": list(named["not_applicable"])} == {
            **other,
            "not_applicable": list(other["not_applicable"]),
        }


def test_the_catalogue_names_the_drawing_of_each_card(stranger: ContractClient) -> None:
    catalogue = stranger.get(CATALOGUE).json()
    drawn = stranger.get(catalogue["drawings"])
    assert (drawn.status_code, drawn["Content-Type"]) == (200, "image/svg+xml")
    assert drawn["Cache-Control"] == "public, max-age=31536000, immutable"
    text = drawn.content.decode()
    assert all(f'<symbol id="{card["drawing"]}" ' in text for card in catalogue["cards"])
    assert stranger.get(catalogue["drawings"], headers={"If-None-Match": drawn["ETag"]}).status_code == 304


@pytest.mark.parametrize("query", ["", "?version=0000000000000000"])
def test_drawings_of_no_known_version_are_kept_for_a_while_only(stranger: ContractClient, query: str) -> None:
    drawn = stranger.get(f"{CATALOGUE}/faces.svg{query}")
    assert (drawn.status_code, drawn["Cache-Control"]) == (200, "public, max-age=300")


@pytest.mark.django_db
def test_drawings_are_compressed(client: Client) -> None:
    zipped = client.get(f"{CATALOGUE}/faces.svg", headers={"Accept-Encoding": "gzip"})
    assert zipped["Content-Encoding"] == "gzip"
    assert len(zipped.content) < 20_000
