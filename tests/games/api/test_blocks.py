"""Blocks: whom a player has blocked does not reach them, is not seated with them by chance, and is not told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

from games.notifications import invitations
from players import blocks
from players.models import Block, Player
from tests.contract.client import ContractClient
from tests.games.api.people import lobby, running, with_scopes
from tests.games.api.test_nudges import at_table, nudge
from tests.games.concurrency import together
from tests.games.privacy.factories import erase, with_address

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db

MINE = "/v1/me/blocks"


def block(person: Person, other: Person) -> None:
    assert person.client.put(f"{MINE}/{other.id}").status_code == 204


def unblock(person: Person, other: Person) -> None:
    assert person.client.delete(f"{MINE}/{other.id}").status_code == 204


def listed(person: Person) -> list[tuple[str, str]]:
    return [(one["id"], one["name"]) for one in person.client.get(MINE).json()["blocks"]]


def inbox(person: Person) -> list[str]:
    """Return the kinds of the player's notifications, after the worker has run."""
    invitations.create_due()
    return [one["kind"] for one in person.client.get("/v1/me/notifications").json()["notifications"]]


def code(answer: Any) -> str:
    found: str = answer.json()["code"]
    return found


# -- the list ------------------------------------------------------------------------------------------------------


def test_players_are_blocked_listed_and_unblocked(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    cid = person("Cid")
    for other in (bob, cid, bob):
        block(ada, other)
    assert listed(ada) == [(str(cid.id), "Cid"), (str(bob.id), "Bob")]
    assert listed(bob) == []
    unblock(ada, bob)
    again = ada.client.delete(f"{MINE}/{bob.id}")
    assert (again.status_code, code(again)) == (404, "block_not_found")
    assert listed(ada) == [(str(cid.id), "Cid")]


def test_only_other_players_who_exist_can_be_blocked(ada: Person, bob: Person) -> None:
    own = ada.client.put(f"{MINE}/{ada.id}")
    assert (own.status_code, code(own)) == (422, "cannot_block_yourself")
    Player.objects.filter(id=bob.id).update(is_active=False)
    for nobody in (uuid4(), bob.id):
        refused = ada.client.put(f"{MINE}/{nobody}")
        assert (refused.status_code, code(refused)) == (404, "player_not_found")
        assert code(ada.client.delete(f"{MINE}/{nobody}")) == "block_not_found"
    assert ada.client.put(f"{MINE}/Bob").status_code == 404
    assert listed(ada) == []


def test_there_is_a_limit(ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, person: Any) -> None:
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 1)
    block(ada, bob)
    refused = ada.client.put(f"{MINE}/{person('Cid').id}")
    assert (refused.status_code, code(refused), refused.json()["params"]) == (409, "too_many_blocks", {"limit": 1})
    block(ada, bob)
    assert listed(ada) == [(str(bob.id), "Bob")]


def test_blocks_need_the_scopes_of_the_account(ada: Person, bob: Person) -> None:
    block(ada, bob)
    _, reads = with_scopes(ada, "account:read")
    _, plays = with_scopes(ada, "games:read", "games:play")
    assert len(reads.get(MINE).json()["blocks"]) == 1
    assert code(reads.delete(f"{MINE}/{bob.id}")) == "insufficient_scope"
    assert code(plays.get(MINE)) == code(plays.put(f"{MINE}/{bob.id}")) == "insufficient_scope"
    assert ContractClient().get(MINE).status_code == 401


def test_pairs_are_found_among_players(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    cid, dot = person("Cid"), person("Dot")
    block(ada, bob)
    block(bob, ada)
    block(dot, cid)
    assert blocks.among([ada.id, bob.id, cid.id]) == {frozenset({ada.id, bob.id})}
    assert blocks.among([cid.id, dot.id, ada.id]) == {frozenset({cid.id, dot.id})}
    assert blocks.among([ada.id, cid.id]) == blocks.among([]) == set()


def test_the_export_has_ones_own_blocks_and_an_erasure_ends_them(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    block(ada, bob)
    block(bob, ada)
    block(person("Cid"), bob)
    (exported,) = ada.client.get("/v1/me/export").json()["blocks"]
    assert (exported["player"], exported["name"]) == (str(bob.id), "Bob")
    erase(bob)
    assert not Block.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_players_block_each_other_at_once(ada: Person, bob: Person) -> None:
    def ask(player: Person, other: Person) -> Callable[[], int]:
        client = ContractClient(player.client.secret)
        return lambda: client.put(f"{MINE}/{other.id}").status_code

    assert set(together(*[ask(ada, bob), ask(bob, ada)] * 2)) == {204}
    assert (len(listed(ada)), len(listed(bob))) == (1, 1)


# -- tables --------------------------------------------------------------------------------------------------------


def test_at_a_public_table_the_second_of_a_blocked_pair_is_refused(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    block(ada, bob)
    hosts = person("Cid")
    of_blocker, of_blocked = lobby(hosts, ada, seats=4), lobby(hosts, bob, seats=4)
    refused = bob.sit(of_blocker)
    assert (refused.status_code, code(refused)) == (403, "not_welcome")
    assert not {"Ada", str(ada.id)} & set(refused.content.decode().split('"'))
    refused = ada.sit(of_blocked)
    assert (refused.status_code, code(refused)) == (403, "blocked_player_there")
    assert person("Dot").sit(of_blocker).status_code == 200
    unblock(ada, bob)
    assert bob.sit(of_blocker).status_code == 200


def test_an_invitation_by_the_host_that_names_the_player_admits_them(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    block(ada, bob)
    host = person("Cid")
    game = lobby(host, ada, seats=4)
    host.code(game)
    ada.code(game, player="Bob")
    invitations.create_due()
    assert code(bob.sit(game)) == code(bob.sit(game, invitation=host.code(game))) == "not_welcome"
    game = lobby(host, ada, seats=4)
    host.code(game, player="Bob")
    assert inbox(bob) == ["invited"] * 2
    assert bob.sit(game).status_code == 200


def test_an_invitation_by_mail_names_the_player_who_uses_it(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    block(ada, bob)
    host = person("Cid")
    with_address(host, "cid@example.org")
    game = lobby(host, ada, seats=3)
    assert bob.sit(game, invitation=host.code(game, email="bob@example.org")).status_code == 200


def test_everybody_who_is_invited_to_a_private_table_may_sit_down(ada: Person, bob: Person) -> None:
    block(bob, ada)
    game = lobby(ada, seats=2, private=True)
    assert bob.sit(game, invitation=ada.code(game)).status_code == 200


def test_a_seat_that_was_taken_is_kept(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob, seats=2)
    block(ada, bob)
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    assert bob.see(game)["status"] == "running"


@pytest.mark.django_db(transaction=True)
def test_of_a_blocked_pair_that_sits_down_at_once_one_gets_a_seat(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    block(ada, bob)
    game = lobby(person("Cid"), seats=4)

    def ask(player: Person) -> Callable[[], int]:
        client = ContractClient(player.client.secret)
        return lambda: client.send(f"/v1/games/{game}/seats", {}).status_code

    assert sorted(together(ask(ada), ask(bob))) == [200, 403]
    assert ada.see(game)["open_seats"] == 2


# -- messages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["player", "email"])
def test_an_invitation_by_a_blocked_player_looks_the_same_and_does_not_arrive(
    ada: Person, bob: Person, by: str
) -> None:
    with_address(ada, "ada@example.org")
    with_address(bob, "bob@example.org")
    invited = {"player": {"player": "Bob"}, "email": {"email": "bob@example.org"}}[by]

    def sent(game: str) -> Any:
        answer = ada.client.send(f"/v1/games/{game}/invitations", invited).json()
        invitations.create_due()
        (shown,) = ada.client.get(f"/v1/games/{game}/invitations").json()["invitations"]
        for one in (answer, shown):
            for member in ("code", "link", "created_at", "expires_at"):
                one.pop(member)
        return answer, shown

    before = sent(lobby(ada, seats=2))
    assert inbox(bob) == ["invited"]
    block(bob, ada)
    assert sent(lobby(ada, seats=2)) == before
    assert inbox(bob) == ["invited"]
    unblock(bob, ada)
    sent(lobby(ada, seats=2))
    assert inbox(bob) == ["invited"] * 2


def test_a_nudge_by_a_blocked_player_is_answered_and_limited_as_ever_and_does_not_arrive(
    ada: Person, bob: Person
) -> None:
    # Of three matches two wait for the same player.
    matches = sorted((at_table(ada, bob) for _ in range(3)), key=lambda match: match[2].name)
    (game, waiting, slow), (other, _, _) = matches[:2] if matches[0][2] == matches[1][2] else matches[1:]
    block(slow, waiting)
    answer = nudge(waiting, game)
    assert (answer.status_code, answer.json()) == (200, {"seat": slow.see(game)["your_seat"]})
    again = nudge(waiting, game)
    assert (again.status_code, code(again)) == (429, "too_soon_to_nudge")
    assert 23 * 3600 < int(again["Retry-After"]) <= 24 * 3600
    assert nudge(waiting, other).status_code == 200
    assert inbox(slow) == []
    Block.objects.update(nudges={})
    assert nudge(waiting, game).status_code == 200


def test_the_blocker_still_nudges(ada: Person, bob: Person) -> None:
    game, waiting, slow = at_table(ada, bob)
    block(waiting, slow)
    assert nudge(waiting, game).status_code == 200
    assert inbox(slow) == ["nudge"]


def test_a_match_under_way_goes_on(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    block(ada, bob)
    mover = (ada, bob)[ada.see(game)["turn"]]
    move = mover.see(game)["legal_commands"][0]
    assert mover.command(game, move).status_code == 200
    assert UUID(bob.see(game)["id"]) == UUID(game)
