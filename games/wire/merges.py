"""Merging a guest, on the wire."""

from typing import Annotated

import msgspec
from msgspec import Meta

from common.http.types import Body, Moment
from games.wire.scalars import Count, Id


class MergeRequest(Body, frozen=True, kw_only=True):
    """The guest to merge."""

    token: Annotated[str, Meta(min_length=1, max_length=64, description="The device token of the guest, `ufd_...`.")]


class MergeResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of merging a guest."""

    guest: Annotated[Id, Meta(description="The former id of the guest.")]
    games: Annotated[Count, Meta(description="The number of seats that are yours now.")]
    merged_at: Moment
