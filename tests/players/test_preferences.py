"""The preferences of a player: stored, checked, changed from several devices at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common import timezones
from players import preferences
from players.errors import InvalidPreference, PlayerNotFound
from players.models import PlayerPreferences
from players.notifications import kinds as message_kinds
from players.preferences import Preferences
from tests.games.concurrency import together

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_django.fixtures import DjangoAssertNumQueries

    from tests.players.people import Someone

ROUTE = "/v1/me/preferences"
KINDS = {"probe_loud": ("probe_mail", "probe_push"), "probe_soft": ("probe_push",), "probe_mute": ()}


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register three kinds of messages on two channels, in place of the service's own."""
    monkeypatch.setattr(message_kinds, "_channels", [])
    monkeypatch.setattr(message_kinds, "_kinds", {})
    message_kinds.register(KINDS, channels=("probe_mail", "probe_push"))


def patch(someone: Someone, **members: object) -> Any:
    return someone.client.patch(ROUTE, members, format="json")


@pytest.mark.django_db
class TestTheRoute:
    def test_who_said_nothing_is_shown_the_defaults_and_what_will_be_sent_where(self, guest: Someone) -> None:
        assert guest.client.get(ROUTE).json() == {
            "language": "",
            "time_zone": "UTC",
            "quiet_hours": None,
            "digest_hour": None,
            "reminders": [14400],
            "messages": {
                "probe_loud": {"probe_mail": True, "probe_push": True},
                "probe_soft": {"probe_mail": False, "probe_push": True},
                "probe_mute": {"probe_mail": False, "probe_push": False},
            },
            "choices": {},
        }
        assert not PlayerPreferences.objects.exists()

    def test_what_is_named_changes_and_the_rest_stays(self, guest: Someone) -> None:
        patch(guest, language="fr", time_zone="Europe/Paris", quiet_hours={"start": "22:30", "end": "07:00"})
        answer = patch(guest, digest_hour=0, reminders=[3600, 86400])
        assert answer.status_code == 200, answer.content
        body = answer.json()
        assert body == guest.client.get(ROUTE).json()
        assert (body["language"], body["time_zone"]) == ("fr", "Europe/Paris")
        assert body["quiet_hours"] == {"start": "22:30", "end": "07:00"}
        assert (body["digest_hour"], body["reminders"]) == (0, [86400, 3600])
        assert patch(guest, quiet_hours=None, digest_hour=None).json()["quiet_hours"] is None

    def test_choices_are_merged_and_can_be_taken_back(self, guest: Someone) -> None:
        patch(guest, messages={"probe_loud": {"probe_mail": False}})
        body = patch(guest, messages={"probe_mute": {"probe_push": True}, "probe_loud": {"probe_push": False}}).json()
        assert body["messages"]["probe_loud"] == {"probe_mail": False, "probe_push": False}
        assert body["messages"]["probe_mute"] == {"probe_mail": False, "probe_push": True}
        body = patch(guest, messages={"probe_loud": {"probe_mail": None, "probe_push": None}}).json()
        assert body["messages"]["probe_loud"] == {"probe_mail": True, "probe_push": True}
        assert body["choices"] == {"probe_mute": {"probe_push": True}}

    def test_null_is_the_default_everywhere(self, guest: Someone) -> None:
        chosen = {
            "language": "fr", "time_zone": "Europe/Paris", "quiet_hours": {"start": "22:30", "end": "07:00"},
            "digest_hour": 7, "reminders": [60], "messages": {"*": {"probe_mail": False}},
        }  # fmt: skip
        defaults = guest.client.get(ROUTE).json()
        assert patch(guest, **chosen).json() != defaults
        answer = patch(guest, **dict.fromkeys(chosen))
        assert (answer.status_code, answer.json()) == (200, defaults)

    def test_null_for_a_kind_takes_back_what_was_chosen_for_it(self, guest: Someone) -> None:
        patch(guest, messages={"*": {"probe_mail": False, "probe_push": False}, "probe_loud": {"probe_mail": True}})
        assert patch(guest, messages={"*": None}).json()["choices"] == {"probe_loud": {"probe_mail": True}}
        assert patch(guest, messages={"probe_mute": None, "probe_loud": None}).json()["choices"] == {}
        assert patch(guest, messages={"pigeon_post": None}).json()["code"] == "invalid_preference"

    def test_one_choice_for_all_kinds_leaves_single_choices_alone(self, guest: Someone) -> None:
        patch(guest, messages={"probe_loud": {"probe_push": True}})
        body = patch(guest, messages={"*": {"probe_push": False, "probe_mail": True}}).json()
        assert body["messages"] == {
            "probe_loud": {"probe_mail": True, "probe_push": True},
            "probe_soft": {"probe_mail": True, "probe_push": False},
            "probe_mute": {"probe_mail": True, "probe_push": False},
        }

    @pytest.mark.parametrize(
        ("members", "member"),
        [
            ({"time_zone": "Mars/Olympus"}, "time_zone"),
            ({"time_zone": "europe/paris"}, "time_zone"),
            ({"time_zone": "../../etc/passwd"}, "time_zone"),
            ({"time_zone": ""}, "time_zone"),
            ({"time_zone": "localtime"}, "time_zone"),
            ({"quiet_hours": {"start": "22:00", "end": "22:00"}}, "quiet_hours"),
            ({"reminders": [3600, 3600]}, "reminders"),
            ({"messages": {"gossip": {"probe_mail": True}}}, "messages"),
            ({"messages": {"probe_loud": {"pigeon": True}}}, "messages"),
        ],
    )
    def test_a_wish_that_cannot_be_had_is_named(self, members: dict[str, Any], member: str, guest: Someone) -> None:
        answer = patch(guest, **{"digest_hour": 7, **members})
        assert answer.status_code == 400, answer.content
        problem = answer.json()
        if problem["code"] == "invalid_preference":
            assert problem["params"]["reason"] in problem["detail"]
        else:
            assert problem["code"] == "malformed_body"
        assert [fault["pointer"].split("/")[1] for fault in problem["errors"]] == [member]
        assert guest.client.get(ROUTE).json()["digest_hour"] is None  # no change of it was made

    @pytest.mark.parametrize(
        "members",
        [
            {"language": "de"},
            {"language": 1},
            {"time_zone": 3},
            {"time_zone": "UTC" * 50},
            {"quiet_hours": "22:00-07:00"},
            {"quiet_hours": {"start": "22:00"}},
            {"quiet_hours": {"start": "22:00", "end": "7:00"}},
            {"quiet_hours": {"start": "24:00", "end": "07:00"}},
            {"quiet_hours": {"start": "٢٢:00", "end": "07:00"}},
            {"quiet_hours": {"start": "22:00", "end": "07:00", "days": []}},
            {"digest_hour": 24},
            {"digest_hour": -1},
            {"digest_hour": "7"},
            {"digest_hour": True},
            {"digest_hour": 7.5},
            {"reminders": [59]},
            {"reminders": [2592001]},
            {"reminders": [60, 61, 62, 63, 64, 65]},
            {"reminders": ["3600"]},
            {"messages": []},
            {"messages": {"probe_loud": True}},
            {"messages": {"probe_loud": {"probe_mail": "off"}}},
            {"messages": {"probe_loud": {"probe_mail": 0}}},
            {"messages": {f"kind{number}": {} for number in range(101)}},
            {"sound": "on"},
        ],
    )
    def test_a_body_that_is_not_as_documented_changes_nothing(self, members: dict[str, Any], guest: Someone) -> None:
        answer = patch(guest, **members)
        assert answer.status_code == 400, answer.content
        assert answer.json()["code"] == "malformed_body"
        assert [fault["pointer"].split("/")[1] for fault in answer.json()["errors"]] == list(members)
        assert not PlayerPreferences.objects.exists()

    def test_it_needs_a_token_with_the_scope(self, stranger: Any, guest: Someone) -> None:
        from tests.players.test_api import program_of  # noqa: PLC0415 - as the fixtures

        assert stranger.get(ROUTE).status_code == 401
        assert program_of(guest, "account:read").get(ROUTE).status_code == 200
        assert program_of(guest, "account:read").patch(ROUTE, {}, format="json").status_code == 403
        assert program_of(guest, "account:write").patch(ROUTE, {}, format="json").status_code == 200
        assert program_of(guest, "games:play").get(ROUTE).status_code == 403


@pytest.mark.django_db
class TestForTheSender:
    def test_many_players_are_asked_for_at_once(
        self, make_guest: Callable[..., Someone], django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        ids = [make_guest().player.id for _ in range(4)]
        preferences.change(player_id=ids[1], changes={"language": "ru"})
        with django_assert_num_queries(1):
            found = preferences.of_many(ids)
        assert [found[player].language for player in ids] == ["", "ru", "", ""]
        assert preferences.of(ids[1]).language == "ru"

    def test_the_senders_default_counts_where_nothing_was_chosen(self, guest: Someone) -> None:
        assert preferences.of(guest.player.id).wants("probe_mute", "probe_mail", default=True)
        preferences.switch_off(guest.player.id, "probe_mute", "probe_mail")
        assert not preferences.of(guest.player.id).wants("probe_mute", "probe_mail", default=True)

    def test_unsubscribing_from_one_kind_leaves_the_others(self, guest: Someone) -> None:
        for _ in range(2):
            preferences.switch_off(guest.player.id, "probe_loud", "probe_mail")
        assert preferences.of(guest.player.id).matrix()["probe_loud"] == {"probe_mail": False, "probe_push": True}

    def test_unsubscribing_from_a_channel_outweighs_single_choices(self, guest: Someone) -> None:
        patch(guest, messages={"probe_soft": {"probe_mail": True, "probe_push": True}})
        preferences.switch_off(guest.player.id, None, "probe_mail")
        assert not any(row["probe_mail"] for row in preferences.of(guest.player.id).matrix().values())
        assert preferences.of(guest.player.id).wants("probe_soft", "probe_push")

    def test_words_nobody_registered_are_refused(self, guest: Someone) -> None:
        with pytest.raises(InvalidPreference):
            preferences.switch_off(guest.player.id, "gossip", "probe_mail")
        with pytest.raises(InvalidPreference):
            preferences.switch_off(guest.player.id, None, "pigeon")
        with pytest.raises(ValueError, match="unknown channel"):
            message_kinds.register({"gossip": ("pigeon",)}, channels=("probe_mail",))

    def test_a_player_who_is_gone_has_no_wishes(self) -> None:
        assert preferences.of(uuid4()) == Preferences()
        with pytest.raises(PlayerNotFound):
            preferences.change(player_id=uuid4(), changes={"language": "ru"})


@pytest.mark.django_db(transaction=True)
def test_devices_that_change_different_things_at_once_all_get_theirs(guest: Someone) -> None:
    changes: list[dict[str, Any]] = [
        {"language": "ru"},
        {"time_zone": "Asia/Tokyo"},
        {"digest_hour": 6},
        {"reminders": (600,)},
        *({"messages": {kind: {channel: True}}} for kind in KINDS for channel in ("probe_mail", "probe_push")),
    ]

    together(*(partial(preferences.change, player_id=guest.player.id, changes=change) for change in changes))
    wishes = preferences.of(guest.player.id)
    assert (wishes.language, wishes.time_zone, wishes.digest_hour, wishes.reminders) == ("ru", "Asia/Tokyo", 6, (600,))
    assert all(all(row.values()) for row in wishes.matrix().values())


GOOD = {
    "language": st.sampled_from(["", "en", "ru", "fr"]),
    "time_zone": st.sampled_from(["UTC", "Europe/Paris", "America/St_Johns"]),
    "digest_hour": st.none() | st.integers(0, 23),
    "reminders": st.lists(st.integers(60, 2592000), max_size=5, unique=True).map(tuple),
    "messages": st.dictionaries(
        st.sampled_from([*KINDS, "*"]),
        st.dictionaries(st.sampled_from(["probe_mail", "probe_push"]), st.sampled_from([True, False, None])),
    ),
}
BAD = {
    "language": st.just("xx"),
    "time_zone": st.just("Nowhere"),
    "digest_hour": st.just(24),
    "reminders": st.just((1,)),
    "messages": st.just({"gossip": {"probe_mail": True}}),
}


@pytest.mark.django_db(transaction=True)
@given(data=st.data())
def test_a_change_is_made_as_a_whole_or_not_at_all(data: st.DataObject) -> None:
    from players import services  # noqa: PLC0415 - needs the settings

    player, _ = services.create_guest()
    for _ in range(3):
        good: dict[str, Any] = data.draw(st.fixed_dictionaries({}, optional=GOOD))
        spoiled = data.draw(st.sets(st.sampled_from(sorted(BAD)), max_size=1))
        before = preferences.of(player.id)
        changes = {**good, **{name: data.draw(BAD[name]) for name in spoiled}}
        if spoiled:
            with pytest.raises(InvalidPreference) as refusal:
                preferences.change(player_id=player.id, changes=changes)
            member: Any = refusal.value.fields["member"]
            assert {member if isinstance(member, str) else member[0]} == spoiled
            assert preferences.of(player.id) == before
            continue
        answer = preferences.change(player_id=player.id, changes=changes)
        assert preferences.of(player.id) == answer
        for name in good.keys() - {"messages", "reminders"}:
            assert getattr(answer, name) == good[name]


def test_every_zone_that_can_be_chosen_can_be_computed_with() -> None:
    for name in timezones.names():
        assert name == "UTC" or str(timezones.zone(name)) == name
        assert len(name) <= timezones.MAX_LENGTH
    assert str(timezones.zone("Gone/Since")) == "UTC"
