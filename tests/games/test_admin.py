"""The admin shows games to operators and nothing that would help them play."""

from uuid import uuid4

import pytest
from django.test import Client

from games import event_store
from players.models import Player
from tests.games import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    """A browser of somebody who may enter the admin."""
    player = Player.objects.create_superuser("Olga", "a long password")
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_game_is_shown_without_its_secrets_and_cannot_be_touched(operator: Client) -> None:
    ann, bob = tables.person(), tables.person()
    header = tables.lobby_of(ann, private=True).header
    tables.sit(header.id, bob, invite=header.invite_code)
    loaded = event_store.load_for_command(header.id, None, uuid4())
    assert loaded is not None
    assert header.invite_code
    assert header.seats[0].name
    page = operator.get(f"/admin/games/game/{header.id}/change/")
    text = page.content.decode()
    assert page.status_code == 200
    assert header.seats[0].name in text
    assert header.invite_code not in text
    assert (loaded.seed or b"").hex() not in text
    assert b"_save" not in page.content
    assert operator.get("/admin/games/game/").status_code == 200
    for forbidden in ("add/", f"{header.id}/delete/"):
        assert operator.get(f"/admin/games/game/{forbidden}").status_code == 403
    assert operator.post(f"/admin/games/game/{header.id}/change/", {"version": 1}).status_code == 403
