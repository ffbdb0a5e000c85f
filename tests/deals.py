"""Deals that are the same in every run: the ids and seeds of a test's games derive from its name."""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from uuid import UUID


class Deals:
    """The ids and seeds of the games of one test, in the order of their creation."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.numbers = count()
        self.games: dict[tuple[UUID, UUID], UUID] = {}

    def game_id(self, player: UUID, command_id: UUID) -> UUID:
        """Return the same id for every retry of a command, and another one for every other command."""
        return self.games.setdefault((player, command_id), UUID(bytes=self.seed()[:16], version=4))

    def seed(self) -> bytes:
        """Return the next 32 bytes."""
        return sha256(f"{self.name} {next(self.numbers)}".encode()).digest()
