"""The route of one's vacation: read, take, change and end it, and the turns that it would protect."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from games import tasks
from players.models import Vacation
from tests.games.api.people import running, with_scopes

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db
ROUTE = "/v1/me/vacation"
DAYS = 86400


def ahead(**lengths: float) -> str:
    """Return the time this far in the future."""
    return (datetime.now(UTC) + timedelta(**lengths)).isoformat()


def put(person: Person, body: object) -> Any:
    return person.client.put(ROUTE, body, content_type="application/json")


def test_without_one_there_is_the_budget_of_this_year_and_the_next(ada: Person) -> None:
    answer = ada.client.get(ROUTE).json()
    year = datetime.fromisoformat(answer.pop("server_now")).year
    full = {"days": 30, "used": 0, "left": 30 * DAYS}
    assert answer == {"vacation": None, "budget": [{"year": year, **full}, {"year": year + 1, **full}]}


def test_it_is_taken_changed_and_ended(ada: Person) -> None:
    taken = put(ada, {"ends_at": ahead(days=3)})
    assert taken.status_code == 200, taken.content
    vacation = taken.json()["vacation"]
    assert (vacation["state"], vacation["games"]) == ("running", None)
    assert abs(sum(year["used"] for year in taken.json()["budget"]) - 3 * DAYS) <= 2
    longer = put(ada, {"ends_at": ahead(days=5)}).json()
    assert longer["vacation"]["starts_at"] == vacation["starts_at"]
    assert abs(sum(year["used"] for year in longer["budget"]) - 5 * DAYS) <= 2
    for _ in range(2):
        ended = ada.client.delete(ROUTE)
        assert (ended.status_code, ended.json()["vacation"]) == (200, None)
    assert sum(year["used"] for year in ended.json()["budget"]) == 3600
    planned = put(ada, {"starts_at": ahead(hours=1), "ends_at": ahead(days=2)}).json()
    assert planned["vacation"]["state"] == "planned"
    assert ada.client.get(ROUTE).json()["vacation"] == planned["vacation"]


def test_the_same_request_again_is_answered_alike(ada: Person) -> None:
    body = {"ends_at": ahead(days=3)}
    first, second = put(ada, body).json(), put(ada, body).json()
    assert first.pop("server_now") < second.pop("server_now")
    assert first == second
    assert Vacation.objects.count() == 1


@pytest.mark.parametrize(
    ("lengths", "status", "code"),
    [
        ({"ends_at": {"days": 400}}, 409, "vacation_spent"),
        ({"ends_at": {"days": 3000}}, 400, "invalid_vacation"),
        ({"ends_at": {"minutes": 59}}, 400, "invalid_vacation"),
        ({"starts_at": {"hours": -1}, "ends_at": {"days": 3}}, 400, "invalid_vacation"),
        ({"starts_at": {"days": 2}, "ends_at": {"days": 1}}, 400, "invalid_vacation"),
    ],
)
def test_what_cannot_be_is_refused(lengths: dict[str, Any], status: int, code: str, ada: Person) -> None:
    body = {name: ahead(**length) for name, length in lengths.items()}
    answer = put(ada, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    if status == 400:
        preview = ada.client.send(f"{ROUTE}/preview", body)
        assert (preview.status_code, preview.json()["code"]) == (status, code)
    assert not Vacation.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ends_at": None},
        {"ends_at": "tomorrow"},
        {"ends_at": 1800000000},
        {"ends_at": "2030-01-01T00:00:00"},
        {"ends_at": "2030-01-01"},
        {"ends_at": "9999-12-31T23:59:60Z"},
        {"ends_at": "2030-01-01T00:00:00Z", "games": []},
        {"ends_at": "2030-01-01T00:00:00Z", "games": ["x"]},
        {"ends_at": "2030-01-01T00:00:00Z", "games": "all"},
        {"ends_at": "2030-01-01T00:00:00Z", "until": 1},
    ],
)
def test_a_body_that_is_not_as_documented_starts_nothing(body: object, ada: Person) -> None:
    for answer in (put(ada, body), ada.client.send(f"{ROUTE}/preview", body)):
        assert answer.status_code == 400, answer.content
        assert answer.json()["code"] == "malformed_body"
    assert not Vacation.objects.exists()


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00"])
def test_the_ends_of_time_are_refused_kindly(moment: str, ada: Person) -> None:
    for body in ({"ends_at": moment}, {"starts_at": moment, "ends_at": moment}):
        answer = put(ada, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_vacation")


def test_a_game_of_strangers_is_not_there(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    foreign = running(bob, person("Eve"), clock="day")
    for game in (foreign, str(uuid4())):
        body = {"ends_at": ahead(days=3), "games": [game]}
        for answer in (put(ada, body), ada.client.send(f"{ROUTE}/preview", body)):
            assert (answer.status_code, answer.json()["code"]) == (404, "game_not_found")


def test_who_may_see_and_who_may_change(ada: Person) -> None:
    body = {"ends_at": ahead(days=3)}
    expected = {"account:read": (200, 403, 403), "account:write": (403, 200, 403), "games:read": (403, 403, 403)}
    for scope, statuses in expected.items():
        client = with_scopes(ada, scope)[1]
        found = (
            client.get(ROUTE).status_code,
            client.put(ROUTE, body, content_type="application/json").status_code,
            client.send(f"{ROUTE}/preview", body).status_code,
        )
        assert found == statuses
    both = with_scopes(ada, "account:read", "games:read")[1]
    assert both.send(f"{ROUTE}/preview", body).status_code == 200
    ada.client.secret = None
    assert [ada.client.get(ROUTE).status_code, put(ada, body).status_code, ada.client.delete(ROUTE).status_code] == [
        401
    ] * 3


def test_the_preview_and_the_game_tell_the_same_deadline(ada: Person, bob: Person) -> None:
    game, fast = running(ada, bob, clock="day"), running(ada, bob, clock="live")
    turn = ada.see(game)["turn"]
    person = (ada, bob)[turn]
    body = {"ends_at": ahead(days=2)}
    preview = person.client.send(f"{ROUTE}/preview", body).json()
    assert preview["affordable"] is True
    shown = {found["game"]: found for found in preview["games"]}
    assert (shown[fast]["protected"], shown[fast]["why_not"]) == (False, "fast")
    assert shown[game]["protected"] is True
    assert [ada.see(seen)["clock"]["vacations"] for seen in (game, fast)] == [True, False]
    assert shown[game]["deadline_at"] == ada.see(game)["deadline_at"]
    put(person, body)
    tasks.sweep()
    seen = ada.see(game)
    assert abs(
        datetime.fromisoformat(seen["deadline_at"]) - datetime.fromisoformat(shown[game]["deadline_with_vacation"])
    ) < timedelta(seconds=5)
    [pause] = seen["clock"]["pauses"]
    assert (pause["reason"], pause["seat"]) == ("vacation", turn)
    assert [step["step"] for step in seen["clock"]["explain"]] == ["started", "turn", "pause", "deadline"]
    assert ada.client.send(f"{ROUTE}/preview", {"ends_at": ahead(days=300)}).json()["affordable"] is False
