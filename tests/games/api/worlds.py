"""Two worlds of one game that differ only in cards a viewer cannot know, both stored as the service stores them.

The second world is the log of the first with the fronts of hidden cards exchanged in pairs: cards of one back, in other
players' hands since the deal or deep in the draw pile, never seen by the viewer. Where holders do not know the backs of
their own cards, those of the viewer's hand are exchanged too; for a spectator those of all hands. Everything the viewer
was told is true in both. The seeds differ too. The chain and the commitments are kept: they are keyed, so they reveal
nothing (docs/protocol/protocol.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection

import engine
from games.store import acting_seats, reader, seeds, table_summary

if TYPE_CHECKING:
    from random import Random
    from uuid import UUID


TELLING = {"evidence_sealed", "flipped", "pile_reshuffled", "round_ended", "starter_returned"}
"""Histories are skipped if more than this number of cards would have to change in later events."""


NEAR_THE_TOP = 12
"""Cards of the pile whose backs may become visible during the requests."""


def other_world(game: UUID, viewer: int | None, random: Random) -> list[tuple[int, engine.Event]] | None:
    """Return the events that differ in another world, with their numbers; None if this history has none."""
    rows = reader.read(game, 0, 2**31 - 1)
    events: list[Any] = [reader.logged(row).event for row in rows]
    tags = [engine.TAGS[type(event)] for event in events]
    if TELLING & set(tags):
        return None
    deck = events[tags.index("match_started")]
    dealt = events[tags.index("hands_dealt")]
    dark = _other_backs(events, tags, dealt, viewer, random)
    deck = deck._replace(dark=tuple(dark))
    light = _exchanged(deck, _hidden(events, tags, dealt, viewer), random)
    if tuple(light) == deck.light:
        return None
    changed = [(tags.index("match_started") + 1, deck._replace(light=tuple(light)))]
    for number, (tag, event) in enumerate(zip(tags, events, strict=True), start=1):
        if tag == "hands_dealt":
            faces = tuple(tuple(light[card] for card in hand) for hand in event.cards)
            backs = tuple(tuple(sorted(dark[card] for card in hand)) for hand in event.cards)
            changed.append((number, event._replace(faces=faces, backs=backs)))
    return changed


def _other_backs(events: list[Any], tags: list[str], dealt: Any, viewer: int | None, random: Random) -> list[int]:
    """Return backs by card id, after exchanging those of cards in hands with those of cards deep in the pile."""
    dark = list(events[tags.index("match_started")].dark)
    if events[tags.index("match_started")].own_backs != "hidden":
        return dark
    moved = _moved(events, tags)
    seats = range(len(dealt.cards)) if viewer is None else (viewer,)
    held = [card for seat in seats for card in dealt.cards[seat] if card not in moved]
    hands = {card for hand in dealt.cards for card in hand}
    pile = [card for card in events[tags.index("round_started")].pile if card not in hands | moved]
    for card, other in zip(held, random.sample(pile[:-NEAR_THE_TOP], len(held)), strict=True):
        dark[card], dark[other] = dark[other], dark[card]
    return dark


def _moved(events: list[Any], tags: list[str]) -> set[int]:
    """Return the cards that were laid, drawn or turned."""
    moved = {event.card for event in events if hasattr(event, "card")}
    return moved | {
        card for tag, event in zip(tags, events, strict=True) if tag == "cards_drawn" for card in event.cards
    }


def _hidden(events: list[Any], tags: list[str], dealt: Any, viewer: int | None) -> list[int]:
    """Return the cards whose fronts the viewer does not know."""
    pile = events[tags.index("round_started")].pile
    # A card that was laid, drawn or turned was shown to a player or had an effect; one that has not moved is secret.
    moved = _moved(events, tags)
    hands = {card for hand in dealt.cards for card in hand}
    # Cards that the viewer sees: their own, and those of partners who show them.
    created = events[tags.index("match_created")]
    teams = created.teams if dict(created.options).get("team_view") and viewer is not None else ()
    seen = {viewer, *(seat for seat, team in enumerate(teams) if team == teams[viewer or 0])}
    own = {card for seat, hand in enumerate(dealt.cards) if seat in seen for card in hand}
    deep = [card for card in pile if card not in hands | moved][:-1]  # without the top card, which may be drawn next
    return [*sorted(hands - own - moved), *deep]


def _exchanged(deck: Any, hidden: list[int], random: Random) -> list[int]:
    """Return fronts by card id, after exchanging those of hidden cards with equal backs."""
    light = list(deck.light)
    by_back: dict[int, list[int]] = {}
    for card in hidden:
        by_back.setdefault(deck.dark[card], []).append(card)
    for alike in by_back.values():
        random.shuffle(alike)
        for one, two in zip(alike[::2], alike[1::2], strict=False):
            light[one], light[two] = light[two], light[one]
    return light


def enter(game: UUID, changed: list[tuple[int, engine.Event]]) -> None:
    """Change the stored game into the other world, bypassing the guard triggers of the log."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for number, event in changed:
            encoded = engine.encode_event(event)
            cursor.execute(
                "UPDATE event SET public = %s::bytea, private = %s::bytea WHERE game_id = %s::uuid AND seq = %s::int",
                (encoded.public, encoded.private, game, number),
            )
        cursor.execute("SET LOCAL session_replication_role = origin")
        sealed = seeds.seal(game, seeds.new_seed())
        cursor.execute(
            "UPDATE game_secret SET key_id = %s, sealed = %s::bytea WHERE game_id = %s::uuid", (*sealed, game)
        )
        table = reader.fold(reader.read(game, 0, 2**31 - 1)).table
        cursor.execute(
            """UPDATE game SET state_cache = %s::bytea, acting_seats = %s::smallint, table_summary = %s::text
               WHERE id = %s::uuid""",
            (engine.encode_table(table, spec=False), acting_seats.mask_of(table), table_summary.write(table), game),
        )
