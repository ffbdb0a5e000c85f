"""The letter around a table: what mails say before and after it, as HTML and as plain text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from games.notifications.rendering import STYLE, button, chip, html_table, plain_table
from games.notifications.rendering.faces import PAINTS
from games.notifications.rendering.plain_text import heading, wrapped
from games.notifications.rendering.theme import ACCENT_DAY, BREAKS, DAY, FONT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.notifications.rendering import Board
    from games.notifications.rendering.moves import Group, Move, Offer
    from games.notifications.rendering.texts import Texts

_INDENT: Final = "  "


class Letter(NamedTuple):
    """What a mail says.

    `news`: sentences, the weightiest first. `remark`: what should not be missed, such as the deadline. `story`: what
    has happened, the latest last; it stands below the hand, since it may name cards. `table`: label and address of the
    page of the game, None if it is about none. `replay`: the address of the log, if the match is over. `why` he has
    this mail.
    """

    texts: Texts
    reader: str
    title: str
    news: tuple[str, ...]
    remark: str
    scene: Board | None
    story: tuple[str, ...]
    offer: Offer
    table: tuple[str, str] | None
    replay: str
    why: str
    unsubscribe: str | None


def greeting(texts: Texts, reader: str) -> str:
    """How a mail begins; `reader` is his name, if it is known."""
    return texts.mail["greeting"].format(name=reader) if reader else texts.mail["greeting_all"]


# -- Plain text --------------------------------------------------------------------------------------------------------


def text(letter: Letter) -> str:
    """The letter as plain text, ending with an end of line."""
    return "\n".join(_text_lines(letter)) + "\n"


def _text_lines(letter: Letter) -> Iterator[str]:
    words = letter.texts.mail
    yield from wrapped(greeting(letter.texts, letter.reader))
    yield ""
    for sentence in letter.news:
        yield from wrapped(sentence)
    if letter.remark:
        yield from wrapped(letter.remark)
    if letter.scene is not None:
        yield plain_table(letter.scene)
    if letter.story:
        yield from heading(words["happened"])
        for sentence in letter.story:
            yield from wrapped(f"* {sentence}", _INDENT)
    if letter.offer.groups:
        yield from heading(words["your_moves"])
        yield from wrapped(words["press_hint"])
        for move in letter.offer.moves:
            yield ""
            yield from wrapped(f"* {move.label}", _INDENT)
            yield f"{_INDENT * 2}{move.url}"
    if letter.table:
        yield ""
        yield from wrapped(letter.texts.label(_way_in(letter, letter.table[0])))
        yield f"{_INDENT}{letter.table[1]}"
    if letter.replay:
        yield from wrapped(letter.texts.label(words["replay"]))
        yield f"{_INDENT}{letter.replay}"
    yield from text_footer(letter.texts, letter.why, letter.unsubscribe)


def text_footer(texts: Texts, why: str, unsubscribe: str | None) -> Iterator[str]:
    """Why the reader has this mail, how to get no more, and whose project this is not."""
    yield ""
    yield "-- "
    yield from wrapped(why)
    if unsubscribe:
        yield from wrapped(texts.label(texts.mail["unsubscribe"]))
        yield f"{_INDENT}{unsubscribe}"
    yield from wrapped(texts.mail["affiliation"])


# -- HTML --------------------------------------------------------------------------------------------------------------


def html(letter: Letter) -> str:
    """The letter as a page for mail programs."""
    first, *more = letter.news
    parts = [
        f'<p style="margin:0 0 6px;{BREAKS}">{escape(greeting(letter.texts, letter.reader))}</p>',
        f'<h1 style="margin:0 0 12px;{BREAKS};font:700 21px/28px {FONT}">{escape(first)}</h1>',
        *(f'<p style="margin:0 0 12px;{BREAKS}">{escape(sentence)}</p>' for sentence in more),
        remark(letter.remark),
        html_table(letter.scene) if letter.scene else "",
        _story(letter) if letter.story else "",
        _moves(letter) if letter.offer.groups else "",
        _button_in(letter, *letter.table) if letter.table else "",
        _replay(letter) if letter.replay else "",
    ]
    return document(
        letter.texts,
        title=letter.title,
        preview=" ".join(filter(None, (first, letter.remark))),
        content="".join(parts),
        footer=html_footer(letter.texts, letter.why, letter.unsubscribe),
    )


def _story(letter: Letter) -> str:
    lines = "".join(f'<li style="margin:0 0 4px;{BREAKS}">{escape(sentence)}</li>' for sentence in letter.story)
    return (
        f'<h2 style="margin:20px 0 6px;font:700 17px/24px {FONT}">{escape(letter.texts.mail["happened"])}</h2>'
        f'<ul style="margin:0;padding:0 0 0 20px;font-size:15px;line-height:21px">{lines}</ul>'
    )


def _replay(letter: Letter) -> str:
    return (
        f'<p style="margin:4px 0 0;font-size:13px;line-height:18px"><a class="e" href="{escape(letter.replay)}" '
        f'style="color:{ACCENT_DAY[0]}">{escape(letter.texts.mail["replay"])}</a></p>'
    )


def _way_in(letter: Letter, label: str) -> str:
    """What the link to the page of the game says: below moves that there are more."""
    return letter.texts.mail["all_moves"] if letter.offer.groups else label


def _button_in(letter: Letter, label: str, address: str) -> str:
    drawn = button(escape(_way_in(letter, label)), address, main=not letter.offer.groups)
    return f'<p style="margin:16px 0 0">{drawn}</p>'


def remark(said: str) -> str:
    """The line that should not be missed, if there is one."""
    if not said:
        return ""
    return (
        f'<p class="i" style="margin:0 0 14px;padding:2px 0 2px 10px;border-left:4px solid {ACCENT_DAY[0]};'
        f'color:{DAY["sh"].ink};{BREAKS}">{escape(said)}</p>'
    )


def _moves(letter: Letter) -> str:
    words, faint = letter.texts.mail, DAY["sh"].faint
    groups = "".join(_group(group, letter.texts) for group in letter.offer.groups)
    return (
        f'<h2 style="margin:20px 0 4px;font:700 17px/24px {FONT}">{escape(words["your_moves"])}</h2>'
        f'<p class="q" style="margin:0 0 12px;color:{faint};font-size:13px;line-height:18px">'
        f"{escape(words['press_hint'])}</p>{groups}"
    )


def _group(group: Group, texts: Texts) -> str:
    """A button, or a line with one for each way."""
    first = group.moves[0]
    face = f"{chip(first.face, spoken=False)} " if first.face else ""
    if len(group.moves) == 1:
        return button(face + escape(first.label), first.url, main=False)
    buttons = "".join(map(_way, group.moves))
    about = f'<p style="margin:0 0 6px;{BREAKS}">{face}<b>{escape(texts.label(group.about))}</b></p>'
    return f'<div style="padding:2px 0 4px">{about}{buttons}</div>'


def _way(move: Move) -> str:
    """A button for one way to do it, with the color that it names beside the word."""
    paint = PAINTS[move.color] if move.color else None
    dot = (
        f'<span aria-hidden="true" style="display:inline-block;width:14px;height:14px;border-radius:7px;'
        f'background-color:{paint.ground};border:2px solid {paint.edge};vertical-align:-3px"></span> '
        if paint
        else ""
    )
    # Who speaks to his phone says what he sees (WCAG 2.5.3).
    spoken = move.label if move.way in move.label else f"{move.label}, {move.way}"
    return button(dot + escape(move.way), move.url, main=False, spoken=spoken)


def html_footer(texts: Texts, why: str, unsubscribe: str | None) -> str:
    """As `text_footer`."""
    label = escape(texts.mail["unsubscribe"])
    stop = ""
    if unsubscribe:
        stop = f' <a class="e" href="{escape(unsubscribe)}" style="color:{ACCENT_DAY[0]}">{label}</a>'
    return f"{escape(why)}{stop}<br><br>{escape(texts.mail['affiliation'])}"


def document(texts: Texts, *, title: str, preview: str, content: str, footer: str) -> str:
    """A page for mail programs: one sheet of at most 600 pixels. `preview` is what lists of mails show of it."""
    page, sheet = DAY["pg"], DAY["sh"]
    return (
        f'<!doctype html><html lang="{texts.code}" dir="ltr"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f'<body class="pg" style="margin:0;padding:0;background-color:{page.ground};color:{page.ink}">'
        f'<div style="display:none;max-height:0;overflow:hidden">{escape(preview)}</div>'
        f'<table class="pg" role="presentation" width="100%" cellpadding="0" cellspacing="0" '
        f'style="background-color:{page.ground}"><tr><td align="center" style="padding:14px 8px 24px">'
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">'
        f'<tr><td style="padding:2px 8px 10px">{_wordmark(page.ink)}</td></tr>'
        f'<tr><td class="sh" style="padding:20px 16px 18px;background-color:{sheet.ground};color:{sheet.ink};'
        f'border-radius:16px;font:400 16px/24px {FONT}">{content}</td></tr>'
        f'<tr><td class="q" style="padding:14px 10px 0;color:{page.faint};font:400 12px/18px {FONT}">{footer}</td></tr>'
        "</table></td></tr></table></body></html>"
    )


def _wordmark(ink: str) -> str:
    """Our name, written half by day and half by night."""
    return (
        f'<span class="i" style="font:800 18px/28px {FONT};letter-spacing:.3px;color:{ink}">'
        '<span aria-hidden="true" style="display:inline-block;width:11px;height:20px;border-radius:10px 0 0 10px;'
        'background-color:#f4c531;vertical-align:-4px"></span>'
        '<span aria-hidden="true" style="display:inline-block;width:11px;height:20px;border-radius:0 10px 10px 0;'
        'background-color:#5b3fa8;vertical-align:-4px"></span> Flipside</span>'
    )
