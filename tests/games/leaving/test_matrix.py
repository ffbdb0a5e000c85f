"""Who may leave, stay and take his data along: every operation by every kind of asker, written down by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction

from tests.games.api.people import make_person
from tests.games.api.test_matrix import askers

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient

MATRIX: dict[str, tuple[int, ...]] = {
    #                 anon out  read play aim  rev  guest host; the aimless have all scopes but those of games
    "leave": (401, 202, 403, 403, 403, 401, 202, 202),
    "stay": (401, 204, 403, 403, 204, 401, 204, 204),
    "export_me": (401, 200, 403, 403, 403, 401, 200, 200),
}
ASKS: dict[str, Callable[[ContractClient], Any]] = {
    "leave": lambda client: client.delete("/v1/me"),
    "stay": lambda client: client.delete("/v1/me/leaving"),
    "export_me": lambda client: client.get("/v1/me/export"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("operation", MATRIX)
def test_everybody_may_do_what_is_written_down(operation: str) -> None:
    found = []
    for client in askers(make_person(), make_person()):
        with transaction.atomic():
            found.append(ASKS[operation](client).status_code)
            transaction.set_rollback(True)
    assert tuple(found) == MATRIX[operation]
