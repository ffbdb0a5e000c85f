"""Stepping through a match in the terminal (`python -m engine replay`)."""

from engine.terminal.playback import Playback
from engine.terminal.player import Player, viewer_named

__all__ = ["Playback", "Player", "viewer_named"]
