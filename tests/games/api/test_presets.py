"""Presets over HTTP: those of the service, players' own, and those that are shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

import engine
from common.translations import LANGUAGES
from games import clock as clocks
from games.presets import PRESETS
from players import presets
from players.models import Preset
from tests.contract.client import ContractClient
from tests.games.api.people import with_scopes
from tests.games.concurrency import together
from tests.games.privacy.factories import erase

if TYPE_CHECKING:
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db

MINE = "/v1/me/presets"
TABLE = {
    "options": {"ruleset": "classic", "target": 200, "seven_o": True},
    "seats": 3,
    "private": False,
    "spectators": "none",
    "clock": "half_day",
    "min_reliability": 80,
}


def keep(person: Person, **body: Any) -> Any:
    answer = person.client.send(MINE, {"name": "Friday", **TABLE, **body})
    assert answer.status_code == 201, answer.content
    return answer.json()


def put(person: Person, preset: Any, **body: Any) -> Any:
    wanted = {"name": "Friday", **TABLE, **body}
    return person.client.put(f"{MINE}/{preset['id']}", wanted, content_type="application/json")


def listed(person: Person) -> Any:
    return person.client.get(MINE).json()["presets"]


def of_service(query: str = "") -> Any:
    answer = ContractClient().get(f"/v1/presets{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()["presets"]


def test_every_ruleset_has_every_preset_with_what_to_expect_at_every_number_of_seats() -> None:
    found = of_service()
    rulesets = list(engine.rulesets().values())
    assert [(one["ruleset"], one["edition"]) for one in found] == [pair for pair in rulesets for _ in PRESETS]
    assert [one["name"] for one in found] == [*PRESETS] * len(rulesets)
    for one in found:
        seats = range(one["least_seats"], one["most_seats"] + 1)
        assert [expected["seats"] for expected in one["expectations"]] == list(seats)
        for expected in one["expectations"]:
            for spread in (expected["decisions"], expected["own_decisions"], expected["seconds"]):
                assert 0 < spread["median"] <= spread["most"]
            assert expected["own_decisions"]["median"] <= expected["decisions"]["median"]


def test_presets_are_filtered_by_ruleset_and_edition() -> None:
    assert {one["ruleset"] for one in of_service("?ruleset=flip")} == {"flip"}
    (edition,) = {(one["ruleset"], one["edition"]) for one in of_service("?edition=marvel")}
    assert edition == ("flip", "marvel")
    assert of_service("?ruleset=classic&edition=marvel") == []


def test_presets_speak_the_language_asked_for() -> None:
    said = [{(one["title"], one["summary"]) for one in of_service(f"?language={code}")} for code in LANGUAGES]
    assert [len(texts) for texts in said] == [len(PRESETS)] * len(LANGUAGES)
    assert not said[0] & said[1]
    assert not said[0] & said[2]


def test_a_table_can_be_created_from_every_preset_and_records_its_options(ada: Person) -> None:
    for preset in of_service():
        wanted = {name: preset[name] for name in ("options", "clock")}
        game = ada.create(**wanted, seats=preset["most_seats"])["game"]
        assert (game["ruleset"], game["edition"]) == (preset["ruleset"], preset["edition"])
        assert game["clock"]["preset"] == preset["clock"]
        named = {**game["options"], "ruleset": game["ruleset"], "edition": game["edition"]}
        assert named == preset["options"]


def test_the_time_follows_from_the_decisions_and_the_clock() -> None:
    for preset in of_service("?ruleset=classic"):
        turn = clocks.PRESETS[preset["clock"]].control.turn
        assert turn is not None
        for expected in preset["expectations"]:
            for value in ("median", "most"):
                decided = expected["decisions"][value] * turn // 4
                assert decided < expected["seconds"][value] <= decided * 1.2


def test_a_preset_is_kept_listed_replaced_and_deleted(ada: Person) -> None:
    first, second = keep(ada), keep(ada, name="Sunday", clock={"turn": 7200})
    assert {name: first[name] for name in TABLE} == TABLE
    assert (first["name"], first["code"], first["link"]) == ("Friday", None, None)
    assert second["clock"]["turn"] == 7200
    assert listed(ada) == [first, second]
    changed = put(ada, first, name="Saturday", seats=4).json()
    assert (changed["name"], changed["seats"], changed["id"]) == ("Saturday", 4, first["id"])
    assert ada.client.delete(f"{MINE}/{first['id']}").status_code == 204
    assert ada.client.delete(f"{MINE}/{first['id']}").json()["code"] == "preset_not_found"
    assert listed(ada) == [second]


def test_a_table_can_be_created_from_a_preset_as_it_is_shown(ada: Person) -> None:
    preset = keep(ada, clock={"bank": 86_400, "increment": 600})
    game = ada.create(**{name: preset[name] for name in TABLE})["game"]
    assert game["options"].items() >= TABLE["options"].items()  # type: ignore[attr-defined]  # a mapping
    assert (game["clock"]["control"]["bank"], game["spectators"], len(game["seats"])) == (86_400, "none", 3)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"options": {"ruleset": "classic", "jump": True}}, 422, "unknown_option"),
        ({"options": {"ruleset": "classic", "target": 0}}, 422, "bad_option_value"),
        ({"options": {"ruleset": "classic", "draw_cap": 3}}, 422, "option_not_applicable"),
        ({"options": {"teams": 2}, "seats": 3}, 422, "option_not_applicable"),
        ({"seats": 11}, 422, "bad_seat_count"),
        ({"min_reliability": 49}, 400, "malformed_body"),
        ({"clock": "sometime"}, 422, "bad_clock"),
        ({"clock": {"turn": 1}}, 422, "bad_clock"),
        ({"private": True, "spectators": "open"}, 422, "spectators_at_private_table"),
        ({"name": ""}, 400, "malformed_body"),
        ({"name": "x" * 65}, 400, "malformed_body"),
        ({"name": "a\u0000b"}, 400, "malformed_body"),
        ({"owner": "Bob"}, 400, "malformed_body"),
    ],
)
def test_a_preset_is_checked_like_a_new_table(ada: Person, body: Any, status: int, code: str) -> None:
    kept = keep(ada)
    answer = ada.client.send(MINE, {"name": "Friday", **TABLE, **body})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    answer = put(ada, kept, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert listed(ada) == [kept]


def test_a_repeated_request_keeps_one_preset(ada: Person, bob: Person) -> None:
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}
    body = {"name": "Friday", **TABLE, "shared": True}
    first = ada.client.send(MINE, body, **key)
    again = ada.client.send(MINE, body, **key)
    assert (again.status_code, again.json()) == (201, first.json())
    other = ada.client.send(MINE, {**body, "name": "Sunday"}, **key)
    assert (other.status_code, other.json()["code"]) == (422, "command_id_reused")
    assert bob.client.send(MINE, body, **key).json()["id"] != first.json()["id"]
    assert len(listed(ada)) == len(listed(bob)) == 1


def test_there_is_a_limit(ada: Person) -> None:
    settings = presets.Settings(name="one", table=TABLE, shared=False)
    for _ in range(presets.MAX_PRESETS - 1):
        presets.create(player_id=ada.id, settings=settings, command_id=uuid4(), request_hash=b"")
    last = keep(ada)
    answer = ada.client.send(MINE, {"name": "one more"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_presets")
    assert answer.json()["params"]["limit"] == presets.MAX_PRESETS
    assert put(ada, last, name="changed").status_code == 200


def test_nobody_elses_preset_exists(ada: Person, bob: Person) -> None:
    kept = keep(ada, shared=True)
    here, nowhere = put(bob, kept, name="mine"), put(bob, {"id": str(uuid4())}, name="mine")
    assert (here.status_code, here.content) == (404, nowhere.content)
    assert bob.client.delete(f"{MINE}/{kept['id']}").status_code == 404
    assert listed(bob) == []
    assert listed(ada) == [kept]


def test_a_shared_preset_shows_its_settings_and_nothing_of_its_owner(ada: Person) -> None:
    kept = keep(ada, shared=True)
    answer = ContractClient().get(f"/v1/presets/{kept['code']}")
    assert answer.json() == {"name": "Friday", **TABLE}
    assert kept["link"].endswith(f"/new?preset={kept['code']}")
    for secret in (str(ada.id), ada.name, kept["id"]):
        assert secret not in answer.content.decode()


def test_sharing_ends_at_once_and_begins_with_another_code(ada: Person) -> None:
    kept = keep(ada, shared=True)
    anybody = ContractClient()
    assert put(ada, kept, name="Renamed", shared=True).json()["code"] == kept["code"]
    assert anybody.get(f"/v1/presets/{kept['code']}").json()["name"] == "Renamed"
    assert put(ada, kept).json()["code"] is None
    gone = anybody.get(f"/v1/presets/{kept['code']}")
    assert (gone.status_code, gone.json()["code"]) == (404, "preset_not_found")
    assert gone.content == anybody.get("/v1/presets/0000000000000000000000").content
    new = put(ada, kept, shared=True).json()["code"]
    assert new not in {None, kept["code"]}
    assert ada.client.delete(f"{MINE}/{kept['id']}").status_code == 204
    assert anybody.get(f"/v1/presets/{new}").status_code == 404


def test_presets_need_the_scopes_of_games(ada: Person) -> None:
    kept = keep(ada)
    _, reads = with_scopes(ada, "games:read")
    _, account = with_scopes(ada, "account:read", "account:write")
    assert reads.get(MINE).json()["presets"] == [kept]
    assert reads.send(MINE, {"name": "one"}).json()["code"] == "insufficient_scope"
    assert account.get(MINE).json()["code"] == "insufficient_scope"
    assert ContractClient().get(MINE).status_code == 401


def test_an_export_has_the_presets_and_an_erasure_ends_them(ada: Person) -> None:
    kept = keep(ada, shared=True)
    (exported,) = ada.client.get("/v1/me/export").json()["presets"]
    assert exported == {name: kept[name] for name in kept if name not in {"id", "link"}}
    erase(ada)
    assert not Preset.objects.exists()
    assert ContractClient().get(f"/v1/presets/{kept['code']}").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_one_request_that_comes_several_times_at_once_one_preset_is_kept(ada: Person) -> None:
    key = str(uuid4())

    def ask() -> Any:
        client = ContractClient(ada.client.secret)
        return client.send(MINE, {"name": "Friday", **TABLE}, HTTP_IDEMPOTENCY_KEY=key).json()["id"]

    assert set(together(*[ask] * 4)) == {kept["id"] for kept in listed(ada)}
    assert len(listed(ada)) == 1


@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_in_a_burst(ada: Person) -> None:
    settings = presets.Settings(name="one", table=TABLE, shared=False)
    for _ in range(presets.MAX_PRESETS - 1):
        presets.create(player_id=ada.id, settings=settings, command_id=uuid4(), request_hash=b"")

    def ask() -> Any:
        return ContractClient(ada.client.secret).send(MINE, {"name": "Friday"}).status_code

    assert sorted(together(*[ask] * 4)) == [201, 409, 409, 409]  # type: ignore[type-var]  # statuses
