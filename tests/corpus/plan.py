"""The plan of the corpus: every value of every option in every edition, every event, every command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import engine
from engine.commands import SYSTEM_COMMANDS
from engine.samples import NAMED, alone, editions, is_playable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.corpus.manifest import Entry

Options = dict[str, Any]
MOST_TOGETHER = 9
"""So many wishes are laid on one match at most, so that each of them comes to bear."""

NEVER = frozenset({"start"})
"""The word that no match has: a starter is turned by itself in positions of tests alone."""


def missing(listed: Iterable[Entry]) -> Iterator[Options]:
    """Options of matches that are still to be played, each laying as many wishes together as go together."""
    listed = list(listed)
    for edition in editions():
        chosen = [_full(entry) for entry in listed if (entry.game, entry.edition) == tuple(edition.values())]
        if not any(full == _resolved(edition) for full in chosen):
            yield edition
        known = [_texts(full).items() for full in chosen]
        wishes = [wish for wish in alone(edition) if _matters(wish) and not any(map(_items(wish).__le__, known))]
        while wishes:
            together, wishes = _laid_together(edition, wishes)
            yield together


def _matters(wish: Options) -> bool:
    """Of the dealers that can be chosen by their seat one will do."""
    return not str(wish.get("dealer_selection", "")).startswith("seat=") or wish["dealer_selection"] == "seat=C"


def _items(wish: Options) -> Any:
    """The things that a match must contain to fulfil the wish."""
    return _texts({name: value for name, value in wish.items() if name not in NAMED}).items()


def _texts(options: Options) -> dict[str, str]:
    """Values as text: lists cannot be compared as items of a set."""
    return {name: json.dumps(value) for name, value in options.items()}


def _full(entry: Entry) -> Options:
    return _resolved({"game": entry.game, "edition": entry.edition, **entry.options})


def _resolved(options: Options) -> Options:
    return dict(engine.resolve(options).spec.options)


def _laid_together(edition: Options, wishes: list[Options]) -> tuple[Options, list[Options]]:
    """A match with the first wish and others that go with it, and the wishes that are left."""
    together: Options = {}
    left, count = [], 0
    for wish in wishes:
        tried = {**wish, **together}
        if count < MOST_TOGETHER and _texts(wish).items() <= _texts(tried).items() and is_playable(tried):
            together, count = tried, count + 1
        else:
            left.append(wish)
    return {**edition, **together}, left


def unseen(listed: Iterable[Entry]) -> list[str]:
    """Tags of events and words of commands that no match has yet."""
    words = {*engine.TAGS.values(), *engine.COMMANDS, *SYSTEM_COMMANDS}
    return sorted(words - NEVER - {word for entry in listed for word in entry.holds})
