"""The table drawn for a browser, with classes that the style sheet of the pages knows; what it shows is a `Scene`."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from games.notifications.rendering.faces import DARK_COLORS, LIGHT_COLORS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.notifications.rendering.board import Board, Player
    from games.notifications.rendering.faces import Face
    from games.notifications.rendering.results import Standing
    from games.notifications.rendering.texts import Texts


def shade(face: Face) -> str:
    """The word of the paint that a face has in the style sheet."""
    if face.stripe:
        return "light" if face.text[0].isupper() else "dark"
    return face.text[0] if len(face.text) > 1 else "none"


def inside(face: Face, note: str = "") -> str:
    """What stands on a card: its sign for the eye, its name for everybody."""
    colors = LIGHT_COLORS if face.text[0].isupper() else DARK_COLORS
    band = "".join(f'<i class="b-{color}"></i>' for color in colors) if face.stripe else ""
    name = escape(face.name)
    if face.caption != (face.name,):
        lines = "<br>".join(map(escape, face.caption))
        name = f'<span class="sr">{name}</span><span aria-hidden="true">{lines}</span>'
    return (
        f'<span class="sign" aria-hidden="true">{escape(face.sign)}</span>'
        + (f'<span class="band" aria-hidden="true">{band}</span>' if band else "")
        + f'<span class="name">{name}</span>'
        + (f'<span class="note">{escape(note)}</span>' if note else "")
    )


def card(face: Face, note: str = "") -> str:
    """A card to look at."""
    return f'<span class="card c-{shade(face)}">{inside(face, note)}</span>'


def chips(faces: Iterable[tuple[Face, int]], several: str) -> str:
    """Faces in little, with how often each is there; `several` says so in words."""
    return "".join(_chip(face, count, several) for face, count in faces)


def _chip(face: Face, count: int, several: str) -> str:
    name = face.name if count == 1 else several.format(item=face.name, count=count)
    times = "" if count == 1 else f"<small> ×{count}</small>"
    return (
        f'<span class="chip c-{shade(face)}" title="{escape(name)}">'
        f'<span aria-hidden="true">{escape(face.short)}{times}</span><span class="sr">{escape(name)}</span></span>'
    )


def middle(scene: Board) -> str:
    """The middle of the table: which side is up, which way play goes, the piles and the color in force.

    Before the first round there is nothing on it.
    """
    if not scene.round:
        return ""
    return f'<section class="felt middle" aria-labelledby="table">{"".join(_middle(scene))}</section>'


def _middle(scene: Board) -> Iterator[str]:
    turning, sky = "↻" if scene.clockwise else "↺", "☾" if scene.dark else "☼"
    yield f'<h2 id="table" class="sr">{escape(scene.texts.table["title"])}</h2>'
    yield (
        f'<p class="facts"><span aria-hidden="true">{sky} </span>{escape(scene.side)} · '
        f'<span aria-hidden="true">{turning} </span>{escape(scene.direction)} · {escape(scene.round)}</p>'
    )
    yield from (f"<p>{escape(notice)}</p>" for notice in scene.notices)
    if scene.top is not None:
        yield _piles(scene)


def players(scene: Board) -> str:
    """Who sits at the table; once a round or the match is over, what it has brought them."""
    words, several = scene.texts.table, scene.texts.words["several"]
    if scene.standings:
        heading, shown = scene.result, _standings(scene, several)
    else:
        seats = "".join(_player(player, several, scene.texts) for player in scene.players)
        heading, shown = words["players"], f'<ul class="seats">{seats}</ul>'
    return (
        f'<section class="felt folk" aria-labelledby="players"><h2 id="players">{escape(heading)}</h2>{shown}</section>'
    )


def _piles(scene: Board) -> str:
    words, pile = scene.texts.table, scene.pile
    parts = [
        (words["discards"], card(scene.top) if scene.top else ""),
        (words["color"], _color(scene)),
        (pile.label, _pile(scene)),
    ]
    columns = "".join(f"<div><h3>{escape(label)}</h3>{drawn}</div>" for label, drawn in parts)
    older = ""
    if scene.older:
        shown = chips(((face, 1) for face in scene.older), "")
        older = f'<p class="older"><span class="faint">{escape(scene.texts.label(words["before"]))}</span> {shown}</p>'
    return f'<div class="piles">{columns}</div>{older}'


def _color(scene: Board) -> str:
    if scene.color is None:
        return f"<p><b>{escape(scene.color_name)}</b></p>"
    letter = escape(scene.color_letter)
    return (
        f'<span class="disc c-{scene.color}" aria-hidden="true">{letter}</span><p><b>{escape(scene.color_name)}</b></p>'
    )


def _pile(scene: Board) -> str:
    back = scene.pile.top_back
    count = f"<p><b>{escape(scene.pile.cards)}</b></p>"
    if back is None:
        return count
    return f'{card(back)}{count}<p class="faint">{escape(scene.texts.table["top_back"])}</p>'


def _player(player: Player, several: str, texts: Texts) -> str:
    marks = "".join(
        f'<span class="mark{" turn" if player.turn and not number else ""}">{escape(mark)}</span>'
        for number, mark in enumerate(player.marks)
    )
    marks += "".join(f'<span class="mark alarm">{escape(mark)}</span>' for mark in player.alarms)
    shown = "".join(
        f'<span class="backs"><span{attributes}>{escape(texts.label(texts.table[word]))} </span>'
        f"{chips(faces, several)}</span>"
        for word, attributes, faces in (("fronts", "", player.fronts), ("backs", ' class="sr"', player.backs))
        if faces
    )
    return (
        f'<li><span><bdi class="who">{escape(player.name)}</bdi> <span class="marks">{marks}</span></span>'
        f'<span class="much">{escape(player.cards)}<small>{escape(player.points)}</small></span>{shown}</li>'
    )


def _standings(scene: Board, several: str) -> str:
    words, ranked = scene.texts.results, any(row.rank for row in scene.standings)
    heads = [words["player"], words["points"], words["total"]]
    if ranked:
        heads.insert(0, words["rank"])
    numbers = {len(heads) - 1, len(heads) - 2}
    head = "".join(
        f'<th scope="col"{" class=n" if place in numbers else ""}>{escape(text)}</th>'
        for place, text in enumerate(heads)
    )
    rows = "".join(_standing(scene, row, several, ranked=ranked) for row in scene.standings)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _standing(scene: Board, row: Standing, several: str, *, ranked: bool) -> str:
    words = scene.texts
    rank = f"<td><b>{row.rank}</b></td>" if ranked else ""
    you = f" ({escape(words.words['you'])})" if row.you else ""
    won = f' <span class="mark turn">{escape(words.results["winner"])}</span>' if row.won else ""
    held = f'<div class="backs">{chips(row.held, several)}</div>' if row.held else ""
    points = "" if row.points is None else f"+{row.points}"
    return (
        f"<tr>{rank}<td><bdi><b>{escape(row.name)}</b></bdi>{you}{won}{held}</td>"
        f'<td class="n">{points}</td><td class="n"><b>{row.total}</b></td></tr>'
    )
