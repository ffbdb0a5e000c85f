"""Files that may be packed by gzip, as exports are."""

from __future__ import annotations

import gzip
import zlib
from io import BytesIO
from typing import Final

from engine.transcript.members import BadTranscript
from engine.transcript.reading import MAX_BYTES

_GZIP: Final = b"\x1f\x8b"


def unpacked(data: bytes) -> bytes:
    """Return the bytes of a file, unpacked if gzip has packed them; at most one more than a transcript may have.

    Raises BadTranscript for a packed file that is damaged.
    """
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.GzipFile(fileobj=BytesIO(data)) as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error):
        raise BadTranscript(1, "the file is packed by gzip, and is damaged") from None
