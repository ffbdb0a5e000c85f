"""Runs the matrix: sends every request, checks the answer, and rolls the database back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.authorisation.clients import MatrixClient
from tests.authorisation.expectations import Expectations
from tests.authorisation.factories import GameFactory
from tests.authorisation.identities import Identities
from tests.authorisation.table_counts import TableCounts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.authorisation.identities import Principal
    from tests.authorisation.matrix_file import Ask, Row


class MatrixRunner:
    """The people, games and spectators, inside one transaction."""

    def __init__(self) -> None:
        self.identities = Identities()
        self.games = GameFactory(self.identities)
        self.games.set_up()
        self.client = MatrixClient(self.identities, self.games)
        self.expectations = Expectations(self.identities, self.games)
        self.table_counts = TableCounts()

    def play(self, ask: Ask) -> Iterator[str]:
        """Yield what is wrong with the answers to one ask, as sentences."""
        for row in ask.rows:
            for name in row.cells:
                yield from self.try_cell(ask, row, self.identities.principals[name])

    def try_cell(self, ask: Ask, row: Row, principal: Principal) -> Iterator[str]:
        path, body = self.client.fill(ask, row, principal)
        self.table_counts.settle(self.client.made)
        place = f"line {row.number}, {ask.name} {row.table} {row.phase}, {principal.name}"
        try:
            answer, changed = self.table_counts.during(lambda: self.client.send_filled(ask, principal, path, body))
        except AssertionError as undescribed:
            yield f"{place}: {undescribed}"
            return
        cell = row.cells[principal.name]
        for fault in self.expectations.faults(ask, row, principal, cell, answer, changed):
            yield f"{place}: {fault}"
