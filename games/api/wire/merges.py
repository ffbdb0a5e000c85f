"""Merging a guest, on the wire."""

from typing import Annotated

import msgspec
from msgspec import Meta

from games.api.wire.requests import Body
from games.api.wire.scalars import Count, Id, Moment


class MergeRequest(Body, frozen=True, kw_only=True):
    """The guest who is to be merged."""

    token: Annotated[str, Meta(min_length=1, max_length=64, description="The token of the guest's device, `ufd_...`.")]


class Merged(msgspec.Struct, frozen=True, kw_only=True):
    """What has become of the guest."""

    guest: Annotated[Id, Meta(description="The id that the guest had.")]
    games: Annotated[Count, Meta(description="How many seats have become yours.")]
    merged_at: Moment
