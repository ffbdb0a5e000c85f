"""Option values written as text, as in a query: each is read by the type of its option."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import engine

if TYPE_CHECKING:
    from collections.abc import Mapping

_OPTIONS: Final = {option.name: option for option in engine.describe()}
_WHOLE: Final = re.compile(r"0|[1-9][0-9]{0,9}", re.ASCII)
_WORDS: Final = {"true": True, "false": False}
_LISTS: Final = frozenset({"several", "script", "wholes", "percents"})
_OF_WHOLES: Final = frozenset({"wholes", "percents"})


def read_options(texts: Mapping[str, str]) -> dict[str, object]:
    """Return the values by option. What no option takes stays text, for the engine to refuse."""
    return {name: _read(_OPTIONS[name], text) if name in _OPTIONS else text for name, text in texts.items()}


def _read(option: engine.OptionInfo, text: str) -> object:
    if option.type == "switch":
        return _WORDS.get(text, text)
    if option.type in _LISTS:
        return [_whole(item) if option.type in _OF_WHOLES else item for item in text.split(",") if text]
    if "," in text:
        return text.split(",")
    return text if text in option.values else _whole(text)


def _whole(text: str) -> object:
    return int(text) if _WHOLE.fullmatch(text) else text
