"""What proves something to somebody who does not trust us: keys, anchors, what leads from one to another."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from common.api.view import SHARED, answer
from common.http import errors as http_errors
from common.openapi.operation import operation
from games import errors
from games.api.cursors import sign, unsign
from games.proofs import anchors, signing
from games.wire import proofs as wire
from games.wire.requests import AnchorsQuery, ConsistencyQuery
from players.api.view import PublicView

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

SCOPE: Final = "anchors"


class KeysView(PublicView):
    """The keys of the service."""

    @operation("list_keys", tag="proofs", summary="List signing keys", answers={200: wire.SigningKeys})
    def get(self, request: Request) -> HttpResponse:
        """Returns the public keys that sign transcripts and anchors, former keys included.

        Save them: see docs/protocol/anchors.md.
        """
        keys = [
            wire.SigningKey(id=key.id, public_key=key.public.hex(), since=key.since, until=key.until)
            for key in signing.public_keys()
        ]
        return answer(wire.SigningKeys(keys=keys), headers=SHARED)


class AnchorsView(PublicView):
    """The anchors."""

    query_type = AnchorsQuery

    @operation(
        "list_anchors",
        tag="proofs",
        summary="List anchors",
        query=AnchorsQuery,
        answers={200: wire.AnchorPage},
        refusals=[errors.BadCursor],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns the anchors of all days, newest first.

        Each anchor commits the service to the heads of all games on that day.
        """
        query: AnchorsQuery = self.query
        before = None if query.cursor is None else _day("cursor", unsign(query.cursor, scope=SCOPE)[0])
        found = anchors.page(before, query.limit + 1)
        shown = found[: query.limit]
        following = sign([shown[-1].date.isoformat()], scope=SCOPE) if len(found) > query.limit else None
        return answer(wire.AnchorPage(anchors=[_anchor(one) for one in shown], next=following), headers=SHARED)


class ConsistencyView(PublicView):
    """Two anchors."""

    query_type = ConsistencyQuery

    @operation(
        "prove_consistency",
        tag="proofs",
        summary="Prove that the log of anchors only grew",
        query=ConsistencyQuery,
        answers={200: wire.Consistency},
        refusals=[errors.AnchorNotFound],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns the proof that the log of a later day begins with the unchanged log of an earlier day (RFC 6962)."""
        query: ConsistencyQuery = self.query
        first, second = _day("first", query.first), _day("second", query.second)
        if second < first:
            raise http_errors.BadParameter("The second day comes before the first.", parameter="second")
        old, new, path = anchors.consistency(first, second)
        body = wire.Consistency(first=_anchor(old), second=_anchor(new), path=[node.hex() for node in path])
        return answer(body, headers=SHARED)


def _anchor(one: anchors.Anchor) -> wire.Anchor:
    return wire.Anchor(date=one.date, size=one.size, root=one.root.hex(), checkpoint=one.checkpoint, key=one.key)


def _day(name: str, text: object) -> date:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        raise http_errors.BadParameter("There is no such day.", parameter=name) from None
