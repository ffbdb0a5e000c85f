"""The table as one viewer knows it, drawn for mails and pages and written for terminals and screen readers.

Whatever is drawn comes from an `engine.View` and the players' names. `STYLE` belongs in the head of the page; the
drawing also has styles at its elements, which the page must allow.
"""

from games.messages.drawing.cards_html import chip
from games.messages.drawing.faces import deck_of
from games.messages.drawing.html import button
from games.messages.drawing.html import table as html_table
from games.messages.drawing.paper import STYLE
from games.messages.drawing.plain import table as plain_table
from games.messages.drawing.scene import Scene, names_of, scene_of

__all__ = ["STYLE", "Scene", "button", "chip", "deck_of", "html_table", "names_of", "plain_table", "scene_of"]
