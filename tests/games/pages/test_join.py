"""The page behind the link of an invitation shows its table in words, and the code, to anybody who has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

import engine
from games.services import lobby
from games.services.lobby import TableWish
from games.store import quarantine
from players import invitations
from players.invitation_codes import written
from players.invitations import Invited, Kind
from players.models import Invitation, Player
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.django_db

WEEK = engine.ClockSet(90 * 60, 2 * 86_400, 0, None, None, weekends=False, late="lenient", autopilot_after=3)


def table(host: UUID, *, options: Mapping[str, object] | None = None, clock: engine.ClockSet | None = None) -> UUID:
    wish = TableWish(options=options or {}, seats=4, private=True, clock=clock)
    return lobby.create_game(player=host, wish=wish, command_id=uuid4(), request_hash=tables.ASKED).game.id


def get(code: str, status: int = 200, language: str = "en") -> str:
    answer = Client().get(f"/m/invitation/{code}", headers={"accept-language": language})
    assert answer.status_code == status, answer.content
    return answer.content.decode()


def code_for(game: UUID, host: UUID, kind: Kind) -> str:
    invited = Invited(kind, "cy@example.org" if kind == Kind.EMAIL else "Cy")
    return invitations.make(game_id=game, player_id=host, invited=invited, language="en").code


def test_the_page_shows_the_table_and_the_code() -> None:
    host = tables.person()
    Player.objects.filter(id=host).update(name="<b>Ann")
    game = table(host, options={"stack": "same"}, clock=WEEK)
    code = tables.code_of(game)
    page = get(written(code).lower())
    for said in (
        "&lt;b&gt;Ann invites you to a table",
        "Already there: &lt;b&gt;Ann. 3 seats are still open.",
        "The host is &lt;b&gt;Ann.",
        "1 hour and 30 minutes for each turn, and 2 days in reserve.",
        "What differs from the usual rules",
        "Stacking: ",
        f'<p class="code">{written(code)}</p>',
    ):
        assert said in page
    assert "<form" not in page
    assert str(game) not in page


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", ("vous invite à une table", "Un jour par tour.", "Le code de cette invitation")),
        ("ru", ("приглашает вас за стол", "День на ход.", "Код этого приглашения")),
    ],
)
def test_it_speaks_the_language_of_its_visitor(language: str, said: tuple[str, ...]) -> None:
    host = tables.person()
    code = tables.code_of(table(host, clock=engine.ClockSet(86_400, None, 0, None, None, False, "lenient", 3)))  # noqa: FBT003
    page = get(code, language=language)
    assert [text for text in said if text not in page] == []


def test_a_table_without_a_clock_says_so() -> None:
    assert "There is no time limit." in get(tables.code_of(table(tables.person())))


def test_unknown_and_ended_codes_get_the_same_page() -> None:
    host = tables.person()
    game = table(host)
    code = tables.code_of(game)
    assert get(code)
    invitations.expire(game)
    assert get(code, 404) == get("BCDF-2345", 404) == get("x", 404)


@pytest.mark.parametrize("kind", [Kind.PLAYER, Kind.EMAIL])
def test_an_invitation_of_one_person_can_be_declined_by_a_press(kind: Kind) -> None:
    host = tables.person()
    game = table(host)
    code, link = code_for(game, host, kind), tables.code_of(game)
    assert "Decline the invitation" in get(code)
    assert Client().head(f"/m/invitation/{code}").status_code == 200
    foreign: Any = Client().post(f"/m/invitation/{code}", headers={"sec-fetch-site": "cross-site"})
    assert foreign.status_code == 403
    assert Invitation.objects.get(code=code).state == "open"
    pressed: Any = Client().post(f"/m/invitation/{code}")
    assert (pressed.status_code, "You have declined" in pressed.content.decode()) == (200, True)
    assert Invitation.objects.values_list("state", "email").get(code=code) == ("declined", "")
    assert Invitation.objects.get(code=link).state == "open"
    assert Client().post(f"/m/invitation/{code}").status_code == 404


def test_a_link_for_everybody_cannot_be_declined() -> None:
    code = tables.code_of(table(tables.person()))
    assert Client().post(f"/m/invitation/{code}").status_code == 404
    assert get(code)


def test_a_quarantined_table_says_so() -> None:
    game = table(tables.person())
    code = tables.code_of(game)
    quarantine.add(game, "a test")
    with tables.unguarded():
        tables.raw("UPDATE event SET public = 'x' WHERE game_id = %s", game)
    tables.raw("UPDATE game SET state_cache = NULL WHERE id = %s", game)
    assert "This game is on hold" in get(code, 409)


def test_the_page_is_kept_by_nobody_and_names_no_address_to_others() -> None:
    answer = Client().get(f"/m/invitation/{tables.code_of(table(tables.person()))}")
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "noindex" in answer["X-Robots-Tag"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]
