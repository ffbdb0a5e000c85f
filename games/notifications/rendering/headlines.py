"""The title of a notification and its sentence. Both reveal nothing of a hand."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

import engine
from games.notifications.rendering.format import moment
from games.notifications.rendering.names import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.notifications.rendering.content import Content
    from games.notifications.rendering.texts import Texts

_RULESETS: Final[Mapping[tuple[str, str], str]] = {pair: name for name, pair in engine.rulesets().items()}
_ENDS: Final = frozenset({"round_over", "match_over", "series_over"})
_ABOUT_THE_OTHER: Final = frozenset({"caught"})
"""Kinds in which the fact `by` is the reader, and the player to name is the other one."""


def headline(content: Content, view: engine.View | None, texts: Texts, zone: str) -> tuple[str, str]:
    """Return the title of the message and its sentence. `zone` is an IANA name."""
    words = texts.kinds[_variant(content, view, texts)]
    values = _values(content, view, texts) | {"until": _until(content, texts, zone)}
    return texts.fill(words.subject, **values), texts.fill(words.body, **values)


def _variant(content: Content, view: engine.View | None, texts: Texts) -> str:
    """Return the kind, with the ending for its outcome if there are texts of their own for it."""
    facts, kind = content.data, content.kind
    concerned = _winners(facts) if kind in _ENDS else [facts.get("seat")]
    endings = (
        (".nobody", kind in _ENDS and not concerned),
        (".own", content.seat is not None and content.seat in concerned),
        (".over", content.finished or (view is not None and view.phase == "match_over")),
        (".series", facts.get("best_of", 1) != 1),
        (".guilty", facts.get("guilty") is True),
        (f".{facts.get('reason')}", True),
    )
    return next((kind + ending for ending, fits in endings if fits and kind + ending in texts.kinds), kind)


def _winners(facts: Mapping[str, object]) -> list[int]:
    winners = facts.get("winners")
    if isinstance(winners, list | tuple):
        return list(winners)
    winner = facts.get("winner")
    return [winner] if isinstance(winner, int) else []


def _values(content: Content, view: engine.View | None, texts: Texts) -> dict[str, object]:
    facts = content.data
    names = [_name(seat, content, view, texts) for seat in range(len(content.names))]
    others = [name for seat, name in enumerate(names) if seat != content.seat and name]
    return {
        "game": game_name(facts.get("ruleset"), facts.get("edition"), texts)
        if view is None
        else game_name(view.options.get("game"), view.options.get("edition"), texts),
        "others": texts.listed(others) or texts.words["nobody"],
        "player": _player(content, names, texts),
        "winners": texts.listed([names[seat] for seat in _winners(facts)]),
        "host": shown(str(facts.get("host", ""))),
        "best_of": facts.get("best_of", 1),
        "hours": facts.get("hours", 0),
        "round": facts.get("round") or (view.round if view else 0),
    }


def _until(content: Content, texts: Texts, zone: str) -> str:
    until = content.data.get("until")
    return moment(datetime.fromisoformat(until), zone, texts) if isinstance(until, str) else ""


def _player(content: Content, names: list[str], texts: Texts) -> str:
    """Return the name of the player a message is about: of the seat in its facts, or a name given there."""
    facts = content.data
    order = ("by",) if content.kind in _ABOUT_THE_OTHER else ("seat", "by", "winner")
    seat = next((facts[fact] for fact in order if isinstance(facts.get(fact), int)), None)
    if seat is not None and seat < len(names):
        return names[seat] or texts.words["somebody"]
    named = facts.get("from")
    return shown(named) if isinstance(named, str) else texts.words["somebody"]


def game_name(ruleset: object, edition: object, texts: Texts) -> str:
    """Return the name of the game in a language."""
    name = _RULESETS.get((str(ruleset), str(edition)))
    return texts.rulesets[name] if name else texts.words["game"]


def _name(seat: int, content: Content, view: engine.View | None, texts: Texts) -> str:
    person = content.names[seat]
    if person is not None:
        return shown(person)
    match None if view is None else view.seats[seat].kind:
        case "bot":
            return texts.fill(texts.words["bot"], number=seat + 1)
        case "human":
            return texts.words["deleted"]
    return ""
