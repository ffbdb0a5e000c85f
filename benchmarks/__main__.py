"""`make bench`: the engine, then the service. `python -m benchmarks service` measures one of them."""

from __future__ import annotations

import sys

from benchmarks import engine, exports, service

MEASURES = {"engine": engine.main, "service": service.main, "exports": exports.main}

if __name__ == "__main__":
    for name in sys.argv[1:] or MEASURES:
        MEASURES[name]()
