"""Every card has a drawing of its own, which is no other card's even without colors."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree as ET

import pytest

import engine
from games.drawings import drawing_of, sprite, symbol_of
from games.drawings.faces import DARK, LIGHT, PAINTS, SIZES, Level, mixed

SVG = "{http://www.w3.org/2000/svg}"
CARDS = [card.card for card in engine.describe_cards()]


def symbols() -> dict[str, ET.Element]:
    found = ET.fromstring(sprite().body).findall(f"{SVG}symbol")  # noqa: S314  our own
    assert len({one.attrib["id"] for one in found}) == len(found)
    return {one.attrib["id"]: one for one in found}


def test_every_card_has_a_symbol_for_each_level_and_every_color_a_sign() -> None:
    found = symbols()
    names = [symbol_of(card.card, card.side) for card in engine.describe_cards()]
    assert list(found) == [
        *(name + level for name in names for level in ("", "-sign", "-chip")),
        *(f"color-{color}" for color in LIGHT + DARK),
    ]
    assert all(re.fullmatch(r"[A-Z]-[A-Za-z0-9]+(-sign|-chip)?|color-[A-Za-z]", name) for name in found)


def test_a_symbol_has_the_size_of_its_level() -> None:
    boxes = {"sign": "0 0 60 84", "chip": "0 0 60 84", "color": "0 0 28 28"}
    for name, symbol in symbols().items():
        kind = "color" if name.startswith("color-") else name.rpartition("-")[2]
        assert symbol.attrib["viewBox"] == boxes.get(kind, "0 0 100 140"), name


@pytest.mark.parametrize("level", SIZES)
def test_cards_differ_without_their_colors(level: Level) -> None:
    plain = {card: re.sub(r"#[0-9a-f]{6}", "#", drawing_of(card, level)) for card in CARDS}
    alike: dict[str, list[str]] = {}
    for card, drawing in plain.items():
        alike.setdefault(drawing, []).append(card)
    assert [cards for cards in alike.values() if len(cards) > 1] == []


def test_the_sprite_is_small_where_it_is_compressed() -> None:
    assert len(gzip.compress(sprite().body)) < 15_000


def test_a_drawing_needs_no_font_no_style_and_nothing_else() -> None:
    for symbol in symbols().values():
        assert {part.tag.removeprefix(SVG) for part in symbol} <= {"rect", "path"}
        assert {name for part in symbol for name in part.attrib} <= {
            "d", "fill", "height", "rx", "stroke", "stroke-linecap", "stroke-linejoin", "stroke-width", "transform",
            "width", "x", "y",
        }  # fmt: skip


def luminance(color: str) -> float:
    parts = [value / 255 for value in bytes.fromhex(color[1:])]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_signs_stand_out_from_their_ground_and_shape() -> None:
    for name, paint in PAINTS.items():
        for ground in (paint.ground, paint.tone):
            darker, lighter = sorted([luminance(paint.ink), luminance(ground)])
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, name


def test_colors_are_mixed_by_their_share() -> None:
    assert [mixed("#000000", "#ff8040", share) for share in (0, 0.5, 1)] == ["#000000", "#804020", "#ff8040"]
