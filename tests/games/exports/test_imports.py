"""Files of matches are imported elsewhere, or refused with the reason."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

import engine
from games.audit import check
from games.models import Game
from games.proofs import anchors
from games.reads import one_game
from games.services import branches
from games.store import create, quarantine
from games.store.create import NewGame
from games.types import Origin, Spectators
from tests.engine.forgeries import DATA
from tests.engine.test_verify_branches import ORIGIN, branched
from tests.games import tables
from tests.games.exports.months import content, elsewhere, finished, load, refusal, run, transcript_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log")]


def test_another_installation_takes_them_in_and_hands_out_the_same_bytes(tmp_path: Path) -> None:
    games = sorted(finished() for _ in range(3))
    anchors.make()
    run(tmp_path)
    before = {game: transcript_of(game) for game in games}
    elsewhere()
    assert load(*tmp_path.glob("*.gz")) == "3 imported, 0 already here, 0 refused"
    assert {game: transcript_of(game) for game in games} == before
    assert [check.check_game(game) for game in games] == [None] * 3
    for game in games:
        state = tables.state_of(game)
        assert [seat.player for seat in state.game.seats] == [None, None]
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
    game = branches.create_branch(player=ann, wish=wish, **ids).game.id
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
    both.write_bytes(own + trunk)  # in either order
    said = refusal(alone)
    assert f"game {game}: origin: match {origin}, which it goes on from, is not here" in said
    assert not Game.objects.exists()
    assert load(both) == "2 imported, 0 already here, 0 refused"
    assert one_game.load_game(game, None).game.origin == Origin(origin, version, "same")
    assert one_game.load_game(origin, None).game.origin is None


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


def test_a_match_that_goes_on_from_a_quarantined_one_is_refused(tmp_path: Path) -> None:
    trunk, branch = tmp_path / "trunk", tmp_path / "branch"
    trunk.write_bytes(DATA)
    branch.write_bytes(branched())
    load(trunk)
    quarantine.add(UUID(ORIGIN), "a test")
    assert f"match {ORIGIN}, which it goes on from, is quarantined here" in refusal(branch)


def test_what_was_played_here_is_here_already(tmp_path: Path) -> None:
    finished()
    run(tmp_path)
    assert load(*tmp_path.glob("*.gz")) == "0 imported, 1 already here, 0 refused"


def changed(body: bytes, number: int, **members: Any) -> bytes:
    """Return the transcript with members of a line changed."""
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


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            lambda body: body[:-9],
            "line {last} of the file: the file breaks off in the middle of the line; fetch it again",
        ),
        (lambda body: changed(body, -2, cause="target"), "cause: target there, aborted in event"),
        (lambda body: changed(body, -2, winners=[0]), "winners: (0,) there, () in event"),
        (lambda body: changed(body, -3, public="x"), "events: Event {event} cannot be read."),
        (lambda body: changed(body, -3, event=9), "events: Event {event} cannot be read."),
    ],
)
def test_a_refusal_says_of_which_match_what_is_wrong_and_the_next_one_comes_in(
    tmp_path: Path, spoil: Any, said: str
) -> None:
    before, game, after = (finished() for _ in range(3))
    bodies = [transcript_of(one) for one in (before, game, after)]
    elsewhere()
    file = tmp_path / "file"
    file.write_bytes(bodies[0] + (spoil(bodies[1]) + b"\n").replace(b"\n\n", b"\n") + bodies[2])
    if said.startswith("line"):
        file.write_bytes(bodies[0] + spoil(bodies[1]))
    first, last = bodies[0].count(b"\n") + 1, bodies[0].count(b"\n") + bodies[1].count(b"\n")
    told = refusal(file)
    assert f"{file}, from line {first}, game {game}: " in told
    assert said.format(last=last, event=bodies[1].count(b"\n") - 3) in told
    assert "1 refused" in told
    assert Game.objects.count() == (1 if said.startswith("line") else 2)


def test_what_is_no_transcript_or_no_key_is_called_so(tmp_path: Path) -> None:
    page, nothing = tmp_path / "page.html", tmp_path / "nothing"
    page.write_bytes(b"<!doctype html>\n")
    said = refusal(page, nothing)
    assert f"{page}, from line 1: this is no transcript: line 1 of the file: it is not JSON" in said
    assert f"{nothing}: cannot be read on: No such file or directory\n" in said
    assert "None" not in said
    for key in ("00ff", "", "zz" * 32):
        assert f"{key!r} is no public key: give the 64 hexadecimal digits" in refusal(page, keys=(key,))


def test_a_game_of_the_same_id_is_never_touched(tmp_path: Path) -> None:
    game = finished()
    file = tmp_path / "one"
    file.write_bytes(transcript_of(game))
    elsewhere()
    create.create_game(
        NewGame(
            id=game, private=True, spectators=Spectators.NONE,
            game="flip", edition="base", clock=None,
            options_json="{}", seats=2, origin=None, seed=bytes(32),
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
