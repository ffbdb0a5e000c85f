"""A table drawn as plain text: sentences and short lists, for terminals and for those who listen to their mail."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.notifications.rendering.board import Board, Held, Player
    from games.notifications.rendering.faces import Face
    from games.notifications.rendering.results import Standing
    from games.notifications.rendering.texts import Texts

COLUMNS: Final = 72
_INDENT: Final = "  "


def table(scene: Board) -> str:
    """The table, in lines of at most `COLUMNS` characters, without an end of line."""
    return "\n".join(_lines(scene))


def hand_only(scene: Board, indent: str) -> Iterator[str]:
    """The piles and the viewer's hand, as lines that begin with `indent`: a table in little."""
    yield from _piles(scene, indent)
    if scene.hand is None:
        return
    words = scene.texts.table
    held = ", ".join(_held(scene.texts, held, count) for held, count in Counter(scene.hand).items())
    if held:
        title = f"{words['hand']} ({scene.texts.fill(words['cards'], count=len(scene.hand))})"
        held = f"{scene.texts.label(title)} {held}"
    yield from wrapped(held or words["empty_hand"], indent)


def wrapped(text: str, indent: str = "") -> Iterator[str]:
    """The lines of a paragraph. A word longer than a line, such as an address, is left whole."""
    yield from textwrap.wrap(
        text,
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent + _INDENT if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


def heading(text: str) -> Iterator[str]:
    """A heading with an empty line before it."""
    yield ""
    yield text.upper()


def _lines(scene: Board) -> Iterator[str]:
    words = scene.texts.table
    yield from heading(words["title"])
    for notice in (scene.decision, *scene.notices):
        yield from wrapped(notice)
    going = words["play_goes"].format(direction=scene.direction)
    yield from wrapped(f"{scene.round}, {scene.side}. {going}")
    if scene.standings:
        yield from heading(scene.result)
        for row in scene.standings:
            yield from _standing(scene, row)
        return
    yield from _piles(scene)
    yield from heading(words["players"])
    for player in scene.players:
        yield from _player(player, scene.texts)
    if scene.hand is not None:
        yield from _hand(scene, scene.hand)


def _piles(scene: Board, indent: str = "") -> Iterator[str]:
    words, label = scene.texts.table, scene.texts.label
    top = scene.top.name if scene.top else words["nothing"]
    older = f" ({label(words['before'])} {', '.join(face.name for face in scene.older)})" if scene.older else ""
    yield from wrapped(f"{label(words['discards'])} {top}{older}", indent)
    yield from wrapped(f"{label(words['color'])} {scene.color_name}", indent)
    back = f" ({label(words['top_back'])} {scene.pile.top_back.name})" if scene.pile.top_back else ""
    yield from wrapped(f"{label(scene.pile.label)} {scene.pile.cards}{back}", indent)


def _player(player: Player, texts: Texts) -> Iterator[str]:
    mark = ">" if player.turn else "-"
    facts = ", ".join([player.cards, player.points, *player.alarms, *player.marks])
    yield from wrapped(f"{mark} {texts.label(player.name)} {facts}", _INDENT)
    for word, faces in (("fronts", player.fronts), ("backs", player.backs)):
        if faces:
            shown = counted(faces, texts.words["several"])
            yield from wrapped(f"{texts.label(texts.table[word])} {shown}", _INDENT * 2)


def counted(faces: Iterable[tuple[Face, int]], several: str) -> str:
    """Names of faces, with how often each is there."""
    return ", ".join(face.name if count == 1 else several.format(item=face.name, count=count) for face, count in faces)


def _hand(scene: Board, hand: tuple[Held, ...]) -> Iterator[str]:
    words = scene.texts.table
    yield from heading(words["hand"])
    yield scene.texts.fill(words["cards"], count=len(hand))
    for held, count in Counter(hand).items():
        yield from wrapped(f"* {_held(scene.texts, held, count)}", _INDENT)


def _held(texts: Texts, held: Held, count: int) -> str:
    note = f" ({held.note})" if held.note else ""
    return f"{counted([(held.face, count)], texts.words['several'])}{note}"


def _standing(scene: Board, row: Standing) -> Iterator[str]:
    words, texts = scene.texts.results, scene.texts
    rank = "-" if row.rank is None else f"{row.rank}."
    you = f" ({texts.words['you']})" if row.you else ""
    won = f", {words['winner']}" if row.won else ""
    points = "" if row.points is None else f"{words['points'].lower()} +{row.points}, "
    yield from wrapped(
        f"{rank} {texts.label(row.name + you)} {points}{words['total'].lower()} {row.total}{won}", _INDENT
    )
    if row.held:
        yield from wrapped(words["held"].format(cards=counted(row.held, texts.words["several"])), _INDENT * 2)
