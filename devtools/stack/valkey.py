"""An embedded Valkey (or Redis) as the broker: our child on a free loopback port, protected by a random password."""

import os
import secrets
import socket
from pathlib import Path

from devtools.stack import wait
from devtools.stack.account import Account, give
from devtools.stack.child import Child
from devtools.stack.environment_file import write_secret
from devtools.stack.port import free_port

START_LIMIT = 10.0  # seconds
CONFIGURATION = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir {folder}
databases 16
save ""
appendonly {durable}
appendfsync everysec
"""


class Valkey:
    """A server with its data in `home`/valkey. `url` is valid while it runs."""

    def __init__(self, home: Path, program: Path, account: Account | None, *, durable: bool) -> None:
        """Start it. Raises Trouble when that fails."""
        folder = home / "valkey"
        folder.mkdir(mode=0o700, exist_ok=True)
        self._port = free_port()
        self._password = secrets.token_urlsafe(24)
        configuration = folder / "server.conf"
        write_secret(
            configuration,
            CONFIGURATION.format(
                port=self._port,
                password=self._password,
                folder=f'"{folder}"',
                durable="yes" if durable else "no",
            ),
        )
        for path in (folder, configuration):
            give(account, path)
        self.child = Child(
            "valkey",
            [program, configuration],
            log=home / "logs" / "valkey.log",
            environment={"PATH": os.defpath},
            account=account,
            folder=folder,
        )
        wait.until(self._answers, self.child, START_LIMIT)

    @property
    def url(self) -> str:
        """Return the address of database 0, password included."""
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    def stop(self) -> None:
        """Write what is in memory and stop."""
        self.child.stop()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=2) as line:
                line.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
                answer = b""
                while answer.count(b"\r\n") < 2 and (part := line.recv(64)):  # noqa: PLR2004  one answer per command
                    answer += part
        except OSError:
            return False
        return answer.endswith(b"+PONG\r\n")
