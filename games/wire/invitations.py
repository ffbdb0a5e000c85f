"""Invitations on the wire."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from common.http.types import Body, Moment
from games.wire.games import GameSummary
from games.wire.requests import ShortText

InvitationKind = Literal["link", "player", "email"]
InvitationState = Literal["open", "accepted", "declined", "revoked", "expired"]


class InvitationRequest(Body, frozen=True, kw_only=True):
    """Whom to invite: at most one of both. Without them, everybody who gets the code."""

    player: (
        Annotated[
            ShortText,
            Meta(min_length=1, description="The public name, in any case of letters, or the id of a player."),
        ]
        | None
    ) = None
    email: Annotated[str, Meta(max_length=254, description="A mail address, with or without an account.")] | None = None


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation to a table. A `link` seats as many people as there are seats, the others one person."""

    code: Annotated[str, Meta(description="Eight characters and a hyphen, such as `BCDF-2345`.")]
    link: Annotated[str, Meta(description="The page of the invitation, for a browser.")]
    kind: InvitationKind
    state: InvitationState
    player: Annotated[str | None, Meta(description="The invited player, as the request named them.")]
    email: Annotated[
        str | None,
        Meta(description="The invited address, for the player who entered it; null once the invitation has ended."),
    ]
    invited_by: Annotated[str, Meta(description="The name of the player who made it.")]
    created_at: Moment
    expires_at: Annotated[Moment, Meta(description="When it ends if the match has not started by then.")]


class Invitations(msgspec.Struct, frozen=True, kw_only=True):
    """The invitations of a table, newest first."""

    invitations: list[Invitation]


class InvitedTable(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation, and the table as its holder may see it."""

    invitation: Invitation
    game: GameSummary
