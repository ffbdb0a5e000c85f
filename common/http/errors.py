"""Refusals of the HTTP layer, before a request reaches a service. One class per code."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from common.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Mapping


class HttpError(Exception):
    """A request refused by the HTTP layer.

    `code` is the stable name, `template` and `values` make one sentence for people, which is `str(error)` in English.
    The sentence never quotes what the client sent. `fields` are extra members of the problem; of these `member`
    (a path into the body), `parameter` and `header` name the part of the request that is wrong.
    """

    code: ClassVar[str]
    template: str

    def __init__(self, sentence: str | None = None, **fields: object) -> None:
        said = sentence or Sentence(self.template, **fields)
        super().__init__(str(said))
        self.fields = fields
        self.template = getattr(said, "template", said)
        self.values: Mapping[str, object] = getattr(said, "values", fields)


class MalformedRequest(HttpError):
    """The request line or a header is malformed, or the host is not ours."""

    code = "malformed_request"
    template = "The request cannot be read."


class AddressTooLong(HttpError):
    """Path and query are too long."""

    code = "address_too_long"
    template = "The address is longer than this service reads."


class HeadersTooLarge(HttpError):
    """The headers are too long in total."""

    code = "headers_too_large"
    template = "The headers are more or longer than this service reads."


class MalformedBody(HttpError):
    """The body is not JSON, is ambiguous, or does not have this route's type."""

    code = "malformed_body"
    template = "The body is not the JSON object this route expects."


class BadParameter(HttpError):
    """A query parameter or one of our headers is not as documented."""

    code = "bad_parameter"
    template = "A query parameter or header is unknown, repeated or out of range."


class NotAuthenticated(HttpError):
    """The request needs a token and has none."""

    code = "not_authenticated"
    template = "This route needs a token: send `Authorization: Bearer <token>`."


class InvalidToken(HttpError):
    """The header carries no valid token."""

    code = "invalid_token"
    template = "The token is unknown, expired or revoked."


class PermissionRefused(HttpError):
    """The caller is known but has no permission."""

    code = "permission_denied"
    template = "The token does not allow this."


class RouteNotFound(HttpError):
    """No route has this path."""

    code = "not_found"
    template = "There is nothing at this address."


class MethodNotAllowed(HttpError):
    """The path exists, but not with this method."""

    code = "method_not_allowed"
    template = "This address does not support that method."


class NotAcceptable(HttpError):
    """`Accept` excludes every form that the view offers."""

    code = "not_acceptable"
    template = "This address offers no media type that `Accept` allows."


class LengthRequired(HttpError):
    """The body is sent in chunks without a declared length."""

    code = "length_required"
    template = "Send the body with a Content-Length."


class BodyTooLarge(HttpError):
    """The body is longer than `limit` bytes."""

    code = "body_too_large"
    template = "The body is larger than this service reads."


class UnsupportedMediaType(HttpError):
    """The media type, charset or content encoding is not supported."""

    code = "unsupported_media_type"
    template = "Send application/json in UTF-8, without a content encoding."


class PreconditionFailed(HttpError):
    """The resource no longer has the tag that If-Match names."""

    code = "precondition_failed"
    template = "This has changed since you read it; read it again before you change it."


class RateLimited(HttpError):
    """The budget of a rate class is spent: `limit` requests in `window` seconds; without them the limit is not ours."""

    code = "rate_limited"
    template = "You have spent the budget of the rate class {rate_class}; try again in {retry_after} s."

    def __init__(self, *, rate_class: str, retry_after: int, **budget: int) -> None:
        super().__init__(None, rate_class=rate_class, retry_after=retry_after, **budget)


class InternalError(HttpError):
    """An error of the service; retry with the same command id."""

    code = "internal_error"
    template = "Something broke on our side; nothing was changed by this request."
