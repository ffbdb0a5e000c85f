"""`make run`: the whole stack, a table to play at, and the lines to paste."""

from config.runtime import supervisor
from config.runtime.demo_table import demo_table
from config.runtime.home import run_home
from config.runtime.report import report
from config.runtime.stack import stack
from config.runtime.terminal import say
from config.runtime.trouble import Trouble


def run(host: str, port: str) -> int:
    """Serve on `host`:`port` until Ctrl-C; 0 then. Raises Trouble."""
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 1 << 16:
        raise Trouble(f"PORT must be a number from 1 to 65535, not {port!r}.")
    supervisor.end_by_signals()
    try:
        say("Starting ...")
        with stack(run_home(), host, int(port)) as running:
            try:
                say(report(running.address, demo_table(running.address, run_home()), run_home()))
                supervisor.watch(running)
            except KeyboardInterrupt:
                say("\nStopping ...")
                raise
    except KeyboardInterrupt:
        say("Stopped. The data is kept; `make run` starts again.")
        return 0
