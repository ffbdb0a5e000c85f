"""The guide docs/clients/access.md, run literally with curl and openssl, and its tables compared with the code."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from players.scopes import ALL_SCOPES
from players.secret_tokens import PREFIXES

if TYPE_CHECKING:
    from tests.players.oauth.clients import Browser
    from tests.players.people import Someone

GUIDE = (Path(__file__).parents[3] / "docs" / "clients" / "access.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)


def run(snippet: str, variables: dict[str, str]) -> list[str]:
    """Return the lines that a snippet prints."""
    done = subprocess.run(["bash", "-euc", snippet], env={"PATH": "/usr/bin:/bin:/usr/local/bin", **variables},
        capture_output=True, text=True, check=True, timeout=60)  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("live_server", "player")
def test_the_example_works_as_it_stands(site: str, author: Someone, browser: Browser) -> None:
    register, ask, exchange, use, back = SNIPPETS
    known = {"SITE": site, "DEVICE": author.secret}
    app: dict[str, Any] = json.loads("".join(run(register, known)))
    known["CLIENT"] = app["app"]["id"]
    *_, url, verifier = run(ask + '\necho "$VERIFIER"', known)
    browser.sign_in(url.removeprefix(site), "ada@example.org")
    known |= {"CODE": browser.decide(url.removeprefix(site))["code"], "VERIFIER": verifier}
    given = json.loads("".join(run(exchange, known)))
    known |= {"ACCESS": given["access_token"], "REFRESH": given["refresh_token"]}
    me, again = (json.loads("".join(run(line, known))) for line in use.strip().splitlines())
    assert me["name"] == "Ada"
    known |= {"ACCESS": again["access_token"], "REFRESH": again["refresh_token"]}
    assert json.loads("".join(run(back, known))) == {"active": False}, "given back before it was asked about"


def test_the_tables_are_those_of_the_code() -> None:
    assert re.findall(r"^\| `(\w+:\w+|webhooks)` \|", GUIDE, re.MULTILINE) == list(ALL_SCOPES)
    assert re.findall(r"^\| `(uf\w_)` \|", GUIDE, re.MULTILINE) == list(PREFIXES.values())
