"""The auditor checks the log of anchors too: in steps, from its cursor, with the messages of `verify_log`."""

from __future__ import annotations

import math
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from structlog.testing import capture_logs

from games.audit import alerts, anchor_log, auditor
from games.audit.metrics import figures
from games.models import Anchor, Found
from games.proofs import anchors
from tests.games import audits, tables
from tests.games.tampering import ANCHOR_LIES, tampered

if TYPE_CHECKING:
    from pytest_django import Settings

pytestmark = pytest.mark.django_db

FLIP = "UPDATE anchor_leaf SET chain = sha256(chain) WHERE place = {}"
"""SQL that changes a leaf."""
KEEP = "CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT place, chain FROM anchor_leaf"
MEND = "UPDATE anchor_leaf l SET chain = k.chain FROM kept k WHERE k.place = l.place"


@pytest.fixture(autouse=True)
def days(empty_log: None) -> list[date]:  # noqa: ARG001  deletes logs, so it comes first
    """Return two days with an anchor: three games, and two more."""
    [[today]] = tables.raw("SELECT (service_now() AT TIME ZONE 'UTC')::date")
    assert isinstance(today, date)
    days = [today - timedelta(days=1), today]
    for day, games in zip(days, (3, 2), strict=True):
        for _ in range(games):
            tables.lobby_of(tables.person())
        anchors.make(day)
    return days


def number(day: date) -> int:
    """Return a day as the fault log stores it."""
    return int(day.strftime("%Y%m%d"))


def look(rest: float = 0) -> None:
    """Run a whole round."""
    assert auditor.look_at_anchors(math.inf, rest)


def test_a_sound_log_is_looked_at_and_then_left_alone_for_a_while() -> None:
    look()
    look(rest=auditor.REST)
    assert (figures().rounds["anchors"].games, figures().rounds["anchors"].events) == (2, 5)
    assert audits.found() == []
    look()
    assert figures().rounds["anchors"].events == 10


def test_before_the_first_anchor_a_round_is_over_at_once() -> None:
    tampered("DELETE FROM anchor", "DELETE FROM anchor_leaf", "DELETE FROM anchor_node")
    look()
    assert figures().rounds["anchors"].unchecked < 60
    assert figures().rounds["anchors"].games == 0


@pytest.mark.parametrize(("statement", "found"), ANCHOR_LIES)
def test_whatever_is_changed_is_entered_in_the_words_of_verify_log(statement: str, found: str) -> None:
    tampered(statement)
    look()
    entered = Found.objects.order_by("id")[0]
    assert found in entered.message
    assert (entered.kind, entered.state, entered.message) == ("anchor", "open", anchors.wrong())


def test_a_turn_without_time_takes_one_step_and_the_next_goes_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anchor_log, "STEP", 2)
    leaves = []
    for _ in range(4):
        assert not auditor.look_at_anchors(0.0)
        leaves.append(figures().rounds["anchors"].events)
    assert leaves == [2, 3, 4, 5]
    assert figures().rounds["anchors"].games == 2
    look()
    assert figures().rounds["anchors"].events == 5


@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize("place", range(5))
def test_in_steps_of_any_size_every_leaf_is_looked_at(
    steps: int, place: int, days: list[date], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anchor_log, "STEP", steps)
    tampered(FLIP.format(place))
    look()
    # A leaf that ends a day may be half of a node of the next one, which is reported as well.
    assert audits.found()[0] == ("anchor", number(days[place > 2]), "open")


def test_days_in_which_nothing_moved_are_looked_at_one_by_one(days: list[date]) -> None:
    for ahead in (1, 2):
        with tables.travelled(ahead * 86_400):
            anchors.make(days[1] + timedelta(days=ahead))
    tampered(f"UPDATE anchor SET checkpoint = 'a note' WHERE date > '{days[1]}'")  # noqa: S608 - a date of our own
    for looked_at in range(1, 5):
        assert not auditor.look_at_anchors(0.0)
        assert figures().rounds["anchors"].games == looked_at
    look()
    assert audits.found() == [("anchor", number(days[1] + timedelta(days=ahead)), "open") for ahead in (1, 2)]


def test_behind_a_fault_the_round_goes_on(days: list[date]) -> None:
    tampered(FLIP.format(0), FLIP.format(1), FLIP.format(4))
    look()
    assert audits.found() == [("anchor", number(day), "open") for day in days]


def test_a_fault_rings_once_and_is_gone_when_the_log_is_put_right(days: list[date]) -> None:
    tables.raw(KEEP)
    tampered(FLIP.format(1))
    with capture_logs() as lines:
        look()
        look()
    (line,) = [line for line in lines if line["event"] == alerts.ANCHORS]
    assert (line["log_level"], line["day"], line["kind"]) == ("error", str(days[0]), "anchor")
    assert line["fault"] == anchors.wrong()
    tampered(MEND)
    look()
    assert audits.found() == [("anchor", number(days[0]), "gone")]


def test_a_fault_of_an_anchor_that_is_no_more_is_gone(days: list[date]) -> None:
    tampered(FLIP.format(4))
    look()
    tampered(f"DELETE FROM anchor WHERE date = '{days[1]}'")  # noqa: S608 - a date of our own
    look()
    assert audits.found() == [("anchor", number(days[1]), "gone")]


def test_what_was_damaged_only_while_it_was_read_once_is_not_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    tables.raw(KEEP)
    tampered(FLIP.format(1))
    step = anchors.step

    def healing(*asked: object) -> object:
        found = step(*asked)  # type: ignore[arg-type]
        tampered(MEND)
        return found

    monkeypatch.setattr(anchors, "step", healing)
    look()
    assert audits.found() == []
    assert figures().rounds["anchors"].events == 5


def test_no_game_is_quarantined_and_operators_are_told_where_they_look(settings: Settings) -> None:
    settings.ADMINS = [("operator", "operator@example.org")]
    tampered("UPDATE anchor SET root = sha256(root)")
    auditor.turn(60.0)
    auditor.turn(60.0)
    assert audits.held() == []
    (told,) = mail.outbox
    assert told.subject.endswith("the auditor found 2 faults in the log of anchors")
    assert f"the log of anchors: {anchors.wrong()}\n" in told.body
    assert figures().found == {"anchor": 2}


def test_a_round_that_does_not_get_on_is_told_and_holds_no_game_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(anchors, "step", stumbles)
    auditor.turn(60.0)
    assert figures().rounds["cycle"].games == 5
    with tables.travelled(8 * 86_400), capture_logs() as lines:
        auditor.look_at_all(math.inf)
        assert alerts.alert_if_late()
    assert alerts.LATE in [line["event"] for line in lines]


def test_steps_ask_no_more_than_they_must(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step takes a bounded number of statements, whatever the size of the log."""
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    monkeypatch.setattr(anchor_log, "STEP", 2)
    at = anchors.Reached(None, 0)
    while True:
        with CaptureQueriesContext(connection) as statements:
            found = anchor_log.look(at)
        assert len(statements) <= 8
        if found is None:
            break
        at = found.at
    assert at == (Anchor.objects.latest("date").date, 5)
