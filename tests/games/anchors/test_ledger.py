"""The ledger of anchors: a database restored from a backup does not contradict the anchors published since."""

from __future__ import annotations

import resource
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

import engine
from common import durable_file
from games.models import Anchor
from games.proofs import anchors
from tests.games import tables
from tests.players.receivers import Receiver

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log", "noon")]

DAY = 86_400


@pytest.fixture
def ledger(settings: Settings, tmp_path: Path) -> Path:
    file = tmp_path / "anchors"
    settings.ANCHOR_LEDGER = str(file)
    return file


def run(*arguments: str) -> str:
    said = StringIO()
    call_command("anchor", *arguments, stdout=said)
    return said.getvalue()


def restored(days: int) -> None:
    """Delete the anchors of the last days, as a restore does; the games they bound moved before it."""
    with tables.unguarded():
        lost = list(Anchor.objects.order_by("-date").values_list("date", flat=True)[:days])
        tables.raw("DELETE FROM anchor_leaf WHERE date = ANY(%s)", lost)
        tables.raw("DELETE FROM anchor WHERE date = ANY(%s)", lost)
        tables.raw("DELETE FROM anchor_node WHERE (place + 1) << level > coalesce((SELECT max(size) FROM anchor), 0)")


def name_of(anchor: anchors.Anchor) -> str:
    return engine.read_checkpoint(engine.read_note(anchor.checkpoint).text).origin


def test_every_anchor_stands_in_the_ledger_once(ledger: Path) -> None:
    tables.lobby_of(tables.person())
    run()
    run()
    with tables.travelled(DAY):
        run()
    made = anchors.page(None, 9)[::-1]
    assert ledger.read_text() == "".join(f"{one.date} {one.size} {one.root.hex()}\n" for one in made)
    assert run("--check") == "2 anchors, all of them here\n"


def test_nothing_is_anchored_under_a_day_whose_anchor_a_restore_has_lost(ledger: Path) -> None:
    tables.lobby_of(tables.person())
    run()
    with tables.travelled(DAY):
        tables.lobby_of(tables.person())
        run()
        kept = ledger.read_text()
        (published, first) = anchors.page(None, 9)
        restored(1)
        tables.lobby_of(tables.person())
        with pytest.raises(anchors.AnchorsLost):
            anchors.keep()
        with pytest.raises(CommandError, match="restored from before"):
            run()
        with pytest.raises(CommandError, match="1 of 2 anchors are not in this database"):
            run("--check")
        assert anchors.page(None, 9) == [first]
        assert ledger.read_text() == kept
        assert str(published.date) in kept


def test_after_that_the_log_goes_on_under_another_name_and_still_begins_with_what_was_kept(ledger: Path) -> None:
    for number in range(3):
        with tables.travelled(number * DAY):
            tables.lobby_of(tables.person())
            run()
    (_, lost, kept) = anchors.page(None, 9)
    with tables.travelled(2 * DAY + 60):
        restored(2)
        assert "leaves" in run("--anew")
        run()
        with pytest.raises(CommandError, match="has had its anchor"):
            run("--anew")
        with pytest.raises(CommandError, match="2 of 4 anchors are not"):
            run("--check")
    with tables.travelled(4 * DAY):
        run()
    after, anew, still = anchors.page(None, 9)
    assert still == kept
    assert lost.date not in {after.date, anew.date}
    assert name_of(anew) == f"{name_of(kept)}/{anew.date}" == name_of(after)
    assert len(ledger.read_text().splitlines()) == 5
    path = list(anchors.consistency(kept.date, after.date)[2])
    assert engine.merkle.extends(kept.size, after.size, kept.root, after.root, path)


def test_a_day_that_was_lost_gets_no_second_anchor(ledger: Path) -> None:
    tables.lobby_of(tables.person())
    run()
    today = anchors.page(None, 1)[0].date.toordinal() + 1
    run("--day", str(anchors.page(None, 1)[0].date.fromordinal(today)))
    restored(1)
    assert "lost" not in ledger.read_text()
    with pytest.raises(CommandError, match="has had its anchor"):
        run("--anew")
    with tables.travelled(DAY):
        assert "leaves" in run("--anew")


def test_what_is_not_in_the_ledger_is_not_published(ledger: Path, settings: Settings) -> None:
    anchors.make()
    settings.ANCHOR_LEDGER = str(ledger.parent / "no such folder" / "anchors")
    with Receiver() as receiver:
        settings.ANCHOR_PUBLISH_URL = receiver.url
        with pytest.raises(OSError, match="No such file"):
            anchors.publish()
    assert receiver.received == []
    assert not Anchor.objects.exclude(published_at=None).exists()


@pytest.mark.parametrize("line", ["nonsense", "2026-13-01 1 " + "0" * 64, "2026-11-01 x " + "0" * 64])
def test_a_ledger_that_is_none_is_refused(ledger: Path, line: str) -> None:
    ledger.write_text(f"{line}\n")
    with pytest.raises(CommandError, match="line 1: not a line of a ledger of anchors"):
        run()
    ledger.write_bytes(b"\xff\n")
    with pytest.raises(CommandError, match="anchors: 'ascii' codec"):
        run("--check")


def test_anchors_that_somebody_else_has_kept_can_be_compared(tmp_path: Path) -> None:
    run()
    kept = tmp_path / "kept"
    (one,) = anchors.page(None, 1)
    kept.write_text(f"{one.date} {one.size} {one.root.hex()}\n")
    assert run("--check", "--ledger", str(kept)) == "1 anchors, all of them here\n"
    kept.write_text(f"{one.date} {one.size + 1} {one.root.hex()}\n")
    with pytest.raises(CommandError, match="1 of 1 anchors"):
        run("--check", "--ledger", str(kept))


def test_a_full_disk_leaves_no_half_line_in_a_ledger(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    durable_file.append(file, "the first")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (15, hard))
    try:
        with pytest.raises(OSError, match="No space left"):
            durable_file.append(file, "the second")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file.read_text() == "the first\n"
    durable_file.append(file, "the third")
    assert file.read_text() == "the first\nthe third\n"


def test_what_was_left_of_a_line_does_not_spoil_the_next(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    for before, after in (("", ""), ("half a li", ""), ("a line\nhalf a li", "a line\n")):
        file.write_text(before)
        durable_file.append(file, "the next")
        assert file.read_text() == f"{after}the next\n"
