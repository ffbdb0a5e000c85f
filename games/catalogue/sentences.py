"""Sentences of the texts, with the conditions under which each one is the right one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import engine
from games.wire.catalogue import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FIELDS: Final = {engine.TAGS[kind]: tuple(field.name for field in fields) for kind, fields in engine.FIELDS.items()}
_YOU: Final = "you"
_OTHER: Final = ("to", "by", "target", "of")
"""Fields of an event that name a second seat."""
_ENDINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "card_played.color": {"face": "wild", "color": "some"},
    "challenge_decided.guilty": {"guilty": "true"},
    "challenge_decided.innocent": {},
    "round_ended.nobody": {"winner": "none"},
    "match_ended.nobody": {"winners": "none"},
    "war_fought.nobody": {"winner": "none"},
    "clock_paused.mutual": {"reason": "mutual"},
    "clock_paused.vacation": {"reason": "vacation"},
    "clock_resumed.mutual": {"reason": "mutual"},
    "clock_resumed.vacation": {"reason": "vacation"},
    "vote_cast.abort": {"motion": "abort", "yes": "true"},
    "vote_cast.pause": {"motion": "pause", "yes": "true"},
    "discard.none": {"cards": "none"},
    "give.to": {"to": "some"},
    "vote.abort": {"motion": "abort"},
    "vote.pause": {},
    "no": {"yes": "false"},
    "penalty.color": {"draws_color": "true"},
    "penalty.drawing": {"draws_color": "true", "total": "0"},
    "help_asked.own": {"seats": _YOU},
    "help_asked.me": {"asker": _YOU},
    "help.own": {"seats": _YOU},
    "race.own": {"seats": _YOU},
    "round_ended.own": {"winner": _YOU},
    "match_ended.own": {"winners": _YOU},
    "bluff": {"paragraph": "wild_draw_enforcement"},
    "card_not_playable.stack": {"paragraph": "stack"},
    "twin": {"paragraph": "jump_in"},
}
"""Conditions by ending of a key, with the type before it where they depend on it."""
_CATEGORIES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("one", "other"),
    "fr": ("one", "other"),
    "ru": ("one", "few", "many"),
}
"""CLDR plural categories by language, in the order of the forms in the texts. The last one needs no condition."""
_FORMS: Final = re.compile(r"\{([a-z_]+):([^}]*\|[^}]*)\}")


def sentences(texts: Mapping[str, str], language: str) -> dict[str, list[Sentence]]:
    """Return the sentences by type: those that speak to the reader first, then those with the most conditions."""
    found: dict[str, list[Sentence]] = {}
    for key, text in texts.items():
        found.setdefault(key.partition(".")[0], []).extend(_by_number(_conditions(key), text, language))
    return {kind: sorted(several, key=_order) for kind, several in found.items()}


def _order(sentence: Sentence) -> tuple[bool, int]:
    return _YOU not in sentence.when.values(), -len(sentence.when)


def _conditions(key: str) -> dict[str, str]:
    kind, *endings = key.split(".")
    found: dict[str, str] = {}
    for ending in endings:
        found |= _ENDINGS.get(f"{kind}.{ending}") or _ENDINGS.get(ending) or _of_seat(kind, ending)
    return found


def _of_seat(kind: str, ending: str) -> Mapping[str, str]:
    """Return the condition that a sentence speaks to the reader."""
    if ending == "own":
        return {"seat": _YOU}
    if ending == "me":
        return {next(name for name in _OTHER if name in _FIELDS[kind]): _YOU}
    return {}


def _by_number(when: dict[str, str], text: str, language: str) -> Iterator[Sentence]:
    """Yield the sentence, once for each plural form where words go with a number."""
    counted = _FORMS.search(text)
    if counted is None:
        yield Sentence(when=when, text=text)
        return
    *limited, last = enumerate(_CATEGORIES[language])
    for place, category in limited:
        yield Sentence(when={**when, counted[1]: category}, text=_in_form(text, place))
    yield Sentence(when=when, text=_in_form(text, last[0]))


def _in_form(text: str, place: int) -> str:
    return _FORMS.sub(lambda forms: forms[2].split("|")[place], text)
