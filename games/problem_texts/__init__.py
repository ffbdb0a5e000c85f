"""Problems in the language of their reader: titles by code, details from the template and values of the error.

English is in the code that refuses. The other languages have one file each.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from common.api.problem import ProblemResponse
from common.sentences import shown
from common.translations import LANGUAGES, PLURALS, fill
from games.catalogue import value_in_words
from games.catalogue.texts import TEXTS as CATALOGUE
from games.notifications.rendering.faces import Deck
from games.notifications.rendering.texts import TEXTS as MESSAGES
from games.wire.option_names import of_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.http import HttpResponse

    from games.catalogue.texts import Texts as CatalogueTexts

_FOLDER: Final = Path(__file__).with_name("texts")
_OPTIONS: Final = frozenset({"option", "first", "second", "other"})
"""Values that are names of options."""
_NAMES: Final[Mapping[str, Callable[[CatalogueTexts], Mapping[str, str]]]] = {
    "game": lambda texts: texts.rules.rulesets,
    "edition": lambda texts: texts.editions,
    "symbol": lambda texts: texts.rules.cards,
}
"""Names of values that are no options."""
_INNER_QUOTES: Final = {"ru": str.maketrans("«»", "„“")}


class Texts(NamedTuple):
    """The texts of one language: title and detail by code, and sentences by their English template."""

    codes: Mapping[str, Mapping[str, str]]
    sentences: Mapping[str, str]


TEXTS: Final[Mapping[str, Texts]] = {
    code: Texts(**tomllib.loads((_FOLDER / f"{code}.toml").read_text(encoding="utf-8"))) for code in LANGUAGES[1:]
}


def translate(response: HttpResponse, language: str) -> None:
    """Put a problem into this language; any other answer stays as it is."""
    if not isinstance(response, ProblemResponse):
        return
    response.headers["Content-Language"] = language
    response.say(problem_in(response.body, response.error, language))


def problem_in(body: Mapping[str, Any], error: Any, language: str) -> dict[str, Any]:
    """Return the body of a problem in this language."""
    detail = detail_of(error, language)
    found = {**body, "title": title_of(error.code, language) or body["title"], "detail": detail}
    fields: Mapping[str, Any] = getattr(error, "fields", {})
    reason = said(fields["reason"], language) if "reason" in fields else detail
    if "errors" in body:
        found["errors"] = [{**fault, "detail": reason} for fault in body["errors"]]
    if "params" in body:
        found["params"] = {
            name: said(fields[name], language) if name in fields and _is_clause(name, fields[name]) else value
            for name, value in body["params"].items()
        }
    return found


def title_of(code: str, language: str) -> str | None:
    """Return the title of a code; None in English, where the code itself says it."""
    return TEXTS[language].codes[code]["title"] if language in TEXTS else None


def detail_of(error: Any, language: str) -> str:
    """Return the sentence of an error."""
    template: str = getattr(error, "template", "")
    values = getattr(error, "values", None) or getattr(error, "fields", {})
    if language in TEXTS:
        texts = TEXTS[language]
        return _filled(texts.sentences.get(template) or texts.codes[error.code]["detail"], values, language)
    return _filled(template, values, language) if template else str(error)


def said(text: object, language: str) -> str:
    """Return a sentence or clause in this language; what is no sentence of ours stays as it is."""
    template = str(getattr(text, "template", text))
    values: Mapping[str, object] | None = getattr(text, "values", None)
    translated = TEXTS[language].sentences.get(template) if language in TEXTS else None
    if translated is None and values is None:
        return str(text)
    return _filled(translated or template, values or {}, language)


def _filled(template: str, values: Mapping[str, object], language: str) -> str:
    words = {name: _word(name, value, language) for name, value in values.items()}
    option = values.get("other") or values.get("option")
    if option and "value" in values:
        words["value"] = _quoted(value_in_words(str(option), values["value"], language), language)
    return fill(template, PLURALS[language], words)


def _word(name: str, value: object, language: str) -> object:
    if name in _NAMES:
        return _NAMES[name](CATALOGUE[language]).get(str(value), value)
    if name in _OPTIONS:
        return _quoted(CATALOGUE[language].options.get(of_rules(str(value)), str(value)), language)
    if name == "decision":
        return _decision(str(value), language)
    if name == "card":
        return Deck(MESSAGES[language], "plain").face(str(value)).name
    if isinstance(value, list):
        return ", ".join(str(_word("", one, language)) for one in value)
    return said(value, language) if _is_clause(name, value) else shown(value)


def _decision(decision: str, language: str) -> str:
    """Return what two options decide differently: a part of the row of a card, or else anything."""
    texts = CATALOGUE[language]
    part, _, symbol = decision.partition(" of ")
    known = texts.option_decisions.get(part) if symbol else None
    return known.format(card=texts.rules.cards.get(symbol, symbol)) if known else texts.option_decisions["other"]


def _quoted(name: str, language: str) -> str:
    """Return a name as it stands in a sentence; the texts of other languages have the outer signs themselves."""
    return f"“{name}”" if language == LANGUAGES[0] else name.translate(_INNER_QUOTES.get(language, {}))


def _is_clause(name: str, value: object) -> bool:
    return name == "reason" or hasattr(value, "template")
