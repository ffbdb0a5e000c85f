"""Executes the whole of matrix.txt: every operation and every address, for every caller in every phase."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import get_resolver, resolve
from django.urls.resolvers import URLResolver

from config import web_client
from tests.authorisation import matrix_file
from tests.authorisation.clients import NONE, PLACE
from tests.authorisation.matrix_file import ALONE
from tests.contract.openapi import document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.authorisation.matrix_file import Ask
    from tests.authorisation.runner import MatrixRunner

pytestmark = pytest.mark.slow

METHODS = ("get", "post", "put", "patch", "delete")
IDS = re.compile(r"\{\w+_id\}")
TABLES = "public", "private"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("table", [ALONE, *TABLES])
def test_everybody_is_answered_as_is_written_down(runner: MatrixRunner, table: str) -> None:
    faults = [fault for ask in matrix_file.read().asks for fault in runner.play(ask.at(table))]
    assert not faults, "\n".join(faults)


def test_every_operation_has_a_row_and_no_row_is_about_another() -> None:
    described = {
        operation["operationId"]: (method.upper(), path)
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
        if method in METHODS
    }
    asked = {ask.operation: ask for ask in matrix_file.read().asks if _is_described(ask)}
    assert set(described) - set(asked) == set(), "operations without a row"
    assert set(asked) - set(described) == set(), "rows about no operation"
    for ask in matrix_file.read().asks:
        if _is_described(ask):
            method, path = described[ask.operation]
            assert (ask.method, bool(_fits(path, ask.path))) == (method, True), ask.name


WEB = {"", "assets", *web_client.FILES, *web_client.SCREENS}
"""Files of the web client, the same for everybody."""


def test_every_address_has_a_row_and_every_route_of_the_api_is_described() -> None:
    patterns = set(_patterns(get_resolver().url_patterns))
    known = [ask for ask in matrix_file.read().asks if not ask.path.startswith("{") and ".malformed" not in ask.name]
    reached = {_plain(resolve(_some(ask)).route) for ask in known}
    reached |= {"m/<path:token>", "m/unsubscribe/<str:token>", "m/stay/<str:token>", "m/no-invitations/<str:token>"}
    assert {one for one in patterns - reached if one.split("/")[0] not in WEB} == set(), "addresses without a row"
    paths = {_shape(path) for path in document()["paths"]}
    api = {_shape(f"/{pattern}") for pattern in patterns if pattern.startswith(("v1/", "oauth/", ".well-known/"))}
    assert api - paths == set(), "routes that openapi.yaml does not describe"
    assert paths - api == set(), "described, and not there"


def test_every_table_in_every_phase_is_asked_for_once() -> None:
    phases = set(matrix_file.read().phases)
    for ask in matrix_file.read().asks:
        asked = [(row.table, row.phase) for row in ask.rows]
        assert len(asked) == len(set(asked)), f"{ask.name} has two answers"
        wanted = {(ALONE, ALONE)}
        if any(place in ask.path for place in ("{game}", "{code}", "{named_code}")):
            wanted = {("public", phase) for phase in phases} | {
                ("private", phase) for phase in matrix_file.read().private
            }
        if "{series}" in ask.path:  # its matches have begun
            wanted = {(table, phase) for table, phase in asked if table in TABLES}
            assert {table for table, _ in wanted} == set(TABLES), ask.name
        # Closed tables have rows only where their answers differ from those of public ones.
        assert {(table, phase) for table, phase in asked if table != "closed"} == wanted, ask.name


def test_every_id_is_tried_as_nobodys_and_as_none() -> None:
    """Wherever an address contains an id, there are rows for an unknown id and for a malformed one."""
    by_operation: dict[str, list[Ask]] = {}
    for ask in matrix_file.read().asks:
        by_operation.setdefault(ask.operation, []).append(ask)
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            if method in METHODS and IDS.search(path):
                tried = " ".join(ask.path for ask in by_operation[operation["operationId"]])
                assert "{none}" in tried, operation["operationId"]
                assert "{malformed}" in tried, operation["operationId"]
                assert any(place in tried for place in ("{game}", "{other.", "{series}")), operation["operationId"]


def test_whatever_the_rows_demand_can_be_had() -> None:
    """Each operation succeeds for at least one caller; otherwise the matrix would say nothing about it."""
    succeeding = {
        ask.operation
        for ask in matrix_file.read().asks
        for row in ask.rows
        for cell in row.cells.values()
        if cell.status < 400
    }
    assert {ask.operation for ask in matrix_file.read().asks} - succeeding == set(matrix_file.read().never)


def test_no_code_is_explained_that_nobody_gets() -> None:
    said = {cell.code for ask in matrix_file.read().asks for row in ask.rows for cell in row.cells.values()}
    assert set(matrix_file.read().codes.values()) - said == set()


def _is_described(ask: Ask) -> bool:
    return ask.path.startswith(("/v1/", "/oauth/", "/.well-known/"))


def _fits(path: str, asked: str) -> bool:
    """Return whether the address matches this path."""
    return re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", path), asked.partition("?")[0]) is not None


def _shape(path: str) -> str:
    return re.sub(r"<[^>]*>|\{[^}]*\}", "*", path)


def _patterns(found: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in found:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern.url_patterns, route)
        else:
            yield _plain(route)


def _plain(route: str) -> str:
    """Return a route as it is written in a URL. The admin lists its applications in no fixed order."""
    return re.sub(r"<app_label>[^)]*", "<app_label>", route.replace("^", ""))


def _some(ask: Ask) -> str:
    """Return an example of the addresses that this ask may use."""
    bare = ask.path.partition("?")[0]
    return PLACE.sub(lambda found: "name" if found[1].startswith("name") else str(NONE), bare)
