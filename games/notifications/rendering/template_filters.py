"""Template filters for texts, loaded as `texts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

if TYPE_CHECKING:
    from games.notifications.rendering.texts import Texts

register = template.Library()


@register.filter
def label(said: str, texts: Texts) -> str:
    """Return the text as a label: `Color:`."""
    return texts.label(said)
