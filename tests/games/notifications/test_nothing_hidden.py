"""A message that is not sent does not suppress information that its reader needs."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.db.models import F
from django.utils import timezone

import engine
from games.clock.control import control
from games.notifications import create, send
from games.notifications.kinds import BY_NAME
from players import preferences
from players.models import Delivery, Notification
from players.notifications import deliveries
from players.notifications.inbox import News
from tests.games import tables
from tests.games.notifications import notifications

if TYPE_CHECKING:
    from uuid import UUID

    from tests.games.notifications.fakes import HttpChannel, Sink

pytestmark = pytest.mark.django_db(transaction=True)
DAY = 86400
AWAY: dict[str, Any] = {"seat": 1, "reason": "vacation", "since": None, "until": None}


def three() -> tuple[UUID, list[UUID]]:
    """Return a game of three who want every kind of message."""
    people = [tables.person() for _ in range(3)]
    for player in people:
        everything = {name: {"email": True} for name in BY_NAME}
        preferences.change(player_id=player, changes={"messages": everything})
    return tables.timed(control(turn=DAY), *people), people


def tell(player: UUID, game: UUID, kind: str, *, seq: int = 1, **data: Any) -> None:
    """Notify a player of one thing, as a command does."""
    one = News(id=uuid4(), player_id=player, kind=kind, game_id=game, seq=seq, data={"you": 0, **data})
    create.write([one], None)


def sent(mail: HttpChannel, sink: Sink, player: UUID) -> list[str]:
    notifications.all_due()
    send.send_due(mail.name)
    return sink.kinds(player)


@pytest.mark.parametrize("digest_hour", [None, 8])
def test_the_vote_that_stops_the_clock_is_told_as_the_pause_it_brings(
    mail: HttpChannel, sink: Sink, digest_hour: int | None
) -> None:
    game, people = three()
    preferences.change(player_id=people[0], changes={"digest_hour": digest_hour})
    before = tables.version_of(game)
    for player in people:
        tables.send(game, player, engine.Vote("pause"))
    notifications.told(game, since=before)
    tell(people[0], game, "resigned", seat=1)
    sent(mail, sink, people[0])
    said = [message["text"] for message in sink.messages if message["player"] == str(people[0])]
    assert len(said) == (2 if digest_hour is None else 1)  # its replacement is in the same mail
    assert any("The match is paused" in text for text in said)


def test_what_was_told_beside_a_message_goes_out_when_a_newer_one_takes_its_place(
    mail: HttpChannel, sink: Sink
) -> None:
    game, (ann, *_) = three()
    both = [
        News(id=uuid4(), player_id=ann, kind=kind, game_id=game, seq=1, data={"you": 0, "seat": 1})
        for kind in ("nudge", "resigned")
    ]
    create.write(both, None)
    tell(ann, game, "nudge", seat=2)
    assert ("nudge", "dropped", "superseded") in notifications.states(ann)
    assert "resigned" in sent(mail, sink, ann)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("timed_out", {"seat": 0}), ("autopilot", {"seat": 2, "reason": "timeouts"})),
        (("resigned", {"seat": 1}), ("resigned", {"seat": 2})),
        (("paused", {"seat": 1, "reason": "vacation"}), ("paused", {"seat": 2, "reason": "vacation"})),
        (("paused", {"seat": 1, "reason": "vacation"}), ("pause_asked", {"seat": 1})),
        (("challenged", {"seat": 1, "by": 0, "guilty": True}), ("caught", {"seat": 0, "by": 1})),
    ],
)
@pytest.mark.usefixtures("mail")
def test_a_message_does_not_take_the_place_of_one_about_another_seat(first: Any, second: Any) -> None:
    game, (ann, *_) = three()
    for kind, data in (first, second):
        tell(ann, game, kind, **data)
    assert [state for _, state, _ in notifications.states(ann)] == ["pending", "pending"]


@pytest.mark.usefixtures("mail")
def test_who_is_back_is_not_told_to_be_away_any_more() -> None:
    game, (ann, *_) = three()
    for kind in ("paused", "resumed"):
        tell(ann, game, kind, seat=1, reason="vacation")
    assert notifications.states(ann) == [("paused", "dropped", "superseded"), ("resumed", "pending", "")]
    for kind in ("paused", "resumed"):
        tell(ann, game, kind, seat=None, reason="mutual")
    assert [state for _, state, _ in notifications.states(ann)] == ["dropped", "pending", "dropped", "pending"]


def test_what_is_told_late_takes_the_place_of_nothing_that_happened_after_it(mail: HttpChannel, sink: Sink) -> None:
    game, (ann, *_) = three()
    tell(ann, game, "resumed", seq=9, seat=1, reason="vacation")
    tell(ann, game, "paused", seq=8, **AWAY)
    assert sent(mail, sink, ann) == ["resumed"]


@pytest.mark.parametrize("sent_before", [False, True])
def test_a_pause_that_is_told_late_is_no_news_once_its_end_was_told(
    mail: HttpChannel, sink: Sink, *, sent_before: bool
) -> None:
    """A worker that failed at a command retries it after later ones have been told."""
    game, people = three()
    on_turn = people.pop(tables.table_of(game).turn or 0)
    ann, bob = people
    paused = [tables.send(game, player, engine.Vote("pause")) for player in (on_turn, ann, bob)][-1]
    resumed = tables.send(game, bob, engine.Resume())
    notifications.tell_worth(resumed)
    if sent_before:
        assert sent(mail, sink, ann) == ["resumed"]
    notifications.tell_worth(paused)
    assert {"paused", "resumed"} <= set(notifications.kinds(ann))
    assert sent(mail, sink, ann) == ["resumed"]


def together(player: UUID, game: UUID, *kinds: tuple[str, dict[str, Any]]) -> None:
    """Notify a player of several things at once, as one command does."""
    told = [
        News(id=uuid4(), player_id=player, kind=kind, game_id=game, seq=1, data={"you": 0, **data})
        for kind, data in kinds
    ]
    create.write(told, None)


def test_what_stands_in_is_not_told_once_newer_news_have_replaced_it(mail: HttpChannel, sink: Sink) -> None:
    game, (ann, *_) = three()
    together(ann, game, ("nudge", {"seat": 1}), ("paused", AWAY))
    together(ann, game, ("nudge", {"seat": 1}), ("resumed", {"seat": 1, "reason": "vacation"}))
    together(ann, game, ("nudge", {"seat": 2}))
    said = sent(mail, sink, ann)
    assert "resumed" in said
    assert "paused" not in said, "the player is back"


def test_what_newer_news_have_replaced_is_not_told_beside_something_else_either(mail: HttpChannel, sink: Sink) -> None:
    game, (ann, *_) = three()
    together(ann, game, ("timed_out", {"seat": 0, "due_at": None}), ("paused", AWAY))
    tell(ann, game, "resumed", seat=1, reason="vacation")
    assert sent(mail, sink, ann) == ["timed_out", "resumed"]
    assert not [message for message in sink.messages if "is on vacation" in message["text"]]


def test_messages_that_stand_in_do_not_pile_up(mail: HttpChannel, sink: Sink) -> None:
    game, (ann, *_) = three()
    for points in range(5):
        over = {"winner": 1, "points": [0, points, 0], "totals": [0, points, 0]}
        together(ann, game, ("nudge", {"seat": 1}), ("round_over", over))
    assert sent(mail, sink, ann).count("round_over") <= 1


def test_a_message_of_another_release_takes_nothing_with_it(mail: HttpChannel, sink: Sink) -> None:
    """During an upgrade a worker meets kinds that it does not know, and leaves them to newer code for a day."""
    game, (ann, *_) = three()
    together(ann, game, ("resigned", {"seat": 1}), ("round_over", {"winner": 1, "points": [], "totals": []}))
    together(ann, game, ("nudge", {"seat": 1}), ("resigned", {"seat": 2}))
    Notification.objects.filter(kind__in=["nudge", "round_over"]).update(kind="applause")
    preferences.change(player_id=ann, changes={"messages": {"*": {"email": True}}})
    assert sent(mail, sink, ann) == ["resigned"]
    assert ("applause", "pending", "") in notifications.states(ann)
    Notification.objects.update(created_at=F("created_at") - timedelta(days=2))
    Delivery.objects.update(next_at=timezone.now())
    assert sent(mail, sink, ann) == ["resigned", "resigned"]
    assert ("applause", "dropped", "unknown kind") in notifications.states(ann)


def test_a_worker_that_dies_between_the_two_lets_go_out_once_what_stands_in(
    mail: HttpChannel, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, (ann, *_) = three()
    together(ann, game, ("pause_asked", {"seat": 1}), ("resigned", {"seat": 1}))

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(deliveries, "dropped", killed)
        with pytest.raises(KeyboardInterrupt):
            send.send_due(mail.name)  # the vote is over
    assert send.send_due(mail.name) == 1, "it need not wait for the lease of the dead worker"
    assert sent(mail, sink, ann) == ["resigned"]
    assert notifications.states(ann) == [("pause_asked", "dropped", "decided"), ("resigned", "sent", "")]
