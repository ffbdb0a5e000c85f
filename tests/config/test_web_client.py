"""The web client is served as built: its page under a strict policy, its hashed files for ever, and nothing else."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from config import web_client

if TYPE_CHECKING:
    from pathlib import Path

    from django.test import Client
    from pytest_django.fixtures import SettingsWrapper

PAGE = b'<!doctype html><link rel="stylesheet" href="/assets/main-AAAAAAAA.css">'
SCRIPT = b"console.log('a move at a time');" * 20
FILES = {
    "index.html": PAGE,
    **{f"{screen}.html": PAGE + screen.encode() for screen in web_client.SCREENS},
    "service-worker.js": b"self.skipWaiting;",
    "manifest.webmanifest": b"{}",
    "icon.svg": b"<svg/>",
    "icon-192.png": b"\x89PNG",
    "secret.js": b"not named in FILES",
    "assets/main-BBBBBBBB.js": SCRIPT,
    "assets/main-AAAAAAAA.css": b"body {}",
    "assets/notes.txt": b"of no known type",
}


@pytest.fixture(autouse=True)
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "assets").mkdir()
    for name, body in FILES.items():
        (tmp_path / name).write_bytes(body)
    monkeypatch.setattr(web_client, "DIST", tmp_path)
    return tmp_path


@pytest.mark.parametrize("screen", ["", *web_client.SCREENS])
def test_the_first_part_of_an_address_names_its_page(client: Client, screen: str) -> None:
    answer = client.get(f"/{screen}")
    assert (answer.status_code, answer.content) == (200, PAGE + screen.encode())
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    below = client.get(f"/{screen}/01JG/rules".replace("//", "/"))
    assert (below.status_code, below.content == answer.content) == ((200, True) if screen else (404, False))


def test_the_page_is_asked_for_again_each_time_and_not_sent_again(client: Client) -> None:
    first = client.get("/")
    assert first.headers["Cache-Control"] == "public, no-cache"
    again = client.get("/", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_new_build_is_served_at_once(client: Client, dist: Path) -> None:
    tag = client.get("/").headers["ETag"]
    (dist / "index.html").write_bytes(b"<!doctype html>new")
    answer = client.get("/", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content) == (200, b"<!doctype html>new")


def test_previews_of_links_get_the_whole_address_of_the_picture_and_nothing_of_the_game(
    client: Client, dist: Path, settings: SettingsWrapper
) -> None:
    settings.PUBLIC_URL = "https://cards.example"
    for name in ("index", "join", "replays"):
        (dist / f"{name}.html").write_bytes(b'<meta property="og:image" content="{origin}/preview.png">')
    answers = [client.get(path).content for path in ("/", "/join/AbCd", "/replays/01JG")]
    assert answers == [b'<meta property="og:image" content="https://cards.example/preview.png">'] * 3


def test_the_page_runs_our_files_only_and_never_text(client: Client) -> None:
    policy = dict(part.partition(" ")[::2] for part in client.get("/").headers["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' data:",
        "connect-src": "'self'", "manifest-src": "'self'", "worker-src": "'self'", "form-action": "'none'",
        "base-uri": "'none'", "frame-ancestors": "'none'", "require-trusted-types-for": "'script'",
        "trusted-types": "service-worker",
    }  # fmt: skip


def test_a_hashed_file_is_kept_for_ever(client: Client) -> None:
    answer = client.get("/assets/main-BBBBBBBB.js")
    assert (answer.status_code, answer.content) == (200, SCRIPT)
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["/", "/assets/main-BBBBBBBB.js", "/service-worker.js"])
def test_files_are_compressed_for_those_who_read_gzip(client: Client, path: str) -> None:
    plain, zipped = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip"})
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == plain.content
    assert plain.headers["Vary"] == zipped.headers["Vary"] == "Accept-Encoding"
    assert plain.headers["ETag"] == zipped.headers["ETag"]


@pytest.mark.parametrize(
    "name", ["main-CCCCCCCC.js", "notes.txt", "..", "%2e%2e/index.html", "a%00.js", "x" * 300 + ".js"]
)
def test_what_is_not_there_is_404_and_no_cache_keeps_that(client: Client, name: str) -> None:
    answer = client.get(f"/assets/{name}")
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


def test_files_with_fixed_names_are_revalidated(client: Client) -> None:
    for name, kind in (
        ("service-worker.js", "text/javascript; charset=utf-8"), ("manifest.webmanifest", "application/manifest+json"),
        ("icon.svg", "image/svg+xml"), ("icon-192.png", "image/png"),
    ):  # fmt: skip
        answer = client.get(f"/{name}")
        assert (answer.status_code, answer.content) == (200, FILES[name])
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["Cache-Control"] == "public, no-cache"
    assert client.get("/secret.js").status_code == 404


def test_the_service_worker_may_ask_us_only(client: Client) -> None:
    policy = client.get("/service-worker.js").headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"


def test_nothing_is_changed_here(client: Client) -> None:
    assert client.post("/").status_code == 405
    assert client.delete("/assets/main-BBBBBBBB.js").status_code == 405
