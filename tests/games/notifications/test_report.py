"""A player who returns after days reads in the mail what the others did meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

import engine
from games.notifications import create, send
from players import preferences
from players.models import Player
from players.notifications.inbox import News
from tests.games import tables
from tests.games.notifications import notifications
from tests.games.notifications.test_render import match, notice, said
from tests.games.tampering import tampered

if TYPE_CHECKING:
    from uuid import UUID

    from tests.games.notifications.fakes import HttpChannel, Sink

pytestmark = pytest.mark.django_db(transaction=True)


def played_round(*languages: str) -> tuple[UUID, list[UUID], int]:
    """Return a match of three in which everybody has moved once, and the seat whose turn has come again."""
    people = [tables.person() for _ in range(3)]
    for person, name, language in zip(people, ("Ann", "Bob", "Cid"), languages, strict=True):
        Player.objects.filter(id=person).update(name=name)
        preferences.change(player_id=person, changes={"language": language})
    game = tables.started(*people, starter="number_only")  # a starter with an effect would make a player draw more
    first = tables.table_of(game).turn
    assert first is not None
    moved: set[int] = set()
    while len(moved) < len(people) or tables.table_of(game).turn != first:
        seat, command = tables.legal(game)
        tables.send(
            game, people[seat], next((one for one in legal(game, seat) if isinstance(one, engine.Draw)), command)
        )
        moved.add(seat)
    return game, people, first


def legal(game: UUID, seat: int) -> list[engine.Command]:
    return engine.legal_commands(tables.table_of(game), seat)


def mail_of(mail: HttpChannel, sink: Sink, game: UUID, player: UUID) -> tuple[str, str]:
    notifications.told(game)
    notifications.all_due()
    send.send_due(mail.name)
    (message,) = [one for one in sink.messages if one["player"] == str(player) and one["kind"] == "your_turn"]
    return message["text"], message["html"]


@pytest.mark.parametrize(
    ("language", "heading", "drew"),
    [
        ("en", "What has happened", "draws 1 card."),
        ("ru", "Что произошло", "берёт 1 карту."),
        ("fr", "Ce qui s’est passé", "pioche 1 carte."),
    ],
)
def test_a_mail_tells_what_the_others_did_since_its_reader_moved(
    mail: HttpChannel, sink: Sink, language: str, heading: str, drew: str
) -> None:
    game, people, turn = played_round(*[language] * 3)
    text, html = mail_of(mail, sink, game, people[turn])
    assert heading.upper() in text
    assert heading in html
    names = [name for seat, name in enumerate(("Ann", "Bob", "Cid")) if seat != turn]
    story = text.partition(heading.upper())[2].partition("\n\n")[0]
    for name in names:
        assert f"{name} {drew}" in story
        assert f"{name} {drew}" in html
    assert ("Ann", "Bob", "Cid")[turn] not in story, "nobody is told their own moves"
    # It stands below the hand: lists of mails and lock screens show the beginning of a mail.
    assert text.index("Bob") < text.index(heading.upper())
    assert drew not in text.partition(heading.upper())[0]


def test_a_mail_goes_out_without_the_story_where_the_log_cannot_be_read(mail: HttpChannel, sink: Sink) -> None:
    game, people, turn = played_round("en", "en", "en")
    notifications.told(game)
    tampered("UPDATE event SET public = '\\xc1'")
    notifications.all_due()
    send.send_due(mail.name)
    (text,) = [
        one["text"] for one in sink.messages if one["player"] == str(people[turn]) and one["kind"] == "your_turn"
    ]
    assert "YOUR MOVES" in text
    assert "WHAT HAS HAPPENED" not in text


@pytest.mark.parametrize(("kind", "caught_up"), [("timed_out", True), ("handed_back", False)])
def test_what_has_happened_is_told_of_the_readers_own_seat_only(
    mail: HttpChannel, sink: Sink, kind: str, *, caught_up: bool
) -> None:
    """A player who hears that another one is back need not move, and the service did nothing for them."""
    game, people, turn = played_round("en", "en", "en")
    preferences.change(player_id=people[turn], changes={"messages": {kind: {"email": True}}})
    data = {"you": turn, "seat": turn if caught_up else (turn + 1) % 3, "due_at": None}
    create.write([News(id=uuid4(), player_id=people[turn], kind=kind, game_id=game, seq=1, data=data)], None)
    send.send_due(mail.name)
    (message,) = sink.messages
    assert ("WHAT HAS HAPPENED" in message["text"]) is caught_up


@pytest.mark.parametrize("cut", [False, True])
def test_of_a_long_story_the_end_is_told_and_that_there_is_more(*, cut: bool) -> None:
    kept = next(event for event, tag in engine.TAGS.items() if tag == "card_kept")
    many = [kept(1)] * (3 if cut else 30)
    parts = said(notice(happened=many, cut=cut), match())
    for words in (parts.text, parts.html or ""):
        assert "Earlier events are left out." in words
        assert 1 < words.count("Bob keeps the card.") < 10
    assert "keeps the card" not in parts.body + parts.title
