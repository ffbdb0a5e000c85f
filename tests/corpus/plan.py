"""The plan of the corpus: every value of every option in every edition, every event and every command."""

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
"""The maximum of wishes that one match fulfils, so that each of them takes effect."""

NEVER = frozenset({"start"})
"""The command that no match has: only test positions contain a face-up starter."""


def missing(listed: Iterable[Entry]) -> Iterator[Options]:
    """Yield the options of matches that are still to be played, each with as many compatible wishes as possible."""
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
    """Return whether the wish is needed: one seat suffices for a dealer chosen by seat."""
    return not str(wish.get("dealer_selection", "")).startswith("seat=") or wish["dealer_selection"] == "seat=C"


def _items(wish: Options) -> Any:
    """Return what a match must contain to fulfil the wish."""
    return _texts({name: value for name, value in wish.items() if name not in NAMED}).items()


def _texts(options: Options) -> dict[str, str]:
    """Return values as text, since lists cannot be items of a set."""
    return {name: json.dumps(value) for name, value in options.items()}


def _full(entry: Entry) -> Options:
    return _resolved({"game": entry.game, "edition": entry.edition, **entry.options})


def _resolved(options: Options) -> Options:
    return dict(engine.resolve(options).spec.options)


def _laid_together(edition: Options, wishes: list[Options]) -> tuple[Options, list[Options]]:
    """Return a match with the first wish and compatible others, and the remaining wishes."""
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
    """Return the tags of events and words of commands that no match has yet."""
    words = {*engine.TAGS.values(), *engine.COMMANDS, *SYSTEM_COMMANDS}
    return sorted(words - NEVER - {word for entry in listed for word in entry.holds})
