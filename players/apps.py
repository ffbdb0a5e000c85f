"""The Django application: its registration, and that of the channels that belong to players themselves."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Registers the application that holds the user model."""

    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make mail known as a way to reach players."""
        from players import channels  # noqa: PLC0415 - apps are not loaded before
        from players.channels.mail import MailChannel  # noqa: PLC0415 - as above

        channels.register(MailChannel())
