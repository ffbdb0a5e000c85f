"""Apps as authors register them. Authors see their apps here, and nothing about their users."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from allauth.idp.oidc.models import Client
from django.db import transaction

from common import clock
from common.sentences import Sentence
from players import names, secret_tokens
from players.errors import AppNotFound, EmailRequired, InvalidApp, PlayerNotFound, TooManyApps
from players.models import App, Authorization, Player
from players.oauth import redirects
from players.scopes import ALL_SCOPES

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

MAX_APPS: Final = 20
MAX_REDIRECTS: Final = 10
MIN_NAME: Final = 2
MAX_NAME: Final = 40
MAX_WEBSITE: Final = 200
PUBLIC: Final = str(Client.Type.PUBLIC)
CONFIDENTIAL: Final = str(Client.Type.CONFIDENTIAL)
TYPES: Final = (PUBLIC, CONFIDENTIAL)

# A name is shown where players decide whom to trust: no invisible, bidirectional or breaking characters.
_NAME_CATEGORIES: Final = frozenset({"Lu", "Ll", "Lt", "Lo", "Lm", "Mn", "Mc", "Nd", "Pc", "Pd", "Po", "Zs"})
_OURS: Final = frozenset(
    {"flipside", "admin", "administrator", "moderator", "official", "operator", "staff", "support"}
)
"""Words by which an app could pass for the service."""
_GRANTS: Final = [str(Client.GrantType.AUTHORIZATION_CODE), str(Client.GrantType.REFRESH_TOKEN)]
_WEBSITE: Final = re.compile(r"https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[!#-;=?-\[\]_a-z~]*)?")


class Shown(NamedTuple):
    """An app as its author sees it."""

    id: UUID
    name: str
    type: str
    website: str
    redirect_uris: list[str]
    scopes: list[str]
    created_at: Any
    banned: bool


class Draft(NamedTuple):
    """An author's description of an app; None for what stays unchanged."""

    name: str | None = None
    website: str | None = None
    redirect_uris: Sequence[str] | None = None
    scopes: Collection[str] | None = None


def create(*, player_id: UUID, kind: str, draft: Draft) -> tuple[Shown, str | None]:
    """Register an app of `kind` (`PUBLIC` or `CONFIDENTIAL`); return it and its secret, None for a public app.

    Raises `EmailRequired`, `TooManyApps`, `InvalidApp`, `PlayerNotFound`.
    """
    secret = secret_tokens.mint(secret_tokens.APP_SECRET) if kind == CONFIDENTIAL else None
    app = App(id=str(uuid4()), owner_id=player_id, type=kind, response_types="code", secret="")
    app.set_grant_types(_GRANTS)
    app.created_at = clock.now()
    _keep(app, secret)
    _apply(app, draft)
    with transaction.atomic():
        # The author's row is the lock under which their apps are counted.
        author = Player.objects.select_for_update(no_key=True).filter(id=player_id).first()
        if author is None:
            raise PlayerNotFound
        if not author.email:
            raise EmailRequired
        if App.objects.filter(owner_id=player_id).count() >= MAX_APPS:
            raise TooManyApps(limit=MAX_APPS)
        app.save(force_insert=True)
    return shown(app), secret


def of(player_id: UUID) -> list[Shown]:
    """Return the apps of an author, oldest first."""
    return [shown(app) for app in App.objects.filter(owner_id=player_id).order_by("created_at", "id")]


def find(*, player_id: UUID, app_id: UUID) -> Shown:
    """Return one app of an author; raises `AppNotFound`."""
    return shown(_mine(player_id, app_id))


def change(*, player_id: UUID, app_id: UUID, draft: Draft) -> Shown:
    """Make the changes in `draft`; raises `AppNotFound`, `InvalidApp`. Players who authorized it keep those terms."""
    with transaction.atomic():
        app = _mine(player_id, app_id, lock=True)
        _apply(app, draft)
        app.save()
    return shown(app)


def new_secret(*, player_id: UUID, app_id: UUID) -> str:
    """Replace the secret of an app; the former one ends at once. Raises `AppNotFound`; `InvalidApp` if it has none."""
    secret = secret_tokens.mint(secret_tokens.APP_SECRET)
    with transaction.atomic():
        app = _mine(player_id, app_id, lock=True)
        if not app.confidential:
            raise InvalidApp(member="type", reason="a public app has no secret")
        _keep(app, secret)
        app.save()
    return secret


def remove(*, player_id: UUID, app_id: UUID) -> None:
    """Delete an app and all its tokens; raises `AppNotFound`."""
    with transaction.atomic():
        _mine(player_id, app_id, lock=True).delete()


def ban(app_id: str) -> None:
    """Ban an app at once: delete all its tokens and issue no others."""
    _set_banned(app_id, banned=True)


def unban(app_id: str) -> None:
    """Let players authorize the app again."""
    _set_banned(app_id, banned=False)


def usable(app_id: str) -> App | None:
    """Return the app of this id, in any case of letters; None if it does not exist or is banned."""
    if "\0" in app_id:
        return None
    app: App | None = App.objects.filter(id=app_id.lower()).first()
    return None if app is None or app.banned else app


def shown(app: App) -> Shown:
    """Return what an author sees of `app`."""
    return Shown(
        UUID(app.id),
        app.name,
        app.type,
        app.website,
        app.get_redirect_uris(),
        app.get_scopes(),
        app.created_at,
        app.banned,
    )


def _mine(player_id: UUID, app_id: UUID, *, lock: bool = False) -> App:
    rows = App.objects.filter(owner_id=player_id, id=str(app_id))
    app: App | None = (rows.select_for_update() if lock else rows).first()
    if app is None:
        raise AppNotFound
    return app


def _keep(app: App, secret: str | None) -> None:
    app.secret = secret_tokens.digest(secret).hex() if secret else ""


def _set_banned(app_id: str, *, banned: bool) -> None:
    with transaction.atomic():
        app = App.objects.select_for_update().get(id=app_id)
        app.data = {**(app.data or {}), "banned": banned}
        app.save()
        if banned:
            Authorization.objects.filter(app_id=app_id).delete()


def _apply(app: App, draft: Draft) -> None:
    if draft.name is not None:
        app.name = _name(draft.name)
    if draft.website is not None:
        app.data = {**(app.data or {}), "website": _website(draft.website)}
    if draft.redirect_uris is not None:
        app.set_redirect_uris(_redirects(draft.redirect_uris, confidential=app.confidential))
    if draft.scopes is not None:
        if not draft.scopes or not set(draft.scopes) <= set(ALL_SCOPES):
            raise InvalidApp(member="scopes", reason="they must be some of those there are")
        app.set_scopes([scope for scope in ALL_SCOPES if scope in draft.scopes])


def _name(text: str) -> str:
    name = " ".join(unicodedata.normalize("NFKC", text).split()) if len(text) <= 4 * MAX_NAME else text
    if not MIN_NAME <= len(name) <= MAX_NAME:
        reason = Sentence("it must have {least} to {most} characters", least=MIN_NAME, most=MAX_NAME)
        raise InvalidApp(member="name", reason=reason)
    if any(each in names.INVISIBLE or unicodedata.category(each) not in _NAME_CATEGORIES for each in name):
        raise InvalidApp(member="name", reason="it has characters that cannot be shown plainly")
    words = re.split(r"[\W_]+", name)
    if any(len(names.scripts(word)) > 1 for word in words):
        raise InvalidApp(member="name", reason="a word of it mixes letters of several scripts")
    if any(names.name_key(word) in _OURS for word in words):
        raise InvalidApp(member="name", reason="it would pass for the service itself")
    return name


def _website(text: str) -> str:
    if text and (len(text) > MAX_WEBSITE or not _WEBSITE.fullmatch(text) or urlsplit(text).username):
        reason = Sentence("it must be an https address of at most {most} characters", most=MAX_WEBSITE)
        raise InvalidApp(member="website", reason=reason)
    return text


def _redirects(uris: Sequence[str], *, confidential: bool) -> list[str]:
    if not 1 <= len(uris) <= MAX_REDIRECTS or len(set(uris)) != len(uris):
        reason = Sentence("there must be 1 to {most}, none of them twice", most=MAX_REDIRECTS)
        raise InvalidApp(member="redirect_uris", reason=reason)
    for place, uri in enumerate(uris):
        fault = redirects.fault(uri, confidential=confidential)
        if fault:
            raise InvalidApp(member=("redirect_uris", place), reason=fault)
    return list(uris)
