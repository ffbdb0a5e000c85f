"""A table as plain text: sentences and short lists, for terminals and screen readers."""

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


def table(board: Board) -> str:
    """Return the table, in lines of at most `COLUMNS` characters, without a final line break."""
    return "\n".join(_lines(board))


def hand_only(board: Board, indent: str) -> Iterator[str]:
    """Yield the piles and the viewer's hand, as lines that begin with `indent`."""
    yield from _piles(board, indent)
    if board.hand is None:
        return
    words = board.texts.table
    held = ", ".join(_held(board.texts, held, count) for held, count in Counter(board.hand).items())
    if held:
        title = f"{words['hand']} ({board.hand_size})"
        held = f"{board.texts.label(title)} {held}"
    yield from wrapped(held or words["empty_hand"], indent)


def wrapped(text: str, indent: str = "") -> Iterator[str]:
    """Yield the lines of a paragraph. A word longer than a line, such as an address, is not broken."""
    yield from textwrap.wrap(
        text,
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent + _INDENT if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


def heading(text: str) -> Iterator[str]:
    """Yield a heading with an empty line before it."""
    yield ""
    yield text.upper()


def _lines(board: Board) -> Iterator[str]:
    words = board.texts.table
    yield from heading(words["title"])
    for notice in (board.decision, *board.notices):
        yield from wrapped(notice)
    going = words["play_goes"].format(direction=board.direction)
    yield from wrapped(f"{board.round}, {board.side}. {going}")
    if board.standings:
        yield from heading(board.result)
        for row in board.standings:
            yield from _standing(board, row)
        return
    yield from _piles(board)
    yield from heading(words["players"])
    for player in board.players:
        yield from _player(player, board.texts)
    if board.hand is not None:
        yield from _hand(board, board.hand)


def _piles(board: Board, indent: str = "") -> Iterator[str]:
    words, label = board.texts.table, board.texts.label
    top = board.top.name if board.top else words["nothing"]
    older = f" ({label(words['before'])} {', '.join(face.name for face in board.older)})" if board.older else ""
    yield from wrapped(f"{label(words['discards'])} {top}{older}", indent)
    yield from wrapped(f"{label(words['color'])} {board.color_name}", indent)
    back = f" ({label(words['top_back'])} {board.pile.top_back.name})" if board.pile.top_back else ""
    yield from wrapped(f"{label(board.pile.label)} {board.pile.cards}{back}", indent)


def _player(player: Player, texts: Texts) -> Iterator[str]:
    mark = ">" if player.turn else "-"
    facts = ", ".join([player.cards, player.points, *player.alarms, *player.marks])
    yield from wrapped(f"{mark} {texts.label(player.name)} {facts}", _INDENT)
    for word, faces in (("fronts", player.fronts), ("backs", player.backs)):
        if faces:
            shown = counted(faces, texts.words["several"])
            yield from wrapped(f"{texts.label(texts.table[word])} {shown}", _INDENT * 2)


def counted(faces: Iterable[tuple[Face, int]], several: str) -> str:
    """Return names of faces, with the number of each."""
    return ", ".join(face.name if count == 1 else several.format(item=face.name, count=count) for face, count in faces)


def _hand(board: Board, hand: tuple[Held, ...]) -> Iterator[str]:
    words = board.texts.table
    yield from heading(words["hand"])
    yield board.hand_size
    for held, count in Counter(hand).items():
        yield from wrapped(f"* {_held(board.texts, held, count)}", _INDENT)


def _held(texts: Texts, held: Held, count: int) -> str:
    note = f" ({held.note})" if held.note else ""
    return f"{counted([(held.face, count)], texts.words['several'])}{note}"


def _standing(board: Board, row: Standing) -> Iterator[str]:
    words, texts = board.texts.results, board.texts
    rank = "-" if row.rank is None else f"{row.rank}."
    you = f" ({texts.words['you']})" if row.you else ""
    won = f", {words['winner']}" if row.won else ""
    points = "" if row.points is None else f"{words['points'].lower()} +{row.points}, "
    yield from wrapped(
        f"{rank} {texts.label(row.name + you)} {points}{words['total'].lower()} {row.total}{won}", _INDENT
    )
    if row.held:
        yield from wrapped(words["held"].format(cards=counted(row.held, texts.words["several"])), _INDENT * 2)
