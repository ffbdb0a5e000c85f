"""A hidden object gets the same answer as one that does not exist: the same bytes, headers and statements."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.db import connection, transaction

from tests.authorisation import matrix_file

if TYPE_CHECKING:
    from tests.authorisation.matrix_file import Ask, Row
    from tests.authorisation.runner import MatrixRunner

HIDDEN: Final = 404


def _pairs() -> list[tuple[Ask, Row, Ask]]:
    """Return each row about a hidden object with the ask for an id that does not exist."""
    asks = {ask.name: ask for ask in matrix_file.read().asks}
    missing = {
        name: asks.get(name.replace("other", "none")) or asks.get(f"{ask.operation}.none") for name, ask in asks.items()
    }
    return [
        (ask, row, nothing)
        for name, ask in asks.items()
        for row in ask.rows
        if (nothing := missing[name]) is not None and nothing is not ask and _is_hidden(ask, row)
    ]


def _is_hidden(ask: Ask, row: Row) -> bool:
    return row.table == "private" or "other" in ask.name or "foreign_game" in ask.name


def _heard(runner: MatrixRunner, ask: Ask, row: Row, name: str) -> dict[str, Any]:
    """Return everything that a caller can observe."""
    principal = runner.identities.principals[name]
    path, body = runner.client.fill(ask, row, principal)
    asked: list[str] = []

    def noted(execute: Any, sql: str, *more: Any) -> Any:
        asked.append(re.sub(r"\bs\d+_x\d+\b", "", sql))
        return execute(sql, *more)

    with transaction.atomic(), connection.execute_wrapper(noted):
        answer = runner.client.send_filled(ask, principal, path, body)
        transaction.set_rollback(True)
    return {
        "status": answer.status_code,
        "headers": {**answer.headers, "X-Request-Id": ""},
        "body": answer.content,
        "statements": asked,
    }


@pytest.mark.timeout(900)
def test_hidden_and_missing_are_answered_alike(runner: MatrixRunner) -> None:
    compared, different = 0, []
    for ask, row, missing in _pairs():
        for name, cell in row.cells.items():
            nothing = missing.rows[0]
            if cell.status != HIDDEN or nothing.cells[name].text != cell.text:
                continue
            hidden, none = (_heard(runner, one, at, name) for one, at in ((ask, row), (missing, nothing)))
            compared += 1
            if hidden != none:
                said = [what for what in hidden if hidden[what] != none[what]]
                different.append(f"{ask.name} {row.table} {row.phase}, {name}: {said}")
    assert not different, "\n".join(different)
    assert compared > 100
