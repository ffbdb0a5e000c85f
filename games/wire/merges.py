"""Merging a guest, on the wire."""

from typing import Annotated

import msgspec
from msgspec import Meta

from common.http.types import Body, Moment
from games.wire.scalars import Count, Id


class MergeRequest(Body, frozen=True, kw_only=True):
    """The guest who is to be merged."""

    token: Annotated[str, Meta(min_length=1, max_length=64, description="The token of the guest's device, `ufd_...`.")]


class MergeResult(msgspec.Struct, frozen=True, kw_only=True):
    """What has become of the guest."""

    guest: Annotated[Id, Meta(description="The id that the guest had.")]
    games: Annotated[Count, Meta(description="How many seats have become yours.")]
    merged_at: Moment
