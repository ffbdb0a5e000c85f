"""Tokens that players hold themselves."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from common.http.types import Body, Moment
from players.scopes import ALL_SCOPES

Scope = Literal[ALL_SCOPES]  # type: ignore[valid-type]  # all there are
TokenKind = Literal["device", "personal"]


DeviceName = Annotated[
    str,
    Meta(min_length=1, max_length=64, description="The name of the device's token in your list; left out: User-Agent."),
]


class NewToken(Body, frozen=True, kw_only=True):
    """A personal token to create."""

    name: Annotated[str, Meta(min_length=1, max_length=64, description="The name in your list.")]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=len(ALL_SCOPES), description="What the token may do.")]
    expires_at: Annotated[Moment | UnsetType | None, Meta(description="When the token expires; null for never.")] = (
        UNSET
    )


class TokenChange(Body, frozen=True, kw_only=True):
    """Another name of a token."""

    name: Annotated[str, Meta(min_length=1, max_length=64, description="Its name in your list.")]


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A token in its owner's list, without the secret."""

    id: UUID
    kind: TokenKind
    hint: Annotated[str, Meta(description="The first characters of the secret.")]
    name: Annotated[str, Meta(description="The name of the device or program.")]
    scopes: list[Scope]
    created_at: Moment
    last_used_on: Annotated[date, Meta(description="The last day on which it was used, in UTC.")]
    expires_at: Moment | None
    current: Annotated[bool, Meta(description="Whether it is the token of this request.")]


class TokenWithSecret(Token, frozen=True, kw_only=True):
    """A new token with its secret."""

    token: Annotated[str, Meta(description="The secret. Only this answer contains it.")]


class TokenList(msgspec.Struct, frozen=True, kw_only=True):
    """All valid tokens of the caller."""

    tokens: list[Token]
