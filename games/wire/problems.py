"""Wire type of every refusal: RFC 9457 problem details with our stable `code`."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from common.api.problem import STATUS
from games.wire.commands import AnyCommand
from games.wire.log import LogEntry
from games.wire.scalars import CardText, Hex32, Id, SeatNumber, Timestamp, Version
from games.wire.words import CommandName, PhaseName, Scope

ErrorCode: Any = Literal[tuple(sorted(STATUS))]
"""Every code there is."""


class ProblemParams(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The values behind the sentence; which of them a code has, docs/clients/errors.md says."""

    where: Annotated[str, Meta(description="Place in the body, as in `$.command.card`.")] | None = None
    parameter: Annotated[str, Meta(description="Parameter of the query, or header.")] | None = None
    errors: (
        Annotated[
            dict[str, list[str]],
            Meta(description="What is wrong by member, as in `keys.auth`: `required`, `unknown_field`, `invalid`, ..."),
        ]
        | None
    ) = None
    member: Annotated[str, Meta(description="Member of the body that cannot be as it is.")] | None = None
    reason: Annotated[str, Meta(description="Why not, in words.")] | None = None
    limit: Annotated[int, Meta(description="Most that there may be.")] | None = None
    required_scope: Scope | None = None
    minutes: Annotated[int, Meta(description="How fresh the sign-in must be.")] | None = None
    rate_class: Annotated[str, Meta(description="The class whose budget is spent.")] | None = None
    window: Annotated[int, Meta(description="Seconds in which `limit` requests may be made.")] | None = None
    retry_after: Annotated[int, Meta(description="Seconds, as in `Retry-After`.")] | None = None
    year: Annotated[int, Meta(description="Whose budget is spent.")] | None = None
    days: Annotated[int, Meta(description="What that year's budget is.")] | None = None
    date: Annotated[str, Meta(description="The day that was asked for.")] | None = None
    last: Annotated[int, Meta(description="The highest number there is.")] | None = None
    before: Annotated[Version, Meta(description="Version before the command.")] | None = None
    after: Annotated[Version, Meta(description="Version after it.")] | None = None
    version: Annotated[Version, Meta(description="The version that was asked for.")] | None = None
    nearest: Annotated[list[Version], Meta(description="The nearest versions that will do.")] | None = None
    current_version: Version | None = None
    deadline_at: Timestamp | None = None
    seat: SeatNumber | None = None
    known: Annotated[str, Meta(description="What there is, with commas.")] | None = None
    option: str | None = None
    takes: Annotated[str, Meta(description="What the option takes, in words.")] | None = None
    first: Annotated[str, Meta(description="One of two options that exclude each other.")] | None = None
    second: Annotated[str, Meta(description="The other one.")] | None = None
    least: int | None = None
    most: int | None = None
    card: CardText | None = None
    command: CommandName | None = None
    phase: PhaseName | None = None
    count: int | None = None
    open: Annotated[int, Meta(description="How many seats are free.")] | None = None
    games: Annotated[list[Id], Meta(description="The games that it is about, the first of them.")] | None = None
    text: Annotated[str, Meta(description="What cannot be read.")] | None = None


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was refused (RFC 9457). Nothing was changed. Clients branch on `code`."""

    type: Annotated[str, Meta(description="A URN made of the code; it identifies, it does not resolve.")]
    title: Annotated[str, Meta(description="The code in words; the same for every occurrence.")]
    status: Annotated[int, Meta(ge=400, le=599)]
    code: Annotated[ErrorCode, Meta(description="Stable name of the refusal; see docs/clients/errors.md.")]
    detail: Annotated[str, Meta(description="One sentence about this occurrence, for people.")]
    rule: Annotated[str, Meta(description="Section of the rules it rests on, if any.")] | None = None
    paragraph: (
        Annotated[str, Meta(description="Anchor of the paragraph that explains it, see `/v1/games/{id}/rules`.")] | None
    ) = None
    params: ProblemParams = ProblemParams()
    current_version: Version | None = None
    current_chain: Annotated[Hex32, Meta(description="The head of the log at that version.")] | None = None
    legal_commands: (
        Annotated[list[AnyCommand], Meta(description="What the asking seat may send instead, now.")] | None
    ) = None
    missed_events: Annotated[list[LogEntry], Meta(description="What happened since `expected_version`.")] | None = None
