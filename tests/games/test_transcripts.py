"""Transcripts of finished matches: complete, signed, and the same bytes for ever."""

from __future__ import annotations

import json
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.db import DatabaseError

import engine
from games.models import Seat, TranscriptSignature
from games.proofs import anchors, signing, transcripts
from games.proofs.anchors import builder
from games.reads import one_game
from games.services import erasure
from games.store import archiver
from tests.games import tables
from tests.games.concurrency import together

if TYPE_CHECKING:
    from pytest_django import Settings

pytestmark = pytest.mark.django_db


def finished(ann: UUID | None = None, moves: int = 12, **options: Any) -> UUID:
    """Return a match of two people who played for a while and then agreed to end it."""
    people = ann or tables.person(), tables.person()
    game = tables.started(*people, **options)
    play_on(game, people, moves)
    return game


def play_on(game: UUID, people: tuple[UUID, UUID], moves: int) -> None:
    for _ in range(moves):
        seat, command = tables.legal(game)
        tables.send(game, people[seat], command)
    for player in people:
        tables.send(game, player, engine.Vote("abort"))


def transcript_of(game: UUID, player: UUID | None = None) -> bytes:
    return b"".join(one_game.transcript(game, player)[0].chunks())


def test_a_transcript_holds_the_whole_log_and_is_signed() -> None:
    game = finished()
    file = engine.read_transcript(transcript_of(game))
    rows = tables.rows_of(game)
    assert file.header.game == game.bytes
    assert [(row.public, row.private, row.chain) for row in rows] == [
        (event.public, event.private, event.chain) for event in file.events
    ]
    assert engine.is_signed(file.signature.public_key, file.signed, file.signature.signature)
    assert file.anchors == ()


def test_a_match_with_a_winner_names_them_at_its_end() -> None:
    host = tables.person()
    game = tables.with_bots(host, scoring="single_round")
    tables.send(game, host, engine.Resign())
    tables.let_bots_move(game)
    file = engine.read_transcript(transcript_of(game))
    assert (file.end.cause, file.end.winners, file.end.ranks) == ("resigned", (1,), (2, 1))


def test_seats_are_pseudonyms_of_this_sitting() -> None:
    host = tables.person()
    game = tables.with_bots(host)
    tables.send(game, host, engine.Resign())
    tables.let_bots_move(game)
    file = engine.read_transcript(transcript_of(game))
    assert [(seat.kind, seat.bot) for seat in file.header.seats] == [("human", None), ("bot", "random")]
    uids = list(Seat.objects.filter(game_id=UUID(bytes=file.header.game)).order_by("seat_no"))
    assert [seat.pseudonym for seat in file.header.seats] == [seat.seat_uid.bytes for seat in uids]
    assert str(host).encode() not in transcript_of(UUID(bytes=file.header.game))


def test_a_transcript_is_the_same_after_a_rotation_of_keys_and_when_its_player_is_gone(settings: Settings) -> None:
    host = tables.person()
    game = finished(host)
    first = transcript_of(game)
    settings.SIGNING_KEYS = [secrets.token_bytes(32)]
    assert transcript_of(game) == first
    erasure.erase(host)
    assert not Seat.objects.filter(player_id=host).exists()
    assert transcript_of(game) == first
    other = engine.read_transcript(transcript_of(finished()))
    assert other.signature.public_key != engine.read_transcript(first).signature.public_key


def test_a_match_in_the_archive_has_the_same_transcript_and_is_anchored_if_it_never_was() -> None:
    signed, unsigned = finished(), finished()
    first = transcript_of(signed)
    tables.raw("DELETE FROM outbox")
    assert archiver.run(timedelta(0), 60).moved == 2
    assert tables.raw("SELECT count(*) FROM event WHERE game_id IN (%s, %s)", signed, unsigned) == [(0,)]
    assert transcript_of(signed) == first
    assert len(engine.read_transcript(transcript_of(unsigned)).events) == tables.version_of(unsigned)
    note = builder.checkpoint(0, engine.merkle.EMPTY_ROOT, signing.current(), "play.example.org/anchors")
    tables.raw(
        "INSERT INTO anchor VALUES "
        "(date '2026-01-01', 0, 0, sha256(''), %s, '', service_now(), NULL, 0, service_now())",
        note,
    )
    made = anchors.make()
    assert made
    assert made.games == 2
    assert transcript_of(signed).startswith(first)


def test_anchors_are_added_and_then_stay(settings: Settings) -> None:
    host = tables.person()
    people = host, tables.person()
    game = tables.started(*people)
    assert anchors.make()
    play_on(game, people, 5)
    before = transcript_of(game)
    with tables.travelled(86_400):
        assert anchors.make()
        settings.SIGNING_KEYS = [secrets.token_bytes(32)]
        after = transcript_of(game)
        assert after.startswith(before)
        file = engine.read_transcript(after)
        assert [anchor.version for anchor in file.anchors][-1] == file.header.events
        assert len(file.anchors) == 2
    with tables.travelled(2 * 86_400):
        assert anchors.make()
        assert transcript_of(game) == after


@pytest.mark.django_db(transaction=True)
def test_many_who_ask_first_get_the_same_bytes(settings: Settings) -> None:
    game = finished()
    settings.SIGNING_KEYS = [secrets.token_bytes(32)]
    answers = together(*[lambda: transcript_of(game)] * 6)
    assert len(set(map(repr, answers))) == 1
    assert TranscriptSignature.objects.count() == 1


def test_a_long_match_is_read_and_sent_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished()
    whole = transcript_of(game)
    monkeypatch.setattr(transcripts, "ROWS", 7)
    monkeypatch.setattr(transcripts, "CHUNK", 1000)
    chunks = list(one_game.transcript(game, None)[0].chunks())
    assert b"".join(chunks) == whole
    assert len(chunks) > len(whole) // 10_000


def test_a_log_that_was_rewritten_afterwards_gives_no_transcript() -> None:
    game = finished()
    transcript_of(game)
    with tables.unguarded():
        tables.raw("UPDATE event SET recorded_at = recorded_at - interval '1 s' WHERE seq = 3")
    with pytest.raises(transcripts.TranscriptChanged, match=str(game)):
        transcript_of(game)


def test_a_signature_cannot_be_exchanged() -> None:
    transcript_of(finished())
    with pytest.raises(DatabaseError, match="append-only"):
        TranscriptSignature.objects.update(signature=b"x" * 64)


def test_every_line_is_canonical_json() -> None:
    for line in transcript_of(finished()).splitlines():
        assert json.dumps(json.loads(line), sort_keys=True, separators=(",", ":")).encode() == line
