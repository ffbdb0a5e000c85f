"""The configuration of this Django app."""

from django.apps import AppConfig

from players.notifications import kinds as known_kinds


class GamesConfig(AppConfig):
    """The games app."""

    name = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        """Register the kinds of messages, for players to choose from, and the statuses of error codes."""
        from games.api import errors  # noqa: F401, PLC0415 - apps are not loaded before; it registers
        from games.notifications import kinds  # noqa: PLC0415 - as above

        known_kinds.register(kinds.defaults(), channels=kinds.CHANNELS)
