"""What has to happen once a day, asked for every few minutes: a look where nothing is to do, and no hour to miss."""

from __future__ import annotations

from games.anchors.making import make
from games.anchors.publishing import publish


def keep() -> None:
    """Make the anchor of yesterday if it is missing, and publish what is not published yet."""
    try:
        make()
    finally:
        publish()
