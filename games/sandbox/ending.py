"""The end of throw-away players: erased as anybody who leaves, when their days are over."""

from __future__ import annotations

from typing import Final

from django.conf import settings

from games.sandbox import people, switch
from games.services import leaving

AT_A_TIME: Final = 100


def erase_over() -> int:
    """Erase some whose time is up; how many. Nothing where there is no sandbox."""
    if not settings.SANDBOX or not switch.is_on():
        return 0
    over = people.over(AT_A_TIME)
    for player in over:
        leaving.erase(player)
    return len(over)
