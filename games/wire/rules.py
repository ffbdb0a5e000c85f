"""The rules as people read them."""

from typing import Annotated

import msgspec
from msgspec import Meta

from games.wire.requests import Language


class PointsRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table of points."""

    card: str
    count: Annotated[int, Meta(description="The number of cards in the deck.")]
    points: Annotated[str, Meta(description="A number, or words.")]


class Paragraph(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One rule."""

    anchor: Annotated[
        str, Meta(description="It is the same in all languages; the `paragraph` of a problem refers to it.")
    ]
    section: Annotated[str, Meta(description="The section of docs/players/rules.md.")]
    text: str
    rows: Annotated[list[PointsRow], Meta(description="A table that belongs to the text.")] = []


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A heading and its rules."""

    anchor: str
    heading: str
    paragraphs: list[Paragraph]


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a ruleset with its options, in one language."""

    name: Annotated[str, Meta(description="The ruleset, with its edition: `flip`, `flip-marvel`.")]
    language: Language
    title: str
    sections: list[Section]
    notice: Annotated[str, Meta(description="The notice about the trademark UNO.")]
