"""How Django knows this app."""

from django.apps import AppConfig

from players import message_kinds


class GamesConfig(AppConfig):
    """The games app."""

    name = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        """Make the kinds of messages known, for players to choose from."""
        from games.messages import kind, table  # noqa: PLC0415 - apps are not loaded before

        message_kinds.register(table.defaults(), channels=kind.CHANNELS)
