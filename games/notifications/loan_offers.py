"""The message to the player whom the offer of a seat names.

The worker looks the name up, so that no answer reveals whether there is such a player and whom they have blocked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import uuid5

from django.db import transaction

from games.notifications import create, quiet_hours, snapshot
from games.reads import loan_offers
from players import blocks, invitation_codes, selectors
from players.notifications import inbox
from players.notifications.inbox import News
from players.privacy import leaving

if TYPE_CHECKING:
    from uuid import UUID

    from games.models import Loan
    from games.notifications.snapshot import Snapshot

KIND: Final = "loan_offered"


def tell(game_id: UUID, seat: int) -> None:
    """Notify the player who alone may accept the open offer of this seat. Safe to repeat."""
    offered = loan_offers.find(game_id, seat)
    player = selectors.find_player(offered.wanted) if offered is not None and offered.wanted else None
    if offered is None or player is None or player == offered.lender_id:
        return
    with transaction.atomic():
        scene = snapshot.load(game_id)
        if scene is None or not leaving.keep_open(offered.lender_id):
            return
        if scene.game.seat_of(player) is None and not blocks.has_blocked(player, offered.lender_id):
            create.write([_news(offered, player, scene)], None)


def _news(offered: Loan, player: UUID, scene: Snapshot) -> News:
    game = scene.game
    return News(
        id=uuid5(create.NEWS, f"{offered.id}/{KIND}/{player}"),
        player_id=player,
        kind=KIND,
        game_id=game.id,
        seq=game.version,
        data={
            "by": offered.seat_no,
            inbox.NAMED: None,
            "ruleset": game.ruleset,
            "edition": game.edition,
            "hours": offered.hours,
            "until": quiet_hours.written(offered.lapses_at),
            "code": invitation_codes.written(offered.code),
            "link": loan_offers.link(offered),
        },
        about=offered.lender_id,
        expires_at=offered.lapses_at,
    )
