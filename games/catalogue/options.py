"""Options and their values in words: those of the rule book, where it mentions a value."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import engine
from games.catalogue.texts import TEXTS
from games.rulebook.pages import Page
from games.wire.catalogue import OptionWords, ValueWords
from games.wire.option_names import on_wire

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.catalogue.texts import Texts
    from games.wire.rulesets import Value

_SWITCH: Final = {True: "on", False: "off"}


def summary_of(option: str, language: str) -> str:
    """Return what an option is about."""
    return TEXTS[language].option_summaries[option]


def value_in_words(option: str, value: object, language: str) -> str:
    """Return the name of a value; the value itself if it has none."""
    known = next(one for one in engine.describe() if one.name == option)
    return _title(known, _word(value), TEXTS[language]) if value in known.values else str(value)


def options_in(language: str) -> list[OptionWords]:
    """Return every option with its values, in reading order."""
    texts, page = TEXTS[language], rules_in(language)
    return [
        OptionWords(
            name=on_wire(option.name),
            kind=option.kind,  # type: ignore[arg-type]  # the engine's words
            title=texts.options[option.name],
            summary=texts.option_summaries[option.name],
            source=option.source,
            values=[_value(option, value, texts, page) for value in option.values],  # type: ignore[arg-type]
        )
        for option in engine.describe()
    ]


def options_in_words(chosen: Mapping[str, object], language: str) -> list[str]:
    """Return these options and their values as people read them, without those that the name of the game says."""
    known = {option.name: option for option in options_in(language)}
    label = TEXTS[language].said.label
    return [
        f"{label(known[name].title)} {_value_in_words(known[name], value)}"
        for name, value in chosen.items()
        if name not in {"game", "edition"}
    ]


def _value_in_words(option: OptionWords, value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_value_in_words(option, one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {chosen}" for name, chosen in value.items())
    # A number that stands for a switch would be equal to it.
    titles = [one.title for one in option.values if type(one.value) is type(value) and one.value == value]
    return titles[0] if titles else str(value)


@cache
def rules_in(language: str) -> Page:
    """Return the texts of the rule book, for a deck with a 0 and a draw pile."""
    facts = engine.summarize(engine.resolve_uncached({"game": "classic"}))
    return Page(facts, TEXTS[language].rules)


def _value(option: engine.OptionInfo, value: Value, texts: Texts, page: Page) -> ValueWords:
    word = _word(value)
    return ValueWords(value=value, title=_title(option, word, texts), summary=_summary(option, word, texts, page))


def _word(value: object) -> str:
    return _SWITCH[value] if isinstance(value, bool) else str(value)


def _title(option: engine.OptionInfo, word: str, texts: Texts) -> str:
    words = {
        "switch": texts.switches,
        "script": texts.rules.sectors,
        "several": texts.rules.cards,
    }.get(option.type)
    if words is None:
        words = {"game": texts.rules.rulesets, "edition": texts.editions}.get(option.name)
    if words is not None:
        return words[word]
    chosen, _, letter = word.partition("=")
    return texts.values[f"{option.name}.{chosen}"].format(value=letter)


def _summary(option: engine.OptionInfo, word: str, texts: Texts, page: Page) -> str:
    chosen, _, letter = word.partition("=")
    key = f"sector.{word}" if option.type == "script" else f"{option.name}.{chosen}"
    if key in texts.value_summaries:
        return texts.value_summaries[key]
    if page.has(key):
        return page.text(key, value=letter, number=ord(letter) - ord("A") + 1 if letter else 0)
    return texts.value_summaries[word]
