"""A digest says for each game what has happened since its reader looked, and what the game waits for."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from games.clock.control import control
from games.models import AutomaticMove
from games.notifications import create, seen, send
from games.notifications.kinds import BY_NAME
from games.notifications.rendering import deck_of
from games.notifications.rendering.summary import MOST, summary, waits_for
from games.notifications.rendering.texts import TEXTS
from games.reads.since_looked import News
from games.services import commands, worker
from games.types import LoggedEvent
from players import preferences
from players.models import Player
from players.notifications.inbox import News as Told
from tests.engine.matches import Match, Style
from tests.games import tables
from tests.games.notifications import notifications
from tests.games.notifications.test_render import notice, turns
from tests.games.notifications.test_table_picture import NAMES
from tests.games.tampering import tampered

if TYPE_CHECKING:
    from tests.games.notifications.fakes import HttpChannel, Sink

HOUR = 3600
database = pytest.mark.django_db(transaction=True)


def people(*names: str, language: str = "en") -> list[UUID]:
    """Return players who get one mail a day, about everything."""
    everything = {name: {"email": True} for name in BY_NAME}
    found = [tables.person() for _ in names]
    for player, name in zip(found, names, strict=True):
        Player.objects.filter(id=player).update(name=name)
        preferences.change(player_id=player, changes={"digest_hour": 8, "language": language, "messages": everything})
    return found


def draw_or_pass(game: UUID, players: list[UUID]) -> int:
    """Make a move for the seat on turn that plays no card; return the seat."""
    seat, first = tables.legal(game)
    legal = engine.legal_commands(tables.table_of(game), seat)
    tables.send(game, players[seat], next((one for one in legal if isinstance(one, engine.Draw | engine.Pass)), first))
    return seat


def all_draw(game: UUID, players: list[UUID]) -> int:
    """Let everybody draw and pass until the turn comes to the first one again; return that seat."""
    first = tables.table_of(game).turn
    assert first is not None
    moved: set[int] = set()
    while len(moved) < len(players) or tables.table_of(game).turn != first:
        moved.add(draw_or_pass(game, players))
    return first


def tell(player: UUID, game: UUID, kind: str = "your_turn", **data: Any) -> None:
    version = tables.version_of(game)
    create.write([Told(id=uuid4(), player_id=player, kind=kind, game_id=game, seq=version, data=data)], None)


def digest(mail: HttpChannel, sink: Sink, player: UUID) -> dict[str, Any]:
    """Send the digest of a player and return it."""
    already = len(sink.messages)
    tables.raw("UPDATE players_delivery SET digest = true WHERE player_id = %s", player)
    notifications.all_due()
    send.send_due(mail.name)
    (message,) = [one for one in sink.messages[already:] if one["player"] == str(player)]
    assert message["kind"] == "digest"
    return message


def words(message: dict[str, Any]) -> str:
    return " ".join(message["text"].split())


@database
@pytest.mark.parametrize(
    ("language", "since", "drawn"),
    [
        ("en", "Since you looked:", "cards drawn"),
        ("ru", "С тех пор, как вы смотрели:", "карты взяты"),
        ("fr", "Depuis votre dernier passage", "cartes piochées"),
    ],
)
def test_it_tells_what_the_others_did_since_its_reader_acted(
    mail: HttpChannel, sink: Sink, language: str, since: str, drawn: str
) -> None:
    players = people("Ann", "Bob", "Cid", language=language)
    game = tables.started(*players, starter="number_only")
    me = all_draw(game, players)
    tell(players[me], game)
    message = digest(mail, sink, players[me])
    for said in (words(message), message["html"]):
        assert since in said
        assert f"2 {drawn}" in said, "nobody is told their own moves"


@database
def test_who_has_looked_is_told_nothing_again(mail: HttpChannel, sink: Sink) -> None:
    players = people("Ann", "Bob", "Cid")
    game = tables.started(*players, starter="number_only")
    me = all_draw(game, players)
    seen.looked(players[me], game, tables.version_of(game))
    tell(players[me], game, "resigned", seat=(me + 1) % 3)
    assert "Since you looked" not in words(digest(mail, sink, players[me]))


@database
def test_it_says_whom_another_game_waits_for(mail: HttpChannel, sink: Sink) -> None:
    players = people("Ann", "Bob", "Cid")
    game = tables.started(*players)
    turn = tables.table_of(game).turn
    assert turn is not None
    me = (turn + 1) % 3
    tell(players[me], game, "nudge", seat=turn)
    tell(players[me], game, "resigned", seat=turn)
    told = words(digest(mail, sink, players[me]))
    assert f"The table waits for {('Ann', 'Bob', 'Cid')[turn]}." in told


@database
def test_a_time_out_is_told_with_the_moves_that_were_made(mail: HttpChannel, sink: Sink) -> None:
    players = people("Ann", "Bob", "Cid")
    game = tables.timed(control(turn=HOUR, autopilot_after=1), *players)
    late = tables.table_of(game).turn
    assert late is not None
    with tables.travelled(HOUR + 1):
        commands.settle(game)
        worker.run_outbox(game)
        tell(players[late], game, "autopilot", seat=late, reason="timeouts")
        message = digest(mail, sink, players[late])
    assert "You run out of time." in words(message)
    assert "1 move was made for you." in words(message)


@database
def test_a_move_that_was_made_for_the_reader_is_no_act_of_theirs(mail: HttpChannel, sink: Sink) -> None:
    players = people("Ann", "Bob", "Cid")
    game = tables.started(*players, starter="number_only")
    me = all_draw(game, players)
    own = tables.version_of(game) + 1
    draw_or_pass(game, players)
    AutomaticMove.objects.create(game_id=game, seq=own, seat=me, cause="forced")
    tell(players[me], game, "nudge", seat=me)
    tell(players[me], game, "resigned", seat=(me + 1) % 3)
    told = words(digest(mail, sink, players[me]))
    assert "1 move was made for you." in told
    assert "3 cards drawn" in told


@database
def test_several_messages_about_a_game_are_one_entry(mail: HttpChannel, sink: Sink) -> None:
    players = people("Ann", "Bob", "Cid")
    game, other = tables.started(*players), tables.started(*players)
    tell(players[0], game, "resigned", seat=1)
    tell(players[0], game, "autopilot", seat=1, reason="resigned")
    tell(players[0], other, "resigned", seat=2)
    message = digest(mail, sink, players[0])
    assert len(message["actions"]) == 2
    assert {one["game_id"] for one in message["data"]["notifications"]} == {str(game), str(other)}
    assert all(one["text"] for one in message["data"]["notifications"])


@database
def test_a_log_that_cannot_be_read_costs_the_digest_only_its_news(mail: HttpChannel, sink: Sink) -> None:
    players = people("Ann", "Bob", "Cid")
    game = tables.started(*players, starter="number_only")
    me = all_draw(game, players)
    tell(players[me], game, "resigned", seat=(me + 1) % 3)
    tampered("UPDATE event SET public = 'x'")
    message = digest(mail, sink, players[me])
    assert "Since you looked" not in words(message)
    assert message["actions"]


def looked(match: Match, seat: int) -> News:
    start = max(0, len(match.log) - 100)
    now = datetime(2026, 11, 21, tzinfo=UTC)
    events = tuple(
        LoggedEvent(seq, now, 255, UUID(int=seq), event, b"", None)
        for seq, event in enumerate(match.log[start:], start=start + 1)
    )
    return News(start, events, start > 0, "en", seat)


@given(turns(), st.sampled_from(tuple(TEXTS)))
def test_of_any_match_it_says_little_and_no_card_of_a_hand(turn: tuple[Match, int], language: str) -> None:
    match, seat = turn
    texts, view = TEXTS[language], engine.view(match.table, seat)
    content = replace(notice(seat=seat, names=NAMES[: match.table.seats], seq=None), looked=looked(match, seat))
    said = summary(content, view, texts)
    waits = waits_for(content, view, texts, is_told=False)
    assert len(said) <= MOST + 3
    assert len(waits) <= 4
    assert len(" ".join(said)) < 600
    assert not any(mark in sentence for sentence in (*said, *waits) for mark in "{}")
    faces = {deck_of(view, texts).face(held.card).name for held in view.hand or ()}
    assert not [face for face in faces if face in " ".join(said)]


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_what_has_a_message_of_its_own_is_not_said_twice(language: str) -> None:
    match = Match({}, 3, 5, Style.SHED).play(400)
    ended = next(seq for seq, event in enumerate(match.log, start=1) if isinstance(event, engine.RoundEnded))
    match.log = match.log[: ended + 1]
    view = engine.view(match.table, 0)
    content = replace(notice("round_over", seq=ended), looked=looked(match, 0))
    with_it = summary(replace(content, seq=None), view, TEXTS[language])
    assert len(summary(content, view, TEXTS[language])) == len(with_it) - 1
