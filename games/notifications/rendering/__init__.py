"""Notifications in words and pictures, for mails, pages, terminals and screen readers.

A board is drawn from an `engine.View` and the players' names, so it shows only what that viewer may know.
"""

from games.notifications.rendering.board import Board, board_of, names_of
from games.notifications.rendering.faces import deck_of
from games.notifications.rendering.html import html_table
from games.notifications.rendering.plain_text import table as plain_table

__all__ = ["Board", "board_of", "deck_of", "html_table", "names_of", "plain_table"]
