"""The events of a table in sentences, as one seat may know them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import engine
from games.notifications.snapshot import told_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine import Event
    from games.notifications.rendering.faces import Deck
    from games.notifications.rendering.texts import Texts

_OTHER: Final = ("to", "by", "target", "of")
"""Fields of an event that name a second seat."""


class Narrator(NamedTuple):
    """Puts events into words for the seat `you`. `names` are those of the players by seat, cleaned by `names.shown`."""

    texts: Texts
    deck: Deck
    names: Sequence[str]
    you: int

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """Return one sentence for each event that has a text."""
        return [sentence for sentence in self.told(events) if sentence]

    def told(self, events: Sequence[Event]) -> list[str | None]:
        """Return for each event its sentence; None if it has no text, or if the next event continues it."""
        return [
            self._sentence(engine.redact(event, self.you)) if is_news else None
            for event, is_news in zip(events, told_apart(events), strict=True)
        ]

    def _sentence(self, event: Mapping[str, Any]) -> str | None:
        text = self.texts.story.get(self._key(event))
        return None if text is None else self.texts.fill(text, **self._values(event))

    def _key(self, event: Mapping[str, Any]) -> str:
        key: str = event["type"]
        if key in _ENDINGS:
            key += _ENDINGS[key](event)
        seats = {"own": self._doer(event), "me": next((event[name] for name in _OTHER if name in event), None)}
        for ending, seat in seats.items():
            if seat == self.you and f"{key}.{ending}" in self.texts.story:
                return f"{key}.{ending}"
        return key

    def _doer(self, event: Mapping[str, Any]) -> int | None:
        if "seat" in event:
            seat: int | None = event["seat"]
            return seat
        winners = event.get("winners", [event.get("winner")])
        return self.you if self.you in winners else next(iter(winners), None)

    def _values(self, event: Mapping[str, Any]) -> Mapping[str, object]:
        """Return the words for the fields of an event; of backs only their number is told."""
        words = self._words()
        return {
            name: "" if value is None else words[name](value) if name in words else value
            for name, value in event.items()
        }

    def _words(self) -> Mapping[str, Callable[[Any], object]]:
        """Return, by field of an event, the function that puts its value into words."""
        return {
            **dict.fromkeys(("seat", *_OTHER, "winner"), self._name),
            "winners": self._named,
            "face": self._card,
            "faces": self._cards,
            "backs": len,
            "color": self.deck.color,
            "sector": self.texts.sectors.__getitem__,
            "side": self._side,
            "direction": self._direction,
        }

    def _name(self, seat: int) -> str:
        return self.texts.words["you"] if seat == self.you else self.names[seat]

    def _named(self, seats: Sequence[int]) -> str:
        return self.texts.listed([self._name(seat) for seat in seats])

    def _card(self, face: str) -> str:
        return self.deck.face(face).name

    def _cards(self, faces: Sequence[object]) -> str:
        shown = Counter(face for face in faces if isinstance(face, str))
        several = self.texts.words["several"]
        return ", ".join(
            self._card(face) if count == 1 else several.format(item=self._card(face), count=count)
            for face, count in shown.items()
        )

    def _side(self, side: str) -> str:
        return self.texts.table["dark" if side == "D" else "light"]

    def _direction(self, direction: int) -> str:
        return self.texts.table["clockwise" if direction == 1 else "counterclockwise"]


def _colored(event: Mapping[str, Any]) -> str:
    """Return the ending for a wild whose color is named with it."""
    return ".color" if event["color"] and not event["face"].startswith(event["color"]) else ""


def _nobody(event: Mapping[str, Any]) -> str:
    return "" if event.get("winners", event.get("winner")) not in (None, []) else ".nobody"


_ENDINGS: Final[Mapping[str, Any]] = {
    "card_played": _colored,
    "challenge_decided": lambda event: ".guilty" if event["guilty"] else ".innocent",
    "round_ended": _nobody,
    "match_ended": _nobody,
    "war_fought": _nobody,
    "clock_paused": lambda event: f".{event['reason']}",
    "clock_resumed": lambda event: f".{event['reason']}",
}
"""Functions by event that return the ending of its text."""
