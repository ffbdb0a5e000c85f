"""Three days in seconds: each due event happens at its time, in order, and has its effects."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

import engine
from games.audit import check
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.api.people import Person
from tests.players.receivers import Receiver

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox_mode")]

DAY = 86400
HOUR = 3600


def throw_away(author: Person, *names: str, **more: str) -> list[Person]:
    """Return temporary players of the author, with clients."""
    wishes = [{"name": name, **more} for name in names]
    answer = author.client.send("/v1/sandbox/players", {"players": wishes})
    assert answer.status_code == 201, answer.content
    return [Person(one["name"], UUID(one["id"]), ContractClient(one["token"])) for one in answer.json()["players"]]


def slow_game(host: Person, *others: Person, **clock: Any) -> str:
    """Return a started game with a day for each turn."""
    game: str = host.create(seats=1 + len(others), clock={"turn": DAY, **clock})["game"]["id"]
    for other in others:
        other.sit(game)
    assert host.client.send(f"/v1/games/{game}/start").status_code == 200
    return game


def advance(author: Person, **by: int) -> Any:
    """Move the clock to its target, by several requests on a busy machine; return everything that happened."""
    left, answers = by.get("days", 0) * DAY + by.get("seconds", 0), []
    while left:
        answer = author.client.send("/v1/sandbox/clock/advance", {"seconds": left})
        assert answer.status_code == 200, answer.content
        answers.append(answer.json())
        left = answers[-1]["left"]
    return {
        "events": _sum(
            (one["type"], one["count"]) for told in answers for game in told["games"] for one in game["events"]
        ),
        "messages": _sum(((one["channel"], one["kind"]), one["count"]) for told in answers for one in told["messages"]),
        "calls": sum(one["sent"] for told in answers for one in told["webhook_calls"]),
    }


def _sum(counts: Iterable[tuple[Any, int]]) -> Counter[Any]:
    total: Counter[Any] = Counter()
    for what, count in counts:
        total[what] += count
    return total


def mails(author: Person, player: Person) -> list[Any]:
    answer = author.client.get(f"/v1/sandbox/mails?player={player.id}&limit=100")
    assert answer.status_code == 200, answer.content
    found: list[Any] = answer.json()["mails"]
    return found


def logged(game: str) -> list[Any]:
    from games.store import reader  # noqa: PLC0415 - it needs the settings

    return [reader.logged(row) for row in tables.rows_of(UUID(game))]


def test_three_days_happen_in_seconds_and_in_order(ada: Person) -> None:
    ann, bert = throw_away(ada, "Ann", "Bert", language="en")
    game = slow_game(ann, bert, autopilot_after=2)
    with Receiver() as receiver:
        hook = ann.client.send("/v1/me/webhooks", {"url": receiver.url, "events": ["game.moved", "message"]})
        assert hook.status_code == 201, hook.content
        told = advance(ada, days=3, seconds=60)

    entries = logged(game)
    outs = [entry for entry in entries if isinstance(entry.event, engine.TimedOut)]
    assert len(outs) == 3
    for entry in outs:
        due = datetime.fromtimestamp(entry.event.due_at / 1e6, tz=entry.recorded_at.tzinfo)
        assert due <= entry.recorded_at < due + timedelta(seconds=30), "at its time, and never early"
    assert outs[1].recorded_at - outs[0].recorded_at >= timedelta(days=1)
    assert any(isinstance(entry.event, engine.AutopilotEngaged) for entry in entries)
    assert not any(isinstance(entry.event, engine.ClockExtended) for entry in entries), "no outage was seen in it"
    assert check.check_game(UUID(game)) is None

    assert told["events"]["timed_out"] == 3
    assert told["messages"]["email", "reminder"] == told["messages"]["inbox", "reminder"] == 3
    called = [json.loads(one.body)["type"] for one in receiver.received]
    assert {"game.moved", "message"} == set(called)
    assert told["calls"] == len(called)
    _are_before_their_time_outs(mails(ada, ann) + mails(ada, bert), outs)


def _are_before_their_time_outs(found: Sequence[Any], outs: Sequence[Any]) -> None:
    """Check that a reminder was sent four hours before each time-out."""
    sent = sorted(datetime.fromisoformat(one["sent_at"]) for one in found)
    for entry in outs:
        wanted = entry.recorded_at - timedelta(hours=4)
        assert any(abs(one - wanted) < timedelta(minutes=2) for one in sent)
