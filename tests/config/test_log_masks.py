"""No log line says who somebody is, whoever wrote it."""

from __future__ import annotations

import io
import json
import logging

import pytest

from config.log_masks import mask
from config.logging import logging_config


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
        (
            "Internal Server Error: /admin/players/player/?q=Ada",
            "Internal Server Error: /admin/players/player/?<query>",
        ),
        ("game 5f0c: the worker's part failed", "game 5f0c: the worker's part failed"),
        ("redis://:secret@127.0.0.1:6379/0", "redis://:<address>:6379/0"),
    ],
)
def test_what_tells_who_somebody_is_is_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


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
