"""The drawing of a table shows all of the view and no more, within its bounds, and is legible for everybody."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.cards import FACES
from games.notifications.rendering import board_of, html_table, plain_table
from games.notifications.rendering.faces import PAINTS, Deck
from games.notifications.rendering.texts import TEXTS
from games.notifications.rendering.theme import ACCENT_DAY, ACCENT_NIGHT, DAY, NIGHT
from tests.engine.matches import Match, Style
from tests.engine.positions import at

LANGUAGES = tuple(TEXTS)
RULESETS = engine.rulesets()
NAMES = ["Ann", "<b>Bob</b>", "שרה", 'Cy" onload="x', "ivy.example.com", "&lt;", "Ёжик", "Zoë", "Li", "Mo"]


class Page(HTMLParser):
    """The tags, attributes and text of a page; unclosed tags raise an error."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str | None]] = []
        self.text = ""
        self.spoken = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value) for name, value in attrs]
        self.spoken += dict(attrs).get("aria-label") or ""
        if tag not in {"br", "meta", "img"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def view_of(options: dict[str, object], seats: int, seed: int, style: Style, steps: int, viewer: int | None) -> Any:
    return engine.view(Match(options, seats, seed, style).play(steps).table, viewer)


@st.composite
def views(draw: st.DrawFn) -> engine.View:
    game, edition = draw(st.sampled_from(sorted(RULESETS.values())))
    seats = draw(st.sampled_from([2, 3, 4, 7, 10]))
    style = draw(st.sampled_from(list(Style)))
    viewer = draw(st.sampled_from([None, *range(seats)]))
    options: dict[str, object] = {"game": game, "edition": edition}
    if draw(st.booleans()):
        options |= {"jump_in": True, "stack": "same"} if game in {"flip", "classic"} else {}
    found = view_of(options, seats, draw(st.integers(0, 10_000)), style, draw(st.integers(0, 150)), viewer)
    assert isinstance(found, engine.View)
    return found


@given(views(), st.sampled_from(LANGUAGES))
def test_every_table_can_be_drawn_and_the_drawing_is_small_and_well_formed(view: engine.View, language: str) -> None:
    scene = board_of(view, NAMES[: len(view.seats)], TEXTS[language])
    drawn, told = html_table(scene), plain_table(scene)

    page = Page(drawn)
    assert page.tags.keys().isdisjoint({"script", "img", "link", "style", "svg", "iframe", "object", "form", "input"})
    assert not re.search(r"url\(|https?:|javascript:|@import|expression", drawn)
    assert {name for _, name, _ in page.attributes}.isdisjoint({"onload", "onclick", "src", "srcset", "background"})
    assert len(drawn.encode()) < 80_000
    assert max(map(len, told.splitlines())) <= 72


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["A play p+5"], "Answer Pink Draw Five with a card that adds to it, or take 5 cards."),
        (
            ["A play p+5", "B play wc color=t"],
            "Answer Wild Draw Color, or take 5 cards and draw until one has the color in force.",
        ),
        (["A play wc color=t"], "Answer Wild Draw Color, or draw until a card has the color in force."),
    ],
)
def test_it_says_what_a_stacked_penalty_costs(lines: list[str], said: str) -> None:
    position = "D cw t=A; A: p+5 wc p2; B: wc o1 o2; C: x3; dr: x9; di: p9"
    view = at(position, stack="same", stack_draw_color=True).send(*lines).sees("ABC"[len(lines)])
    for language in LANGUAGES:
        told = " ".join(plain_table(board_of(view, NAMES[:3], TEXTS[language])).split())
        assert language != "en" or said in told


def lying_open(view: engine.View) -> list[str]:
    """Return the faces that a drawing of this view has room for."""
    if view.phase in {"round_over", "match_over"}:
        return [card for hand in (view.last_round.hands if view.last_round else []) for card in hand]
    piles = view.discard[:6] + ([view.draw_pile.top_back] if view.draw_pile.top_back else [])
    return piles + [card.card for card in view.hand or ()] + [back for seat in view.seats for back in seat.backs or ()]


@given(views())
def test_a_drawing_shows_the_faces_of_the_view_and_no_other(view: engine.View) -> None:
    deck = Deck(TEXTS["en"], "plain")
    shown: Counter[str] = Counter()
    drawn = html_table(board_of(view, [None] * len(view.seats), TEXTS["en"]))
    for label in re.findall(r'role="img" aria-label="([^"]+)"', drawn):
        name, _, count = label.split(", ")[0].partition(" × ")
        shown[name] += int(count or 1)
    assert shown == Counter(deck.face(card).name for card in lying_open(view))


ANSWERS = (engine.ChallengeDecision, engine.PenaltyDecision)


@given(views())
def test_plain_text_names_the_faces_of_the_view_and_no_other(view: engine.View) -> None:
    deck = Deck(TEXTS["en"], "plain")
    own_backs = [card.back for card in view.hand or () if card.back]
    asked = [view.decision.card] if isinstance(view.decision, ANSWERS) else []
    known = {deck.face(card).name for card in lying_open(view) + own_backs + asked}
    told = " ".join(plain_table(board_of(view, [None] * len(view.seats), TEXTS["en"])).split())
    assert [name for name in known if name not in told] == []
    every = {deck.face(face).name for face in FACES if face != "x"}
    # One name may begin with another: Green 1 and Green 10 would be ambiguous, Wild and Wild Draw Two are.
    for name in sorted(every, key=len, reverse=True):
        if name in known:
            told = told.replace(name, "")
    assert [name for name in every - known if name in told] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", sorted(engine.THEMES))
def test_every_face_has_a_name_of_its_own_in_every_language(language: str, theme: str) -> None:
    deck = Deck(TEXTS[language], theme)
    faces = {text: deck.face(text) for text in FACES}
    wilds_alike = {"W", "w"}
    names = Counter(face.name for text, face in faces.items() if text not in wilds_alike)
    assert [name for name, count in names.items() if count > 1] == []
    assert all(face.sign and face.short and face.caption for face in faces.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_chips_tell_all_faces_of_a_side_apart(language: str) -> None:
    deck = Deck(TEXTS[language], "plain")
    for side in (str.isupper, str.islower):
        chips = Counter(deck.face(text).short for text in FACES if text != "x" and side(text[0]))
        assert [chip for chip, count in chips.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_face_is_told_apart_by_its_color_alone(language: str) -> None:
    deck = Deck(TEXTS[language], "plain")
    colored = [deck.face(color + symbol) for color, symbol in product("RYGBptov", ("5", "R", "F"))]
    assert len({face.short for face in colored}) == len(colored)
    assert len({(face.sign, face.caption) for face in colored}) == len(colored)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors `#rrggbb` (WCAG 2.2, 1.4.3)."""

    def light(color: str) -> float:
        parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", PAINTS)
def test_cards_can_be_read(name: str) -> None:
    assert contrast(PAINTS[name].ground, PAINTS[name].ink) >= 4.5


@pytest.mark.parametrize("tones", [DAY, NIGHT], ids=["day", "night"])
def test_everything_else_can_be_read_by_day_and_by_night(tones: Any) -> None:
    for name, tone in tones.items():
        assert contrast(tone.ground, tone.ink) >= 7, name
        assert contrast(tone.ground, tone.faint) >= 4.5, name
    assert contrast(*(ACCENT_DAY if tones is DAY else ACCENT_NIGHT)) >= 4.5
    accent = (ACCENT_DAY if tones is DAY else ACCENT_NIGHT)[0]
    assert contrast(accent, tones["pg"].ground) >= 4.5


def test_a_name_cannot_become_markup() -> None:
    view = view_of({}, 4, 1, Style.ANY, 10, 0)
    drawn = html_table(board_of(view, ["me", "<b>Bob</b>", 'x" onload="y', "&lt;i&gt;"], TEXTS["en"]))
    page = Page(drawn)
    assert "<b>Bob<\N{WORD JOINER}/b>" in page.text
    assert "&lt;i&gt;" in page.text
    assert not [name for _, name, _ in page.attributes if name == "onload"]


def test_a_hand_of_a_whole_deck_fits_into_a_mail() -> None:
    game = Match({"game": "flip", "own_backs": "visible"}, 10, 3, Style.HOARD).play(400)
    sizes = [
        len(html_table(board_of(engine.view(game.table, seat), NAMES, TEXTS[language])).encode())
        for seat in range(10)
        for language in LANGUAGES
    ]
    assert sum(len(hand) for hand in game.table.hands) > 60
    assert max(sizes) < 80_000
