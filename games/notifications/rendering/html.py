"""A table drawn in HTML that mail programs understand: tables, styles at the element, and nothing from elsewhere.

What a picture would tell by its place is said in words as well. Names are in `bdi`, which keeps their writing direction
to themselves.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from games.notifications.rendering.cards_html import chip, chips, tile
from games.notifications.rendering.faces import PAINTS
from games.notifications.rendering.results_html import standings
from games.notifications.rendering.theme import ACCENT_DAY, BREAKS, DAY, FONT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.notifications.rendering.board import Board, Player
    from games.notifications.rendering.theme import Tone

_PILL: Final = "display:inline-block;border-radius:9px;padding:0 7px;font-size:12px;line-height:17px;"


def table(scene: Board) -> str:
    """The whole table: what is to be decided, the piles, the players, and the viewer's hand; or the result."""
    return _felt(scene, "".join(_parts(scene)))


def hand_only(scene: Board) -> str:
    """The piles and the viewer's hand: a table in little."""
    return _felt(scene, _center(scene, _tone(scene).faint) + _hand(scene))


def _tone(scene: Board) -> Tone:
    return DAY["fd" if scene.dark else "fl"]


def _felt(scene: Board, content: str) -> str:
    tone = _tone(scene)
    return (
        f'<table class="{"fd" if scene.dark else "fl"}" role="presentation" width="100%" cellpadding="0" '
        f'cellspacing="0" style="width:100%;background-color:{tone.ground};color:{tone.ink};border-radius:14px;'
        f'border-collapse:separate;font:400 14px/20px {FONT}"><tr><td style="padding:14px">{content}</td></tr></table>'
    )


def _parts(scene: Board) -> Iterator[str]:
    tone = _tone(scene)
    yield _situation(scene, tone.faint)
    if scene.standings:
        yield _heading(scene.result, tone.faint) + standings(scene, tone.line, tone.faint)
    else:
        yield _center(scene, tone.faint)
        yield _players(scene, tone.line, tone.faint)
        yield _hand(scene)


def _hand(scene: Board) -> str:
    if scene.hand is None:
        return ""
    words = scene.texts.table
    held = "".join(tile(held.face, held.note) for held in scene.hand)
    if not held:
        held = f'<p style="margin:0">{escape(words["empty_hand"])}</p>'
    return (
        _heading(words["hand"], _tone(scene).faint, note=scene.texts.fill(words["cards"], count=len(scene.hand))) + held
    )


def _situation(scene: Board, faint: str) -> str:
    turning = "↻" if scene.clockwise else "↺"
    sun = "☾" if scene.dark else "☼"
    parts = [f"{sun}&nbsp;{escape(scene.side)}", f"{turning}&nbsp;{escape(scene.direction)}", escape(scene.round)]
    notices = "".join(f'<p style="margin:6px 0 0;{BREAKS}"><b>{escape(notice)}</b></p>' for notice in scene.notices)
    return (
        f'<p class="q" style="margin:0 0 6px;color:{faint};font-size:13px">{" · ".join(parts)}</p>'
        f'<p style="margin:0 0 10px;font-size:16px;line-height:22px;{BREAKS}"><b>{escape(scene.decision)}</b></p>'
        f"{notices}"
    )


def _center(scene: Board, faint: str) -> str:
    words = scene.texts.table
    older = "".join(map(chip, scene.older))
    columns = (
        (words["discards"], tile(scene.top) if scene.top else "", ""),
        (words["color"], _color(scene), ""),
        (scene.pile.label, _pile(scene, faint), ""),
    )
    cells = "".join(
        f'<td width="33%" valign="top" style="padding:0 3px 4px 0"><p class="q" style="margin:0 0 5px;color:{faint};'
        f'font-size:12px;line-height:15px">{escape(label)}</p>{drawn}{more}</td>'
        for label, drawn, more in columns
    )
    before = (
        f'<p class="q" style="margin:0 0 4px;color:{faint};font-size:12px">'
        f"{escape(scene.texts.label(words['before']))} {older}</p>"
        if older
        else ""
    )
    return (
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font:inherit;color:inherit">'
        f"<tr>{cells}</tr></table>{before}"
    )


def _color(scene: Board) -> str:
    name = escape(scene.color_name)
    if scene.color is None:
        return f"<b>{name}</b>"
    ground, ink, edge = PAINTS[scene.color]
    return (
        f'<span aria-hidden="true" style="display:inline-block;width:46px;height:46px;border-radius:50%;'
        f"background-color:{ground};color:{ink};border:2px solid {edge};text-align:center;"
        f'font:700 22px/46px Arial,sans-serif">{escape(scene.color_letter)}</span><br>'
        f'<b style="font-size:13px">{name}</b>'
    )


def _pile(scene: Board, faint: str) -> str:
    back = scene.pile.top_back
    count = f"<b>{escape(scene.pile.cards)}</b>"
    if back is None:
        return count
    note = escape(scene.texts.table["top_back"])
    return (
        f"{tile(back)}<br>{count}<br>"
        f'<span class="q" style="color:{faint};font-size:12px;line-height:15px">{note}</span>'
    )


def _heading(text: str, faint: str, note: str = "") -> str:
    more = f'<span class="q" style="color:{faint};font-weight:400"> · {escape(note)}</span>' if note else ""
    return f'<h2 style="margin:14px 0 8px;font-size:15px;line-height:20px">{escape(text)}{more}</h2>'


def _players(scene: Board, line: str, faint: str) -> str:
    fronts = scene.texts.label(scene.texts.table["fronts"])
    rows = "".join(_player(player, line, faint, fronts) for player in scene.players)
    return (
        _heading(scene.texts.table["players"], faint)
        + '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;'
        f'font:inherit;color:inherit">{rows}</table>'
    )


def _player(player: Player, line: str, faint: str, fronts: str) -> str:
    pointer = '<span aria-hidden="true">▸&nbsp;</span>' if player.turn else ""
    marks = "".join(_mark(mark, line, faint) for mark in player.marks) + "".join(map(_alarm, player.alarms))
    shown = "".join(
        f'<div style="padding-top:5px">{label}{"".join(chips(faces))}</div>'
        for label, faces in ((f"{escape(fronts)} ", player.fronts), ("", player.backs))
        if faces
    )
    return (
        f'<tr><td class="l" valign="top" style="padding:7px 6px 6px 0;border-top:1px solid {line}">'
        f'<b>{pointer}<bdi style="{BREAKS}">{escape(player.name)}</bdi></b>{marks}{shown}</td>'
        f'<td class="l" valign="top" align="right" style="padding:7px 0 6px;border-top:1px solid {line};'
        f'white-space:nowrap">{escape(player.cards)}<br><span class="q" style="color:{faint};font-size:12px">'
        f"{escape(player.points)}</span></td></tr>"
    )


def _mark(text: str, line: str, faint: str) -> str:
    return f' <span class="q l" style="{_PILL}border:1px solid {line};color:{faint}">{escape(text)}</span>'


def _alarm(text: str) -> str:
    ground, ink = ACCENT_DAY
    return (
        f' <span class="a" style="{_PILL}border:1px solid {ground};background-color:{ground};color:{ink};'
        f'font-weight:700">'
        f"{escape(text)}</span>"
    )


def button(label: str, url: str, *, main: bool, spoken: str = "") -> str:
    """A link that looks like a button, large enough for a thumb; `spoken` for those who listen, if it needs more."""
    ground, ink = ACCENT_DAY
    voice = f' aria-label="{escape(spoken)}"' if spoken else ""
    look = (
        f"background-color:{ground};color:{ink};border:2px solid {ground}"
        if main
        else f"background-color:#ffffff;color:#211f29;border:2px solid {ground}"
    )
    return (
        f'<a class="{"a" if main else "b"}" href="{escape(url)}"{voice} style="display:inline-block;margin:0 6px 8px 0;'
        f"padding:10px 15px;border-radius:10px;font:600 15px/22px {FONT};text-decoration:none;{BREAKS};"
        f'{look}">{label}</a>'
    )
