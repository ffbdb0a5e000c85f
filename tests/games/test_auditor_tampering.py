"""The auditor finds and names each way to tamper with a game, some of them only by the heads noted before."""

# ruff: noqa: S608 - the attacks are written in SQL

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

import engine
from games.audit import auditor, check
from games.models import Found, Game, Mark
from games.store import seeds
from tests.games import audits, tables
from tests.games.audits import FLIP, begun, found, held, moved, watch
from tests.games.tampering import forged, rewound, tampered

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log")]


def with_the_middle_swapped(pile: Sequence[int]) -> Sequence[int]:
    """Return the pile with two inner cards swapped: a Flip turns the pile over, so both of its ends may be drawn."""
    return [*pile[:50], pile[51], pile[50], *pile[52:]]


@pytest.fixture
def game(empty_log: None) -> UUID:  # noqa: ARG001  deletes logs, so it comes first
    """Return a game with a clock in the middle of its first round, audited once without faults."""
    return audits.sound()


@pytest.mark.parametrize(
    ("statement", "kind", "seq"),
    [
        ("UPDATE event SET public = " + FLIP.format("public") + " WHERE seq = 7", "chain", 7),
        ("UPDATE event SET private = " + FLIP.format("private") + " WHERE type = 8", "private", None),
        (
            "UPDATE event SET private_commitment = " + FLIP.format("private_commitment") + " WHERE type = 8",
            "chain",
            None,
        ),
        ("UPDATE event SET chain = " + FLIP.format("chain") + " WHERE seq = 7", "chain", 7),
        ("UPDATE event SET recorded_at = recorded_at + interval '1 microsecond' WHERE seq = 7", "chain", 7),
        ("UPDATE game SET chain = " + FLIP.format("chain"), "head", None),
        ("DELETE FROM event WHERE seq = 4", "gap", 4),
        ("DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)", "tail", None),
        (
            """INSERT INTO event SELECT game_id, seq + 1, type, schema_version, actor, gen_random_uuid(), recorded_at,
               public, private, private_commitment, chain FROM event ORDER BY seq DESC LIMIT 1""",
            "chain",
            None,
        ),
        ("UPDATE command SET fingerprint = " + FLIP.format("fingerprint") + " WHERE first_seq = 1", "command", None),
        ("UPDATE command SET actor = 200 WHERE first_seq = 1", "command", 1),
        ("DELETE FROM command WHERE first_seq = 1", "command", 1),
        ("UPDATE seat SET kind = 0, player_id = NULL WHERE seat_no = 1", "seats", None),
        ("DELETE FROM game_secret", "seed", 0),
    ],
)
def test_a_tampered_log_is_named_with_its_game_and_event_and_quarantined(
    game: UUID, statement: str, kind: str, seq: int | None
) -> None:
    tampered(statement)
    watch()
    [(named, at, state)] = found()
    assert (named, state) == (kind, "open")
    assert seq is None or at == seq
    assert held() == [game]
    watch()
    assert len(found()) == 1


def test_a_tail_that_was_removed_with_all_its_traces_is_noticed(game: UUID) -> None:
    version = tables.version_of(game)
    rewound(game)
    auditor.look_at_moves(math.inf)
    assert found() == [("noted", tables.version_of(game) + 1, "open")]
    assert f"had {version} events when the auditor last checked it" in Found.objects.get().message
    assert held() == [game]


def test_a_swapped_card_with_everything_made_to_fit_by_somebody_who_has_the_seed(game: UUID) -> None:
    forged(game, with_the_middle_swapped)
    auditor.look_at_moves(math.inf)
    assert found() == [("noted", tables.version_of(game), "open")]
    assert held() == [game]


def test_a_card_that_lies_in_two_places_is_seen_though_nothing_was_ever_marked() -> None:
    game, _ = begun()
    at = forged(game, lambda pile: [pile[1], *pile[1:]])
    watch()
    [(kind, seq, state)] = found()
    assert (kind, state) == ("cards", "open")
    assert seq >= at
    assert "lie in two places" in Found.objects.get().message


def test_a_swapped_card_that_nothing_was_noted_of_is_not_what_the_seed_deals() -> None:
    game, _ = begun()
    at = forged(game, with_the_middle_swapped)
    [[first]] = tables.raw("SELECT first_seq FROM command WHERE %s BETWEEN first_seq AND last_seq", at)
    watch()
    watch()
    assert found() == [("decision", first, "accepted")]
    assert held() == []


def test_a_move_by_a_wrong_cached_state_is_told_once_and_the_game_goes_on() -> None:
    game, people = begun()
    watch()
    table, at = tables.table_of(game), tables.version_of(game) + 1
    assert table.turn is not None
    table.turn = 1 - table.turn
    tables.raw("UPDATE game SET state_cache = %s", engine.encode_table(table))
    tables.send(game, people[table.turn], engine.legal_commands(table, table.turn)[0])
    watch()
    auditor.look_at_all(math.inf, rest=0)
    assert [(kind, seq, state) for kind, seq, state in found() if kind == "decision"] == [("decision", at, "accepted")]
    fault = check.check_game(game)
    assert fault
    assert fault.kind == "decision"
    moved(game, *people, times=2)
    assert held() == []


class TestAnchors:
    """What the log of anchors reveals when the auditor's own notes are deleted as well."""

    @pytest.fixture
    def anchored(self, game: UUID) -> UUID:
        """Return a game whose head was anchored, without the auditor's mark."""
        tables.raw(
            """INSERT INTO anchor_leaf (place, date, game_id, version, chain)
               SELECT 0, '2026-11-21', id, version, chain FROM game"""
        )
        tables.raw("DELETE FROM audit_mark")
        return game

    def test_a_sound_game_passes(self, anchored: UUID) -> None:
        watch()
        assert found() == []
        assert Mark.objects.get().game_id == anchored

    def test_a_removed_tail(self, anchored: UUID) -> None:
        rewound(anchored)
        watch()
        assert found() == [("noted", tables.version_of(anchored) + 1, "open")]
        assert "when it was anchored on 2026-11-21" in Found.objects.get().message
        assert held() == [anchored]

    def test_a_swapped_card(self, anchored: UUID) -> None:
        forged(anchored, with_the_middle_swapped)
        watch()
        assert found() == [("noted", tables.version_of(anchored), "open")]

    @pytest.mark.usefixtures("anchored")
    def test_a_deleted_game(self) -> None:
        tampered("DELETE FROM event", "DELETE FROM command", "DELETE FROM seat", "DELETE FROM game_secret")
        Game.objects.all().delete()
        watch()
        assert [kind for kind, _, _ in found()] == ["gone"]


def test_an_exchanged_seed(game: UUID) -> None:
    key, sealed = seeds.seal(game, seeds.new_seed())
    tables.raw("UPDATE game_secret SET key_id = %s, sealed = %s", key, sealed)
    watch()
    assert found() == [("seed", 1, "open")]
    assert held() == [game]


@pytest.mark.usefixtures("game")
def test_a_key_that_is_not_configured_is_told_and_no_reason_to_stop_a_game() -> None:
    tables.raw("UPDATE game_secret SET key_id = 'lost'")
    watch()
    assert found() == [("key", 0, "open")]
    assert held() == []
    tables.raw("UPDATE game_secret SET key_id = 'insecure'")
    watch()
    assert found() == [("key", 0, "gone")]


OTHER_OPTIONS = """option_set_id = (
    SELECT option_set_of(o.options || '{"scoring": "single_round"}') FROM option_set o WHERE o.id = option_set_id)"""


FOLLOWING = {
    "status": "2",
    "game": "'classic'",
    "edition": "'marvel'",
    "option_set_id": """(SELECT option_set_of(o.options || '{"scoring": "single_round"}')
        FROM option_set o WHERE o.id = option_set_id)""",
    "spectator_version": "version",
    "seat_count": "3",
    "open_seats": "1",
    "clock": "'[7200,null,0,null,null,false,\"lenient\",3]'",
    "speed": "3 - speed",
    "turn_seat": "1 - turn_seat",
    "acting_seats": "3 - acting_seats",
    "asked_seats": "3 - asked_seats",
    "vacant_seats": "1",
    "asked_at": "asked_at - interval '1 second'",
    "table_summary": """replace(table_summary, '"phase":"', '"phase":"not_')""",
    "seats": "replace(seats, '[1,', '[0,')",
    "worker_due": "true",
    "deadline_at": "deadline_at + interval '1 day'",
    "updated_at": "updated_at - interval '1 second'",
    "origin_id": "id",
    "origin_version": "7",
    "origin_future": "'redealt'",
    "state_cache": FLIP.format("state_cache"),
    "clock_cache": FLIP.format("clock_cache"),
}
"""Columns of the header that are derived from the log, with the value that a tamperer writes."""


@pytest.mark.parametrize("column", FOLLOWING)
def test_what_follows_from_a_sound_log_is_made_anew_and_the_game_goes_on(game: UUID, column: str) -> None:
    before = Game.objects.values().get()
    tables.raw(f"UPDATE game SET {column} = {FOLLOWING[column]}")
    assert Game.objects.values().get()[column] != before[column]
    watch()
    caches = {"state_cache", "clock_cache"}
    assert found() == [("cache" if column in caches else "columns", tables.version_of(game), "mended")]
    assert held() == []
    after = Game.objects.values().get()
    assert {name: value for name, value in after.items() if name not in caches} == {
        name: value for name, value in before.items() if name not in caches
    }
    watch()
    assert len(found()) == 1


def test_no_column_of_the_header_is_forgotten() -> None:
    of_the_chain = {"version", "chain"}
    stamps = {"state_format", "engine_version"}
    said_by_nobody_else = {"id", "private", "spectators", "min_reliability", "rematch_of", "series_id", "created_at"}
    of_the_service = {"followed", "quarantined_at", "quarantine", "archived_month"}
    others = of_the_chain | stamps | said_by_nobody_else | of_the_service
    assert {field.attname for field in Game._meta.concrete_fields} == FOLLOWING.keys() | others


def test_a_snapshot_that_was_rewritten_is_dropped(game: UUID) -> None:
    table = tables.raw("SELECT version, state_cache, clock_cache, state_format, engine_version FROM game")[0]
    tables.raw("INSERT INTO snapshot VALUES (%s, %s, %s, %s, %s, %s)", game, *table)
    watch()
    assert found() == []
    tables.raw("UPDATE snapshot SET state = " + FLIP.format("state"))
    watch()
    assert found() == [("snapshot", table[0], "mended")]
    assert tables.raw("SELECT count(*) FROM snapshot WHERE game_id = %s", game) == [(0,)]
    assert held() == []


def test_a_deleted_game_is_missed(game: UUID) -> None:
    tampered("DELETE FROM event", "DELETE FROM command", "DELETE FROM seat", "DELETE FROM game_secret")
    Game.objects.all().delete()
    watch()
    [(kind, _, _)] = found()
    assert kind == "gone"
    assert str(Found.objects.get().game_id) == str(game)


def test_a_game_that_was_deleted_before_anybody_looked_is_missed_too() -> None:
    begun()
    tampered("DELETE FROM event", "DELETE FROM command", "DELETE FROM seat", "DELETE FROM game_secret")
    Game.objects.all().delete()
    watch()
    assert [kind for kind, _, _ in found()] == ["gone"]


def test_events_without_a_game_and_a_mark_are_found_by_the_deep_cycle(game: UUID) -> None:
    Game.objects.all().delete()
    tables.raw("DELETE FROM audit_mark")
    watch()
    assert found() == [("header", 0, "open")]
    assert Found.objects.get().game_id == game


def test_a_mark_that_was_rewritten_to_fit_tells_on_itself(game: UUID) -> None:
    rewound(game)
    tables.raw("UPDATE audit_mark SET (version, chain) = (SELECT version, chain FROM game)")
    watch()
    assert found() == [("mark", 0, "mended")]
    assert held() == []  # the log itself is sound, but operators know where to look
    watch()
    assert len(found()) == 1


def test_options_that_were_rewritten_for_all_games_are_made_anew(game: UUID) -> None:
    with tables.unguarded():
        tables.raw("""UPDATE option_set SET options = options || '{"scoring": "single_round"}'""")
    for _ in range(2):
        watch()
        assert found() == [("columns", tables.version_of(game), "mended")]
    assert held() == []
