"""The backend named by the setting ENGINE; Django looks for `base.DatabaseWrapper`."""

from typing import Any

from config.database import base
from config.database.replica import driver


class DatabaseWrapper(base.DatabaseWrapper):
    """Our wrapper without the breaker. The OPTION `patience` holds for connecting too."""

    Database = driver

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect. Raises `ServerSilent` if that takes too long."""
        driver.ReplicaSession.limit = self.settings_dict["OPTIONS"]["patience"]
        return super(base.DatabaseWrapper, self).get_new_connection(conn_params)  # not ours, which asks the breaker
