"""Leases: one holder for each slice, whatever the holders do or suffer."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from common.database import queries
from games import leases
from games.leases import Name
from games.models import Lease
from tests.games.concurrency import expire_leases, together

if TYPE_CHECKING:
    from uuid import UUID

NOTE: Final = f"{leases.RENEWED} INSERT INTO heartbeat SELECT 'of a holder', service_now() FROM renewed RETURNING 1"  # noqa: S608 - constants only


@pytest.mark.django_db
class TestOneLease:
    """One piece of work that cannot be divided."""

    def test_one_process_at_a_time_holds_it(self) -> None:
        with leases.held(Name.ANCHOR_PUBLISHING) as first:
            assert first is not None
            with leases.held(Name.ANCHOR_PUBLISHING) as second:
                assert second is None
            with leases.held(Name.SANDBOX_CLOCK) as other:
                assert other is not None
        with leases.held(Name.ANCHOR_PUBLISHING) as third:
            assert third is not None

    def test_work_that_fails_lets_go_of_it(self) -> None:
        with pytest.raises(ZeroDivisionError), leases.held(Name.ARCHIVE):
            raise ZeroDivisionError
        with leases.held(Name.ARCHIVE) as lease:
            assert lease is not None

    def test_anybody_may_take_it_after_its_time_and_a_renewed_one_has_more(self) -> None:
        with leases.held(Name.ARCHIVE) as first:
            assert first is not None
            expire_leases()
            first.renew()
            with leases.held(Name.ARCHIVE) as second:
                assert second is None
            expire_leases()
            with leases.held(Name.ARCHIVE) as third:
                assert third is not None

    def test_a_holder_that_slept_past_its_time_takes_nothing_from_the_next(self) -> None:
        with ExitStack() as late:
            first = late.enter_context(leases.held(Name.ARCHIVE))
            assert first is not None
            expire_leases()
            with leases.held(Name.ARCHIVE) as second:
                assert second is not None
                with pytest.raises(leases.Lost):
                    first.renew()
                late.close()  # it releases what it no longer has
                second.renew()
                with leases.held(Name.ARCHIVE) as third:
                    assert third is None

    def test_work_ends_where_it_finds_its_lease_lost(self) -> None:
        done = []
        with leases.held(Name.ARCHIVE) as first:
            assert first is not None
            expire_leases()
            with leases.held(Name.ARCHIVE):
                done.append("before")
                first.renew()
                done.append("after")
        assert done == ["before"]

    def test_what_is_written_under_a_lost_lease_is_not_written(self) -> None:
        with leases.held(Name.AUDIT) as first:
            assert first is not None
            assert queries.rows(NOTE, *first.renewal) == [(1,)]
            queries.rows("DELETE FROM heartbeat")
            expire_leases()
            with leases.held(Name.AUDIT):
                assert queries.rows(NOTE, *first.renewal) == []

    def test_a_lease_is_renewed_after_a_third_of_its_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = [0.0]
        monkeypatch.setattr("games.leases.time.monotonic", lambda: now[0])
        with leases.held(Name.ARCHIVE, seconds=30.0) as lease:
            assert lease is not None
            expire_leases()
            lease.keep()
            assert Lease.objects.get().until.year == 2020
            now[0] = 11.0
            lease.keep()
            assert Lease.objects.get().until.year > 2020


@pytest.mark.django_db
def test_the_slice_that_has_waited_longest_comes_first() -> None:
    def next_of(*among: int) -> int | None:
        with leases.held(Name.ARCHIVE, among) as lease:
            return None if lease is None else lease.slice

    assert [next_of(*leases.ALL) for _ in range(2 * leases.SLICES)] == [*leases.ALL, *leases.ALL]
    assert next_of(7, 5, 6) == 5
    assert next_of(5, 6) == 6
    assert next_of() is None


@pytest.mark.django_db(transaction=True)
def test_many_processes_that_come_at_once_get_a_slice_each() -> None:
    with ExitStack() as stack:

        def claim() -> int | None:
            lease = stack.enter_context(leases.held(Name.AUDIT, leases.ALL))
            return None if lease is None else lease.slice

        got = together(*[claim] * (leases.SLICES // 2)) + together(*[claim] * (leases.SLICES // 2))
        assert len(set(got)) == leases.SLICES
        assert None not in got
        assert together(claim) == [None]


@pytest.mark.django_db(transaction=True)
def test_nobody_takes_a_lease_from_under_a_transaction_that_renewed_it() -> None:
    def steal() -> bool:
        with leases.held(Name.ARCHIVE) as lease:
            return lease is not None

    with leases.held(Name.ARCHIVE, seconds=0.0) as lease:  # its time is over at once
        assert lease is not None
        with transaction.atomic():
            lease.renew()
            assert together(steal) == [False]
        assert together(steal) == [True]


@given(st.uuids())
def test_every_game_is_in_one_slice(game_id: UUID) -> None:
    inside = [number for number in leases.ALL if leases.before(number) < game_id <= leases.before(number + 1)]
    assert inside == ([leases.slice_of(game_id)] if game_id.int else [])
