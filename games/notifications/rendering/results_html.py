"""The table of what a round or a match has brought, in HTML for mail programs."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from games.notifications.rendering.cards_html import chips
from games.notifications.rendering.theme import BREAKS

if TYPE_CHECKING:
    from games.notifications.rendering.board import Board
    from games.notifications.rendering.results import Standing


def standings(scene: Board, line: str, faint: str) -> str:
    """The table, its lines and its heads in these colors."""
    words, ranked = scene.texts.results, any(row.rank for row in scene.standings)
    heads = [(words["player"], "left"), (words["points"], "right"), (words["total"], "right")]
    if ranked:
        heads.insert(0, (words["rank"], "left"))
    head = "".join(
        f'<th class="q" scope="col" align="{align}" style="padding:4px 0 4px 8px;color:{faint};font-size:12px">'
        f"{escape(text)}</th>"
        for text, align in heads
    )
    rows = "".join(_standing(scene, row, line, ranked=ranked) for row in scene.standings)
    return (
        '<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font:inherit;'
        f'color:inherit"><tr>{head}</tr>{rows}</table>'
    )


def _standing(scene: Board, row: Standing, line: str, *, ranked: bool) -> str:
    words = scene.texts.results
    cell = f'<td class="l" valign="top" style="padding:6px 0 6px 8px;border-top:1px solid {line}"'
    name = f'<bdi style="{BREAKS}">{escape(row.name)}</bdi>' + (
        f" ({escape(scene.texts.words['you'])})" if row.you else ""
    )
    won = f" · {escape(words['winner'])}" if row.won else ""
    held = f'<div style="padding-top:4px">{"".join(chips(row.held))}</div>' if row.held else ""
    rank = f"{cell}><b>{row.rank}</b></td>" if ranked else ""
    points = "" if row.points is None else f"+{row.points}"
    return (
        f'<tr>{rank}{cell}><b>{name}</b>{won}{held}</td>{cell} align="right">{points}</td>'
        f'{cell} align="right"><b>{row.total}</b></td></tr>'
    )
