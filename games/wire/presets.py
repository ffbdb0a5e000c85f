"""Presets of tables on the wire: those of the service, and players' own."""

from typing import Annotated

import msgspec
from msgspec import Meta

import engine
from common.http.types import Body, Moment
from games.wire.games import TimeControl
from games.wire.requests import ClockRequest, GivenOptions, LanguageQuery, MinReliability, ShortText
from games.wire.scalars import Count, Id
from games.wire.words import EditionName, RulesetName, SpectatorsName


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """What matches take."""

    median: Annotated[Count, Meta(description="Half of all matches take no more.")]
    most: Annotated[Count, Meta(description="Nine of ten matches take no more.")]


class PresetExpectation(msgspec.Struct, frozen=True, kw_only=True):
    """What to expect of a match with this number of seats.

    Measured in matches between bots; `seconds` follow from that, at a quarter of the clock's turn for a decision.
    """

    seats: int
    decisions: Annotated[Spread, Meta(description="How often the match waits for a player.")]
    own_decisions: Annotated[Spread, Meta(description="How often it waits for one of them.")]
    seconds: Annotated[Spread, Meta(description="From the start to the end.")]


class TablePreset(msgspec.Struct, frozen=True, kw_only=True):
    """A shape of a table. Create one with its `options`, its `clock` and a number of seats that it allows."""

    name: str
    title: str
    summary: str
    ruleset: str
    edition: str
    options: Annotated[dict[str, engine.OptionValue], Meta(description="For a new table, `ruleset` included.")]
    clock: Annotated[str, Meta(description="A name of `/v1/clocks`.")]
    least_seats: int
    most_seats: int
    expectations: Annotated[list[PresetExpectation], Meta(description="One for each allowed number of seats.")]


class TablePresets(msgspec.Struct, frozen=True, kw_only=True):
    """The presets of the service, by ruleset."""

    presets: list[TablePreset]


class PresetsQuery(LanguageQuery, frozen=True, kw_only=True):
    """Which presets, and in which language."""

    ruleset: Annotated[RulesetName | None, Meta(description="Only presets of this ruleset.")] = None
    edition: Annotated[EditionName | None, Meta(description="Only presets of this edition.")] = None


class PresetRequest(Body, frozen=True, kw_only=True):
    """A preset of your own. All but its name and `shared` is as for a new table, and checked like one."""

    name: Annotated[str, Meta(min_length=1, max_length=64, description="Its name, for you and for those who see it.")]
    options: GivenOptions = {}  # noqa: RUF012 - msgspec copies it
    seats: Annotated[int, Meta(ge=0, le=100)] = 4
    private: bool = False
    spectators: SpectatorsName | None = None
    clock: ClockRequest | ShortText = "none"
    min_reliability: MinReliability | None = None
    shared: Annotated[bool, Meta(description="Whether it has a `code` with which everybody sees it.")] = False


class SharedPreset(msgspec.Struct, frozen=True, kw_only=True):
    """A preset as everybody with its code sees it. Its members but `name` are those of a new table."""

    name: str
    options: dict[str, engine.OptionValue]
    seats: int
    private: bool
    spectators: SpectatorsName | None
    clock: TimeControl | str
    min_reliability: int | None = None


class OwnPreset(SharedPreset, frozen=True, kw_only=True):
    """One of your presets."""

    id: Id
    code: Annotated[str | None, Meta(description="For `/v1/presets/{preset_code}`; null if it is not shared.")]
    link: Annotated[str | None, Meta(description="The page of the web client that opens it.")]
    created_at: Moment
    updated_at: Moment


class OwnPresets(msgspec.Struct, frozen=True, kw_only=True):
    """Your presets, oldest first."""

    presets: list[OwnPreset]
