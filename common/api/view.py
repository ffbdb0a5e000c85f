"""The base of all views: Django REST framework's flow, with msgspec types in place of serializers.

A request is authenticated, counted against its budget, authorized and negotiated; then its query is read. Its body is
parsed only when a method asks for it with `body_of`, so clients without permission cannot make the service parse one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec
from django.http import HttpResponse
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import APIView

from common.http import media_types
from common.http.conditions import tagged
from common.http.errors import MalformedBody
from common.http.query import NoQuery, read_query
from common.rate_limits.headers import tell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request

    from common.rate_limits.classes import RateClass

Body = TypeVar("Body", bound=msgspec.Struct)

encode = msgspec.json.Encoder().encode

USUAL_ACCEPT = frozenset({None, "*/*", media_types.JSON, f"{media_types.JSON}, */*", media_types.PROBLEM})
"""`Accept` headers of most clients: they get the first form that a view offers."""
PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Authorization"}
"""Headers of every answer that depends on the viewer."""
SHARED = {"Cache-Control": "public, max-age=300"}
"""Headers of an answer that is the same for everybody: any cache may keep it for a while."""


class ApiView(APIView):
    """Base of all views.

    `query_type`: the parameters of GET, in `self.query`; None: the view reads them itself. `body_type`: the body of the
    method that takes one. `usual_accept`: headers that leave nothing to negotiate.
    """

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]  # noqa: RUF012 - as Django declares it
    query_type: ClassVar[type[msgspec.Struct] | None] = NoQuery
    body_type: ClassVar[type[msgspec.Struct] | None] = None
    rate_class: ClassVar[RateClass]
    usual_accept: ClassVar[frozenset[str | None]] = USUAL_ACCEPT
    query: Any

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Return nothing: a view sets its own headers."""
        return {}

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Return DRF's request."""
        found = super().initialize_request(request, *args, **kwargs)
        # As attributes of its own, for a dozen uses: `Request.__getattr__` searches the wrapper first, each time.
        found.method, found.META = request.method, request.META
        return found

    def initial(self, request: Request, *_args: Any, **_kwargs: Any) -> None:
        """Run all checks before the method. DRF's own order would count a request only after authorizing it."""
        self.perform_authentication(request)
        self.check_throttles(request)
        self.check_permissions(request)
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        method = request.method or ""
        if not (method.lower() in self.http_method_names and hasattr(self, method.lower())):
            raise exceptions.MethodNotAllowed(method)
        query_type = self.query_type if method in {"GET", "HEAD"} else NoQuery
        if query_type is not None:
            self.query = read_query(request, query_type)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:  # noqa: ARG002, FBT001, FBT002 - DRF's signature
        """Return the renderer that the client prefers and its media type; raises `NotAcceptable`."""
        if request.META.get("HTTP_ACCEPT") in self.usual_accept:
            renderer = self.renderer_classes[0]()
            return renderer, renderer.media_type
        chosen: tuple[Any, str] = self.get_content_negotiator().select_renderer(request, self.get_renderers())
        return chosen

    def handle_exception(self, exc: Exception) -> Response:
        """Return the answer to a refused request; raise any other exception again."""
        refusal = super().handle_exception(exc)
        if isinstance(exc, exceptions.MethodNotAllowed):
            refusal["Allow"] = ", ".join(self.allowed_methods)
        return refusal

    def finalize_response(self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any) -> Any:
        """Return the answer with its entity tag and rate limit headers, or 304 if the client has it."""
        found = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]  # DRF takes any
        if isinstance(found, Response):
            found.render()
        found = tagged(request, found)
        tell(found.headers, getattr(request, "used", None))
        return found


def body_of(request: Request, kind: type[Body]) -> Body:
    """Return the body as the view's `body_type`; an empty body as `kind()` if no member is required.

    Raises `common.http.errors`.
    """
    body: object = request.data
    if isinstance(body, kind):
        return body
    try:
        return kind()
    except TypeError:
        raise MalformedBody("This route needs a body.") from None


def answer(wire: object, *, status: int = 200, headers: Mapping[str, str] = PRIVATE) -> HttpResponse:
    """Return `wire` as JSON."""
    return HttpResponse(encode(wire), status=status, content_type=media_types.JSON, headers=headers)
