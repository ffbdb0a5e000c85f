"""Wire type of every refusal: RFC 9457 problem details with our stable `code`."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from games.api.errors import STATUS
from games.api.wire.commands import AnyCommand
from games.api.wire.log import LogEntry
from games.api.wire.scalars import Hex32, Version

ErrorCode: Any = Literal[tuple(sorted(STATUS))]
"""Every code there is."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was refused (RFC 9457). Nothing was changed. Clients branch on `code`."""

    type: Annotated[str, Meta(description="A URN made of the code; it identifies, it does not resolve.")]
    title: Annotated[str, Meta(description="The code in words; the same for every occurrence.")]
    status: Annotated[int, Meta(ge=400, le=599)]
    code: Annotated[ErrorCode, Meta(description="Stable name of the refusal; see docs/errors.md.")]
    detail: Annotated[str, Meta(description="One sentence about this occurrence, for people.")]
    rule: Annotated[str, Meta(description="Section of the rules it rests on, if any.")] | None = None
    paragraph: (
        Annotated[str, Meta(description="Anchor of the paragraph that explains it, see `/v1/games/{id}/rules`.")] | None
    ) = None
    params: Annotated[dict[str, Any], Meta(description="Values behind the sentence, by name.")] = {}
    current_version: Version | None = None
    current_chain: Annotated[Hex32, Meta(description="The head of the log at that version.")] | None = None
    legal_commands: (
        Annotated[list[AnyCommand], Meta(description="What the asking seat may send instead, now.")] | None
    ) = None
    missed_events: Annotated[list[LogEntry], Meta(description="What happened since `expected_version`.")] | None = None
