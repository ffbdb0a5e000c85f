"""No word of an erased player is found in database, broker, cache or logs; the other players' games are unchanged."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings as configured
from django.core.cache import cache

from config.observability.logging import logging_config
from games import retention
from games.audit import check
from games.services import erasure, worker
from games.webhooks import send
from players import models
from players.notifications.channels import mail
from players.privacy import erasure_log
from tests.contract.client import ContractClient
from tests.faults.canary import WORDS, Canary, broker, database, same_log
from tests.games import tables
from tests.games.privacy.factories import days_pass
from tests.players.people import sign_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from django.core.mail import EmailMessage
    from pytest_django.fixtures import SettingsWrapper

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240), pytest.mark.slow]


@pytest.fixture(autouse=True)
def _impatient(settings: SettingsWrapper) -> None:
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.fixture
def said(tmp_path: Path) -> Iterator[Path]:
    """Yield the log of the processes at its most detailed level."""
    file = tmp_path / "log"
    formatter = logging_config("json", "DEBUG")["formatters"]["line"]
    handler = logging.FileHandler(file)
    handler.setFormatter(formatter.pop("()")(**formatter))
    before = logging.root.level
    logging.root.addHandler(handler)
    logging.root.setLevel(logging.INFO)
    yield file
    logging.root.setLevel(before)
    logging.root.removeHandler(handler)
    handler.close()


def erase(canary: Canary) -> None:
    assert canary.person.client.delete("/v1/me").status_code == 202
    for _ in range(2):
        days_pass(canary.person.id)
        worker.sweep()
        send.run()
    worker.sweep()


def test_nothing_of_who_has_left_is_found_anywhere(
    said: Path, mailoutbox: list[EmailMessage], settings: SettingsWrapper, tmp_path: Path
) -> None:
    settings.ERASURE_LEDGER = str(tmp_path / "ledger")
    canary = Canary()
    address = canary.now().email
    mail.leave_alone(address)
    assert len(canary.words) >= WORDS
    everything = database()
    assert len(set(canary.found_in(everything))) >= WORDS - 2  # a former name and a failed search are gone already
    assert "[[1],[1," in everything, "nobody looks into the archive"
    happened = same_log(canary.games)

    erase(canary)
    retention.run()

    assert canary.found_in(database()) == []
    assert canary.found_in(broker()) == []
    assert cache.get(mail._dead(address)) is None
    assert canary.found_in((tmp_path / "ledger").read_text()) == []
    for word in canary.words:
        assert word not in said.read_text(), "a word is in the log"
    assert [check.check_game(game) for game in canary.games] == [None] * 4
    for before, after in zip(happened, same_log(canary.games), strict=True):
        assert after[: len(before)] == before
    others_notice_nothing(canary)

    erasure.erase(canary.person.id)  # a second time is harmless
    new = ContractClient(sign_in(address, mailoutbox)["token"])
    export = new.get("/v1/me/export").json()
    assert export["account"]["id"] != str(canary.person.id)
    assert [export[part] for part in ("games", "notifications", "webhooks", "devices", "vacations")] == [[]] * 5
    assert canary.found_in(str({**export, "account": export["account"] | {"addresses": []}})) == []


def others_notice_nothing(canary: Canary) -> None:
    friend = canary.friend.client
    for path in ("/v1/me", "/v1/me/games", "/v1/me/notifications", "/v1/me/export", "/v1/games"):
        answer = friend.get(path)
        assert answer.status_code == 200, path
        assert canary.found_in(answer.content.decode()) == []
    for game in canary.games:
        for path in (f"/v1/games/{game}", f"/v1/games/{game}/events", f"/v1/games/{game}/rules"):
            assert friend.get(path).status_code == 200, path
    waiting, under_way, over, archived = canary.games
    assert [seat["name"] for seat in canary.friend.see(str(under_way))["seats"]] == [None, canary.friend.name]
    for game in (over, archived):
        assert canary.friend.see(str(game))["status"] == "finished"
        assert canary.found_in(friend.get(f"/v1/games/{game}/transcript").content.decode()) == []
    assert canary.friend.see(str(waiting))["seats"][0]["kind"] == "open"


def test_a_restored_backup_forgets_them_again(settings: SettingsWrapper, tmp_path: Path) -> None:
    settings.ERASURE_LEDGER = str(tmp_path / "ledger")
    canary = Canary()
    backup: list[Any] = []
    assert canary.found_in(database())
    # A later database knew that they were erased; this one is older, as if it had been restored.
    entry = erasure_log.entry(canary.person.id)
    (tmp_path / "ledger").write_text(f"2026-11-21T00:00:00Z {entry.key_id} {entry.digest.hex()}\n")
    backup += same_log(canary.games)
    assert erasure.replay_if_behind() == 1
    tables.raw("UPDATE outbox SET available_at = now() - interval '1 second'")
    worker.sweep()
    retention.run()
    assert canary.found_in(database()) == []
    assert canary.found_in(broker()) == []
    assert not models.Player.objects.filter(id=canary.person.id).exists()
    assert [after[: len(before)] for before, after in zip(backup, same_log(canary.games), strict=True)] == backup
    assert configured.ERASURE_LEDGER
