"""`make bench` measures everything. `python -m benchmarks service` measures one of them."""

from __future__ import annotations

import sys

from benchmarks import audit, engine, exports, service, states, streams

MEASURES = {
    "audit": audit.main,
    "engine": engine.main,
    "service": service.main,
    "states": states.main,
    "exports": exports.main,
    "streams": streams.main,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or MEASURES:
        MEASURES[name]()
