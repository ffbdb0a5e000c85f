"""The inbox over HTTP: pages, newer messages, read marks, and no access to other inboxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

from games.notifications import create_for_command, seen
from players import services
from players.models import Seen
from players.notifications import inbox
from players.notifications.inbox import News
from players.scopes import ACCOUNT_READ, ACCOUNT_WRITE, GAMES_PLAY, GAMES_READ
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.api.people import running
from tests.games.notifications import notifications

if TYPE_CHECKING:
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db
INBOX = "/v1/me/notifications"
READ = "/v1/me/notifications/read"


def give(person: Person, count: int = 1) -> list[str]:
    """Create notifications for a player; return their ids, oldest first."""
    news = [
        News(id=uuid4(), player_id=person.id, kind="started", game_id=uuid4(), seq=3, data={"you": 0})
        for _ in range(count)
    ]
    return [str(one.id) for one in inbox.add(news)]


def ids(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [one["id"] for one in answer.json()["notifications"]]


def test_the_inbox_is_newest_first_page_by_page(ada: Person) -> None:
    told = give(ada, 5)
    first = ada.client.get(f"{INBOX}?limit=2")
    assert ids(first) == told[:2:-1]
    assert first.json()["unread"] == 5
    second = ada.client.get(f"{INBOX}?limit=2&cursor={first.json()['next']}")
    third = ada.client.get(f"{INBOX}?limit=2&cursor={second.json()['next']}")
    assert ids(second) + ids(third) == told[2::-1]
    assert third.json()["next"] is None


def test_only_what_is_new_since_the_last_answer_can_be_asked_for(ada: Person) -> None:
    give(ada, 3)
    newest = ada.client.get(INBOX).json()["newest"]
    assert ids(ada.client.get(f"{INBOX}?since={newest}")) == []
    news = give(ada, 3)
    page = ada.client.get(f"{INBOX}?since={newest}&limit=2")
    assert ids(page) == news[:0:-1]
    rest = ada.client.get(f"{INBOX}?since={newest}&limit=2&cursor={page.json()['next']}")
    assert ids(rest) == news[:1]
    assert ids(ada.client.get(f"{INBOX}?since={page.json()['newest']}")) == []


def test_what_is_new_is_counted_for_each_player(ada: Person, bob: Person) -> None:
    told = {ada: give(ada, 1), bob: give(bob, 4)}
    for person, earlier in told.items():
        page = person.client.get(INBOX)
        assert ids(page) == earlier[::-1]
        assert ids(person.client.get(f"{INBOX}?since={page.json()['newest']}")) == []
        news = give(person)
        assert ids(person.client.get(f"{INBOX}?since={page.json()['newest']}")) == news


def told_of(person: Person, game: str, kind: str, **facts: object) -> None:
    one = News(id=uuid4(), player_id=person.id, kind=kind, game_id=UUID(game), seq=9, data={"you": 0, **facts})
    inbox.add([one])


def text(person: Person, language: str | None = None) -> str:
    headers = {} if language is None else {"accept-language": language}
    answer = person.client.get(f"{INBOX}?limit=1", headers=headers)
    said: str = answer.json()["notifications"][0]["text"]
    return said


def test_a_message_is_a_sentence_in_the_language_of_the_header_or_of_the_reader(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    told_of(ada, game, "resigned", seat=1)
    assert text(ada) == "Bob resigns and will rank behind all who play on. The seat plays on by itself."
    assert text(ada, "fr").startswith("Bob ")
    ada.client.patch("/v1/me/preferences", {"language": "ru"}, content_type="application/json")
    assert text(ada).startswith("Bob ")
    assert len({text(ada), text(ada, "en"), text(ada, "fr")}) == 3
    assert text(ada, "de") == text(ada)


def test_a_message_names_nobody_whom_its_reader_may_not_know(ada: Person, bob: Person) -> None:
    private = ada.create(seats=3, private=True)["game"]["id"]
    told_of(bob, private, "resigned", seat=0)
    assert text(bob).startswith("Somebody resigns")


def test_a_seat_at_a_table_that_has_not_begun_may_be_anothers_now(ada: Person, bob: Person) -> None:
    game = ada.create(seats=3)["game"]["id"]
    bob.sit(game)
    told_of(ada, game, "seat_left", seat=1)
    assert text(ada) == "Somebody has left your table before the match."


def test_an_answer_in_another_language_has_another_tag(ada: Person) -> None:
    give(ada)
    english, french = (ada.client.get(INBOX, headers={"accept-language": one}) for one in ("en", "fr"))
    assert english["ETag"] != french["ETag"]
    assert (french["Content-Language"], french["Vary"]) == ("fr", "Authorization, Accept-Language")


def test_an_inbox_that_has_not_changed_is_not_sent_again(ada: Person) -> None:
    told = give(ada)
    tag = ada.client.get(INBOX)["ETag"]
    assert ada.client.get(INBOX, HTTP_IF_NONE_MATCH=tag).status_code == 304
    ada.client.send(READ, {"ids": told})
    changed = ada.client.get(INBOX, HTTP_IF_NONE_MATCH=tag)
    assert changed.status_code == 200
    assert changed["ETag"] != tag
    assert changed["Cache-Control"] == "private, no-store"
    tag = changed["ETag"]
    ada.client.send(READ, {"ids": told})
    assert ada.client.get(INBOX, HTTP_IF_NONE_MATCH=tag).status_code == 304
    give(ada)
    assert ada.client.get(INBOX, HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_messages_are_marked_one_by_one_or_up_to_one(ada: Person) -> None:
    told = give(ada, 4)
    assert ada.client.send(READ, {"ids": [told[3]]}).json() == {"unread": 3}
    assert ids(ada.client.get(f"{INBOX}?unread=true")) == told[2::-1]
    assert ada.client.send(READ, {"up_to": told[1]}).json() == {"unread": 1}
    assert ids(ada.client.get(f"{INBOX}?unread=true")) == [told[2]]
    assert ada.client.send(READ, {"up_to": told[3]}).json() == {"unread": 0}
    read = ada.client.get(INBOX).json()["notifications"]
    assert all(one["read_at"] for one in read)


def test_nobody_marks_or_sees_what_another_was_told(ada: Person, bob: Person) -> None:
    mine = give(ada, 2)
    cursor = ada.client.get(f"{INBOX}?limit=1").json()
    assert ids(bob.client.get(INBOX)) == []
    for body in ({"ids": [mine[0]]}, {"up_to": mine[0]}, {"ids": [str(uuid4())]}):
        answer = bob.client.send(READ, body)
        assert (answer.status_code, answer.json()["code"]) == (404, "notification_not_found")
    assert bob.client.send(READ, {"ids": [mine[0]]}).content == bob.client.send(READ, {"ids": [str(uuid4())]}).content
    assert ada.client.get(INBOX).json()["unread"] == 2
    for query in (f"cursor={cursor['next']}", f"since={cursor['newest']}", f"cursor={cursor['newest']}", "since=x"):
        assert bob.client.get(f"{INBOX}?{query}").json()["code"] == "bad_cursor"
    assert ada.client.get(f"{INBOX}?cursor={cursor['newest']}").json()["code"] == "bad_cursor"
    assert ada.client.get(f"{INBOX}?unread=true&cursor={cursor['next']}").json()["code"] == "bad_cursor"


def test_a_mark_of_nothing_is_refused(ada: Person) -> None:
    assert ada.client.send(READ, {}).json()["code"] == "malformed_body"
    assert ada.client.send(READ, {"ids": ["x"]}).json()["code"] == "malformed_body"
    assert ada.client.send(READ, {"ids": [str(uuid4())] * 101}).json()["code"] == "malformed_body"


@pytest.mark.parametrize(
    ("scope", "reads", "marks"),
    [(ACCOUNT_READ, 200, 403), (ACCOUNT_WRITE, 403, 200), (GAMES_READ, 403, 403), (GAMES_PLAY, 403, 403)],
)
def test_reading_and_marking_take_the_scopes_of_the_account(ada: Person, scope: str, reads: int, marks: int) -> None:
    told = give(ada)
    _, secret = services.issue_token(player_id=ada.id, kind="personal", scopes=[scope])
    client = ContractClient(secret)
    assert client.get(INBOX).status_code == reads
    assert client.send(READ, {"ids": told}).status_code == marks


def test_without_a_token_there_is_no_inbox(stranger: ContractClient) -> None:
    assert stranger.get(INBOX).status_code == 401
    assert stranger.send(READ, {"ids": [str(uuid4())]}).status_code == 401


def test_a_real_turn_is_in_the_inbox_and_fetching_the_table_is_noted_once(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    for seq in notifications.ends(game):  # type: ignore[arg-type]  # an id as text will do
        create_for_command(game, seq)  # type: ignore[arg-type]  # as above
    turn = ada.see(game)["turn"]
    mine, other = ((ada, bob), (bob, ada))[turn]
    kinds = [one["kind"] for one in mine.client.get(INBOX).json()["notifications"]]
    assert kinds[:1] == ["your_turn"] or turn == 0
    seen.forget()
    other.see(game)
    assert not Seen.objects.filter(player_id=other.id).exists()
    version = mine.see(game)["version"]
    assert list(Seen.objects.filter(player_id=mine.id).values_list("version", flat=True)) == [version]
    assert tables.version_of(game) == version  # type: ignore[arg-type]  # as above


def test_a_turn_that_was_told_before_heads_were_is_still_shown(ada: Person) -> None:
    facts = {"you": 0, "version": 3, "decision": None, "deadline_at": None}
    inbox.add([News(id=uuid4(), player_id=ada.id, kind="your_turn", game_id=uuid4(), seq=3, data=facts)])
    (told,) = ada.client.get(INBOX).json()["notifications"]
    assert told["data"] == {**facts, "chain": None}
