"""A finished match as a file: the transcript, which anybody can check without us, and the record, which people read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import HttpResponse, StreamingHttpResponse

import engine
from common.api.view import PRIVATE
from common.http.conditions import not_modified
from common.http.etags import entity_tag
from common.http.renderers import TextRenderer, TranscriptRenderer
from common.openapi.headers import CONTENT_DISPOSITION, ETAG, IF_NONE_MATCH
from common.openapi.operation import operation
from games import errors
from games.api.views.base import GamesApiView
from games.reads import one_game
from players.api.authentication import caller_id
from players.limits import WRITE

if TYPE_CHECKING:
    from uuid import UUID

    from django.http.response import HttpResponseBase
    from rest_framework.request import Request

REVALIDATED: Final = {"Cache-Control": "public, no-cache"}
"""The same for everybody; a day more in the log of anchors makes another file of it, so caches ask."""

TEXT: Final = f"{TextRenderer.media_type}; charset=utf-8"


class TranscriptView(GamesApiView):
    """One transcript."""

    renderer_classes = (TranscriptRenderer,)

    @operation(
        "read_transcript",
        tag="proofs",
        summary="Download the transcript of a finished match",
        answers={200: str, 304: None},
        media=(TranscriptRenderer.media_type,),
        refusals=[errors.GameNotFound, errors.GameNotFinished, errors.GameQuarantined],
        headers=[IF_NONE_MATCH, ETAG, CONTENT_DISPOSITION],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Returns the complete record of a finished match, signed, as JSON lines. The bytes never change."""
        found, private = one_game.transcript(game_id, caller_id(request))
        tag = entity_tag("transcript", *found.parts)
        headers = {**(PRIVATE if private else REVALIDATED), "ETag": tag}
        kept = not_modified(request, headers)
        if kept is not None:
            return kept
        headers["Content-Disposition"] = f'attachment; filename="flipside-{game_id}.jsonl"'
        # All made before the first byte goes out: damage shows at the end, and half a file must not look like a whole.
        body = () if request.method == "HEAD" else list(found.chunks())
        return StreamingHttpResponse(body, content_type=TranscriptRenderer.media_type, headers=headers)


class RecordView(GamesApiView):
    """One record."""

    renderer_classes = (TextRenderer,)
    rate_class = WRITE  # every move is inferred anew: 0.2 s of a thread for 3,000 events

    @operation(
        "read_record",
        tag="proofs",
        summary="Get the record of a finished match",
        answers={200: str, 304: None},
        media=(TEXT,),
        refusals=[errors.GameNotFound, errors.GameNotFinished, errors.GameQuarantined, errors.NoRecord],
        headers=[IF_NONE_MATCH, ETAG, CONTENT_DISPOSITION],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Returns the match as text in the notation of the rules, one line for each move (docs/players/records.md)."""
        found, private = one_game.transcript(game_id, caller_id(request))
        tag = entity_tag("record", engine.ENGINE_VERSION, found.signed.digest.hex())
        headers = {**(PRIVATE if private else REVALIDATED), "ETag": tag}
        kept = not_modified(request, headers)
        if kept is not None:
            return kept
        headers["Content-Disposition"] = f'inline; filename="flipside-{game_id}.txt"'
        return HttpResponse(one_game.record(found), content_type=TEXT, headers=headers)
