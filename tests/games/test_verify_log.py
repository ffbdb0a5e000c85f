"""verify_log is silent about sound games, and names each way in which a log can be tampered with."""

# ruff: noqa: S608 - the attacks are written in SQL

import io
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games.audit import check
from games.models import Game
from tests.games import tables
from tests.games.tampering import rewound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log")]


@pytest.fixture
def game(empty_log: None) -> UUID:  # noqa: ARG001  deletes logs, so it comes first
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    for _ in range(6):
        seat, command = tables.legal(game)
        tables.send(game, (ann, bob)[seat], command)
    return game


def verify(*arguments: object) -> str:
    out = io.StringIO()
    call_command("verify_log", *map(str, arguments), stdout=out, stderr=io.StringIO())
    return out.getvalue()


def complaint(*arguments: object) -> str:
    """Return the error of the command."""
    errors = io.StringIO()
    with pytest.raises(CommandError) as failure:
        call_command("verify_log", *map(str, arguments), stdout=io.StringIO(), stderr=errors)
    assert failure.value.returncode == 1
    assert errors.getvalue().splitlines()[0] in str(failure.value)
    return str(failure.value)


def tampered(*statements: str) -> None:
    """Rewrite history as somebody with full rights could."""
    with tables.unguarded():
        for statement in statements:
            tables.raw(statement)


def test_sound_games_in_every_state_pass(game: UUID) -> None:
    ann = tables.person()
    tables.lobby_of(ann, private=True)
    finished = tables.with_bots(ann, bot="sharp", scoring="single_round")
    tables.play_well(finished, ann)
    assert verify() == "3 games checked, all sound\n"
    assert verify(game) == "1 games checked, all sound\n"


def test_games_without_a_cache_or_with_a_foreign_one_pass(game: UUID) -> None:
    call_command("drop_state_caches", stdout=io.StringIO())
    verify(game)
    tables.raw("UPDATE game SET state_cache = 'x', engine_version = engine_version + 1")
    verify(game)


FLIP = "set_byte({0}, length({0}) / 2, get_byte({0}, length({0}) / 2) # 1)"
SWAP = """
WITH a AS (SELECT * FROM event WHERE seq = 5), b AS (SELECT * FROM event WHERE seq = 9)
UPDATE event e SET type = o.type, public = o.public, private = o.private, private_commitment = o.private_commitment
FROM (SELECT 9 AS seq, type, public, private, private_commitment FROM a
      UNION ALL SELECT 5, type, public, private, private_commitment FROM b) o WHERE o.seq = e.seq
"""
CUT = "DELETE FROM event WHERE seq > (SELECT max(seq) - 2 FROM event)"


@pytest.mark.parametrize(
    ("statements", "place", "kind"),
    [
        (["UPDATE event SET public = " + FLIP.format("public") + " WHERE seq = 7"], "event 7", "chain"),
        (["UPDATE event SET type = type + 1 WHERE seq = 7"], "event 7", "chain"),
        (["UPDATE event SET schema_version = 2 WHERE seq = 7"], "event 7", "chain"),
        (["UPDATE event SET actor = 1 - actor WHERE seq = 13"], "event 13", "chain"),
        (["UPDATE event SET recorded_at = recorded_at + interval '1 microsecond' WHERE seq = 7"], "event 7", "chain"),
        (["UPDATE event SET command_id = gen_random_uuid() WHERE seq = 7"], "event 7", "chain"),
        (["UPDATE event SET chain = " + FLIP.format("chain") + " WHERE seq = 7"], "event 7", "chain"),
        (["UPDATE event SET private = " + FLIP.format("private") + " WHERE type = 8"], "event", "private"),
        (["UPDATE event SET private = NULL, private_commitment = NULL WHERE type = 8"], "event", "chain"),
        ([SWAP], "event 5", "chain"),
        (["DELETE FROM event WHERE seq = 4"], "event 4", "gap"),
        (["DELETE FROM event WHERE seq = 1"], "event 1", "gap"),
        ([CUT], "event", "tail"),
        (["DELETE FROM command WHERE first_seq = 1"], "event 1", "command"),
        (["UPDATE command SET actor = 200 WHERE first_seq = 1"], "event 1", "command"),
        (["UPDATE game SET version = version - 1"], "event", "header"),
        (["UPDATE game SET chain = " + FLIP.format("chain")], "event", "head"),
        (["UPDATE game SET status = 2"], "event", "columns"),
        (["UPDATE game SET turn_seat = 1 - turn_seat"], "event", "columns"),
        (["UPDATE game SET acting_seats = 3 - acting_seats"], "event", "columns"),
        (["UPDATE seat SET over_at = now() WHERE seat_no = 1"], "event", "columns"),
        (["UPDATE game SET state_cache = " + FLIP.format("state_cache")], "event", "cache"),
        (["UPDATE seat SET kind = 0, player_id = NULL WHERE seat_no = 1"], "event", "seats"),
        (["DELETE FROM game_secret"], "", "seed"),
        (["UPDATE game_secret SET sealed = " + FLIP.format("sealed")], "", "seed"),
    ],
)
def test_each_kind_of_tampering_is_named(game: UUID, statements: list[str], place: str, kind: str) -> None:
    tampered(*statements)
    words = complaint()
    assert str(game) in words
    assert place in words
    assert f": {kind}: " in words


def test_a_log_whose_header_was_removed_is_named(game: UUID) -> None:
    Game.objects.filter(pk=game).delete()
    assert f"game {game}: header: " in complaint()


def test_a_fault_in_one_game_does_not_hide_the_others(game: UUID) -> None:
    verify()
    ann = tables.person()
    other = tables.lobby_of(ann).game.id
    tampered("DELETE FROM event WHERE seq = 1")
    errors = io.StringIO()
    with pytest.raises(CommandError, match="2 games checked, 2 faulty"):
        call_command("verify_log", stdout=io.StringIO(), stderr=errors)
    assert str(game) in errors.getvalue()
    assert str(other) in errors.getvalue()


def test_a_tail_removed_together_with_its_traces_is_found_by_heads_noted_elsewhere(game: UUID, tmp_path: Path) -> None:
    heads = tmp_path / "heads"
    verify("--note-heads", heads)
    verify("--heads", heads)
    rewound(game)
    verify()
    words = complaint("--heads", heads)
    assert f"game {game} event" in words
    assert ": noted: " in words


@pytest.mark.usefixtures("game")
def test_a_game_removed_with_all_its_traces_is_found_by_heads_noted_elsewhere(tmp_path: Path) -> None:
    heads = tmp_path / "heads"
    verify("--note-heads", heads)
    tampered("DELETE FROM event", "DELETE FROM command", "DELETE FROM seat", "DELETE FROM game_secret")
    Game.objects.all().delete()
    assert "the whole game is gone" in complaint("--heads", heads)


@pytest.mark.parametrize("content", ["nonsense", "a b c", ""])
def test_a_file_that_holds_no_heads_is_refused_or_empty(content: str, tmp_path: Path) -> None:
    heads = tmp_path / "heads"
    heads.write_text(content)
    run: Callable[..., str] = complaint_without_faults if content else verify
    assert run("--heads", heads)


def complaint_without_faults(*arguments: object) -> str:
    """Return the error of the command when it cannot even begin."""
    with pytest.raises(CommandError) as failure:
        call_command("verify_log", *map(str, arguments))
    return str(failure.value)


def test_incremental_marks_what_is_sound_and_names_what_is_not(game: UUID) -> None:
    assert verify("--incremental") == "everything that has moved was checked, all sound\n"
    assert check.check_game(game) is None
    rewound(game)
    verify_words = complaint("--incremental")
    assert f"game {game} event" in verify_words
    assert "when the auditor last checked it" in verify_words
    assert Game.objects.get().quarantined_at is not None
    assert "when the auditor last checked it" in complaint()


def test_quarantined_games_are_listed_added_and_released(game: UUID) -> None:
    def quarantine(*arguments: object) -> str:
        out = io.StringIO()
        call_command("quarantine", *map(str, arguments), stdout=out)
        return out.getvalue()

    assert quarantine("list") == ""
    assert quarantine("add", game, "looks odd") == f"game {game} is quarantined\n"
    assert "running, version" in quarantine("list")
    assert "looks odd" in quarantine("list")
    with pytest.raises(CommandError, match="quarantined already"):
        quarantine("add", game)
    tampered("UPDATE event SET actor = 1 - actor WHERE seq = 3")
    with pytest.raises(CommandError, match="event 3: chain: "):
        quarantine("release", game)
    assert "accepted: " in quarantine("release", game, "--force")
    assert quarantine("list") == ""
    with pytest.raises(CommandError, match="is not quarantined"):
        quarantine("release", game)
