"""random: any legal command, all equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.commands import Command
    from engine.view import View


class RandomBot:
    """Plays without a plan."""

    def choose(self, _view: View, legal: Sequence[Command], pick: Callable[[int], int]) -> Command:
        """Return any of the legal commands."""
        return legal[pick(len(legal))]
