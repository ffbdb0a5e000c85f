"""The end of a sign-in, on the wire."""

from typing import Annotated

import msgspec
from msgspec import Meta

from games.wire.merges import MergeResult
from players.api.types.profiles import OwnProfile


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """A device that has signed in."""

    token: Annotated[str, Meta(description="The device token: send it as `Authorization: Bearer ...`.")]
    player: OwnProfile
    is_new: Annotated[bool, Meta(description="True if the address had no account before.")]
    merged: Annotated[MergeResult | None, Meta(description="The guest who was merged into the account by this.")]
