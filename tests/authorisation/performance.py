"""Playing the matrix: every request is sent, judged, and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.authorisation.asking import Asker
from tests.authorisation.cast import Cast
from tests.authorisation.judging import Judge
from tests.authorisation.stage import Stage
from tests.authorisation.watching import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.authorisation.cast import Principal
    from tests.authorisation.script import Ask, Row


class Performance:
    """The people, the tables, and whoever watches. Lives inside one transaction."""

    def __init__(self) -> None:
        self.cast = Cast()
        self.stage = Stage(self.cast)
        self.stage.set_up()
        self.asker = Asker(self.cast, self.stage)
        self.judge = Judge(self.cast, self.stage)
        self.watch = Watch()

    def play(self, ask: Ask) -> Iterator[str]:
        """What is wrong with the answers to one ask, in words."""
        for row in ask.rows:
            for name in row.cells:
                yield from self.try_cell(ask, row, self.cast.principals[name])

    def try_cell(self, ask: Ask, row: Row, principal: Principal) -> Iterator[str]:
        """What is wrong with one answer."""
        path, body = self.asker.fill(ask, row, principal)
        self.watch.settle(self.asker.made)
        place = f"line {row.number}, {ask.name} {row.table} {row.phase}, {principal.name}"
        try:
            answer, changed = self.watch.during(lambda: self.asker.send_filled(ask, principal, path, body))
        except AssertionError as undescribed:
            yield f"{place}: {undescribed}"
            return
        cell = row.cells[principal.name]
        for fault in self.judge.faults(ask, row, principal, cell, answer, changed):
            yield f"{place}: {fault}"
