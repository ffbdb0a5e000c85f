"""The table as one viewer knows it, drawn for mails and pages and written for terminals and screen readers.

Whatever is drawn comes from an `engine.View` and the players' names. `STYLE` belongs in the head of the page; the
drawing also has styles at its elements, which the page must allow.
"""

from games.notifications.rendering.board import Board, board_of, names_of
from games.notifications.rendering.cards_html import chip
from games.notifications.rendering.faces import deck_of
from games.notifications.rendering.html import button
from games.notifications.rendering.html import table as html_table
from games.notifications.rendering.plain_text import table as plain_table
from games.notifications.rendering.theme import STYLE

__all__ = ["STYLE", "Board", "board_of", "button", "chip", "deck_of", "html_table", "names_of", "plain_table"]
