"""TCP ports of the loopback interface."""

import socket

from devtools.stack.trouble import Trouble


def free_port(host: str = "127.0.0.1") -> int:
    """Return a port that is free right now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def demand(host: str, port: int) -> None:
    """Raise Trouble if `port` is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port of a server that just stopped is free
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Trouble(
                f"Port {port} on {host} cannot be used ({error.strerror}): "
                f"stop the program that has it, or choose another with `make run PORT={port + 1}`.",
            ) from None
