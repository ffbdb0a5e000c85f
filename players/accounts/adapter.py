"""allauth's adapter: what becomes of a confirmed address, and what the mails of accounts say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as asked
from django.conf import settings

from common.http.client_address import network_of
from common.translations import LANGUAGES, language_of
from players import preferences
from players.accounts import mail_queue
from players.models import Player, PlayerPreferences

if TYPE_CHECKING:
    from allauth.account.models import EmailAddress
    from django.core.mail import EmailMessage
    from django.http import HttpRequest

TRANSLATED: Final = frozenset(LANGUAGES) - {"en"}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """Keeps the addresses of players, and sends the mails about them."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail from our templates, which have allauth's names and one folder for each language.

        The language is the reader's choice, or that of the request if they have chosen none. `player_id` of the context
        is the reader, if the address is not theirs yet.
        """
        reader = {"player_id": context["player_id"]} if context.get("player_id") else {"player__email": email}
        # One statement, whether the address is known or not: its time reveals nothing.
        named = PlayerPreferences.objects.filter(**reader).values_list("language", flat=True).first()
        accepted = None if asked.request is None else asked.request.headers.get("Accept-Language")
        language = language_of(named or None, accepted)
        folder = f"players/email/{language}/" if language in TRANSLATED else "players/email/"
        prefix = template_prefix.replace("account/email/", folder, 1)
        super().send_mail(prefix, email, {**context, "language": language})

    def add_message(self, *_args: object, **_kwargs: object) -> None:
        """Do nothing: there are no pages that could show a message."""

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm the address and store the language of the request, unless the player has chosen one."""
        confirmed: bool = super().confirm_email(request, email_address)
        accepted, player = request.headers.get("Accept-Language"), email_address.user_id
        if confirmed and accepted and not preferences.of(player).language:
            preferences.change(player_id=player, changes={"language": language_of(None, accepted)})
        return confirmed

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        """Add headers for the language and for automatic mail, so that no auto-reply answers (RFC 3834)."""
        said = {"Auto-Submitted": "auto-generated", "Content-Language": context["language"]}
        headers = {**(headers or {}), **said}
        mail: EmailMessage = super().render_mail(template_prefix, email, context, headers)
        if settings.ACCOUNT_MAIL_THREADS:
            mail.connection = mail_queue.Backend()
        return mail

    def send_notification_mail(
        self, template_prefix: str, user: Player, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Notify only the replaced address; leave out allauth's other notifications."""
        if template_prefix == "account/email/email_changed":
            super().send_notification_mail(template_prefix, user, {"player_id": user.pk, **(context or {})}, email)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's network, which allauth then counts, as all our limits do."""
        return network_of(request.META)
