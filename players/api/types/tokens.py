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


class NewToken(Body, frozen=True, kw_only=True):
    """A personal token to be."""

    name: Annotated[str, Meta(min_length=1, max_length=64, description="Its name in your list.")]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=len(ALL_SCOPES), description="What the token may do.")]
    expires_at: Annotated[Moment | UnsetType | None, Meta(description="When it ends by itself; null for never.")] = (
        UNSET
    )


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A token in the list of its owner; the secret is not part of it."""

    id: UUID
    kind: TokenKind
    hint: Annotated[str, Meta(description="The first characters of the secret.")]
    name: str
    scopes: list[Scope]
    created_at: Moment
    last_used_on: Annotated[date, Meta(description="The latest day it was used, UTC.")]
    expires_at: Moment | None
    current: Annotated[bool, Meta(description="True for the token you are using.")]


class TokenWithSecret(Token, frozen=True, kw_only=True):
    """A token just made, with its secret."""

    token: Annotated[str, Meta(description="The secret. It is shown this once and not kept.")]


class TokenList(msgspec.Struct, frozen=True, kw_only=True):
    """All tokens of the caller that work."""

    tokens: list[Token]
