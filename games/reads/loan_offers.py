"""Reads of seats that their players offer to a friend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

from common import clock
from games.models import Loan
from players import invitation_codes

if TYPE_CHECKING:
    from uuid import UUID


def find(game_id: UUID, seat: int) -> Loan | None:
    """Return the open offer of a seat."""
    open_offers = Loan.objects.filter(borrower__isnull=True, lapses_at__gt=clock.now())
    return open_offers.filter(game_id=game_id, seat_no=seat).first()


def link(offered: Loan) -> str:
    """Return the absolute address of the page on which an offer is accepted."""
    return f"{settings.PUBLIC_URL}/join/{invitation_codes.written(offered.code)}/{offered.game_id}/{offered.seat_no}"
