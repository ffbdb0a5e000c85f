"""The page on which players check a match: the same for everybody, and unable to load anything else."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from django.test import Client

FOLDER = Path(__file__).parents[2] / "verifier"


def test_the_page_has_one_address(client: Client) -> None:
    answer = client.get("/verify")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/verify/")


@pytest.mark.parametrize(
    ("path", "name"), [("", "index.html"), *((name, name) for name in ("page.js", "texts.js", "verify.js"))]
)
def test_it_is_served_as_committed(client: Client, path: str, name: str) -> None:
    answer = client.get(f"/verify/{path}")
    assert answer.content == (FOLDER / name).read_bytes()
    assert answer.headers["Content-Type"].startswith("text/html" if name.endswith("html") else "text/javascript")
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert not answer.cookies


def test_nothing_else_of_the_folder_is_served(client: Client) -> None:
    for path in ("index.html/", "..%2fmanage.py", "verify.mjs"):
        assert client.get(f"/verify/{path}").status_code == 404


def test_its_policy_lets_its_own_scripts_and_its_one_style_sheet_run_and_nothing_out(client: Client) -> None:
    answer = client.get("/verify/")
    policy = answer.headers["Content-Security-Policy"]
    style = re.findall(r"<style>(.*?)</style>", answer.content.decode(), re.DOTALL)
    assert len(style) == 1
    digest = b64encode(sha256(style[0].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; script-src 'self'; ")
    assert "connect-src" not in policy
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|style=", answer.content.decode())


def test_it_says_that_this_is_no_product_of_mattel(client: Client) -> None:
    assert "Flipside is not affiliated with Mattel" in client.get("/verify/").content.decode()


def test_it_loads_nothing_from_elsewhere(client: Client) -> None:
    addresses = re.findall(r"https?://[^'\" ]+", client.get("/verify/").content.decode())
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}
