"""The ledger of erasures: a restored backup deletes again the players that were deleted since."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from games.services import erasure
from players.models import Erasure, Player
from players.privacy import erasure_log
from tests.games import tables
from tests.games.privacy.factories import erase

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ledger(settings: SettingsWrapper, tmp_path: Path) -> Path:
    file = tmp_path / "erasures"
    settings.ERASURE_LEDGER = str(file)
    return file


def replay(*arguments: str) -> str:
    said = StringIO()
    call_command("replay_erasures", *arguments, stdout=said)
    return said.getvalue().strip()


def test_a_line_names_nobody_and_is_the_same_however_often_it_is_written(ada: Person, ledger: Path) -> None:
    erase(ada)
    (line,) = ledger.read_text().splitlines()
    assert str(ada.id) not in line
    assert ada.id.hex not in line
    (entry,) = erasure_log.read(ledger)
    assert entry == erasure_log.entry(ada.id)
    assert erasure_log.missing([entry]) == []


def test_whom_a_restored_backup_brings_back_is_erased_anew(ada: Person, bob: Person, ledger: Path) -> None:
    erased = erasure_log.entry(ada.id)
    ledger.write_text(f"2026-11-20T00:00:00Z {erased.key_id} {erased.digest.hex()}\n")
    game = tables.started(ada.id, bob.id)
    assert replay("--dry-run") == "1 erasures, 1 to be done anew"
    assert erasure.replay_if_behind() == 1
    assert not Player.objects.filter(id=ada.id).exists()
    assert Player.objects.filter(id=bob.id).exists()
    assert tables.state_of(game).game.seats[0].name is None
    assert erasure.replay_if_behind() == 0
    assert replay() == "1 erasures, 0 done anew"


def test_who_was_erased_before_the_backup_is_not_looked_for_at_every_start(ledger: Path, ada: Person) -> None:
    gone = tables.person()
    Player.objects.filter(id=gone).delete()
    line = erasure_log.entry(gone)
    ledger.write_text(f"2026-11-20T00:00:00Z {line.key_id} {line.digest.hex()}\n")
    assert erasure_log.missing(erasure_log.read(ledger)) == [line]
    assert erasure.replay_if_behind() == 0
    assert erasure_log.missing(erasure_log.read(ledger)) == []
    assert ada.client.get("/v1/me").status_code == 200


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense\n", "line 1: not a line"),
        ("2026-11-20T00:00:00Z other " + "0" * 64 + "\n", "line 1: written under the key other, see ERASURE_KEYS"),
    ],
)
def test_what_cannot_be_acted_on_is_refused(ledger: Path, text: str, why: str) -> None:
    ledger.write_text(text)
    with pytest.raises(CommandError, match=why):
        replay()
    with pytest.raises(erasure_log.UnreadableLedger, match=why):
        erasure.replay_if_behind()


def test_a_line_that_was_being_written_counts_for_nothing(ledger: Path, ada: Person) -> None:
    line = erasure_log.entry(ada.id)
    ledger.write_text(f"2026-11-20T00:00:00Z {line.key_id} {line.digest.hex()}")
    assert erasure.replay_if_behind() == 0
    assert Player.objects.filter(id=ada.id).exists()


def test_an_older_key_is_recognized(ledger: Path, ada: Person, settings: SettingsWrapper) -> None:
    line = erasure_log.entry(ada.id)
    ledger.write_text(f"2026-11-20T00:00:00Z {line.key_id} {line.digest.hex()}\n")
    settings.ERASURE_KEYS = {"new": bytes(32), **settings.ERASURE_KEYS}
    assert erasure.replay_if_behind() == 1


def test_nothing_is_erased_that_cannot_be_written_down(settings: SettingsWrapper, tmp_path: Path, ada: Person) -> None:
    settings.ERASURE_LEDGER = str(tmp_path / "no such folder" / "erasures")
    with pytest.raises(OSError, match="No such file"):
        erasure.erase(ada.id)
    assert ada.client.get("/v1/me").status_code == 200


@pytest.mark.parametrize("statement", ["UPDATE players_erasure SET key_id = ''", "DELETE FROM players_erasure"])
def test_the_database_refuses_to_forget_that_somebody_was_erased(ada: Person, statement: str) -> None:
    erase(ada)
    count = Erasure.objects.count()
    with pytest.raises(IntegrityError), transaction.atomic():
        tables.raw(statement)
    assert Erasure.objects.count() == count


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no such file"):
        replay("--ledger", str(tmp_path / "gone"))
    with pytest.raises(CommandError, match="no ERASURE_LEDGER"):
        replay()


def test_the_key_can_be_shown(settings: SettingsWrapper) -> None:
    settings.ERASURE_KEYS = {"own": bytes(32)}
    assert replay("--show-key") == "own:" + "00" * 32
