"""The HTML of mails, from the autoescaped templates in `templates/notifications`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string

from games.notifications.rendering import theme

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from games.notifications.rendering.board import Board
    from games.notifications.rendering.faces import Face


def render(template: str, **context: Any) -> SafeString:
    """Render a template with the colors and fonts of the theme."""
    return render_to_string(template, {"theme": theme, **context})


def html_table(board: Board) -> SafeString:
    """Return the whole table."""
    return render("notifications/table.html", board=board)


def small_table(board: Board) -> SafeString:
    """Return the piles and the viewer's hand."""
    return render("notifications/small_table.html", board=board)


def card(face: Face, note: str = "") -> SafeString:
    """Return one card."""
    return render("notifications/card.html", face=face, note=note)
