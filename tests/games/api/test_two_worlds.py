"""Two worlds that differ only in what a viewer cannot know answer him alike, to the byte, on every route."""

from __future__ import annotations

from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.test import Client

import engine
from games.messages import seen
from games.models import Game
from players.models import Player
from tests.games.api.hearing import hear
from tests.games.api.leaks import NEVER_DESCRIBED, PLANTED
from tests.games.api.people import running
from tests.games.api.worlds import enter, other_world

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.contract.client import ContractClient
    from tests.games.api.leaks import Planted
    from tests.games.api.people import Person

HISTORIES = 10


class Company(NamedTuple):
    """Everybody who may look at a table: those at it, somebody without a token, and somebody in the admin."""

    seated: list[Person]
    stranger: ContractClient
    operator: Client
    options: Mapping[str, object] = {}

    def compared(self, histories: int) -> Iterator[list[str]]:
        """The routes that answered differently, of so many random histories that have another world."""
        found = (self.differences(seed) for seed in count())
        return islice((routes for routes in found if routes is not None), histories)

    def differences(self, seed: int) -> list[str] | None:
        """Routes that answered differently in the other world of a random history; None if there is no other world."""
        random = Random(seed)  # noqa: S311 - a reproducible test
        game = running(*self.seated, seats=len(self.seated), options=self.options)
        for _ in range(random.randrange(8)):
            self._random_move(game, random)
        viewers: list[tuple[int | None, Client]] = [
            (0, self.seated[0].client),
            (None, self.stranger),
            (None, self.operator),
        ]
        seat, client = viewers[seed % 3]
        changed = other_world(UUID(game), seat, random)
        if changed is None:
            return None
        others = [person.client for person in self.seated[1:]]
        seen.forget()
        with transaction.atomic():
            here = hear(client, game, len(self.seated), others)
            enter(UUID(game), changed)
            seen.forget()
            there = hear(client, game, len(self.seated), others)
            transaction.set_rollback(True)
        return [one.route for one, other in zip(here, there, strict=True) if one != other]

    def _random_move(self, game: str, random: Random) -> None:
        for person in self.seated:
            seen = person.see(game)
            if seen["your_turn"]:
                tame = [
                    command
                    for command in seen["legal_commands"]
                    if command.get("card") not in {"W2", "RF", "GF", "YF", "BF"}
                ]
                person.command(game, random.choice(tame or seen["legal_commands"]))
                return


@pytest.fixture
def company(ada: Person, bob: Person, person: Callable[..., Person], stranger: ContractClient) -> Company:
    """Three at a table, and who looks on."""
    operator = Client()
    backend = "django.contrib.auth.backends.ModelBackend"
    operator.force_login(Player.objects.create_superuser("Olga", "a long password"), backend=backend)
    ContentType.objects.get_for_model(Game)  # remembered from the first page of the admin on
    return Company([ada, bob, person("Cid")], stranger, operator)


def test_a_viewer_cannot_tell_two_worlds_apart(company: Company) -> None:
    assert [routes for routes in company.compared(HISTORIES) if routes] == []


def test_a_viewer_to_whom_partners_show_their_cards_cannot_either(
    company: Company, person: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    partners = company._replace(seated=[*company.seated, person("Dan")], options={"teams": 2, "team_view": True})
    assert [routes for routes in partners.compared(HISTORIES // 2) if routes] == []
    monkeypatch.setattr(engine.Table, "hands_shown_to", lambda table, _seat: tuple(range(table.seats)))
    assert any(partners.compared(HISTORIES))


@pytest.mark.parametrize("leak", PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_leak_is_found(company: Company, monkeypatch: pytest.MonkeyPatch, leak: Planted) -> None:
    monkeypatch.setattr(*leak)
    assert any(company.compared(30 * HISTORIES))  # one of the first few does, but for bad luck


@pytest.mark.parametrize("leak", NEVER_DESCRIBED.values(), ids=NEVER_DESCRIBED.keys())
def test_what_nobody_described_is_found(company: Company, monkeypatch: pytest.MonkeyPatch, leak: Planted) -> None:
    game = running(*company.seated)
    monkeypatch.setattr(*leak)
    with pytest.raises(AssertionError, match="Additional properties are not allowed"):
        hear(company.seated[0].client, game, len(company.seated), [])
