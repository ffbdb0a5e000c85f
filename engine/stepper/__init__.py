"""Stepping through a match in the terminal (`python -m engine replay`)."""

from engine.stepper.film import Film
from engine.stepper.projector import Projector, viewer_named

__all__ = ["Film", "Projector", "viewer_named"]
