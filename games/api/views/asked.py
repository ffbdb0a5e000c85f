"""A request as the views of the games see it: the little of DRF's `Request` that they use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.contrib.auth.models import AnonymousUser

from common.http import media_types
from common.http.body import read_body
from common.http.errors import HttpError

if TYPE_CHECKING:
    import msgspec
    from django.http import HttpRequest, QueryDict
    from django.http.request import HttpHeaders

    from common.rate_limits.policy import Use
    from players.selectors import Along

NOBODY: Final = AnonymousUser()
UNREAD: Final = object()


class Asked:
    """Who asks (`user`; `auth`: by which token, None for nobody), for what, and in which `media` type.

    `along`: what to read in the statement that asks whose token it is; `row`: what that found. `used`: of which budget.

    Has the names of DRF's `Request`, for authenticators and permissions, at a fraction of its price: no choice between
    parsers, and no property that guards against errors of its own.
    """

    __slots__ = ("META", "_body", "along", "auth", "decoder", "http", "media", "method", "row", "used", "user")

    def __init__(self, http: HttpRequest, decoder: msgspec.json.Decoder[Any] | None) -> None:
        self.http = http
        self.decoder = decoder
        self.META = http.META
        self.method = http.method
        self.user: Any = NOBODY
        self.auth: Any = None
        self.media = media_types.JSON
        self.along: Along | None = None
        self.row: tuple[Any, ...] | None = None
        self.used: Use | None = None
        self._body: Any = UNREAD

    @property
    def query_params(self) -> QueryDict:
        """The query as Django reads it; DRF's choice of renderers asks for it."""
        return self.http.GET

    @property
    def headers(self) -> HttpHeaders:
        """The headers by their own names; for DRF, as above."""
        return self.http.headers

    def body(self) -> Any:
        """Return the body, None if there is none; raises `common.http.errors`. The same whenever it is asked for."""
        if self._body is UNREAD:
            try:
                self._body = self._read()
            except HttpError as refusal:
                self._body = refusal
        if isinstance(self._body, HttpError):
            raise self._body
        return self._body

    def _read(self) -> Any:
        if not self.META.get("CONTENT_LENGTH", "").strip("0"):
            return None
        return read_body(self.http, self.META, self.META.get("CONTENT_TYPE", ""), self.decoder)
