"""Rematches as the asker sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.api import present
from games.rematches import open_offers
from games.wire.rematches import OpenOffer, OpenOffers, Rematch, RematchOffer, SeatAnswer

if TYPE_CHECKING:
    from uuid import UUID

    from games.rematches import Offer
    from games.services.rematches import Links


def of_player(player: UUID) -> OpenOffers:
    """Return the open offers after the matches of a player."""
    return OpenOffers(
        rematches=[OpenOffer(game=present.summary(game), offer=_offer(offer)) for game, offer in open_offers(player)]
    )


def shown(links: Links) -> Rematch:
    """Return a game and its rematch as the asker sees them."""
    game, offer = links.game, links.offer
    following = None if offer is None else offer.next_id
    return Rematch(
        game=str(game.id),
        rematch_of=None if game.rematch_of is None else str(game.rematch_of),
        next_game=None if following is None else str(following),
        series=None if game.series_id is None else str(game.series_id),
        offer=None if offer is None or links.seat is None else _offer(offer),
    )


def _offer(offer: Offer) -> RematchOffer:
    return RematchOffer(
        state=offer.state,
        best_of=offer.best_of,  # type: ignore[arg-type]  # one of the numbers
        fill=offer.fill,
        offered_by=offer.offered_by,
        offered_at=offer.offered_at,
        expires_at=offer.expires_at,
        answers=[SeatAnswer(seat=seat, answer=said) for seat, said in offer.answers.items()],
    )
