"""Every error code is raised by a class, has a status and is documented and described; and the reverse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from common.api.problem import STATUS
from common.http import errors as http_errors
from games import errors as games_errors
from players import errors as players_errors
from tests.contract.openapi import document

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parents[2] / "docs" / "clients" / "errors.md"
BASES = (engine.EngineError, games_errors.GameError, players_errors.PlayersError, http_errors.HttpError)


def coded(base: type[Exception]) -> Iterator[tuple[str, type[Exception]]]:
    """Yield every class under `base` that has a code of its own."""
    for kind in base.__subclasses__():
        if "code" in vars(kind):
            yield vars(kind)["code"], kind
        yield from coded(kind)


def raised() -> list[tuple[str, type[Exception]]]:
    return [pair for base in BASES for pair in coded(base)]


def documented() -> dict[str, int]:
    rows = re.findall(r"^\| `(\w+)` \| (\d{3}) \| \S", DOCS.read_text(), flags=re.MULTILINE)
    assert len(rows) == len(dict(rows)), "a code is documented twice"
    return {code: int(status) for code, status in rows}


def test_no_two_errors_share_a_code() -> None:
    codes = [code for code, _ in raised()]
    assert sorted(codes) == sorted(set(codes))


def test_every_code_has_a_status_and_every_status_a_code() -> None:
    assert {code for code, _ in raised()} == set(STATUS)


def test_every_code_is_documented_with_its_status_and_nothing_else_is() -> None:
    assert documented() == dict(STATUS)


def test_every_code_is_in_the_description() -> None:
    assert set(document()["components"]["schemas"]["ErrorCode"]["enum"]) == set(STATUS)


def test_codes_are_words() -> None:
    for code in STATUS:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code), code


def test_every_refusal_is_a_client_error_but_ours() -> None:
    assert {code for code, status in STATUS.items() if status >= 500} == {"internal_error", "store_busy"}
