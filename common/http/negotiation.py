"""Content negotiation: the form that a client prefers, by `Accept` and its weights (RFC 9110, 12.5.1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from rest_framework.negotiation import DefaultContentNegotiation

from common.http import media_types
from common.http.errors import NotAcceptable
from common.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_WEIGHT: Final = re.compile(r"[01](\.[0-9]*)?|\.[0-9]+", re.ASCII)
"""Java omits the zero."""


class ByWeight(DefaultContentNegotiation):
    """Chooses the form of the greatest weight, the first of equal ones; parameters of media types are ignored."""

    def select_renderer(
        self,
        request: Any,
        renderers: Iterable[Any],
        format_suffix: str | None = None,  # noqa: ARG002  (DRF's signature)
    ) -> tuple[Any, str]:
        """Return the renderer and its media type; raises NotAcceptable."""
        offered = list(renderers)
        wanted = _wanted(request.META.get("HTTP_ACCEPT", ""))
        chosen = max(offered, key=lambda one: _weight(one.media_type, wanted))
        if not _weight(chosen.media_type, wanted):
            raise NotAcceptable(Sentence("What is here comes as {media}.", media=[one.media_type for one in offered]))
        return chosen, chosen.media_type


def _wanted(accept: str) -> Mapping[str, float]:
    """Return weights by range; without any range all forms are equal, and an invalid weight makes all 0."""
    found = {}
    for each in filter(str.strip, accept.split(",")):
        kind, *parameters = (part.strip().lower() for part in each.split(";"))
        weight = next((one.partition("=")[2] for one in parameters if one.startswith("q=")), "1")
        found[kind] = float(weight) if _WEIGHT.fullmatch(weight) else 0.0
    return found or {"*/*": 1.0}


def _weight(media_type: str, wanted: Mapping[str, float]) -> float:
    # Some generated clients name only problems where an answer has no body; they take any form the view offers.
    family = media_type.partition("/")[0]
    near = (wanted[each] for each in (media_type, f"{family}/*", "*/*", media_types.PROBLEM) if each in wanted)
    return next(near, 0.0)


def accepts_gzip(accept_encoding: str) -> bool:
    """Return whether this `Accept-Encoding` names gzip and does not refuse it (RFC 9110, 12.5.3)."""
    weights = _wanted(accept_encoding)
    return weights.get("gzip", 0.0) > 0
