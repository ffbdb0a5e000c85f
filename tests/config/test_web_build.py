"""The committed build of the web client: what a first visit loads is small, and the page has nothing inline."""

from __future__ import annotations

import gzip
import re
import struct
from typing import TYPE_CHECKING, Final

import pytest

from config import web_client

if TYPE_CHECKING:
    from django.test import Client

BUDGET: Final = 120_000  # bytes, compressed
MOST_OF_PREVIEW: Final = 100_000  # bytes: some services load no larger picture of a link in time


PAGES: Final = ("index", *web_client.SCREENS)


def page(name: str = "index") -> str:
    return (web_client.DIST / f"{name}.html").read_text(encoding="utf-8")


def files_of(name: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/assets/[^"]+)"', page(name))


def weight(client: Client, path: str) -> int:
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200, path
    return len(answer.content if answer.headers.get("Content-Encoding") == "gzip" else gzip.compress(answer.content))


@pytest.mark.parametrize("name", PAGES)
def test_a_first_visit_loads_at_most_120_kb(client: Client, name: str) -> None:
    files = files_of(name)
    assert len(files) >= 2
    drawings = client.get("/v1/catalogue").json()["drawings"]
    weights = {path: weight(client, path) for path in ("/", *files, "/v1/catalogue", drawings)}
    assert sum(weights.values()) <= BUDGET, weights


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_all_scripts_that_its_screen_needs(name: str) -> None:
    named = set(files_of(name))
    for file in [one for one in named if one.endswith(".js")]:
        script = (web_client.DIST / file.removeprefix("/")).read_text(encoding="utf-8")
        imported = re.findall(r'(?:\bfrom|\bimport)"\./([^"]+\.js)"', script)
        assert {f"/assets/{one}" for one in imported} <= named, file


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_files_that_are_there_and_holds_no_script_or_style(client: Client, name: str) -> None:
    for path in re.findall(r'(?:href|src)="([^"]+)"', page(name)):
        assert client.get(path).status_code == 200, path
    assert not re.search(r"<style|<script(?![^>]* src=)|\son\w+=|\sstyle=", page(name))


def test_the_service_worker_keeps_the_files_of_this_build_and_knows_the_screens() -> None:
    worker = (web_client.DIST / "service-worker.js").read_text(encoding="utf-8")
    assert {f"/assets/{file.name}" for file in (web_client.DIST / "assets").iterdir()} == set(
        re.findall(r'"(/assets/[^"]+\.(?:js|css))"', worker)
    )
    assert all(f'"{screen}"' in worker for screen in web_client.SCREENS)


def test_the_manifest_names_icons_that_are_there(client: Client) -> None:
    manifest = client.get("/manifest.webmanifest").json()
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).headers["Content-Type"] == icon["type"]


def test_the_picture_of_a_link_is_there_and_as_large_as_the_page_says(client: Client) -> None:
    named = dict(re.findall(r'<meta property="og:image(?::(\w+))?" content="([^"]+)"', page()))
    assert named[""] == "{origin}/preview.png"
    picture = client.get("/preview.png").content
    assert len(picture) <= MOST_OF_PREVIEW
    assert struct.unpack(">II", picture[16:24]) == (int(named["width"]), int(named["height"]))
