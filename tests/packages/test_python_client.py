"""The package for Python where a live service would rarely lead it: breaks, refusals, restarts of the app."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from flipside_client import (
    Accepted,
    AsyncClient,
    BackOff,
    Client,
    FileStorage,
    NotAuthenticated,
    Outbox,
    Overtaken,
    Refused,
    Rejected,
    StaleVersion,
    operations,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flipside_client import types

ADDRESS = "http://service.test"
AT_ONCE = BackOff(0, 0)
DRAW: types.DrawCommand = {"type": "draw"}


class Service:
    """Answers with what it is told, one after the other, and keeps the requests."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self, **options: Any) -> Client:
        return Client(ADDRESS, "secret", http=httpx.Client(transport=httpx.MockTransport(self)), **options)


def problem(status: int, code: str, headers: dict[str, str] | None = None, **members: Any) -> httpx.Response:
    body = {"type": "about:blank", "title": code, "status": status, "code": code, "detail": f"{code}."}
    return httpx.Response(status, headers=headers, json=body | members)


def busy() -> httpx.Response:
    return problem(503, "store_busy", {"Retry-After": "0"})


class Broken(httpx.SyncByteStream):
    """A body that breaks off."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __iter__(self) -> Iterator[bytes]:
        yield self.text.encode()
        raise httpx.ReadError("connection lost")


def events(*items: dict[str, Any]) -> str:
    return "".join(f"event: {item['type']}\ndata: {json.dumps(item)}\n\n" for item in items)


def head(cursor: str) -> dict[str, Any]:
    return {"type": "head", "cursor": cursor}


END = {"type": "end", "reason": "finished", "cursor": "last"}


def test_a_request_is_sent_again_after_the_time_that_the_service_names() -> None:
    service = Service(busy(), httpx.Response(200, json={"id": "g"}))
    with service.client() as client:
        assert client.call(operations.read_game, game_id="a/b") == {"id": "g"}
    assert [request.url.raw_path for request in service.asked] == [b"/v1/games/a%2Fb"] * 2
    assert service.asked[0].headers["Authorization"] == "Bearer secret"


def test_patience_ends() -> None:
    with Service(busy(), busy()).client(patience=1) as client, pytest.raises(Refused) as caught:
        client.call(operations.read_me)
    assert (caught.value.status, caught.value.code) == (503, "store_busy")


def test_what_is_no_place_of_the_path_goes_into_the_query() -> None:
    service = Service(httpx.Response(200, json={}))
    with service.client() as client:
        client.call(operations.list_events, game_id="g", after=4, wait=None)
    assert str(service.asked[0].url) == f"{ADDRESS}/v1/games/g/events?after=4"


def test_a_place_of_the_path_must_be_named() -> None:
    with Service().client() as client, pytest.raises(TypeError, match="needs game_id"):
        client.call(operations.read_game)


def test_a_stranger_on_the_way_may_answer() -> None:
    with Service(httpx.Response(404, text="<html>")).client() as client, pytest.raises(Refused) as caught:
        client.call(operations.read_me)
    assert (caught.value.status, caught.value.code) == (404, "unknown")


def test_a_stream_goes_on_behind_its_last_item() -> None:
    service = Service(
        httpx.Response(200, stream=Broken(events(head("one")) + 'data: {"type": "he')),
        httpx.ConnectError("no network"),
        problem(503, "store_busy", {"Retry-After": "0"}),
        httpx.Response(200, text=events(head("two"), {"type": "added_later"}, END)),
    )
    with service.client() as client:
        items = list(client.follow("g", back_off=AT_ONCE))
    assert items == [head("one"), head("two"), {"type": "added_later"}, END]
    assert [request.url.params.get("after") for request in service.asked] == [None, "one", "one", "one"]


def test_a_stream_begins_anew_with_a_cursor_of_another() -> None:
    service = Service(problem(400, "bad_cursor"), httpx.Response(200, text=events(END)))
    with service.client() as client:
        assert list(client.follow("g", "of-another", AT_ONCE)) == [END]
    assert [request.url.params.get("after") for request in service.asked] == ["of-another", None]


def test_a_stream_that_may_not_be_seen_ends_with_the_refusal() -> None:
    with Service(problem(404, "game_not_found")).client() as client, pytest.raises(Refused, match="game_not_found"):
        list(client.follow("g", back_off=AT_ONCE))


def test_a_stream_ends_when_everything_was_told() -> None:
    with Service(httpx.Response(204)).client() as client:
        assert list(client.follow("g")) == []


def test_the_async_client_does_the_same() -> None:
    service = Service(busy(), httpx.Response(200, json={"id": "g"}), httpx.Response(200, text=events(head("a"), END)))

    async def play() -> tuple[Any, list[Any]]:
        http = httpx.AsyncClient(transport=httpx.MockTransport(service))
        async with AsyncClient(ADDRESS, http=http) as client:
            game = await client.call(operations.read_game, game_id="g")
            return game, [item async for item in client.follow("g")]

    assert asyncio.run(play()) == ({"id": "g"}, [head("a"), END])


def test_a_command_outlives_the_app_and_keeps_its_id(tmp_path: Path) -> None:
    storage = FileStorage(tmp_path / "outbox.json")
    broken = Service(httpx.ReadError("connection lost"))
    with broken.client() as client:
        outbox = Outbox(client, storage)
        waiting = outbox.put("g", DRAW, 7)
        assert list(outbox.flush()) == []
    whole = Service(httpx.Response(200, json={"replayed": True}))
    with whole.client() as client:
        assert list(Outbox(client, storage).flush()) == [Accepted(waiting, {"replayed": True})]  # type: ignore[typeddict-item]
        assert Outbox(client, storage).waiting == []
    sent = [json.loads(service.asked[0].content) for service in (broken, whole)]
    assert sent[0] == sent[1] == {"command_id": waiting["command_id"], "command": DRAW, "expected_version": 7}
    assert whole.asked[0].headers["Prefer"] == "return=minimal"


@pytest.mark.parametrize("answer", [lambda: problem(500, "internal_error"), busy, lambda: problem(429, "rate_limited")])
def test_a_command_waits_while_the_service_cannot(answer: Callable[[], httpx.Response]) -> None:
    with Service(answer(), httpx.Response(200, json={})).client(patience=0) as client:
        outbox = Outbox(client)
        waiting = outbox.put("g", DRAW, 7)
        assert list(outbox.flush()) == []
        assert outbox.waiting == [waiting]
        assert len(list(outbox.deliver(AT_ONCE))) == 1


def test_a_command_that_was_overtaken_says_by_what() -> None:
    missed = [{"seq": 8}]
    answers = (problem(409, "stale_version", missed_events=missed), problem(409, "seat_resigned"))
    with Service(*answers).client() as client:
        outbox = Outbox(client)
        outbox.put("g", DRAW, 7)
        outbox.put("g", DRAW, 8)
        overtaken, rejected = outbox.flush()
    assert isinstance(overtaken, Overtaken)
    assert isinstance(overtaken.refusal, StaleVersion)
    assert overtaken.refusal.missed_events == missed
    assert isinstance(rejected, Rejected)
    assert rejected.refusal.code == "seat_resigned"
    assert outbox.waiting == []


def test_a_command_is_kept_until_the_player_has_signed_in_again() -> None:
    with Service(problem(401, "invalid_token")).client() as client:
        outbox = Outbox(client)
        outbox.put("g", DRAW, 7)
        with pytest.raises(NotAuthenticated):
            list(outbox.flush())
        assert len(outbox.waiting) == 1
