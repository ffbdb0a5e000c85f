"""The auditor makes progress, quarantines one damaged game while all others play on, and alerts operators."""

# ruff: noqa: S608 - the attacks are written in SQL

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from django.core import mail

import engine
from games import errors, leases, tasks
from games.audit import alerts, auditor, fault_log, rounds
from games.audit.metrics import figures
from games.models import Mark, Round
from games.services import unquarantine, worker
from games.store import quarantine
from tests.games import audits, tables
from tests.games.audits import FLIP, begun, found, held, watch
from tests.games.concurrency import expire_leases
from tests.games.tampering import made_to_fit, rewound, tampered

if TYPE_CHECKING:
    from uuid import UUID

    from pytest_django import Settings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log")]


@pytest.fixture
def game(empty_log: None) -> UUID:  # noqa: ARG001  deletes logs, so it comes first
    """Return a game with a clock in the middle of its first round, audited once without faults."""
    return audits.sound()


def _in_two_slices() -> tuple[UUID, UUID]:
    """Return two games that different auditors may look at."""
    first = tables.lobby_of(tables.person()).game.id
    while leases.slice_of(second := tables.lobby_of(tables.person()).game.id) == leases.slice_of(first):
        pass
    return first, second


class TestTheRounds:
    """How the auditor makes progress."""

    def test_each_move_is_looked_at_once_and_only_what_is_new_is_read(self, game: UUID) -> None:
        before = figures().rounds["moves"]
        seat, command = tables.legal(game)
        people = [row[0] for row in tables.raw("SELECT player_id FROM seat ORDER BY seat_no")]
        version = tables.version_of(game)
        tables.send(game, people[seat], command)  # type: ignore[arg-type]
        auditor.look_at_moves(math.inf)
        auditor.look_at_moves(math.inf)
        now = figures().rounds["moves"]
        assert (now.games - before.games, now.events - before.events) == (1, tables.version_of(game) - version)
        assert Mark.objects.get().version == tables.version_of(game)

    def test_a_turn_without_time_looks_at_one_game_and_the_next_goes_on_from_there(self) -> None:
        games = [tables.lobby_of(tables.person()).game.id for _ in range(4)]
        for number in range(1, 5):
            auditor.look_at_moves(0.0)
            assert Mark.objects.filter(version__gt=0).count() == number
        for number in range(1, 5):
            auditor.look_at_all(0.0)
            assert figures().rounds["cycle"].games == number
        assert len(games) == 4
        assert auditor.look_at_all(math.inf)
        assert figures().rounds["cycle"].games == 4
        assert auditor.look_at_all(math.inf)  # it rests
        assert figures().rounds["cycle"].games == 4
        assert auditor.look_at_all(math.inf, rest=0)
        assert figures().rounds["cycle"].games == 8

    def test_a_slice_that_another_auditor_holds_is_left_to_them(self) -> None:
        theirs, ours = _in_two_slices()
        with leases.held(leases.Name.AUDIT, [leases.slice_of(theirs)]):
            assert not auditor.look_at_moves(math.inf)
            assert not auditor.look_at_all(math.inf)
            assert set(Mark.objects.filter(version__gt=0).values_list("game_id", flat=True)) == {ours}
        assert auditor.look_at_all(math.inf)
        assert not Mark.objects.filter(version=0).exists()

    def test_catching_up_takes_over_from_an_auditor_that_was_killed(self) -> None:
        theirs, _ = _in_two_slices()
        with leases.held(leases.Name.AUDIT, [leases.slice_of(theirs)], seconds=0.0):
            auditor.catch_up()
        assert not Mark.objects.filter(version=0).exists()

    def test_an_auditor_that_slept_past_its_lease_moves_no_round_of_the_next(
        self, game: UUID, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from games.audit import check  # noqa: PLC0415

        whole = check.whole

        def sleeps(*asked: object) -> object:
            monkeypatch.setattr(check, "whole", whole)
            expire_leases()
            assert auditor.look_at_all(math.inf, rest=0)
            return whole(*asked)  # type: ignore[arg-type]

        monkeypatch.setattr(check, "whole", sleeps)
        auditor.look_at_all(0.0, rest=0)
        assert set(Round.objects.filter(name__startswith="cycle").values_list("cursor", flat=True)) == {rounds.START}
        assert Mark.objects.get().version == tables.version_of(game)

    def test_a_finished_game_is_left_to_the_deep_cycle(self) -> None:
        game, people = begun()
        tables.send(game, people[0], engine.Resign())
        watch()
        mark = Mark.objects.get(game_id=game)
        assert not mark.is_open
        assert mark.state is None
        tampered("UPDATE event SET public = " + FLIP.format("public") + " WHERE seq = 7")
        auditor.look_at_moves(math.inf)
        assert found() == []
        watch()
        assert found() == [("chain", 7, "open")]

    def test_a_game_over_which_the_auditor_stumbles_holds_nothing_up(
        self, game: UUID, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from games.audit import check  # noqa: PLC0415

        other = tables.lobby_of(tables.person()).game.id
        whole = check.whole

        def stumbles(one: UUID, *rest: object) -> object:
            if one == game:
                raise RuntimeError
            return whole(one, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(check, "whole", stumbles)
        watch()
        assert found() == []
        assert Mark.objects.get(game_id=other).walked_at is not None
        assert len(rounds.due_slices(rounds.CYCLE, 0)) == leases.SLICES

    def test_new_events_of_newer_code_are_no_damage(self, game: UUID) -> None:
        rows = tables.rows_of(game)
        assert rows
        from games.audit import replay  # noqa: PLC0415
        from games.audit.faults import Broken  # noqa: PLC0415

        with pytest.raises(Broken) as newer:
            replay.decoded(rows[0]._replace(schema_version=99))
        assert newer.value.kind == "newer"


class TestOneAmongMany:
    """Damage affects one game only."""

    def test_one_damaged_game_rests_and_all_others_are_played_to_their_end(self) -> None:
        ann = tables.person()
        games = [tables.with_bots(ann) for _ in range(6)]
        with tables.unguarded():
            tables.raw("UPDATE event SET public = 'x' WHERE game_id = %s AND seq = 3", games[1])
        for _ in range(4):
            auditor.turn(1.0)
            tasks.wake(*map(str, games))
            worker.sweep()
            for one in games:
                seat, command = tables.legal(one)
                with suppress(errors.GameQuarantined, engine.RuleViolation):
                    tables.send(one, ann, command if seat == 0 else engine.Draw())
        for one in games:
            with suppress(errors.GameQuarantined):
                tables.send(one, ann, engine.Resign())
        watch()
        assert held() == [games[1]]
        assert [tables.table_of(one).is_over for one in games] == [one != games[1] for one in games]

    def test_more_than_so_many_at_once_are_told_and_not_held(self, settings: Settings) -> None:
        settings.AUDIT_QUARANTINES = 1
        games = [tables.lobby_of(tables.person()).game.id for _ in range(3)]
        tampered("UPDATE event SET public = 'x'")
        watch()
        assert len(held()) == 1
        assert len(found()) == 3
        assert set(held()) < set(games)
        settings.AUDIT_QUARANTINES = 20
        watch()
        assert set(held()) == set(games)
        assert len(found()) == 3


class TestRinging:
    """Who is alerted."""

    def test_operators_get_one_mail_for_many_faults_and_none_for_the_same_again(self, settings: Settings) -> None:
        settings.ADMINS = [("Olga", "olga@example.org")]
        games = [tables.lobby_of(tables.person()).game.id for _ in range(3)]
        tampered("UPDATE event SET public = 'x'")
        watch()
        assert alerts.mail() == 3
        assert alerts.mail() == 0
        [sent] = mail.outbox
        assert sent.to == ["olga@example.org"]
        assert all(f"game {game} event 1: chain: " in sent.body for game in games)
        tables.lobby_of(tables.person())
        tampered("UPDATE event SET public = 'x'")
        watch()
        assert alerts.mail() == 0  # less than ten minutes have passed
        tables.raw("UPDATE audit_found SET mailed_at = mailed_at - interval '1 hour' WHERE mailed_at IS NOT NULL")
        assert alerts.mail() == 1

    def test_a_line_at_error_names_the_event_for_alarms(self, game: UUID, caplog: pytest.LogCaptureFixture) -> None:
        tampered("UPDATE event SET public = 'x' WHERE seq = 7")
        watch()
        said = [record.msg for record in caplog.records if isinstance(record.msg, dict)]
        [line] = [line for line in said if line["event"] == alerts.DAMAGED]
        assert (line["game"], line["seq"], line["kind"], line["done"]) == (str(game), 7, "chain", "quarantined")

    def test_a_cycle_that_does_not_get_on_rings_once_a_day(self, game: UUID) -> None:
        assert game
        assert not alerts.alert_if_late()
        tables.raw("UPDATE audit_round SET since = since - interval '8 days'")
        assert alerts.alert_if_late()
        assert not alerts.alert_if_late()


class TestRelease:
    """Releasing a game from quarantine."""

    def test_only_a_sound_game_goes_on_and_is_watched_again(self, game: UUID) -> None:
        tampered("UPDATE event SET actor = 1 - actor WHERE seq = 3")
        watch()
        with pytest.raises(unquarantine.StillDamaged, match="event 3: chain"):
            unquarantine.release(game)
        tampered("UPDATE event SET actor = 1 - actor WHERE seq = 3")
        released = unquarantine.release(game)
        assert released is not None
        assert released.given_back
        assert found() == [("chain", 3, "gone")]
        watch()
        assert held() == []
        tampered("UPDATE event SET actor = 1 - actor WHERE seq = 3")
        watch()
        assert held() == [game]
        assert [state for _, _, state in found()] == ["gone", "open"]

    def test_by_force_it_goes_on_as_it_is_and_rings_no_more_for_that(self, game: UUID) -> None:
        rewound(game)
        watch()
        assert held() == [game]
        released = unquarantine.release(game, force=True)
        assert released is not None
        assert released.fault is not None
        watch()
        assert held() == []
        assert [state for _, _, state in found()] == ["accepted"]
        tampered("UPDATE event SET public = 'x' WHERE seq = 3")
        watch()
        assert held() == [game]

    def test_caches_are_made_anew_on_the_way(self, game: UUID) -> None:
        quarantine.add(game, "by hand")
        tables.raw("UPDATE game SET state_cache = 'x'")
        assert unquarantine.release(game) is not None
        assert fault_log.open_faults() == []
        made_to_fit(game)
        watch()
        assert held() == []
