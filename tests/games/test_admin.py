"""The admin shows games to operators and nothing that would help them play."""

from uuid import uuid4

import pytest
from django.contrib.admin.utils import quote
from django.test import Client

from games.audit import auditor
from games.models import Outage
from games.store import deadlines, load
from players.models import Player
from tests.games import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    """Return a browser session of an operator who may enter the admin."""
    player = Player.objects.create_superuser("Olga", "a long password")
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_game_is_shown_without_its_secrets_and_cannot_be_touched(operator: Client) -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, private=True).game
    code = tables.code_of(game.id)
    tables.sit(game.id, bob, code=code)
    loaded = load.load_for_command(game.id, None, uuid4())
    assert loaded is not None
    assert game.seats[0].name
    page = operator.get(f"/admin/games/game/{game.id}/change/")
    text = page.content.decode()
    assert page.status_code == 200
    assert game.seats[0].name in text
    assert code not in text
    assert (loaded.seed or b"").hex() not in text
    assert b"_save" not in page.content
    assert operator.get("/admin/games/game/").status_code == 200
    for forbidden in ("add/", f"{game.id}/delete/"):
        assert operator.get(f"/admin/games/game/{forbidden}").status_code == 403
    assert operator.post(f"/admin/games/game/{game.id}/change/", {"version": 1}).status_code == 403


def test_outages_and_heartbeats_are_there_to_look_at(operator: Client) -> None:
    deadlines.beat()
    tables.raw("UPDATE heartbeat SET beat_at = now() - interval '90 minutes'")
    deadlines.beat()
    assert "1:30:0" in operator.get("/admin/games/outage/").content.decode()
    assert "sweep" in operator.get("/admin/games/heartbeat/").content.decode()
    outage = quote(str(Outage.objects.get().pk))
    for page, key in (("outage", outage), ("heartbeat", "sweep")):
        assert operator.get(f"/admin/games/{page}/{key}/change/").status_code == 200
        assert operator.post(f"/admin/games/{page}/{key}/change/", {}).status_code == 403
        for forbidden in ("add/", f"{key}/delete/"):
            assert operator.get(f"/admin/games/{page}/{forbidden}").status_code == 403


def test_quarantined_games_and_what_the_auditor_found_are_there_to_look_at(operator: Client) -> None:
    game = tables.started(tables.person(), tables.person())
    other = tables.started(tables.person(), tables.person())
    with tables.unguarded():
        tables.raw("UPDATE event SET actor = 1 - actor WHERE game_id = %s AND seq = 3", game)
    auditor.turn(60.0)
    assert "event 3: chain: " in operator.get(f"/admin/games/game/{game}/change/").content.decode()
    held = operator.get("/admin/games/game/?quarantined_at__isempty=0").content.decode()
    assert (str(game) in held, str(other) in held) == (True, False)
    assert str(game) in operator.get("/admin/games/found/").content.decode()
    assert "moves" in operator.get("/admin/games/round/").content.decode()
    assert operator.get("/admin/games/found/add/").status_code == 403
