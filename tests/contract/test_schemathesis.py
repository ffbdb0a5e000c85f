"""Requests generated from the description, by three identities, always get a described answer.

`make fuzz` does the same for longer (docs/contributors/security.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.contract.openapi import document
from tests.fuzz.__main__ import again, report
from tests.fuzz.isolation import isolated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.fuzz.operations import Trier

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
EXAMPLES = 4
"""Random requests per operation and way of making them."""
MORE_EXAMPLES = 40
"""The same where these are not enough: few random texts are names, and few pass an `If-Match`."""
OPERATIONS = [(path, method) for path, operations in document()["paths"].items() for method in operations]


NOT_HERE = {("/v1/me/guests", "post")}
"""Operations that no identity of this world may carry out: merging guests is tested in tests/games/merges."""


@pytest.fixture(scope="module")
def trier(django_db_setup: None, django_db_blocker: Any) -> Iterator[Trier]:  # noqa: ARG001  its database
    with django_db_blocker.unblock(), isolated() as trier:
        yield trier


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_an_operation_is_reached_and_keeps_to_its_description(trier: Trier, path: str, method: str) -> None:
    tally = trier.run(trier.schema[path][method], EXAMPLES)
    if not tally.reached():
        tally = trier.run(trier.schema[path][method], MORE_EXAMPLES)
    assert not tally.findings, "\n".join(tally.findings.values())
    assert (path, method) in NOT_HERE or (tally.reached() if _by_2xx(path, method) else tally.done)


def test_nearly_every_operation_is_reached_with_2xx() -> None:
    """The description of the others names their status of success."""
    reached = [place for place in OPERATIONS if _by_2xx(*place)]
    assert len(reached) >= 0.95 * len(OPERATIONS)
    others = (document()["paths"][path][method] for path, method in set(OPERATIONS) - set(reached))
    assert all(operation["x-success-status"] in operation["responses"] for operation in others)


def _by_2xx(path: str, method: str) -> bool:
    return "x-success-status" not in document()["paths"][path][method]


def test_a_run_ends_with_the_call_that_has_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    report([], again(7, 20, "POST /v1/games"))
    assert (
        capsys.readouterr()
        .out.splitlines()[-1]
        .endswith("Again: make fuzz ARGS='--seed 7 --examples 20 --operation \"POST /v1/games\"'")
    )
    assert again(7, 20, "") == "Again: make fuzz ARGS='--seed 7 --examples 20'"
