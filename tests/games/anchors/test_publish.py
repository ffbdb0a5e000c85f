"""Checkpoints reach each witness in order and are retried until they are accepted."""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from games.models import Anchor
from games.proofs import anchors
from games.proofs.anchors import publisher
from tests.games import tables
from tests.games.concurrency import expire_leases, together
from tests.players.receivers import Receiver, Reply

if TYPE_CHECKING:
    from pytest_django import Settings

    from common.outbound.answer import Answer

pytestmark = pytest.mark.django_db

DAY = 86_400


@pytest.fixture(autouse=True)
def _near(settings: Settings) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]


def make(days: int = 1) -> list[str]:
    """Make the anchors of this many days; return their checkpoints, the oldest first."""
    for day in range(days):
        with tables.travelled(day * DAY):
            anchors.make()
    return [anchor.checkpoint for anchor in anchors.page(None, 100)[::-1]]


def test_every_checkpoint_is_sent_once_oldest_first(settings: Settings) -> None:
    with Receiver() as receiver:
        settings.ANCHOR_PUBLISH_URL = receiver.url
        made = make(3)
        with tables.travelled(3 * DAY):
            assert anchors.publish() == 3
            assert anchors.publish() == 0
    assert [call.body.decode() for call in receiver.received] == made
    assert {call.headers["content-type"] for call in receiver.received} == {"text/plain; charset=utf-8"}
    assert not Anchor.objects.filter(published_at=None).exists()


def test_what_is_not_taken_is_sent_again_with_growing_pauses(settings: Settings) -> None:
    with Receiver(lambda _: Reply(503)) as receiver:
        settings.ANCHOR_PUBLISH_URL = receiver.url
        made = make(2)
        for minutes, calls in ((0, 1), (0, 1), (1.1, 2), (1.2, 2), (3.3, 3), (10, 4), (500, 5)):
            with tables.travelled(DAY + minutes * 60):
                assert anchors.publish() == 0
            assert len(receiver.received) == calls
        receiver.answer = lambda _: Reply(201)
        with tables.travelled(3 * DAY):
            assert anchors.publish() == 2
    assert [call.body.decode() for call in receiver.received] == [made[0]] * 6 + [made[1]]
    first = Anchor.objects.earliest("date")
    assert (first.attempts, first.published_at is None) == (6, False)


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1:1/", "nonsense", "http://10.0.0.1/", "https://no.such.host.invalid/"]
)
def test_an_address_that_leads_nowhere_holds_nothing_up(settings: Settings, url: str) -> None:
    settings.ANCHOR_PUBLISH_URL = url
    anchors.keep()
    assert Anchor.objects.get().attempts == 1
    with tables.travelled(DAY):
        anchors.keep()
    assert Anchor.objects.count() == 2


def test_without_an_address_nothing_is_sent_and_later_all_of_it(settings: Settings) -> None:
    make(2)
    assert anchors.publish() == 0
    with Receiver() as receiver, tables.travelled(2 * DAY):
        settings.ANCHOR_PUBLISH_URL = receiver.url
        assert anchors.publish() == 2


@pytest.mark.django_db(transaction=True)
def test_of_many_who_publish_at_once_one_does(settings: Settings) -> None:
    with Receiver() as receiver:
        settings.ANCHOR_PUBLISH_URL = receiver.url
        make(1)
        assert sorted(map(int, together(*[anchors.publish] * 5))) == [0, 0, 0, 0, 1]  # type: ignore[arg-type]
    assert len(receiver.received) == 1


def test_a_process_that_slept_past_its_lease_stops_where_another_has_gone_on(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = publisher.post

    def sleeps(url: str, body: bytes, headers: dict[str, str]) -> Answer:
        monkeypatch.setattr(publisher, "post", post)
        expire_leases()
        assert anchors.publish() == 3
        return post(url, body, headers)

    with Receiver() as receiver:
        settings.ANCHOR_PUBLISH_URL = receiver.url
        make(3)
        monkeypatch.setattr(publisher, "post", sleeps)
        with tables.travelled(3 * DAY):
            assert anchors.publish() == 1
        assert len(receiver.received) == 4
    assert list(Anchor.objects.values_list("attempts", flat=True)) == [1, 1, 1]
