"""Two worlds that differ only in what a viewer cannot know give that viewer the same bytes on every route."""

from __future__ import annotations

from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.test import Client

import engine
from games.models import Game
from games.notifications import seen
from players.models import Player
from tests.games.api.leaks import NEVER_DESCRIBED, PLANTED
from tests.games.api.observations import hear
from tests.games.api.people import running
from tests.games.api.test_open_to_several import asked
from tests.games.api.worlds import enter, other_world

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.contract.client import ContractClient
    from tests.games.api.leaks import Planted
    from tests.games.api.people import Person

pytestmark = pytest.mark.slow

HISTORIES = 10
WORLDS = 3
"""The number of histories, where playing one takes long."""


class Company(NamedTuple):
    """Everybody who may look at a table: those at it, a caller without a token, and an operator in the admin.

    `together`: a seat and the caller without a token are compared as one viewer, like a second tab. `table`: its
    settings.
    """

    seated: list[Person]
    stranger: ContractClient
    operator: Client
    options: Mapping[str, object] = {}
    together: bool = False
    table: Mapping[str, Any] = {"spectators": "open"}

    def compared(self, histories: int) -> Iterator[list[str]]:
        """Yield the routes that answered differently, for this many random histories that have another world."""
        found = (self.differences(seed) for seed in count())
        return islice((routes for routes in found if routes is not None), histories)

    def differences(self, seed: int) -> list[str] | None:
        """Return the routes that answer differently in the other world of a random history; None without one."""
        random = Random(seed)  # noqa: S311 - a reproducible test
        game = running(*self.seated, seats=len(self.seated), options=self.options, **self.table)
        for _ in range(random.randrange(8)):
            self._random_move(game, random)
        viewers: list[tuple[int | None, list[Client]]] = [
            (0, [self.seated[0].client]),
            (None, [self.stranger]),
            (None, [self.operator]),
        ]
        seat, clients = (0, [self.seated[0].client, self.stranger]) if self.together else viewers[seed % 3]
        return self.different(game, seat, clients, random)

    def different(self, game: str, seat: int | None, clients: list[Client], random: Random) -> list[str] | None:
        """Return the routes that answer these clients differently in another world for this seat; None without one."""
        changed = other_world(UUID(game), seat, random)
        if changed is None:
            return None
        others = [person.client for number, person in enumerate(self.seated) if number != (seat or 0)]
        seen.forget()
        with transaction.atomic():
            here = [heard for client in clients for heard in hear(client, game, len(self.seated), others)]
            enter(UUID(game), changed)
            seen.forget()
            there = [heard for client in clients for heard in hear(client, game, len(self.seated), others)]
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
    """Three players at a table, and its viewers."""
    operator = Client()
    backend = "django.contrib.auth.backends.ModelBackend"
    operator.force_login(Player.objects.create_superuser("Olga", "a long password"), backend=backend)
    ContentType.objects.get_for_model(Game)  # cached from the first page of the admin on
    return Company([ada, bob, person("Cid")], stranger, operator)


def test_a_viewer_cannot_tell_two_worlds_apart(company: Company) -> None:
    assert [routes for routes in company.compared(HISTORIES) if routes] == []


WATCHED: Mapping[str, tuple[Mapping[str, object], Mapping[str, str]]] = {
    "as it is": ({}, {}),
    "no spectators": ({}, {"spectators": "none"}),
    "open": ({}, {"spectators": "open"}),
    "open, backs seen while dealt": ({"own_backs": "table"}, {"spectators": "open"}),
    "open, printed cards of an edition": ({"edition": "marvel", "seven_o": True}, {"spectators": "open"}),
    "open, one side": ({"ruleset": "classic"}, {}),
}
"""Options and settings of tables at which some players know less than others."""


@pytest.mark.parametrize(("options", "table"), WATCHED.values(), ids=WATCHED)
def test_a_seat_and_a_stranger_together_cannot_either(
    company: Company, options: Mapping[str, object], table: Mapping[str, str]
) -> None:
    compared = company._replace(options=options, table=table, together=True).compared(HISTORIES // 3)
    assert [routes for routes in compared if routes] == []


def test_a_back_that_a_stranger_sees_and_its_holder_does_not_is_found(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine.Table, "backs_open", True)
    assert any(company._replace(together=True).compared(HISTORIES))
    assert not any(company._replace(together=True, table={"spectators": "delayed"}).compared(2))


def test_a_viewer_to_whom_partners_show_their_cards_cannot_either(
    company: Company, person: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    partners = company._replace(seated=[*company.seated, person("Dan")], options={"teams": 2, "team_view": True})
    assert [routes for routes in partners.compared(HISTORIES // 2) if routes] == []
    monkeypatch.setattr(engine.Table, "hands_shown_to", lambda table, _seat: tuple(range(table.seats)))
    assert any(partners.compared(HISTORIES))


def test_a_viewer_cannot_tell_whether_another_seat_could_jump_in(company: Company) -> None:
    jumping = company._replace(options={"jump_in": True, "jump_in_wilds": True})
    assert [routes for routes in jumping.compared(HISTORIES) if routes] == []


@pytest.mark.parametrize("kind", ["help", "race"])
def test_who_may_answer_as_well_cannot_tell_what_the_others_have_to_answer_with(company: Company, kind: str) -> None:
    random, differences = Random(1), []  # noqa: S311 - a reproducible test
    while len(differences) < WORLDS:
        game, people, views = asked(kind)
        viewer = next(seat for seat in range(len(people)) if seat != views[0]["turn"])
        table = company._replace(seated=people)
        found = [table.different(game, viewer, [people[viewer].client], random) for _ in range(WORLDS)]
        differences += [routes for routes in found if routes is not None]
    assert [routes for routes in differences if routes] == []


@pytest.mark.parametrize("leak", PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_leak_is_found(company: Company, monkeypatch: pytest.MonkeyPatch, leak: Planted) -> None:
    monkeypatch.setattr(*leak)
    assert any(company.compared(30 * HISTORIES))  # at least one of the first 30 histories shows it


@pytest.mark.parametrize("leak", NEVER_DESCRIBED.values(), ids=NEVER_DESCRIBED.keys())
def test_what_nobody_described_is_found(company: Company, monkeypatch: pytest.MonkeyPatch, leak: Planted) -> None:
    game = running(*company.seated)
    monkeypatch.setattr(*leak)
    with pytest.raises(AssertionError, match="Additional properties are not allowed"):
        hear(company.seated[0].client, game, len(company.seated), [])
