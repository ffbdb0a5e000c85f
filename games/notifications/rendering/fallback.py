"""A message in plain English, without a picture: what goes out where the drawn one cannot be made."""

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
    notice: Content,
    view: engine.View | None,  # noqa: ARG001 - nothing is drawn
    legal_commands: Sequence[engine.Command],  # noqa: ARG001 - as above
    language: str,  # noqa: ARG001 - English it is
    zone: str,  # noqa: ARG001 - times are told in UTC
    links: Links,
) -> Parts:
    """The message as its kind is described, with the time that is left and the page of the game."""
    title = notice.kind.replace("_", " ").capitalize()
    lines = [BY_NAME[notice.kind].why]
    if notice.deadline_at is not None and BY_NAME[notice.kind].stale == "turn":
        lines.append(f"Time runs out at {notice.deadline_at:%Y-%m-%d %H:%M} UTC.")
    body = " ".join(lines)
    return Parts(
        title=title,
        body=body,
        text="\n\n".join(filter(None, (body, links.game))) + "\n",
        actions=(Action("Open the table", links.game),) if links.game else (),
    )
