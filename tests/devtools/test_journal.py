"""The players of drills, who note what they send."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from devtools.drills import journal
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from devtools.drills.service import Service


class Away:
    """A service that lets guests in, and then answers nothing."""

    def guest(self) -> str:
        return "token"

    def table(self, _token: str) -> str:
        raise ConnectionRefusedError


def test_a_drill_does_not_wait_for_ever_for_a_service_that_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PATIENCE", 0.2)
    with pytest.raises(Trouble), journal.Journal(cast("Service", Away()), players=1) as people:
        people.wait_for(1)
