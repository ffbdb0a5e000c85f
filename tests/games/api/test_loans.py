"""A player lends their seat to a friend, who sees only what the hand shows from then on, as long as the loan runs."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.db import transaction

from games import tasks
from games.models import Loan
from games.notifications import seen
from games.services import empty_seats, erasure
from players import blocks
from players.models import Notification
from tests.games import tables
from tests.games.api.observations import hear
from tests.games.api.people import lobby, running
from tests.games.api.worlds import enter, other_world
from tests.games.streams.items import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

HOUR = 3600


@pytest.fixture
def table(ada: Person, bob: Person, person: Callable[..., Person]) -> list[Person]:
    """Three players for a match."""
    return [ada, bob, person("Cid")]


@pytest.fixture
def dan(person: Callable[..., Person]) -> Person:
    return person("Dan")


def begun(people: list[Person], moves: int = 4, **body: Any) -> str:
    game = running(*people, **{"spectators": "open", **body})
    for number in range(moves):
        move(game, people, number)
    return game


def move(game: str, people: list[Person], number: int = 0) -> None:
    turn = people[0].see(game)["turn"]
    legal = people[turn].see(game)["legal_commands"]
    assert people[turn].command(game, legal[number % len(legal)]).status_code == 200


def private_match(people: list[Person]) -> str:
    game = lobby(people[0], seats=len(people), private=True)
    for one in people[1:]:
        assert one.sit(game, invitation=people[0].code(game)).status_code == 200
    assert people[0].client.send(f"/v1/games/{game}/start").status_code == 200
    return game


def listed(player: Person, path: str, limit: int = 50) -> list[str]:
    """Return the games of a list, page by page."""
    found: list[str] = []
    cursor = ""
    while True:
        join = "&" if "?" in path else "?"
        page = player.client.get(f"{path}{join}limit={limit}{cursor}").json()
        found += [one["id"] for one in page["games"]]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


def path(game: str, seat: int = 1) -> str:
    return f"/v1/games/{game}/seats/{seat}/loan"


def offer(lender: Person, game: str, seat: int = 1, **body: Any) -> Any:
    return lender.client.put(path(game, seat), {"hours": 24, **body}, content_type="application/json")


def accept(player: Person, game: str, code: str, seat: int = 1) -> Any:
    return player.client.send(f"{path(game, seat)}/accept", {"code": code})


def lend(lender: Person, game: str, friend: Person, seat: int = 1, **body: Any) -> Any:
    offered = offer(lender, game, seat, **body)
    assert offered.status_code == 200, offered.content
    accepted = accept(friend, game, offered.json()["code"], seat)
    assert accepted.status_code == 200, accepted.content
    return accepted.json()


def end(player: Person, game: str, seat: int = 1) -> Any:
    return player.client.delete(path(game, seat))


def code_of(answer: Any) -> str:
    code: str = answer.json()["code"]
    return code


def entries(client: ContractClient, game: str) -> list[Any]:
    found: list[Any] = client.get(f"/v1/games/{game}/events?limit=500").json()["events"]
    return found


def types(game: str) -> list[str]:
    return [type(event).__name__ for event in tables.events_of(UUID(game))]


def turn_of(game: str, people: list[Person], seat: int) -> None:
    """Play until it is the turn of a seat."""
    for number in range(20):
        if people[0].see(game)["turn"] == seat:
            return
        move(game, people, number)
    raise AssertionError("the seat has no turn")


# -- Lending -----------------------------------------------------------------------------------------------------------


def test_both_play_a_lent_seat(table: list[Person], dan: Person) -> None:
    game = begun(table)
    hand = table[1].see(game)["view"]["hand"]
    lent = lend(table[1], game, dan, hours=5)
    assert (lent["state"], lent["lender"], lent["borrower"], lent["hours"]) == ("lent", "Bob", "Dan", 5)
    assert types(game)[-1] == "SeatLent"
    theirs, bobs = dan.see(game), table[1].see(game)
    assert theirs["view"]["hand"] == bobs["view"]["hand"] == hand
    assert theirs["your_seat"] == bobs["your_seat"] == 1
    assert theirs["seats"][1]["name"] == "Bob"
    friends = [table[0], dan, table[2]]
    turn_of(game, friends, 1)
    move(game, friends)
    turn_of(game, table, 1)
    move(game, table)
    assert [one["actor"] for one in entries(dan.client, game)[-40:]].count(1) > 1


def test_everybody_sees_until_when_a_seat_is_lent_and_nobody_else_to_whom(
    table: list[Person], dan: Person, stranger: ContractClient
) -> None:
    game = begun(table)
    until = lend(table[1], game, dan, hours=7)["lent_until"]
    assert datetime.fromisoformat(until) - datetime.fromisoformat(dan.see(game)["updated_at"]) == timedelta(hours=7)
    seats = stranger.get(f"/v1/games/{game}").json()["seats"]
    assert [seat["lent_until"] for seat in seats] == [None, until, None]
    listed = stranger.get("/v1/games").json()["games"][0]["seats"]
    assert [seat["lent_until"] for seat in listed] == [None, until, None]
    assert "Dan" not in stranger.get(f"/v1/games/{game}").content.decode()
    assert table[1].client.get(path(game)).json()["borrower"] == "Dan"
    assert dan.client.get(path(game)).json()["lender"] == "Bob"
    assert code_of(table[0].client.get(path(game))) == "loan_not_found"
    assert code_of(stranger.get(path(game))) == "loan_not_found"
    assert str(dan.id) not in stranger.get(f"/v1/games/{game}/events?limit=500").content.decode()


def test_an_offer_can_be_read_by_its_code_and_lapses(
    table: list[Person], dan: Person, stranger: ContractClient
) -> None:
    game = begun(table)
    offered = offer(table[1], game).json()
    assert offered["link"].endswith(f"/join/{offered['code']}/{game}/1")
    shown = stranger.get(f"{path(game)}?code={offered['code'].lower()}").json()
    assert (shown["state"], shown["lender"], shown["code"], shown["borrower"]) == ("offered", "Bob", None, None)
    assert table[1].client.get(path(game)).json() == offered
    assert code_of(dan.client.get(path(game))) == "loan_not_found"
    assert code_of(stranger.get(f"{path(game)}?code=BCDF-2345")) == "loan_not_found"
    assert code_of(stranger.get(f"{path(game, 2)}?code={offered['code']}")) == "loan_not_found"
    tables.later(24 * HOUR + 1)
    assert code_of(stranger.get(f"{path(game)}?code={offered['code']}")) == "loan_not_found"
    assert code_of(accept(dan, game, offered["code"])) == "loan_not_found"
    assert table[1].client.get(path(game)).json()["state"] == "none"


def test_a_new_offer_replaces_the_old_one_and_can_be_withdrawn(table: list[Person], dan: Person) -> None:
    game = begun(table)
    old, new = (offer(table[1], game).json()["code"] for _ in range(2))
    assert code_of(accept(dan, game, old)) == "loan_not_found"
    assert end(table[1], game).status_code == 204
    assert code_of(accept(dan, game, new)) == "loan_not_found"
    assert "SeatLent" not in types(game)


def test_only_the_named_friend_may_accept(table: list[Person], dan: Person, person: Callable[..., Person]) -> None:
    game = begun(table)
    offered = offer(table[1], game, player="DAN").json()
    assert offered["player"] == "DAN"
    assert code_of(accept(person("Eve"), game, offered["code"])) == "loan_not_found"
    assert accept(dan, game, offered["code"]).status_code == 200
    assert accept(dan, game, offered["code"]).status_code == 200  # again
    assert types(game).count("SeatLent") == 1


def test_a_seat_is_lent_by_its_player_and_while_the_match_runs(table: list[Person], dan: Person) -> None:
    waiting = lobby(table[1], table[0], table[2], seats=3)
    assert code_of(offer(table[1], waiting, 0)) == "match_not_running"
    game = begun(table)
    assert code_of(offer(table[0], game)) == "not_your_seat"
    assert code_of(offer(dan, game)) == "not_seated"
    assert code_of(offer(dan, game, 9)) == "not_seated"
    assert code_of(offer(dan, str(UUID(int=0)))) == "game_not_found"
    for hours in (0, 49):
        assert code_of(offer(table[1], game, hours=hours)) == "malformed_body"
    lend(table[1], game, dan)
    assert code_of(offer(table[1], game)) == "seat_is_lent"
    assert code_of(offer(dan, game)) == "not_seated"
    assert table[2].command(game, {"type": "resign"}).status_code == 200
    assert code_of(offer(table[2], game, 2)) == "seat_resigned"


def test_nobody_borrows_who_has_or_had_another_seat(
    table: list[Person], dan: Person, person: Callable[..., Person]
) -> None:
    game = begun([*table, person("Eli")])
    code = offer(table[1], game).json()["code"]
    assert code_of(accept(table[0], game, code)) == "already_seated"
    assert code_of(accept(table[1], game, code)) == "already_seated"
    assert table[2].command(game, {"type": "resign"}).status_code == 200
    tables.let_bots_move(UUID(game))
    assert person("Sub").client.send(f"/v1/games/{game}/seats/2/takeover", {}).status_code == 200
    assert code_of(accept(table[2], game, code)) == "former_player"
    assert accept(dan, game, code).status_code == 200
    other = offer(table[0], game, 0).json()["code"]
    assert code_of(accept(dan, game, other, 0)) == "another_hand_known"
    assert end(dan, game).status_code == 204
    assert code_of(accept(dan, game, other, 0)) == "another_hand_known"
    assert table[0].command(game, {"type": "resign"}).status_code == 200
    tables.let_bots_move(UUID(game))
    assert code_of(dan.client.send(f"/v1/games/{game}/seats/0/takeover", {})) == "another_hand_known"
    lend(table[1], game, dan)  # the same seat again


def test_blocks_keep_a_friend_from_the_seat(table: list[Person], dan: Person) -> None:
    game = begun(table)
    code = offer(table[1], game).json()["code"]
    blocks.block(player_id=table[2].id, blocked_id=dan.id)
    assert code_of(accept(dan, game, code)) == "not_welcome"
    blocks.unblock(player_id=table[2].id, blocked_id=dan.id)
    blocks.block(player_id=dan.id, blocked_id=table[0].id)
    assert code_of(accept(dan, game, code)) == "blocked_player_there"


def test_a_private_table_is_seen_as_long_as_its_seat_is_lent(
    table: list[Person], dan: Person, stranger: ContractClient
) -> None:
    game = private_match(table)
    code = offer(table[1], game).json()["code"]
    assert stranger.get(f"{path(game)}?code={code}").status_code == 200
    assert code_of(stranger.get(f"{path(game)}?code=BCDF-2345")) == "loan_not_found"
    assert code_of(dan.client.get(path(game))) == "game_not_found"
    assert code_of(accept(dan, game, "BCDF-2345")) == "loan_not_found"
    assert accept(dan, game, code).status_code == 200
    assert dan.see(game)["your_seat"] == 1
    assert end(table[1], game).status_code == 204
    assert code_of(dan.client.get(f"/v1/games/{game}")) == "game_not_found"


# -- What belongs to the lender ----------------------------------------------------------------------------------------


def test_a_friend_moves_and_nothing_else(table: list[Person], dan: Person) -> None:
    game = begun(table, options={"standing_orders": True})
    lend(table[1], game, dan)
    assert dan.see(game)["table_commands"] == []
    assert table[1].see(game)["table_commands"] != []
    for command in ({"type": "resign"}, {"type": "vote", "motion": "abort"}):
        assert code_of(dan.command(game, command)) == "lender_only"
    orders = f"/v1/games/{game}/orders"
    assert code_of(dan.client.get(orders)) == "not_seated"
    assert code_of(dan.client.send(f"/v1/games/{game}/nudge")) == "not_seated"
    assert code_of(dan.client.send(f"/v1/games/{game}/invitations", {})) == "not_seated"
    assert code_of(offer(dan, game)) == "not_seated"


def test_orders_end_when_a_seat_is_lent_and_wait_until_it_is_back(table: list[Person], dan: Person) -> None:
    game = begun(table, options={"standing_orders": True})
    orders = f"/v1/games/{game}/orders"

    def give() -> Any:
        return table[1].client.put(orders, {"drawn_card": "keep"}, content_type="application/json")

    assert give().status_code == 200
    lend(table[1], game, dan)
    assert table[1].client.get(orders).json()["orders"] is None
    assert code_of(give()) == "seat_is_lent"
    assert end(table[1], game).status_code == 204
    assert give().status_code == 200


# -- The end of a loan -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["lender", "friend"])
def test_a_loan_ends_at_once_when_one_of_both_ends_it(table: list[Person], dan: Person, who: str) -> None:
    game = begun(table)
    lend(table[1], game, dan)
    ender = table[1] if who == "lender" else dan
    assert end(ender, game).status_code == end(ender, game).status_code == 204
    assert types(game).count("SeatReturned") == 1
    seen_now = dan.see(game)
    assert (seen_now["your_seat"], seen_now["view"]["hand"], seen_now["legal_commands"]) == (None, None, [])
    assert seen_now["seats"][1]["lent_until"] is None
    assert code_of(dan.command(game, {"type": "draw"})) == "not_seated"
    assert game not in [one["id"] for one in dan.client.get("/v1/me/games").json()["games"]]
    assert table[1].see(game)["your_seat"] == 1
    assert code_of(end(table[0], game)) == "not_your_seat"


def test_a_loan_ends_by_itself_when_its_time_is_over(table: list[Person], dan: Person) -> None:
    game = begun(table)
    lend(table[1], game, dan, hours=3)
    friends = [table[0], dan, table[2]]
    turn_of(game, friends, 1)
    version = dan.see(game)["version"]
    tables.later(3 * HOUR - 30, swept=False)
    assert dan.see(game)["your_seat"] == 1
    tables.later(31, swept=False)
    assert dan.see(game)["your_seat"] is None
    assert code_of(dan.command(game, {"type": "draw"})) == "not_seated"
    assert game not in [one["id"] for one in dan.client.get("/v1/me/games").json()["games"]]
    assert code_of(dan.client.get(path(game))) == "loan_not_found"
    assert table[1].client.get(path(game)).json()["state"] == "none"
    assert table[1].see(game)["seats"][1]["lent_until"] is None
    assert tables.version_of(UUID(game)) == version  # nothing had to happen
    lend(table[1], game, dan)


def test_the_end_of_the_match_ends_a_loan_and_forgets_it(table: list[Person], dan: Person) -> None:
    game = begun(table)
    lend(table[1], game, dan)
    for one in (table[0], table[2]):
        assert one.command(game, {"type": "resign"}).status_code == 200
    assert dan.see(game)["status"] == "finished"
    assert dan.see(game)["your_seat"] is None
    assert not Loan.objects.filter(game_id=game).exists()
    assert code_of(offer(table[1], game)) == "game_finished"
    assert dan.client.get(f"/v1/games/{game}/transcript").status_code == 200


def test_who_takes_a_seat_over_does_not_share_it(
    table: list[Person], dan: Person, person: Callable[..., Person]
) -> None:
    game = begun(table)
    lend(table[1], game, dan)
    assert table[1].command(game, {"type": "resign"}).status_code == 200
    tables.let_bots_move(UUID(game))
    assert code_of(dan.command(game, {"type": "draw"})) == "seat_resigned"
    assert person("Sub").client.send(f"/v1/games/{game}/seats/1/takeover", {}).status_code == 200
    assert dan.see(game)["your_seat"] is None
    assert dan.see(game)["seats"][1]["lent_until"] is None


@pytest.mark.parametrize("who", ["lender", "friend"])
def test_a_loan_ends_with_the_account_of_one_of_both(table: list[Person], dan: Person, who: str) -> None:
    game = begun(table)
    lend(table[1], game, dan)
    erasure.erase(table[1].id if who == "lender" else dan.id)
    assert "SeatReturned" in types(game)
    assert table[0].see(game)["seats"][1]["lent_until"] is None
    assert not Loan.objects.filter(game_id=game, until_at__isnull=True).exists()
    if who == "lender":
        assert dan.see(game)["your_seat"] is None


def test_a_seat_that_loses_its_player_is_not_lent_any_more(table: list[Person], dan: Person) -> None:
    """Whatever way it loses them: nothing else than the change of the seat has to be done."""
    game = begun(table)
    lend(table[1], game, dan)
    empty_seats.vacate(table[1].id)
    assert dan.see(game)["your_seat"] is None


# -- What a friend sees ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spectators", ["open", "delayed"])
def test_earlier_events_and_states_are_those_of_a_spectator(
    table: list[Person], dan: Person, stranger: ContractClient, spectators: str
) -> None:
    game = begun(table, moves=8, spectators=spectators)
    version = tables.version_of(UUID(game))
    lend(table[1], game, dan)
    friends = [table[0], dan, table[2]]
    for number in range(6):
        move(game, friends, number)
    mine, bobs = entries(dan.client, game), entries(table[1].client, game)
    as_spectator = [one for one in entries(stranger, game) if one["seq"] <= version]
    assert mine[: len(as_spectator)] == as_spectator
    assert mine[version:] == bobs[version:]
    assert mine[:version] != bobs[:version]
    streamed = dan.client.get(f"/v1/games/{game}/stream?after=1").content
    assert [one["entry"] for one in parse(streamed) if "entry" in one] == mine[1:]
    streamed = table[1].client.get(f"/v1/games/{game}/stream?after=1").content
    assert [one["entry"] for one in parse(streamed) if "entry" in one] == bobs[1:]
    state = dan.client.get(f"/v1/games/{game}/states/{version}")
    assert state.json()["view"]["hand"] is None
    since = dan.client.get(f"/v1/games/{game}?include=since_you_looked").json()["since_you_looked"]
    assert all(one["seq"] > version for one in since["events"])


@pytest.mark.parametrize("spectators", ["open", "delayed", "none"])
def test_after_the_loan_a_friend_sees_what_a_spectator_sees(
    table: list[Person], dan: Person, person: Callable[..., Person], spectators: str
) -> None:
    game = begun(table, moves=6, spectators=spectators)
    lend(table[1], game, dan)
    friends = [table[0], dan, table[2]]
    for number in range(6):
        move(game, friends, number)
    assert end(table[1], game).status_code == 204
    for number in range(3):
        move(game, table, number)
    onlooker = person("Olga")
    version = tables.version_of(UUID(game))
    for route in ("", "/events?limit=500", "/stream?after=1", f"/states/{version}", "/states/4", "/automatic-moves"):
        address = f"/v1/games/{game}{route}"
        theirs, others = dan.client.get(address), onlooker.client.get(address)
        assert theirs.status_code == others.status_code
        if theirs.status_code == 200 and "stream" not in route:
            assert {**theirs.json(), "server_now": 0} == {**others.json(), "server_now": 0}
    assert b'"hand":[' not in dan.client.get(f"/v1/games/{game}/stream?after=1").content


@pytest.mark.parametrize("spectators", ["open", "delayed", "none"])
@pytest.mark.parametrize("ended", [False, True])
def test_a_friend_cannot_tell_two_worlds_apart(
    table: list[Person],
    person: Callable[..., Person],
    spectators: str,
    ended: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """What they cannot know: during the loan the cards of the others, and after it also nothing of later cards."""
    found = 0
    for seed in range(40):
        random = Random(seed)  # noqa: S311 - a reproducible test
        game = begun(table, moves=random.randrange(4), spectators=spectators)
        friend = person()
        lend(table[1], game, friend)
        if ended:
            assert end(friend, game).status_code == 204
        changed = other_world(UUID(game), 1, random)
        if changed is None:
            continue
        others = [table[0].client, table[2].client]
        seen.forget()
        with transaction.atomic():
            here = hear(friend.client, game, 3, others)
            enter(UUID(game), changed)
            seen.forget()
            there = hear(friend.client, game, 3, others)
            transaction.set_rollback(True)
        assert [one.route for one, other in zip(here, there, strict=True) if one != other] == []
        found += 1
        if found == 2:
            return
    raise AssertionError("no history has another world")


# -- Lists, messages, the clock ----------------------------------------------------------------------------------------


def test_a_lent_seat_is_in_the_lists_of_the_friend(table: list[Person], dan: Person) -> None:
    game = begun(table)
    lend(table[1], game, dan)
    [mine] = dan.client.get("/v1/me/games").json()["games"]
    assert (mine["id"], mine["your_seat"]) == (game, 1)
    [bobs] = table[1].client.get("/v1/me/games").json()["games"]
    assert {**mine, "server_now": 0} == {**bobs, "server_now": 0}
    assert dan.client.get("/v1/games").json()["games"][0]["your_seat"] == 1


@pytest.mark.parametrize("private", [False, True])
def test_both_lists_of_own_games_have_a_lent_seat_as_long_as_the_loan_runs(
    table: list[Person],
    dan: Person,
    private: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    own = running(dan, table[0])
    game = private_match(table) if private else begun(table)
    newest = running(dan, table[0])
    code = offer(table[1], game).json()["code"]
    assert listed(dan, "/v1/games?mine=true") == [newest, own]
    assert accept(dan, game, code).status_code == 200
    for path in ("/v1/games?mine=true", "/v1/games?mine=true&status=running"):
        assert listed(dan, path) == [newest, game, own], path
        assert listed(dan, path, limit=1) == [newest, game, own], path
    assert set(listed(dan, "/v1/me/games")) == set(listed(dan, "/v1/games?mine=true"))
    assert listed(dan, f"/v1/games?mine=true&player={table[1].id}") == [game]
    for path in ("/v1/games?mine=true&status=finished", "/v1/games?mine=true&open_seats=true"):
        assert game not in listed(dan, path)
    for one in (table[0], table[2]):
        assert listed(one, "/v1/games?mine=true").count(game) == 1
    assert end(table[1], game).status_code == 204
    for path in ("/v1/games?mine=true", "/v1/me/games"):
        assert game not in listed(dan, path)


def test_a_friend_finds_a_lent_seat_by_its_turn_and_by_what_it_can_do(table: list[Person], dan: Person) -> None:
    game = begun(table)
    lend(table[1], game, dan)
    turn_of(game, table, 1)
    for path in ("/v1/games?my_turn=true", "/v1/games?can_act=true"):
        [theirs] = dan.client.get(path).json()["games"]
        [bobs] = table[1].client.get(path).json()["games"]
        assert {**theirs, "server_now": 0} == {**bobs, "server_now": 0}
    turn_of(game, [table[0], dan, table[2]], 2)
    assert listed(dan, "/v1/games?my_turn=true") == listed(table[1], "/v1/games?my_turn=true") == []


def test_a_loan_that_is_over_by_time_or_with_the_match_is_in_no_list(table: list[Person], dan: Person) -> None:
    timed, over = private_match(table), begun(table)
    lend(table[1], timed, dan, hours=1)
    lend(table[1], over, dan, hours=5)
    assert set(listed(dan, "/v1/games?mine=true")) == {timed, over}
    tables.later(HOUR + 1, swept=False)
    assert listed(dan, "/v1/games?mine=true") == [over]
    for one in (table[0], table[2]):
        assert one.command(over, {"type": "resign"}).status_code == 200
    assert listed(dan, "/v1/games?mine=true") == listed(dan, "/v1/me/games") == []


def test_both_are_told_of_the_turn_of_a_lent_seat(table: list[Person], dan: Person) -> None:
    game = begun(table, clock={"turn": 7 * 24 * HOUR})
    lend(table[1], game, dan)
    turn_of(game, [table[0], dan, table[2]], 0)
    tasks.sweep()
    Notification.objects.all().delete()
    turn_of(game, table, 1)
    tasks.sweep()
    told = Notification.objects.filter(kind="your_turn", game_id=game)
    assert set(told.values_list("player_id", flat=True)) == {table[1].id, dan.id}
    texts = [one.client.get("/v1/me/notifications").json()["notifications"][0]["text"] for one in (dan, table[1])]
    assert texts[0] == texts[1]
    assert end(dan, game).status_code == 204
    Notification.objects.all().delete()
    turn_of(game, table, 2)
    turn_of(game, table, 1)
    tasks.sweep()
    told = Notification.objects.filter(kind="your_turn", game_id=game)
    assert dan.id not in set(told.values_list("player_id", flat=True))
