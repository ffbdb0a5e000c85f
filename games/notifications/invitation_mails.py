"""Mails with invitations to addresses without an account. Nothing else is ever sent to such an address.

They are in the language of the player who invites. A worker that dies between sending and recording it sends a mail
twice, with the same Message-ID.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from django.db import connection

from games.notifications import invitation_links, snapshot, staleness
from games.notifications.rendering import layout
from games.notifications.rendering.headlines import game_name
from games.notifications.rendering.moves import NOTHING
from games.notifications.rendering.names import shown
from games.notifications.rendering.texts import texts_in
from players import invitation_codes, invitations
from players.models import Invitation
from players.notifications.channels import OutgoingMessage
from players.notifications.channels.mail import DirectMail, compose, is_dead

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Game

PAUSE_SECONDS: Final = 300
"""Before the second attempt; it doubles each time."""
MOST_ATTEMPTS: Final = 8

_DUE: Final = """
SELECT id FROM players_invitation WHERE mail_at <= service_now() ORDER BY mail_at LIMIT %s::int
"""
_CLAIM: Final = """
UPDATE players_invitation SET attempts = attempts + 1,
    mail_at = CASE WHEN attempts < %s::int THEN service_now() + make_interval(secs => %s::int * power(2, attempts)) END
WHERE id = %s::uuid AND mail_at <= service_now() RETURNING id
"""


def due(limit: int) -> list[UUID]:
    """Return at most `limit` invitations whose mail is due. Locks nothing."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, (limit,))
        return [row[0] for row in cursor.fetchall()]


def claim(invitation_id: UUID) -> DirectMail | None:
    """Return the mail of an invitation, unless another worker has it or nobody is to get it any more.

    It is due again after a pause if it is not done by then.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, (MOST_ATTEMPTS, PAUSE_SECONDS, invitation_id))
        if cursor.fetchone() is None:
            return None
    one = Invitation.objects.select_related("player").get(id=invitation_id)
    scene = snapshot.load(one.game_id)
    done = partial(_done, invitation_id)
    if scene is None or staleness.table_is_closed(scene) is not None or not one.email or is_dead(one.email):
        done()
        return None
    return DirectMail("a mail with an invitation", compose(message(one, scene.game), one.email), one.email, done)


def _done(invitation_id: UUID) -> None:
    Invitation.objects.filter(id=invitation_id).update(mail_at=None)


def message(one: Invitation, game: Game) -> OutgoingMessage:
    """Return the invitation as a mail to somebody without an account."""
    texts = texts_in(one.language)
    words = texts.kinds["invited"]
    values = {"player": shown(one.player.name), "game": game_name(game.ruleset, game.edition, texts)}
    letter = layout.Letter(
        texts=texts,
        reader="",
        title=texts.fill(words.subject, **values),
        news=(texts.fill(words.body, **values), texts.mail["stranger"]),
        remark=texts.mail["code"].format(code=invitation_codes.written(one.code)),
        board=None,
        story=(),
        offer=NOTHING,
        page=(texts.mail["see_table"], invitation_codes.link(one.code)),
        orders=None,
        replay="",
        why=texts.fill(texts.mail["why_stranger"], player=values["player"], days=invitations.LIFETIME.days),
        unsubscribe=invitation_links.link(bytes(one.recipient)),
    )
    return OutgoingMessage(
        id=one.id,
        kind="invited",
        player_id=one.player_id,
        language=texts.code,
        title=letter.title,
        body=letter.news[0],
        text=layout.text(letter),
        html=layout.html(letter),
        url="",
        created_at=one.created_at,
        unsubscribe_url=letter.unsubscribe,
    )
