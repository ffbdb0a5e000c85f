"""`make run`: the whole stack, a table to play at, and commands to paste."""

from devtools.demos.report import report
from devtools.demos.table import demo_table
from devtools.stack import supervisor
from devtools.stack.home import is_sandbox, run_home
from devtools.stack.installation import stack
from devtools.stack.terminal import say
from devtools.stack.trouble import Trouble


def run(host: str, port: str) -> int:
    """Serve on `host`:`port` until Ctrl-C, then return 0. Raises Trouble."""
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 1 << 16:
        raise Trouble(f"PORT must be a number from 1 to 65535, not {port!r}.")
    supervisor.end_by_signals()
    try:
        say("Starting ...")
        with stack(run_home(), host, int(port)) as running:
            try:
                table = demo_table(running.address, run_home())
                say(report(running.address, table, run_home(), sandbox=is_sandbox()))
                supervisor.watch(running)
            except KeyboardInterrupt:
                say("\nStopping ...")
                raise
    except KeyboardInterrupt:
        say("Stopped. The data is kept; `make run` starts again.")
        return 0
