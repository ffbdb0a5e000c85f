"""Months of matches as files: whole, the same each time, resumable; and taken in elsewhere, or refused."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

import engine
from games import anchors, archiver, audit, exports, new_game, quarantine, selectors
from games.exports import run as running
from games.models import Game, Seat
from games.new_game import NewGame
from games.records import Origin
from games.services import branches
from tests.engine.forging import DATA
from tests.engine.test_verify_branches import ORIGIN, branched
from tests.games import tables

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_left_over() -> None:
    """Logs that tests which commit leave behind on purpose."""
    tables.forget_logs()


def finished(*, private: bool = False, moves: int = 3) -> UUID:
    """A match of two who agreed to end it."""
    ann, bob = tables.person(), tables.person()
    made = tables.lobby_of(ann, private=private).header
    tables.sit(made.id, bob, invite=made.invite_code)
    tables.lobby.start(game_id=made.id, player=ann, command_id=UUID(int=7), request_hash=tables.ASKED)
    for _ in range(moves):
        seat, command = tables.legal(made.id)
        tables.send(made.id, (ann, bob)[seat], command)
    for player in (ann, bob):
        tables.send(made.id, player, engine.Vote("abort"))
    return made.id


def month() -> str:
    ((now,),) = tables.raw("SELECT service_now()")
    assert isinstance(now, datetime)
    return f"{now.astimezone(UTC):%Y-%m}"


def transcript_of(game: UUID) -> bytes:
    return b"".join(selectors.transcript(game, None)[0].chunks())


def run(folder: Path, *arguments: str, of: str | None = None) -> str:
    """Export this month; what is said."""
    out, progress = io.StringIO(), io.StringIO()
    call_command("export_games", "--month", of or month(), "--to", str(folder), *arguments, stdout=out, stderr=progress)
    return out.getvalue() + progress.getvalue()


def content(folder: Path) -> bytes:
    return b"".join(gzip.decompress(path.read_bytes()) for path in sorted(folder.glob("*.gz")))


def manifest(folder: Path) -> Any:
    (path,) = folder.glob("*.manifest.json")
    return json.loads(path.read_text())


def load(*files: Path, keys: tuple[str, ...] = ()) -> str:
    out = io.StringIO()
    call_command("import_games", *map(str, files), *(f"--key={key}" for key in keys), stdout=out, stderr=io.StringIO())
    return out.getvalue().strip()


def refusal(*files: Path, keys: tuple[str, ...] = ()) -> str:
    errors = io.StringIO()
    with pytest.raises(CommandError) as failure:
        call_command("import_games", *map(str, files), *(f"--key={key}" for key in keys), stderr=errors)
    return errors.getvalue() + str(failure.value)


def elsewhere() -> None:
    """Forget everything, as another installation never knew it."""
    with tables.unguarded():
        for table in ("event", "command", "transcript_signature", "anchor_leaf", "anchor_node", "anchor", "snapshot"):
            if table not in {"event", "command"}:
                tables.raw(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            tables.raw(f"DELETE FROM {table}")  # noqa: S608 - names of ours
    tables.raw("DELETE FROM outbox")
    tables.raw("DELETE FROM audit_mark")
    Seat.objects.all().delete()
    Game.objects.all().delete()


def test_a_month_is_the_transcripts_of_its_public_matches_in_the_order_of_ids(tmp_path: Path) -> None:
    games = sorted(finished() for _ in range(4))
    finished(private=True)
    tables.lobby_of(tables.person())
    tables.started(tables.person(), tables.person())
    with tables.travelled(40 * 86_400):
        finished()
    anchors.make()
    assert "4 matches" in run(tmp_path)
    assert content(tmp_path) == b"".join(map(transcript_of, games))
    told = manifest(tmp_path)
    assert (told["games"], told["complete"], told["left_out"]) == (4, True, [])
    assert told["events"] == sum(map(tables.version_of, games))
    (file,) = told["files"]
    data = (tmp_path / file["name"]).read_bytes()
    assert (file["bytes"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    assert (file["first"], file["last"]) == (str(games[0]), str(games[-1]))


def test_files_are_of_bounded_size_and_the_same_each_time(tmp_path: Path) -> None:
    for _ in range(3):
        finished()
    run(tmp_path / "one", "--file-mib", "0")
    run(tmp_path / "two", "--file-mib", "0")
    run(tmp_path / "three")
    assert len(manifest(tmp_path / "one")["files"]) == 3
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    assert content(tmp_path / "one") == content(tmp_path / "three")


@pytest.mark.parametrize("survivors", [0, 1, 2, 3])
def test_an_export_that_was_killed_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, survivors: int
) -> None:
    for _ in range(4):
        finished()
    run(tmp_path / "whole", "--file-mib", "0")
    body, made = running._body, []

    def dies(*arguments: Any) -> bytes | None:
        if len(made) == survivors:
            (tmp_path / "cut" / "half.jsonl.gz.part").write_bytes(b"half a file")
            raise KeyboardInterrupt
        made.append(body(*arguments))
        return made[-1]

    monkeypatch.setattr(running, "_body", dies)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "cut", "--file-mib", "0")
    monkeypatch.setattr(running, "_body", body)
    run(tmp_path / "cut", "--file-mib", "0")
    assert content(tmp_path / "cut") == content(tmp_path / "whole")
    assert manifest(tmp_path / "cut") == manifest(tmp_path / "whole")
    assert "4 matches" in run(tmp_path / "cut")


def test_a_folder_with_something_else_in_it_is_refused(tmp_path: Path) -> None:
    finished()
    run(tmp_path)
    (path,) = tmp_path.glob("*.gz")
    path.write_bytes(b"x")
    with pytest.raises(CommandError, match="is not the file that was written"):
        run(tmp_path)
    (path,) = tmp_path.glob("*.json")
    path.write_text("{}")
    with pytest.raises(CommandError, match="cannot be read"):
        run(tmp_path)


def test_what_is_not_settled_is_said_and_not_gone_on_with_later(tmp_path: Path) -> None:
    finished()
    assert "not over" in run(tmp_path)
    this = month()
    with tables.travelled(40 * 86_400):
        anchors.make()
        with pytest.raises(CommandError, match="empty folder"):
            run(tmp_path, of=this)
        assert "not over" not in run(tmp_path / "again", of=this)
        assert manifest(tmp_path / "again")["settled"]


@pytest.mark.parametrize("text", ["2026-13", "2026-1", "26-10", "x", "2026-10-01", "0000-01"])
def test_a_month_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(CommandError, match="--month"):
        run(tmp_path, of=text)


def test_december_ends_with_the_year() -> None:
    assert exports.Month(2026, 12).end == datetime(2027, 1, 1, tzinfo=UTC)
    assert exports.Month(2026, 2).end == datetime(2026, 3, 1, tzinfo=UTC)


def test_a_damaged_match_is_left_out_and_named(tmp_path: Path) -> None:
    good, bad = finished(), finished()
    transcript_of(bad)
    with tables.unguarded():
        tables.raw("UPDATE event SET actor = 9 WHERE game_id = %s AND seq = 2", bad)
    with pytest.raises(CommandError, match="1 matches were left out"):
        run(tmp_path)
    assert content(tmp_path) == transcript_of(good)
    assert manifest(tmp_path)["left_out"] == [{"game": str(bad), "reason": "TranscriptChanged"}]


@pytest.mark.parametrize("signed", [True, False])
def test_a_match_whose_archive_is_damaged_is_left_out(tmp_path: Path, *, signed: bool) -> None:
    good, bad = finished(), finished()
    expected = transcript_of(good)
    if signed:
        transcript_of(bad)
    tables.raw("DELETE FROM outbox")
    assert archiver.run(timedelta(0), 60).moved == 2
    with tables.unguarded():
        tables.raw("UPDATE game_archive SET frames = ARRAY['x'::bytea] WHERE game_id = %s", bad)
    with pytest.raises(CommandError, match="1 matches were left out"):
        run(tmp_path)
    assert content(tmp_path) == expected
    assert manifest(tmp_path)["left_out"] == [{"game": str(bad), "reason": "LogCorrupt"}]


def test_another_installation_takes_them_in_and_hands_out_the_same_bytes(tmp_path: Path) -> None:
    games = sorted(finished() for _ in range(3))
    anchors.make()
    run(tmp_path)
    before = {game: transcript_of(game) for game in games}
    elsewhere()
    assert load(*tmp_path.glob("*.gz")) == "3 imported, 0 already here, 0 refused"
    assert {game: transcript_of(game) for game in games} == before
    assert [audit.check(game) for game in games] == [None] * 3
    for game in games:
        state = tables.state_of(game)
        assert [seat.player for seat in state.header.seats] == [None, None]
        assert state.table.is_over
    assert load(*tmp_path.glob("*.gz")) == "0 imported, 3 already here, 0 refused"
    made = anchors.make()
    assert made
    assert made.games == 0
    assert {game: transcript_of(game) for game in games} == before
    run(tmp_path / "again")
    assert content(tmp_path / "again") == b""


def test_a_branch_that_is_taken_in_tells_where_it_began(tmp_path: Path) -> None:
    ann, origin = tables.person(), finished()
    version = next(logged.seq for logged in tables.log_of(origin) if isinstance(logged.event, engine.TurnStarted))
    wish = branches.BranchWish(origin=origin, version=version, future="same", bots="random")
    ids = {"command_id": UUID(int=8), "request_hash": tables.ASKED}
    game = branches.create_branch(player=ann, wish=wish, **ids).header.id
    tables.lobby.start(game_id=game, player=ann, command_id=UUID(int=9), request_hash=tables.ASKED)
    tables.send(game, ann, engine.Vote("abort"))
    run(tmp_path)
    elsewhere()
    whole = content(tmp_path)
    begins = [number for number, line in enumerate(whole.splitlines(keepends=True)) if b'"type":"transcript"' in line]
    lines = whole.splitlines(keepends=True)
    pieces = [b"".join(lines[: begins[1]]), b"".join(lines[begins[1] :])]
    own, trunk = sorted(pieces, key=lambda piece: str(game).encode() not in piece.splitlines()[0])
    alone, both = tmp_path / "alone.jsonl", tmp_path / "both.jsonl"
    alone.write_bytes(own)
    both.write_bytes(own + trunk)  # in whichever order
    said = refusal(alone)
    assert f"game {game}: origin: match {origin}, which it goes on from, is not here" in said
    assert not Game.objects.exists()
    assert load(both) == "2 imported, 0 already here, 0 refused"
    assert selectors.load_game(game, None).header.origin == Origin(origin, version, "same")
    assert selectors.load_game(origin, None).header.origin is None


def test_an_invented_beginning_is_refused(tmp_path: Path) -> None:
    trunk, forged, chosen = (tmp_path / name for name in ("trunk", "forged", "chosen"))
    trunk.write_bytes(DATA)
    forged.write_bytes(branched({"scores": (0, 300)}))
    chosen.write_bytes(branched({"origin": engine.NOWHERE}))
    assert "which it goes on from, is not here" in refusal(forged)
    load(trunk)
    said = refusal(forged, chosen)
    assert "The match did not begin as match" in said
    assert "a position that somebody chose, which nobody dealt" in said
    assert "0 imported, 0 already here, 2 refused" in said
    forged.write_bytes(branched())
    assert load(forged) == "1 imported, 0 already here, 0 refused"


def test_a_match_that_goes_on_from_one_on_hold_is_refused(tmp_path: Path) -> None:
    trunk, branch = tmp_path / "trunk", tmp_path / "branch"
    trunk.write_bytes(DATA)
    branch.write_bytes(branched())
    load(trunk)
    quarantine.hold(UUID(ORIGIN), "a test")
    assert f"match {ORIGIN}, which it goes on from, is on hold here" in refusal(branch)


def test_what_was_played_here_is_here_already(tmp_path: Path) -> None:
    finished()
    run(tmp_path)
    assert load(*tmp_path.glob("*.gz")) == "0 imported, 1 already here, 0 refused"


def changed(body: bytes, number: int, **members: Any) -> bytes:
    """The transcript with members of a line changed."""
    lines = body.splitlines(keepends=True)
    line = json.loads(lines[number])
    for name, value in members.items():
        line[name] = value(line[name]) if callable(value) else value
    lines[number] = json.dumps(line, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    return b"".join(lines)


def test_a_transcript_that_does_not_hold_is_refused_and_the_others_come_in(tmp_path: Path) -> None:
    one, two, three = (finished() for _ in range(3))
    bodies = [transcript_of(game) for game in (one, two, three)]
    elsewhere()
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(bodies[0] + changed(bodies[1], 4, actor=1) + bodies[2])
    line = 1 + bodies[0].count(b"\n")
    said = refusal(file)
    assert f"from line {line}, game {two}: " in said
    assert "2 imported, 0 already here, 1 refused" in said
    assert Game.objects.count() == 2
    assert not Game.objects.filter(id=two).exists()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda body: body[: len(body) // 2],
        lambda body: body[:-1],
        lambda body: b"\xff\xfe" + body,
        lambda body: body.replace(b'":', b'": ', 1),
        lambda body: body.replace(b'"format":1', b'"format":2'),
        lambda body: changed(body, 0, events=lambda n: n + 1),
        lambda body: changed(body, 0, game="00000000-0000-4000-8000-000000000001"),
        lambda body: changed(body, 0, rules="{}"),
        lambda body: changed(body, 3, at=2**63),
        lambda body: changed(body, 3, at=lambda at: at + 1),
        lambda body: changed(body, 3, command="00000000-0000-4000-8000-000000000001"),
        lambda body: changed(body, -1, signature="00" * 64),
        lambda body: changed(body, -2, cause="target"),
        lambda body: b"\n".join(sorted(body.splitlines())) + b"\n",
        lambda _: b'{"type":"transcript"}\n' * 50,
        lambda _: b"[" * 100_000,
    ],
)
def test_hostile_files_leave_nothing_behind(tmp_path: Path, spoil: Any) -> None:
    body = transcript_of(finished())
    elsewhere()
    file = tmp_path / "hostile"
    file.write_bytes(spoil(body))
    if file.stat().st_size:
        assert "0 imported" in refusal(file)
    else:
        assert load(file) == "0 imported, 0 already here, 0 refused"
    assert not Game.objects.exists()
    assert tables.raw("SELECT count(*) FROM event") == [(0,)]


def test_a_damaged_archive_is_said_and_what_came_before_the_damage_is_in(tmp_path: Path) -> None:
    body = transcript_of(finished())
    elsewhere()
    whole = gzip.compress(body)
    file = tmp_path / "cut.gz"
    file.write_bytes(whole[:-9])
    assert "cannot be read on" in refusal(file, tmp_path / "missing")
    assert not Game.objects.exists()


def test_a_game_of_the_same_id_is_never_touched(tmp_path: Path) -> None:
    game = finished()
    file = tmp_path / "one"
    file.write_bytes(transcript_of(game))
    elsewhere()
    new_game.create(
        NewGame(
            id=game, private=True, invite_code=None, game="flip", edition="base", options_json="{}", seats=2,
            origin=None, seed=bytes(32),
        )
    )  # fmt: skip
    before = tables.raw("SELECT g::text FROM game g")
    assert "it is another one" in refusal(file)
    assert tables.raw("SELECT g::text FROM game g") == before


def test_only_keys_that_are_trusted_count_if_some_are_named(tmp_path: Path) -> None:
    game = finished()
    file = tmp_path / "one"
    body = transcript_of(game)
    file.write_bytes(body)
    key = engine.read_transcript(body).signature.public_key.hex()
    elsewhere()
    assert "signature" in refusal(file, keys=("ab" * 32,))
    assert load(file, keys=("ab" * 32, key)) == "1 imported, 0 already here, 0 refused"
