"""Refusals that the HTTP edge makes itself, before any service saw the request. One class per code."""

from __future__ import annotations

from typing import ClassVar


class HttpError(Exception):
    """A request refused at the edge.

    `code` is the stable name, `fields` are extra members of the problem, `str(error)` is
    one sentence for people. The sentence never quotes what the client sent.
    """

    code: ClassVar[str]
    message: ClassVar[str]

    def __init__(self, message: str | None = None, **fields: object) -> None:
        super().__init__(message or self.message)
        self.fields = fields


class MalformedRequest(HttpError):
    """The request line or a header is none, or not for us."""

    code = "malformed_request"
    message = "The request cannot be read."


class AddressTooLong(HttpError):
    """Path and query are too long."""

    code = "address_too_long"
    message = "The address is longer than this service reads."


class HeadersTooLarge(HttpError):
    """The headers are too long, all together."""

    code = "headers_too_large"
    message = "The headers are more or longer than this service reads."


class MalformedBody(HttpError):
    """Not JSON, more than one reading, or not of this route's type."""

    code = "malformed_body"
    message = "The body is not the JSON object this route expects."


class BadParameter(HttpError):
    """The query or a header of ours is not as documented."""

    code = "bad_parameter"
    message = "A query parameter or header is unknown, repeated or out of range."


class NotAuthenticated(HttpError):
    """No token where one is needed."""

    code = "not_authenticated"
    message = "This route needs a token: send `Authorization: Bearer <token>`."


class InvalidToken(HttpError):
    """The header carries no valid token."""

    code = "invalid_token"
    message = "The token is unknown, expired or revoked."


class PermissionRefused(HttpError):
    """Known, and not allowed."""

    code = "permission_denied"
    message = "The token does not allow this."


class RouteNotFound(HttpError):
    """No such address; also what is not routed for anybody."""

    code = "not_found"
    message = "There is nothing at this address."


class MethodNotAllowed(HttpError):
    """The address exists, the method there does not."""

    code = "method_not_allowed"
    message = "This address does not answer to that method."


class NotAcceptable(HttpError):
    """`Accept` excludes every form there is."""

    code = "not_acceptable"
    message = "What is at this address does not come in a form that you accept."


class LengthRequired(HttpError):
    """The body comes in chunks of unknown sum."""

    code = "length_required"
    message = "Send the body with a Content-Length."


class BodyTooLarge(HttpError):
    """More bytes than `limit`."""

    code = "body_too_large"
    message = "The body is larger than this service reads."


class UnsupportedMediaType(HttpError):
    """Another media type, charset or content encoding."""

    code = "unsupported_media_type"
    message = "Send application/json in UTF-8, without a content encoding."


class PreconditionFailed(HttpError):
    """The resource no longer has the tag that If-Match names."""

    code = "precondition_failed"
    message = "This has changed since you saw it; look again before you change it."


class RateLimited(HttpError):
    """The budget of a rate class is spent. `limit` requests in `window` seconds; without them the limit is not ours."""

    code = "rate_limited"
    message = "You have asked too often for the class {rate_class}; try again in {retry_after} s."

    def __init__(self, *, rate_class: str, retry_after: int, **budget: int) -> None:
        super().__init__(
            self.message.format(rate_class=rate_class, retry_after=retry_after),
            rate_class=rate_class,
            retry_after=retry_after,
            **budget,
        )


class InternalError(HttpError):
    """Ours to repair; retry with the same command id."""

    code = "internal_error"
    message = "Something broke on our side; nothing was changed by this request."
