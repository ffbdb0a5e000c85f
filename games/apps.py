"""How Django knows this app."""

from django.apps import AppConfig

from players.notifications import kinds as known_kinds


class GamesConfig(AppConfig):
    """The games app."""

    name = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        """Make the kinds of messages known, for players to choose from."""
        from games.notifications import kinds  # noqa: PLC0415 - apps are not loaded before

        known_kinds.register(kinds.defaults(), channels=kinds.CHANNELS)
