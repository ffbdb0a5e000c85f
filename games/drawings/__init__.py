"""Drawings of cards: our own, for the web, mails and share cards, one for each face of the engine's table."""

from games.drawings.faces import drawing_of, mark_of
from games.drawings.sprite import sprite, symbol_of

__all__ = ["drawing_of", "mark_of", "sprite", "symbol_of"]
