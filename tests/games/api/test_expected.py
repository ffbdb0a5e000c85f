"""The error for an invalid value says where it is and what would be valid."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec import inspect

from common.api.view import ApiView
from common.http.errors import BadParameter
from common.http.query import NoQuery, convert
from common.http.strict_json import NotStrict, read_typed
from common.http.validation_errors import PATTERNS
from common.sentences import shown
from games.wire import notifications, requests, vacations

if TYPE_CHECKING:
    from tests.games.api.people import Person

UUID = "a UUID with hyphens"
CARD = "a card as the rules write it (0.1), such as `R5`, `G+1`, `W` or `wc`"
VALUE = "`true` or `false`, a whole number from -2147483648 to 2147483647, text of at most 64 characters, a list of at"
COMMAND = {"type": "play", "card": "R5"}


@pytest.mark.parametrize(
    ("kind", "body", "path", "sentence"),
    [
        (requests.CommandRequest, {"command": COMMAND | {"card": "zz9"}}, "command.card", f"must be {CARD}"),
        (requests.CommandRequest, {"command": COMMAND | {"card": 5}}, "command.card", f"must be {CARD}"),
        (requests.CommandRequest, {"command": {"type": "discard", "cards": ["R5", "zz9"]}}, "command.cards[1]", CARD),
        (requests.CommandRequest, {"command": {"type": "discard", "cards": ["R5"] * 113}}, "command.cards", "most 112"),
        (requests.CommandRequest, {"command": COMMAND | {"color": "X"}}, "command.color", "must be `B`, `G`, `R`"),
        (requests.CommandRequest, {"command": COMMAND | {"handle": 1.5}}, "command.handle", "from 0 to 2147483647."),
        (requests.CommandRequest, {"command": {"type": "catch", "seat": 10**30}}, "command.seat", "from 0 to 9."),
        (requests.CommandRequest, {"command": {"type": "wheel", "choice": "z"}}, "command.choice", "one of the colors"),
        (requests.CommandRequest, {"command": {"type": "dance"}}, "command.type", "`uno`, `catch`, `jump`"),
        (requests.CommandRequest, {"command": {"type": 5}}, "command.type", "`take_back`"),
        (requests.CommandRequest, {"command": {"type": "play"}}, "command.card", "member `command.card` is missing."),
        (requests.CommandRequest, {"command": {}}, "command.type", "The member `command.type` is missing."),
        (requests.CommandRequest, {"command": None}, "command", "`command` must be an object."),
        (requests.CommandRequest, {}, "command", "The member `command` is missing."),
        (requests.CommandRequest, [], None, "The body must be an object."),
        (requests.CommandRequest, {"zap": 1}, "zap", "it may have `command_id`, `command` and `expected_version`."),
        (requests.CommandRequest, {"command": {"type": "draw", "zap": 1}}, "command.zap", "it may have `type`."),
        (requests.CommandRequest, {"command": COMMAND, "command_id": "x"}, "command_id", f"must be {UUID}."),
        (requests.GameRequest, {"clock": 5}, "clock", "must be an object or text of at most 64 characters."),
        (requests.GameRequest, {"clock": {"late": "x"}}, "clock.late", "must be `lenient` or `strict`."),
        (requests.GameRequest, {"private": 1}, "private", "must be `true` or `false`."),
        (requests.GameRequest, {"entropy": "zz"}, "entropy", "must be 64 hexadecimal digits in lower case."),
        (requests.GameRequest, {"options": {"ruleset": "flip", "target": None}}, "options.target", VALUE),
        (requests.GameRequest, {"options": {"target": 2**31, "x": 1}}, "options.target", "from -2147483648 to"),
        (requests.GameRequest, {"options": {"a": {"c": "", "b": 5}}}, "options.a.b", "must be text of at most 64"),
        (requests.GameRequest, {"options": {"a": ["x", 1.5]}}, "options.a[1]", "must be a whole number from"),
        (requests.GameRequest, {"options": {"a" * 65: 1}}, "options", "A name in `options` must be text of at most 64"),
        (requests.GameRequest, {"options": dict.fromkeys(map(str, range(101)), 1)}, "options", "at most 100 members."),
        (requests.GameRequest, {"options": {"a": {"b": 10**30, "c": ""}}}, "options.a.b", "must be text of at most 64"),
        (requests.GameRequest, {"options": {"a": dict.fromkeys("abcdefghijk", 1), "z": 1}}, "options.a.a", "be text"),
        (requests.GameRequest, {"x - at `$.options.y`": 1}, "x - at `$.options.y`", "The body has no member of that"),
        (requests.GameRequest, {"x` - at `$.options": 1}, "x` - at `$.options", "The body has no member of that name"),
        (vacations.VacationRequest, {"ends_at": "tomorrow"}, "ends_at", "must be a time with its distance from UTC"),
        (vacations.VacationRequest, {"ends_at": "2026-01-31T12:00:00Z", "games": []}, "games", "of 1 to 200 entries."),
    ],
)  # fmt: skip
def test_a_body_that_does_not_fit(kind: Any, body: object, path: str | None, sentence: str) -> None:
    with pytest.raises(NotStrict) as refusal:
        read_typed(msgspec.json.Decoder(kind), json.dumps(body).encode())
    assert shown(refusal.value.path) == (path or "")
    assert sentence in str(refusal.value)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("kind", "values", "parameter", "sentence"),
    [
        (requests.GamesQuery, {"limit": "1" + "0" * 21}, "limit", "`limit` must be a whole number from 1 to 100."),
        (requests.GamesQuery, {"limit": 101}, "limit", "`limit` must be a whole number from 1 to 100."),
        (requests.GamesQuery, {"limit": ""}, "limit", "`limit` must be a whole number from 1 to 100."),
        (requests.GamesQuery, {"mine": 1}, "mine", "`mine` must be `true` or `false`."),
        (requests.GamesQuery, {"status": "x"}, "status", "`status` must be `finished`, `lobby` or `running`."),
        (requests.GamesQuery, {"cursor": "%"}, "cursor", "must be the `next` or the `newest` of an earlier answer."),
        (notifications.NotificationsQuery, {"since": "%"}, "since", "`next` or the `newest` of an earlier answer."),
        (requests.EventsQuery, {"as": 99}, "as", "`8`, `9` or `open`."),
        (requests.ConsistencyQuery, {"first": "2026-01-31"}, "second", "The parameter `second` is missing."),
        (requests.ConsistencyQuery, {"first": "x", "second": "x"}, "first", "must be a day, such as `2026-01-31`."),
        (requests.MyGamesQuery, {"zap": 1}, "zap", "no parameter of that name; it may have `limit` and `cursor`."),
        (requests.MyGamesQuery, {"x - at $.y": "z"}, "x - at $.y", "it may have `limit` and `cursor`."),
        (NoQuery, {"": 1}, "", "The query has no parameter of that name; it takes none."),
    ],
)  # fmt: skip
def test_a_parameter_that_does_not_fit(kind: Any, values: dict[str, Any], parameter: str, sentence: str) -> None:
    with pytest.raises(BadParameter) as refusal:
        convert(values, kind)
    assert refusal.value.fields == {"parameter": parameter}
    assert str(refusal.value).endswith(sentence)


@pytest.mark.parametrize("raw", [b'{"command":{"type":5', b'{"command":5}x'])
def test_half_a_body_that_does_not_fit_either_is_no_json(raw: bytes) -> None:
    with pytest.raises(NotStrict, match=r"^The body is not JSON in UTF-8\.$"):
        read_typed(msgspec.json.Decoder(requests.CommandRequest), raw)


def test_what_stands_after_the_fault_changes_nothing_about_it() -> None:
    for body in (
        b'{"options":{"a":null,"b":1},"zap":1e400}',
        b'{"options":{"b":1,"a":null},"clock":5,"seats":[]}',
        b'{"options":{"a":[1e999],"b":-1e999}}',
        b'{"options":{"a":' + b"9" * 5000 + b',"b":-1e999}}',
    ):
        with pytest.raises(NotStrict) as refusal:
            read_typed(msgspec.json.Decoder(requests.GameRequest), body)
        assert refusal.value.path[:2] == ("options", "a")


def patterns(kind: Any) -> set[str]:
    """Return every pattern in a type."""
    if isinstance(kind, inspect.StrType):
        return {kind.pattern} if kind.pattern else set()
    parts = [getattr(kind, name) for name in ("type", "item_type", "key_type", "value_type") if hasattr(kind, name)]
    parts += [*getattr(kind, "types", ()), *(one.type for one in getattr(kind, "fields", ()))]
    return set().union(*map(patterns, parts)) if parts else set()


def views(base: type[ApiView]) -> set[type[ApiView]]:
    return {base}.union(*map(views, base.__subclasses__()))


def test_every_pattern_that_clients_have_to_keep_to_has_words() -> None:
    import config.me_urls  # noqa: F401, PLC0415  all views
    import games.api.urls  # noqa: F401, PLC0415  as above
    import players.api.urls  # noqa: F401, PLC0415  as above

    bodies = {view.body_type for view in views(ApiView) if view.body_type is not None}
    queries = [one for one in vars(requests).values() if isinstance(one, type) and issubclass(one, requests.Query)]
    found = set().union(*(patterns(inspect.type_info(kind)) for kind in [*bodies, *queries]))
    assert found <= set(PATTERNS)
    assert len(bodies) > 10
    # Python's `$` also stands before the line break at the end of a text.
    assert {one for one in found if not one.endswith(r"\Z")} == set()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"digest_hour": 24}, "`digest_hour` must be a whole number from 0 to 23."),
        ({"reminders": 5}, "`reminders` must be a list of at most 5 entries."),
        ({"reminders": [59]}, "`reminders[0]` must be a whole number from 60 to 2592000."),
        ({"quiet_hours": {"start": "7:00"}}, "`quiet_hours.start` must be a local time such as `22:30`."),
        ({"quiet_hours": []}, "`quiet_hours` must be an object."),
    ],
)
@pytest.mark.django_db
def test_a_body_of_an_account_is_refused_in_the_same_words(ada: Person, body: object, sentence: str) -> None:
    problem = ada.client.patch("/v1/me/preferences", body, content_type="application/json").json()
    assert (problem["code"], problem["detail"]) == ("malformed_body", sentence)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b'{"command":{"type":"catch","seat":NaN}}', "NaN and Infinity are not JSON."),
        (b'{"command":{"type":"\\ud800"}}', "A string holds a character that is no text."),
        (b'{"command":' + b"[" * 5000, "The body is nested too deeply."),
    ],
)
def test_what_is_no_json_is_told_as_exactly_as_elsewhere(raw: bytes, sentence: str) -> None:
    with pytest.raises(NotStrict) as refusal:
        read_typed(msgspec.json.Decoder(requests.CommandRequest), raw)
    assert str(refusal.value) == sentence
