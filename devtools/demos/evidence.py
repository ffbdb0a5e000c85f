"""Checks a finished match from public data: chain, sealed parts and the served table (protocol.md).

Everything is computed with the engine alone; of the service's answers only the log is trusted.
"""

import json
import uuid
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

import engine
from devtools.demos.client import Json
from devtools.stack.trouble import Trouble

SYSTEM = 255  # the actor of the service in the chain
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
KINDS = {tag: kind for kind, tag in engine.TAGS.items()}
NUMBERS = {kind: number for number, kind in engine.EVENT_TYPES.items()}


def check(game: Json, log: Sequence[Json]) -> None:
    """Raise Trouble naming the first difference; return if the log proves the game.

    `game` is the answer of /v1/games/{id}, `log` the entries of its /events, all of them, after the match.
    """
    events = [_stored(entry["event"]) for entry in log]
    _check_chain(game, log, events)
    decoded = [engine.decode_event(*event) for event in events]
    table = engine.replay(decoded)
    replayed = json.loads(json.dumps(asdict(engine.view(table, game["your_seat"]))))
    said = _said_of_the_table(game)
    for name in replayed.keys() & said.keys():
        if said[name] != replayed[name]:
            raise Trouble(f"The log gives {name} = {replayed[name]}, but the service says {said[name]}.")


def _said_of_the_table(game: Json) -> Json:
    """Return what the service says of the table, in the form of the engine's view."""
    seats = [
        {name: value for name, value in seat.items() if name not in ("player_id", "name", "bot", "lent_until")}
        for seat in game["seats"]
    ]
    hand = [{name: card[name] for name in ("card", "handle", "back")} for card in game["view"]["hand"] or ()]
    named = {name: game[name] for name in ("version", "turn")}
    return {**game["view"], **named, "seats": seats, "hand": hand if game["view"]["hand"] is not None else None}


def _stored(event: Json) -> engine.EncodedEvent:
    kind = KINDS[event["type"]]
    parts: dict[bool, Json] = {True: {}, False: {}}
    for field in engine.FIELDS[kind]:
        parts[field.sees is engine.Sees.PUBLIC][field.name] = event[field.name]
    private = _canonical(parts[False]) if parts[False] else None
    return engine.EncodedEvent(NUMBERS[kind], engine.VERSIONS[NUMBERS[kind]], _canonical(parts[True]), private)


def _canonical(part: Json) -> bytes:
    return json.dumps(part, separators=(",", ":")).encode()


def _check_chain(game: Json, log: Sequence[Json], events: Sequence[engine.EncodedEvent]) -> None:
    match_id = uuid.UUID(game["id"]).bytes
    chance = engine.Chance(match_id, bytes.fromhex(game["view"]["result"]["seed"]))
    if chance.commitment.hex() != game["view"]["commitment"]:
        raise Trouble("The seed revealed at the end is not the one committed at the beginning.")
    chain = engine.chain_genesis(match_id)
    for seq, (entry, event) in enumerate(zip(log, events, strict=True), 1):
        sealed = event.private and engine.private_commitment(chance.private_salt(seq), event.private)
        if (sealed and sealed.hex()) != entry["private_commitment"]:
            raise Trouble(f"Event {seq}: what is shown now is not what was sealed then.")
        chain = engine.chain_link(
            chain,
            match_id,
            seq,
            event.type,
            event.schema_version,
            (datetime.fromisoformat(entry["recorded_at"]) - EPOCH) // timedelta(microseconds=1),
            SYSTEM if entry["actor"] is None else entry["actor"],
            uuid.UUID(entry["command_id"]).bytes,
            event.public,
            sealed or engine.NO_PRIVATE,
        )
        if chain.hex() != entry["chain"]:
            raise Trouble(f"Event {seq}: the chain does not hold.")
    if chain.hex() != game["chain"]:
        raise Trouble("The chain of the log is not the one the service shows.")
