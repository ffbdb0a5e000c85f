"""Profiles: guests, oneself, others."""

from datetime import date
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from common.http.types import Body, Moment
from players.names import MAX_CODE_POINTS

Name = Annotated[str, Meta(min_length=1, max_length=MAX_CODE_POINTS)]


class NewGuest(Body, frozen=True, kw_only=True):
    """A guest to be."""

    name: Annotated[
        Name | UnsetType,
        Meta(
            description="Your public name: 2 to 24 letters of one script, digits, or - _ . between them. Left out, a"
            " friendly one is made up."
        ),
    ] = UNSET


class ProfileChange(Body, frozen=True, kw_only=True):
    """Changes of a profile. Members left out stay as they are."""

    name: Annotated[Name | UnsetType, Meta(description="Your new public name.")] = UNSET


class OwnProfile(msgspec.Struct, frozen=True, kw_only=True):
    """A player's profile as only they see it."""

    id: Annotated[UUID, Meta(description="Never changes, also not when a guest adds an address.")]
    name: Annotated[str, Meta(description="The public name.")]
    joined_at: Moment
    guest: Annotated[bool, Meta(description="True as long as there is no e-mail address.")]
    email: Annotated[str | None, Meta(description="Shown to you alone.", extra_json_schema={"format": "email"})]
    leaves_at: Annotated[
        Moment | None, Meta(description="When your account will be erased, as you asked; null: it stays.")
    ]


class Leaving(msgspec.Struct, frozen=True, kw_only=True):
    """An account that will be erased."""

    asked_at: Moment
    leaves_at: Annotated[
        Moment, Meta(description="Until then everything works as before, and the deletion can be cancelled.")
    ]


class PublicProfile(msgspec.Struct, frozen=True, kw_only=True):
    """A player's profile as anyone sees it."""

    name: str
    joined_on: Annotated[date, Meta(description="The day, UTC.")]


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """A guest just made."""

    player: OwnProfile
    token: Annotated[
        str,
        Meta(
            description="The device token: send it as `Authorization: Bearer ...`. It is shown this once; anyone who"
            " holds it is you."
        ),
    ]
