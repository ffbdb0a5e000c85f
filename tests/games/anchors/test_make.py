"""The anchor of a day contains every head that moved, once, whatever happens to the process that makes it."""

from __future__ import annotations

import io
import secrets
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

import engine
from games.models import Anchor, AnchorLeaf, AnchorNode
from games.proofs import anchors, signing
from games.proofs.anchors import builder, tree
from tests.games import tables
from tests.games.concurrency import together

if TYPE_CHECKING:
    from uuid import UUID

    from pytest_django import Settings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log", "noon")]

DAY = 86_400


def leaves() -> list[tuple[UUID, int]]:
    return list(AnchorLeaf.objects.order_by("place").values_list("game_id", "version"))


def check_all() -> None:
    """Check as a stranger would: every leaf is under every later anchor, and each anchor extends those before."""
    made = anchors.page(None, 1000)[::-1]
    for anchor in made:
        note = engine.read_note(anchor.checkpoint)
        stated = engine.read_checkpoint(note.text)
        assert (stated.size, stated.root) == (anchor.size, anchor.root)
        (key,) = (key for key in signing.public_keys() if key.id == anchor.key)
        (signature,) = note.signatures
        assert (signature.name, signature.key_hash) == (stated.origin, engine.key_hash(stated.origin, key.public))
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature.signature, note.signed)
        for leaf in AnchorLeaf.objects.filter(place__lt=anchor.size):
            path = tree.ask(lambda node: engine.merkle.inclusion(leaf.place, anchor.size, node))  # noqa: B023
            hashed = tree.leaf(leaf.game_id, leaf.version, leaf.chain)
            assert engine.merkle.includes(hashed, leaf.place, anchor.size, path, anchor.root)
    for old in made:
        for new in made[made.index(old) :]:
            path = list(anchors.consistency(old.date, new.date)[2])
            assert old.size == 0 or engine.merkle.extends(old.size, new.size, old.root, new.root, path)


def move(game: UUID, *people: UUID) -> None:
    seat, command = tables.legal(game)
    tables.send(game, people[seat], command)


def test_every_game_that_moved_has_one_leaf_a_day_in_the_order_of_ids() -> None:
    ann, bob = tables.person(), tables.person()
    games = sorted(tables.started(ann, bob) for _ in range(5))
    made = anchors.make()
    assert made
    assert (made.games, made.size) == (5, 5)
    assert leaves() == [(game, tables.version_of(game)) for game in games]
    moved = [games[3], games[1]]
    for number in range(2):
        with tables.travelled((number + 1) * DAY):
            for game in moved:
                move(game, ann, bob)
            made = anchors.make()
            assert made
            assert (made.games, made.size) == (2, 7 + 2 * number)
            assert leaves()[-2:] == [(game, tables.version_of(game)) for game in sorted(moved)]
    check_all()


def test_a_day_has_one_anchor_however_often_it_is_made() -> None:
    tables.lobby_of(tables.person())
    assert anchors.make()
    before = leaves()
    tables.lobby_of(tables.person())
    assert anchors.make() is None
    assert leaves() == before
    with tables.travelled(DAY):
        assert anchors.make()
        assert len(leaves()) == 2


def test_a_day_without_moves_and_a_service_without_games_have_an_anchor_too() -> None:
    for number in range(3):
        with tables.travelled(number * DAY):
            made = anchors.make()
            assert made
            assert made.games == made.size == 0
    assert {anchor.root for anchor in anchors.page(None, 9)} == {engine.merkle.EMPTY_ROOT}
    check_all()


def test_what_moved_during_days_of_outage_is_under_the_next_anchor() -> None:
    ann, bob = tables.person(), tables.person()
    game, other = tables.started(ann, bob), tables.started(ann, bob)
    first = anchors.make()
    with tables.travelled(2 * DAY):
        move(game, ann, bob)
    with tables.travelled(9 * DAY):
        move(other, ann, bob)
        second = anchors.make()
    assert first
    assert second
    assert second.date - first.date == timedelta(days=9)
    assert second.games == 2
    assert [anchor.date for anchor in anchors.page(None, 9)] == [second.date, first.date]
    check_all()


def test_a_move_that_waited_before_it_was_written_is_not_overlooked() -> None:
    ann, bob = tables.person(), tables.person()
    with tables.travelled(-3600):
        game = tables.started(ann, bob)
    late = tables.started(ann, bob)
    with tables.unguarded():
        tables.raw("UPDATE event SET recorded_at = recorded_at - interval '10 hours' WHERE game_id = %s", late)
    Anchor.objects.create(
        date=date(2026, 1, 1), first=0, size=0, root=engine.merkle.EMPTY_ROOT, key_id="",
        checkpoint=builder.checkpoint(0, engine.merkle.EMPTY_ROOT, signing.current(), "play.example.org/anchors"),
        made_at=tables.raw("SELECT service_now()")[0][0], next_at=tables.raw("SELECT service_now()")[0][0],
    )  # fmt: skip
    anchors.make()
    assert {game for game, _ in leaves()} == {game, late}


def test_many_games_are_taken_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "BATCH", 3)
    ann, bob = tables.person(), tables.person()
    for number in range(4):
        with tables.travelled(number * DAY):
            for _ in range(2 + number * 3):
                tables.started(ann, bob)
            anchors.make()
    check_all()


def test_a_process_killed_in_the_middle_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "BATCH", 1)
    ann, bob = tables.person(), tables.person()
    for _ in range(3):
        tables.started(ann, bob)
    append, done = builder._append, []

    def dies(*arguments: object) -> None:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(append(*arguments))  # type: ignore[arg-type, func-returns-value]

    monkeypatch.setattr(builder, "_append", dies)
    with pytest.raises(KeyboardInterrupt):
        anchors.make()
    assert not AnchorLeaf.objects.exists()
    assert not AnchorNode.objects.exists()
    monkeypatch.setattr(builder, "_append", append)
    made = anchors.make()
    assert made
    assert made.size == 3
    check_all()


@pytest.mark.django_db(transaction=True)
def test_of_many_who_make_it_at_once_one_does() -> None:
    ann, bob = tables.person(), tables.person()
    games = sorted(tables.started(ann, bob) for _ in range(4))
    answers = together(*[anchors.make] * 6)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert len([answer for answer in answers if answer]) == 1
    assert [game for game, _ in leaves()] == games
    check_all()


def test_heads_of_private_and_unfinished_games_are_bound_and_not_shown() -> None:
    ann = tables.person()
    game = tables.lobby_of(ann, private=True).game
    anchors.make()
    assert leaves() == [(game.id, game.version)]
    (anchor,) = anchors.page(None, 9)
    for secret in (str(game.id), game.chain.hex(), game.id.hex):
        assert secret not in repr(anchor)


def test_what_was_anchored_cannot_be_rewritten() -> None:
    for _ in range(2):
        tables.lobby_of(tables.person())
    anchors.make()
    for change in (
        "UPDATE anchor SET root = sha256('x')",
        "UPDATE anchor SET size = 7",
        "DELETE FROM anchor",
        "UPDATE anchor_leaf SET version = 99",
        "DELETE FROM anchor_leaf",
        "DELETE FROM anchor_node",
    ):
        with pytest.raises(DatabaseError, match="append-only"):
            _try(change)


def _try(change: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT before")
        try:
            cursor.execute(change)
        finally:
            cursor.execute("ROLLBACK TO SAVEPOINT before")


def test_a_removed_leaf_is_noticed() -> None:
    for _ in range(3):
        tables.lobby_of(tables.person())
    made = anchors.make()
    assert made
    tables.raw("ALTER TABLE anchor_leaf DISABLE TRIGGER USER")
    tables.raw("DELETE FROM anchor_leaf WHERE place = 2")
    with pytest.raises(tree.TreeBroken, match="lacks node"):
        tree.ask(lambda node: engine.merkle.root(3, node))


def test_anchors_of_former_keys_stay_as_they_are(settings: Settings) -> None:
    tables.lobby_of(tables.person())
    anchors.make()
    settings.SIGNING_KEYS = [secrets.token_bytes(32)]
    settings.PUBLIC_URL = "https://elsewhere.example:8443"
    with tables.travelled(DAY):
        anchors.make()
    new, old = anchors.page(None, 9)
    assert new.key != old.key
    assert new.checkpoint.startswith("elsewhere.example:8443/anchors\n")
    assert old.checkpoint.startswith("localhost:8000/anchors\n")
    check_all()


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("anchor", *arguments, stdout=out)
    return out.getvalue()


def test_operators_make_anchors_by_hand_for_days_that_have_come() -> None:
    tables.lobby_of(tables.person())
    ((today,),) = tables.raw("SELECT (service_now() AT TIME ZONE 'UTC')::date")
    assert isinstance(today, date)
    assert "1 games have moved, 1 leaves" in run()
    assert "has its anchor" in run()
    assert f"{today}: 0 games" in run("--day", str(today))
    assert "has its anchor" in run("--day", str(today - timedelta(days=5)))
    assert "has its anchor" in run("--every-game")
    with pytest.raises(CommandError, match="still to come"):
        run("--day", str(today + timedelta(days=1)))


def test_every_game_finds_what_the_short_look_cannot() -> None:
    ann, bob = tables.person(), tables.person()
    anchors.make()
    old = tables.started(ann, bob)
    with tables.unguarded():
        tables.raw("UPDATE event SET recorded_at = recorded_at - interval '3 days' WHERE game_id = %s", old)
    with tables.travelled(DAY):
        anchors.make()
        assert leaves() == []
    with tables.travelled(2 * DAY):
        anchors.make(every_game=True)
        assert [game for game, _ in leaves()] == [old]
