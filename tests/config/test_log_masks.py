"""No log line names a person, in any process."""

from __future__ import annotations

import io
import json
import logging
from time import thread_time

import pytest

from config.observability.logging import logging_config
from config.observability.masking import mask


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("550 5.1.1 <ada.l+x@mail.example.org>: user unknown", "550 5.1.1 <<address>>: user unknown"),
        ("{'ada@example.org': (550, b'no')}", "{'<address>': (550, b'no')}"),
        ("Ада@пример.рф", "<address>"),
        ("DETAIL:  Key (name_key)=(ada) already exists.", "DETAIL:  Key (name_key)=(<value>) already exists."),
        ("DETAIL:  Key (a, b)=(1, ada(x)) already exists.", "DETAIL:  Key (a, b)=(<value>) already exists."),
        ("DETAIL:  Failing row contains (1, Ada, a@b.c, null).", "DETAIL:  Failing row contains (<row>)."),
        ("Internal Server Error: /v1/players/Ada", "Internal Server Error: /v1/players/<name>"),
        ("Internal Server Error: /v1/invitations/BCDF-2345", "Internal Server Error: /v1/invitations/<code>"),
        ("Not Found: /join/bcdf 2345", "Not Found: /join/<code> 2345"),
        ("/v1/games/5f0c/seats/1/loan?code=BCDF-2345 failed", "/v1/games/5f0c/seats/1/loan?<query> failed"),
        (
            "Internal Server Error: /admin/players/player/?q=Ada",
            "Internal Server Error: /admin/players/player/?<query>",
        ),
        ("/admin/players/player/?q=Ada?x and more", "/admin/players/player/?<query> and more"),
        ("/admin/ and /admin/login/", "/admin/ and /admin/login/"),
        ("Key (a)=(1) is not present; Key (b", "Key (a)=(<value>) is not present; Key (b"),
        ("Key (name)=(ada, which goes on", "Key (name)=(<value>"),
        ("..ada@mail.example.org., a@b", "<address>., a@b"),
        ("game 5f0c: the worker's part failed", "game 5f0c: the worker's part failed"),
        ("redis://:secret@127.0.0.1:6379/0", "redis://:<address>:6379/0"),
    ],
)
def test_what_tells_who_somebody_is_is_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    "part",
    [
        "a",
        "a.",
        "a@",
        "a@.",
        ".",
        "Key (",
        "Key ()=(",
        "Key (a)=(b) ",
        "Failing row contains (",
        "/admin/",
        "/admin/?",
        "/v1/players/",
        "/join/",
        "/loan?",
        "/oauth/authorize?",
        "code_verifier",
        "code_verifier=",
        "ufa_",
    ],
)
@pytest.mark.parametrize("middle", ["", "@"])
def test_the_time_for_a_long_text_grows_no_faster_than_the_text(part: str, middle: str) -> None:
    half = part * (100_000 // len(part))
    begun = thread_time()
    mask(half + middle + half)
    assert thread_time() - begun < 2  # some took minutes


@pytest.mark.parametrize("form", ["json", "plain"])
def test_a_traceback_is_masked_too(form: str) -> None:
    formatter = logging_config(form, "INFO")["formatters"]["line"]
    made = formatter.pop("()")(**formatter)
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(made)
    logger = logging.getLogger(f"{__name__}.{form}")
    logger.propagate = False
    logger.addHandler(handler)
    try:
        int("Key (email)=(ada@example.org) already exists.")
    except ValueError:
        logger.exception("it broke for %s", "ada@example.org")
    line = output.getvalue()
    assert "ada@" not in line
    assert "ValueError" in line
    assert "it broke for <address>" in (json.loads(line)["event"] if form == "json" else line)
