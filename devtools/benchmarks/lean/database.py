"""The tables of the leanest service: tokens by hash, games with their state, events."""

from __future__ import annotations

import hashlib
import random
from typing import Final

import psycopg
from psycopg.types.json import Jsonb

GAMES: Final = 480
SEATS: Final = 4
HELD: Final = 7
CARDS: Final = 112

TABLES: Final = """
CREATE TABLE lean_token (hash bytea PRIMARY KEY, seat integer NOT NULL);
CREATE TABLE lean_game (id integer PRIMARY KEY, version integer NOT NULL, state jsonb NOT NULL);
CREATE TABLE lean_event (game_id integer, seq integer, data jsonb NOT NULL, PRIMARY KEY (game_id, seq));
GRANT ALL ON lean_token, lean_game, lean_event TO PUBLIC
"""
READ: Final = "SELECT t.seat, g.version, g.state FROM lean_token t JOIN lean_game g ON g.id = %b WHERE t.hash = %b"
APPEND: Final = """
WITH moved AS (
    UPDATE lean_game SET version = version + 2, state = %b WHERE id = %b AND version = %b RETURNING id, version
), told AS (
    INSERT INTO lean_event
    SELECT id, version - 1, %b::jsonb FROM moved UNION ALL SELECT id, version, %b::jsonb FROM moved
)
SELECT version FROM moved
"""


def token(seat: int) -> str:
    """Return the token of the player of `seat`, the same in every game."""
    return f"{seat:032d}"


def digest(shown: str) -> bytes:
    """Return a token's digest as stored in the database."""
    return hashlib.sha256(shown.encode()).digest()


def set_up(database: str) -> None:
    """Create the tables, a token for every seat, and the games."""
    chance = random.Random(1)
    with psycopg.connect(database, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute(TABLES)
        cursor.executemany("INSERT INTO lean_token VALUES (%s, %s)", [(digest(token(n)), n) for n in range(SEATS)])
        for number in range(GAMES):
            deck = chance.sample(range(CARDS), CARDS)
            hands = [deck[seat * HELD : (seat + 1) * HELD] for seat in range(SEATS)]
            state = {"turn": 0, "hands": hands, "draw": deck[SEATS * HELD :], "pile": []}
            cursor.execute("INSERT INTO lean_game VALUES (%s, 0, %s)", [number, Jsonb(state)])
