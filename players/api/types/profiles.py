"""Profiles: guests, oneself, others."""

from datetime import date
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from common.http.types import Body, Moment
from players.api.types.tokens import DeviceName
from players.names import MAX_CODE_POINTS

Name = Annotated[str, Meta(min_length=1, max_length=MAX_CODE_POINTS)]


class NewGuest(Body, frozen=True, kw_only=True):
    """A guest to create."""

    name: Annotated[
        Name | UnsetType,
        Meta(
            description="The public name: 2 to 24 letters of one script, digits, or - _ . between "
            "them. By default the service makes one up."
        ),
    ] = UNSET
    device_name: DeviceName | UnsetType = UNSET


class ProfileChange(Body, frozen=True, kw_only=True):
    """Changes of a profile. Members that are left out keep their values."""

    name: Annotated[Name | UnsetType, Meta(description="Your new public name.")] = UNSET


class Reliability(msgspec.Struct, frozen=True, kw_only=True):
    """How many turns a player made in time, in their latest matches that ended before today (UTC)."""

    answered: Annotated[int, Meta(ge=0, description="Turns made in time.")]
    asked: Annotated[int, Meta(ge=0, description="Turns that the player was asked for.")]
    share: Annotated[int, Meta(ge=0, le=100, description="The answered turns in whole percent.")]


ReliabilityOfPlayer = Annotated[Reliability | None, Meta(description="Null for newcomers.")]


class OwnProfile(msgspec.Struct, frozen=True, kw_only=True):
    """A player's profile as they see it themselves."""

    id: Annotated[UUID, Meta(description="It never changes, even when a guest adds an address.")]
    name: Annotated[str, Meta(description="The public name.")]
    joined_at: Moment
    guest: Annotated[bool, Meta(description="Whether the player has no e-mail address.")]
    email: Annotated[str | None, Meta(description="Only you can see it.", extra_json_schema={"format": "email"})]
    leaves_at: Annotated[
        Moment | None, Meta(description="When your account will be erased; null if you have not asked for it.")
    ]
    reliability: ReliabilityOfPlayer


class Leaving(msgspec.Struct, frozen=True, kw_only=True):
    """An account that will be erased."""

    asked_at: Moment
    leaves_at: Annotated[
        Moment,
        Meta(
            description="When the account will be erased. Until then everything works as before, and the "
            "deletion can be cancelled."
        ),
    ]


class PublicProfile(msgspec.Struct, frozen=True, kw_only=True):
    """A player's profile as anyone sees it."""

    id: Annotated[UUID, Meta(description="A new name does not change it.")]
    name: str
    joined_on: Annotated[date, Meta(description="The day the player joined, in UTC.")]
    reliability: ReliabilityOfPlayer


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """A new guest."""

    player: OwnProfile
    token: Annotated[
        str,
        Meta(
            description="The device token: send it as `Authorization: Bearer ...`. Only this answer "
            "contains it; anyone who has it can act as you."
        ),
    ]
