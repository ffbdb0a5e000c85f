"""A substitute takes over a seat that its player has given up, and sees only what the hand shows from then on."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from games import reliability, tasks
from games.clock.control import control
from games.models import FormerSeat, Seat
from games.notifications import invitations as invitation_messages
from games.notifications import seen
from games.services import empty_seats
from games.store import load
from players import blocks
from tests.games import tables
from tests.games.api.observations import hear
from tests.games.api.people import lobby, running
from tests.games.api.worlds import enter, other_world
from tests.games.streams.items import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person


@pytest.fixture
def table(ada: Person, bob: Person, person: Callable[..., Person]) -> list[Person]:
    """Three players for a match."""
    return [ada, bob, person("Cid")]


@pytest.fixture
def dan(person: Callable[..., Person]) -> Person:
    return person("Dan")


def resigned(people: list[Person], seat: int = 1, moves: int = 4, **body: Any) -> str:
    """Return a match in which this seat has resigned after some moves."""
    game = running(*people, **{"spectators": "open", **body})
    for number in range(moves):
        move(game, people, number)
    assert people[seat].command(game, {"type": "resign"}).status_code == 200
    tables.let_bots_move(UUID(game))
    return game


def move(game: str, people: list[Person], number: int = 0) -> None:
    turn = people[0].see(game)["turn"]
    legal = people[turn].see(game)["legal_commands"]
    assert people[turn].command(game, legal[number % len(legal)]).status_code == 200


def take_over(player: Person, game: str, seat: int = 1, **body: Any) -> Any:
    return player.client.send(f"/v1/games/{game}/seats/{seat}/takeover", body)


def entries(client: ContractClient, game: str) -> list[Any]:
    found: list[Any] = client.get(f"/v1/games/{game}/events?limit=500").json()["events"]
    return found


# -- Taking over -------------------------------------------------------------------------------------------------------


def test_a_substitute_goes_on_with_the_hand_and_the_score(table: list[Person], dan: Person) -> None:
    game = resigned(table)
    before = table[0].see(game)["seats"][1]
    answer = take_over(dan, game)
    assert answer.status_code == 200
    told = answer.json()
    assert [entry["event"]["type"] for entry in told["events"]] == ["seat_taken_over"]
    mine = dan.see(game)
    seat = mine["seats"][1]
    assert (mine["your_seat"], mine["seats"][1]["name"], len(mine["view"]["hand"])) == (1, "Dan", before["cards"])
    assert (seat["resigned"], seat["autopilot"], seat["score"]) == (False, False, before["score"])
    people = [table[0], dan, table[2]]
    for number in range(6):
        move(game, people, number)
    assert any(entry["actor"] == 1 for entry in entries(dan.client, game)[-20:])


def test_vacant_seats_are_found_in_the_list_until_they_are_taken(table: list[Person], dan: Person) -> None:
    plain = running(*table)
    game = resigned(table)

    def listed() -> dict[str, Any]:
        found = dan.client.get("/v1/games?substitute=true").json()["games"]
        return {one["id"]: one["vacant_seats"] for one in found}

    assert listed() == {game: [1]}
    assert dan.client.get("/v1/games?substitute=true&ruleset=flip").json()["games"][0]["id"] == game
    assert dan.client.get("/v1/games?substitute=true&status=finished").json()["games"] == []
    assert plain not in listed()
    assert take_over(dan, game).status_code == 200
    assert listed() == {}
    assert dan.see(game)["vacant_seats"] == []
    assert [one["id"] for one in dan.client.get("/v1/me/games").json()["games"]] == [game]


def test_the_seat_of_a_player_who_is_gone_is_vacant(table: list[Person], dan: Person) -> None:
    game = running(*table)
    assert take_over(dan, game).json()["code"] == "seat_not_vacant"
    empty_seats.vacate(table[1].id)
    empty_seats.look_after(UUID(game), 1)
    assert table[0].see(game)["vacant_seats"] == [1]
    assert take_over(dan, game).status_code == 200


def test_a_seat_on_autopilot_whose_player_may_come_back_is_not_vacant(table: list[Person], dan: Person) -> None:
    game = running(*table, clock={"turn": 60, "autopilot_after": 1})
    late = table[0].see(game)["turn"]
    tables.later(61)
    others = [seat for seat in range(3) if seat != late]
    seen_by_another = table[others[0]].see(game)
    assert seen_by_another["seats"][late]["autopilot"]
    assert seen_by_another["vacant_seats"] == []
    assert take_over(dan, game, late).json()["code"] == "seat_not_vacant"


def test_who_may_not_take_a_seat_over(table: list[Person], dan: Person, person: Callable[..., Person]) -> None:
    game = resigned(table)
    waiting = lobby(table[0], seats=3)
    assert take_over(table[0], game).json()["code"] == "already_seated"
    assert take_over(table[1], game).json()["code"] == "already_seated"
    assert take_over(dan, game, 0).json()["code"] == "seat_not_vacant"
    assert take_over(dan, game, 5).json()["code"] == "no_such_seat"
    assert take_over(dan, waiting).json()["code"] == "seat_not_vacant"
    assert take_over(dan, game).status_code == 200
    assert take_over(table[1], game).json()["code"] == "seat_not_vacant"
    assert table[2].command(game, {"type": "resign"}).status_code == 200
    refused = take_over(table[1], game, 2)  # they know the hand of another seat
    assert (refused.status_code, refused.json()["code"]) == (403, "former_player")
    assert take_over(person("Eve"), game, 2).status_code == 200


def test_a_finished_match_has_no_vacant_seats(table: list[Person], dan: Person) -> None:
    game = resigned(table)
    assert table[2].command(game, {"type": "resign"}).status_code == 200
    seen_now = dan.client.get(f"/v1/games/{game}").json()
    assert (seen_now["status"], seen_now["vacant_seats"]) == ("finished", [])
    assert take_over(dan, game).json()["code"] == "game_finished"


def test_a_repeated_request_takes_the_seat_once(table: list[Person], dan: Person) -> None:
    game, command_id = resigned(table), str(uuid4())
    first = take_over(dan, game, command_id=command_id)
    again = take_over(dan, game, command_id=command_id)
    assert (first.json()["events"], again.json()["replayed"]) == (again.json()["events"], True)
    assert FormerSeat.objects.filter(game_id=game).count() == 1
    assert take_over(dan, game, 2, command_id=command_id).json()["code"] == "command_id_reused"


# -- By invitation -----------------------------------------------------------------------------------------------------


@pytest.fixture
def private(table: list[Person]) -> str:
    """A private match in which seat 1 has resigned."""
    game = lobby(table[0], seats=3, private=True)
    for one in table[1:]:
        assert one.sit(game, invitation=table[0].code(game)).status_code == 200
    assert table[0].client.send(f"/v1/games/{game}/start").status_code == 200
    assert table[0].client.send(f"/v1/games/{game}/invitations").json()["code"] == "table_closed"
    assert table[1].command(game, {"type": "resign"}).status_code == 200
    tables.let_bots_move(UUID(game))
    return game


def test_a_private_table_takes_invited_substitutes(private: str, table: list[Person], dan: Person) -> None:
    assert dan.client.get("/v1/games?substitute=true").json()["games"] == []
    assert take_over(dan, private).json()["code"] == "game_not_found"
    assert take_over(dan, private, invitation="BCDF-2345").json()["code"] == "game_not_found"
    code = table[2].code(private)
    invited = dan.client.get(f"/v1/invitations/{code}").json()
    assert (invited["invitation"]["state"], invited["game"]["vacant_seats"]) == ("open", [1])
    assert "view" not in invited["game"]
    assert dan.sit(private, invitation=code).json()["code"] == "table_closed"
    assert dan.client.get(f"/v1/games/{private}").status_code == 404
    assert take_over(dan, private, invitation=code).status_code == 200
    assert dan.see(private)["your_seat"] == 1
    assert table[1].client.get(f"/v1/games/{private}").status_code == 404
    assert dan.client.get(f"/v1/invitations/{code}").status_code == 404
    assert table[0].client.send(f"/v1/games/{private}/invitations").json()["code"] == "table_closed"


def test_who_is_invited_by_name_hears_of_it(private: str, table: list[Person], dan: Person) -> None:
    code = table[1].code(private, player=dan.name)  # who has resigned finds a substitute
    assert invitation_messages.create_due() == 1
    (told,) = dan.client.get("/v1/me/notifications").json()["notifications"]
    assert (told["kind"], told["data"]["code"]) == ("invited", code)
    assert take_over(dan, private, invitation=code).status_code == 200


# -- The former player -------------------------------------------------------------------------------------------------


def test_the_former_player_is_a_spectator_and_cannot_act(table: list[Person], dan: Person) -> None:
    game = resigned(table)
    assert take_over(dan, game).status_code == 200
    seen_by_bob = table[1].see(game)
    assert (seen_by_bob["your_seat"], seen_by_bob["view"]["hand"]) == (None, None)
    assert table[1].command(game, {"type": "draw"}).json()["code"] == "not_seated"
    assert entries(table[1].client, game) == entries(table[1].client.__class__(), game)
    assert [one["id"] for one in table[1].client.get("/v1/me/games").json()["games"]] == []


def test_history_keeps_who_played_what(table: list[Person], dan: Person) -> None:
    game = resigned(table)
    before = Seat.objects.get(game_id=game, seat_no=1).seat_uid
    version = tables.version_of(UUID(game))
    assert take_over(dan, game).status_code == 200
    former = FormerSeat.objects.get(game_id=game)
    assert (former.player_id, former.seat_uid, former.until_version) == (table[1].id, before, version)
    now = Seat.objects.get(game_id=game, seat_no=1)
    assert (now.player_id, now.since_version) == (dan.id, version)
    assert now.seat_uid != before
    exported = table[1].client.get("/v1/me/export").json()
    assert exported["former_seats"] == [
        {"game": game, "seat": 1, "pseudonym": str(before), "since_version": 0, "until_version": version}
    ]
    empty_seats.vacate(table[1].id)
    assert FormerSeat.objects.get(game_id=game).player_id is None


# -- What a substitute sees --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"seven_o": True, "ruleset": "classic"}, {"own_backs": "table"}], ids=repr)
def test_earlier_events_are_those_of_a_spectator(
    table: list[Person], dan: Person, stranger: ContractClient, options: dict[str, object]
) -> None:
    game = resigned(table, moves=12, options=options)
    version = tables.version_of(UUID(game))
    as_spectator = entries(stranger, game)
    assert take_over(dan, game).status_code == 200
    people = [table[0], dan, table[2]]
    for number in range(8):
        move(game, people, number)
    mine = entries(dan.client, game)
    assert mine[:version] == as_spectator[:version]
    paged = dan.client.get(f"/v1/games/{game}/events?after={version - 3}").json()["events"]
    assert paged == mine[version - 3 :]
    whole = [
        one["entry"] for one in parse(dan.client.get(f"/v1/games/{game}/stream?after=1").content) if "entry" in one
    ]
    assert whole == mine[1:]
    exported = dan.client.get("/v1/me/export").json()["games"]
    assert [one["events"] for one in exported] == [mine]


def test_earlier_states_are_those_of_a_spectator(table: list[Person], dan: Person, stranger: ContractClient) -> None:
    game = resigned(table, moves=6)
    version = tables.version_of(UUID(game))
    ends = sorted({row.seq for row in _last_of_commands(game)})
    assert take_over(dan, game).status_code == 200
    for seq in ends:
        path = f"/v1/games/{game}/states/{seq}"
        mine, theirs = dan.client.get(path), stranger.get(path)
        assert mine.status_code == theirs.status_code == 200
        assert mine.json() == theirs.json()
        assert mine.json()["view"]["hand"] is None
    now = dan.client.get(f"/v1/games/{game}/states/{version + 1}").json()
    assert now["view"]["hand"] == [
        {name: card[name] for name in ("card", "handle", "back")} for card in dan.see(game)["view"]["hand"]
    ]


def _last_of_commands(game: str) -> list[Any]:
    rows = tables.rows_of(UUID(game))
    return [row for row, then in zip(rows, [*rows[1:], None], strict=True) if then is None or then[4] != row[4]]


def test_news_begins_with_the_takeover(table: list[Person], dan: Person) -> None:
    game = resigned(table, moves=8)
    assert take_over(dan, game).status_code == 200
    version = dan.see(game)["version"]
    since = dan.client.get(f"/v1/games/{game}?include=since_you_looked").json()["since_you_looked"]
    assert all(one["seq"] >= version for one in since["events"])
    assert dan.client.get(f"/v1/games/{game}/automatic-moves").json()["moves"] == []


@pytest.mark.parametrize("spectators", ["open", "delayed", "none"])
def test_a_substitute_cannot_tell_two_worlds_apart(
    table: list[Person], person: Callable[..., Person], spectators: str
) -> None:
    found = 0
    for seed in range(40):
        random = Random(seed)  # noqa: S311 - a reproducible test
        game = resigned(table, moves=random.randrange(4), spectators=spectators)
        newcomer = person()
        if take_over(newcomer, game).status_code != 200:
            continue
        changed = other_world(UUID(game), 1, random)
        if changed is None:
            continue
        others = [table[0].client, table[2].client]
        seen.forget()
        with transaction.atomic():
            here = hear(newcomer.client, game, 3, others)
            enter(UUID(game), changed)
            seen.forget()
            there = hear(newcomer.client, game, 3, others)
            transaction.set_rollback(True)
        assert [one.route for one, other in zip(here, there, strict=True) if one != other] == []
        found += 1
        if found == 2:
            return
    raise AssertionError("no history has another world")


# -- The clock and reliability -----------------------------------------------------------------------------------------


def test_the_clock_of_a_substitute_begins_anew(table: list[Person], dan: Person) -> None:
    game = running(*table, clock={"bank": 3600, "increment": 60})
    late = table[0].see(game)["turn"]
    tables.later(3000)
    assert table[late].command(game, {"type": "draw"}).status_code == 200
    assert table[late].command(game, {"type": "resign"}).status_code == 200
    tables.let_bots_move(UUID(game))
    assert take_over(dan, game, late).status_code == 200
    found = load.load_game(UUID(game))
    assert found is not None
    assert found.clock is not None
    assert found.clock.banks[late] == 3600 * 1_000_000


def test_turns_count_for_those_who_were_asked(table: list[Person], dan: Person) -> None:
    game = tables.timed(control(turn=3600), *(one.id for one in table))
    late = tables.table_of(game).turn
    assert late is not None
    tables.later(3700)
    tasks.sweep()
    assert table[late].command(str(game), {"type": "resign"}).status_code == 200
    assert take_over(dan, str(game), late).status_code == 200
    tables.let_bots_move(game)
    for seat, one in enumerate(table):
        if seat != late:
            one.command(str(game), {"type": "resign"})
    assert tables.table_of(game).is_over
    assert reliability.recount_match(game)
    tables.later(2 * 86_400)

    def turns(player: Person) -> object:
        return tables.raw("SELECT latest_turns(%s)", player.id)[0][0]

    assert (turns(table[late]), turns(dan)) == ([0, 1], [0, 0])
    assert not reliability.recount_match(game)


# -- Blocks ------------------------------------------------------------------------------------------------------------


def test_a_block_keeps_a_substitute_from_the_others_and_not_from_the_one_who_is_gone(
    table: list[Person], dan: Person
) -> None:
    game = resigned(table)
    ada, bob, _ = table
    blocks.block(player_id=ada.id, blocked_id=dan.id)
    refused = take_over(dan, game)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_welcome")
    blocks.unblock(player_id=ada.id, blocked_id=dan.id)
    blocks.block(player_id=dan.id, blocked_id=ada.id)
    refused = take_over(dan, game)
    assert (refused.status_code, refused.json()["code"]) == (403, "blocked_player_there")
    blocks.unblock(player_id=dan.id, blocked_id=ada.id)
    blocks.block(player_id=bob.id, blocked_id=dan.id)
    assert take_over(dan, game).status_code == 200
