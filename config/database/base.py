"""The backend named by the setting ENGINE; Django looks for `base.DatabaseWrapper`."""

from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper

from config.database import driver
from config.database.breaker import breaker
from config.database.connection import give_up


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's wrapper with two more OPTIONS, both in seconds.

    `patience`: how long one exchange with the server may take (None: no limit). `silence`: how long the server may
    leave this process without any answer before it counts as away (0: no limit).
    """

    Database = driver
    cursor_class = CursorWrapper
    """The class of cursors without a debugger; traces put another in its place."""

    def make_cursor(self, cursor: Any) -> CursorWrapper:
        """Return a cursor of `cursor_class`."""
        return self.cursor_class(cursor, self)

    def get_connection_params(self) -> dict[str, Any]:
        """Return the arguments for psycopg."""
        parameters: dict[str, Any] = super().get_connection_params()
        parameters.pop("patience", None)
        parameters.pop("silence", None)
        return parameters

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect. Raises `ServerSilent` at once while the breaker is open."""
        options = self.settings_dict["OPTIONS"]
        breaker.limit, breaker.parameters = options.get("silence", 0.0), conn_params
        if breaker.is_open:
            give_up()
        session = super().get_new_connection(conn_params)
        session.patience = options.get("patience")
        return session
