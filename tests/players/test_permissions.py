"""Access is denied unless a view says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from config import me_urls
from players import services
from players.api import urls
from players.api.permissions import Anyone, Nobody, requires
from players.errors import InsufficientScope
from players.limits import READ

if TYPE_CHECKING:
    from rest_framework.request import Request

    from tests.players.people import Someone


class Forgetful(APIView):
    """A view without a permission."""

    rate_class = READ

    def get(self, request: Request) -> Response:  # noqa: ARG002 - DRF's signature
        return Response({"secret": 1})


class Spectators(Forgetful):
    permission_classes = (requires("games:read", anonymous=True),)


def ask(view: type[APIView], secret: str | None = None) -> Any:
    headers = {"authorization": f"Bearer {secret}"} if secret else {}
    return view.as_view()(APIRequestFactory().get("/", headers=headers))


@pytest.mark.django_db
def test_a_view_that_forgets_its_permission_is_closed_to_all(guest: Someone) -> None:
    assert settings.REST_FRAMEWORK["DEFAULT_PERMISSION_CLASSES"] == ["players.api.permissions.Nobody"]
    assert ask(Forgetful).status_code == 401
    assert ask(Forgetful, guest.secret).status_code == 403


@pytest.mark.django_db
def test_a_public_view_still_demands_the_scope_of_those_who_bring_a_token(guest: Someone) -> None:
    _, narrow = services.issue_token(player_id=guest.player.id, kind="personal", scopes=["webhooks"])
    assert ask(Spectators).status_code == 200
    assert ask(Spectators, guest.secret).status_code == 200
    assert ask(Spectators, narrow).status_code == 403


def test_a_scope_that_does_not_exist_cannot_be_demanded() -> None:
    with pytest.raises(ValueError, match="no such scope"):
        requires("games:rule")


def test_every_view_of_players_names_its_own_permission() -> None:
    views = [pattern.callback.view_class for pattern in (*urls.urlpatterns, *me_urls.urlpatterns)]  # type: ignore[attr-defined]
    for view in [view for view in views if view.__module__.startswith("players")]:
        own = "permission_classes" in vars(view) or "get_permissions" in dir(view)
        assert own, view
        assert Nobody not in view.permission_classes or "get_permissions" in {
            name for kind in view.__mro__[:-1] if kind.__module__.startswith("players") for name in vars(kind)
        }
    assert Anyone().has_permission(None, None)  # type: ignore[arg-type]
    assert InsufficientScope(required_scope="x").fields == {"required_scope": "x"}
