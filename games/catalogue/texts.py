"""The texts of the catalogue: one TOML file per language, beside those of the rule book and of messages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import engine
from common.translations import LANGUAGES, load
from games import clock as clocks
from games.notifications.kinds import KINDS
from games.notifications.rendering.texts import TEXTS as MESSAGES
from games.notifications.rendering.texts import Texts as MessageTexts
from games.rulebook.texts import TEXTS as RULE_BOOKS
from games.rulebook.texts import Texts as RuleTexts

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER: Final = Path(__file__).with_name("texts")
_ENGLISH: Final[Mapping[str, Mapping[str, str]]] = {
    "option_summaries": {option.name: option.summary for option in engine.describe()},
    "clock_summaries": {name: preset.summary for name, preset in clocks.PRESETS.items()},
    "message_summaries": {kind.name: kind.why for kind in KINDS},
}
"""Summaries that stand in English beside what they describe."""


class Texts(NamedTuple):
    """The texts of one language. `rules`: those of the rule book. `said`: those of messages."""

    rules: RuleTexts
    said: MessageTexts
    editions: Mapping[str, str]
    options: Mapping[str, str]
    option_summaries: Mapping[str, str]
    switches: Mapping[str, str]
    values: Mapping[str, str]
    option_decisions: Mapping[str, str]
    value_summaries: Mapping[str, str]
    clocks: Mapping[str, str]
    clock_summaries: Mapping[str, str]
    clock_words: Mapping[str, str]
    message_summaries: Mapping[str, str]
    phases: Mapping[str, str]
    events: Mapping[str, str]
    draw_reasons: Mapping[str, str]
    color_reasons: Mapping[str, str]
    pause_reasons: Mapping[str, str]
    autopilot_reasons: Mapping[str, str]
    match_causes: Mapping[str, str]
    refusals: Mapping[str, str]
    bots: Mapping[str, str]
    bot_summaries: Mapping[str, str]


def _read(code: str, tables: dict[str, Any]) -> Texts:
    summaries = _ENGLISH if code == LANGUAGES[0] else {}
    return Texts(rules=RULE_BOOKS[code], said=MESSAGES[code], **summaries, **tables)


TEXTS: Final[Mapping[str, Texts]] = {code: _read(code, tables) for code, tables in load(_FOLDER).items()}
