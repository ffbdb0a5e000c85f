"""Ask a process on this machine for /livez, for the supervisor of a container: exit code 0 if it answers with 200."""

import os
import sys
from http.client import HTTPConnection, HTTPException

PATIENCE = 3  # seconds
FINE = 200


def main(place: str) -> int:
    """Return 0 if the process at HOST:PORT is alive."""
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0]  # it refuses requests for another
    line = HTTPConnection(place, timeout=PATIENCE)
    try:
        line.request("GET", "/livez", headers={"Host": host or place})
        return int(line.getresponse().status != FINE)
    except (OSError, HTTPException):
        return 1
    finally:
        line.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
