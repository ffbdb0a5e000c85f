"""The Django application: its registration and that of the channels of this package."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Registers the application that holds the user model."""

    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the channels, pushes only where keys are configured, and the statuses of error codes."""
        from players.api import errors  # noqa: F401, PLC0415 - as above; it registers
        from players.notifications import channels  # noqa: PLC0415 - apps are not loaded before
        from players.notifications import push as push_keys  # noqa: PLC0415 - as above
        from players.notifications.channels import apns, fcm, mail, webhook, webpush  # noqa: PLC0415 - as above

        pushes = (webpush.WebPushChannel(), fcm.FcmChannel(), apns.ApnsChannel())
        on = push_keys.kinds()
        for channel in (mail.MailChannel(), *(push for push in pushes if push.name in on), webhook.WebhookChannel()):
            channels.register(channel)
