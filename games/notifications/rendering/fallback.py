"""A notification in plain English, without pictures, for when the drawn one fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.notifications.kinds import BY_NAME
from games.notifications.rendering.content import Parts
from players.notifications.channels import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

    import engine
    from games.notifications.rendering.content import Content, Links


def render(
    content: Content,
    view: engine.View | None,  # noqa: ARG001 - draws nothing
    legal_commands: Sequence[engine.Command],  # noqa: ARG001 - as above
    language: str,  # noqa: ARG001 - always English
    zone: str,  # noqa: ARG001 - times are in UTC
    links: Links,
) -> Parts:
    """Return the description of the kind, the deadline, and the page of the game."""
    title = content.kind.replace("_", " ").capitalize()
    lines = [BY_NAME[content.kind].why]
    if content.deadline_at is not None and BY_NAME[content.kind].stale == "turn":
        lines.append(f"Time runs out at {content.deadline_at:%Y-%m-%d %H:%M} UTC.")
    body = " ".join(lines)
    return Parts(
        title=title,
        sentence=lines[0],
        body=body,
        text="\n\n".join(filter(None, (body, links.game))) + "\n",
        actions=(Action("Open the table", links.game),) if links.game else (),
    )
