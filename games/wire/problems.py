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
    """The values behind the sentence. docs/clients/errors.md lists those of each code."""

    reason: Annotated[str, Meta(description="The reason in words.")] | None = None
    limit: Annotated[int, Meta(description="The upper limit.")] | None = None
    required_scope: Scope | None = None
    minutes: Annotated[int, Meta(description="The maximum age of the sign-in.")] | None = None
    attempts_left: Annotated[int, Meta(description="How many more wrong codes are allowed.")] | None = None
    rate_class: Annotated[str, Meta(description="The rate class whose budget is spent.")] | None = None
    window: Annotated[int, Meta(description="The seconds in which `limit` requests are allowed.")] | None = None
    retry_after: Annotated[int, Meta(description="In seconds, as in `Retry-After`.")] | None = None
    year: Annotated[int, Meta(description="The year whose budget is spent.")] | None = None
    days: Annotated[int, Meta(description="The budget of that year.")] | None = None
    date: Annotated[str, Meta(description="The requested day.")] | None = None
    last: Annotated[int, Meta(description="The highest existing number.")] | None = None
    before: Annotated[Version, Meta(description="The version before the command.")] | None = None
    after: Annotated[Version, Meta(description="The version after it.")] | None = None
    version: Annotated[Version, Meta(description="The requested version.")] | None = None
    nearest: Annotated[list[Version], Meta(description="The nearest versions that are possible.")] | None = None
    current_version: Version | None = None
    deadline_at: Timestamp | None = None
    seat: SeatNumber | None = None
    known: Annotated[list[str], Meta(description="The existing names.")] | None = None
    option: str | None = None
    takes: Annotated[str, Meta(description="The allowed values of the option, in words.")] | None = None
    first: Annotated[str, Meta(description="One of two options that exclude each other.")] | None = None
    second: Annotated[str, Meta(description="The other one.")] | None = None
    least: int | None = None
    most: int | None = None
    share: Annotated[int, Meta(description="Your turns made in time, in whole percent.")] | None = None
    answered: Annotated[int, Meta(description="Your turns made in time.")] | None = None
    asked: Annotated[int, Meta(description="The turns that you were asked for.")] | None = None
    card: CardText | None = None
    command: CommandName | None = None
    phase: PhaseName | None = None
    targets: Annotated[list[SeatNumber], Meta(description="The seats at which the card can be aimed.")] | None = None
    count: int | None = None
    open: Annotated[int, Meta(description="The number of free seats.")] | None = None
    games: Annotated[list[Id], Meta(description="The first of the games it is about.")] | None = None
    best_of: Annotated[int, Meta(description="The matches of the series that is offered.")] | None = None
    fill: Annotated[str, Meta(description="Who takes seats in the rematch that is offered.")] | None = None
    text: Annotated[str, Meta(description="The text that cannot be read.")] | None = None


class Fault(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the request that is wrong, and why: `pointer`, `parameter` or `header` names it."""

    detail: str
    pointer: Annotated[str, Meta(description="JSON Pointer to a member of the body: `#/options/target`.")] | None = None
    parameter: Annotated[str, Meta(description="The query parameter.")] | None = None
    header: str | None = None


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was refused (RFC 9457). Nothing was changed. Clients branch on `code`."""

    type: Annotated[
        str,
        Meta(description="The page of this service about the code.", extra_json_schema={"format": "uri-reference"}),
    ]
    title: Annotated[str, Meta(description="The code in words; the same for every occurrence.")]
    status: Annotated[int, Meta(ge=400, le=599)]
    code: Annotated[ErrorCode, Meta(description="Stable name of the refusal; see docs/clients/errors.md.")]
    detail: Annotated[str, Meta(description="One sentence about this occurrence, for people.")]
    rule: Annotated[str, Meta(description="The section of the rules behind the refusal, if any.")] | None = None
    paragraph: (
        Annotated[str, Meta(description="The anchor of the paragraph that explains it; see `/v1/games/{id}/rules`.")]
        | None
    ) = None
    errors: Annotated[list[Fault], Meta(description="The parts of the request that are wrong.")] = []
    params: ProblemParams = ProblemParams()
    current_version: Version | None = None
    current_chain: Annotated[Hex32, Meta(description="The head of the chain at that version.")] | None = None
    legal_commands: Annotated[list[AnyCommand], Meta(description="What the caller's seat may send instead.")] | None = (
        None
    )
    missed_events: Annotated[list[LogEntry], Meta(description="The events since `expected_version`.")] | None = None
