"""The edge: what holds for every request and response, whoever answers. Nothing about games or players."""

from collections.abc import Callable, Mapping
from typing import Final

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from config import cross_origin
from config.admin_middleware import PREFIX as ADMIN
from games.api import http_errors
from games.api.errors import problem_response

ADDRESS_LIMIT: Final = 4096  # characters of path and query
HEADERS_LIMIT: Final = 32 * 1024  # characters of all values together
CONTINUE: Final = "100-continue"
NOT_MODIFIED: Final = 304
BODILESS = frozenset({204, NOT_MODIFIED})
# What a 304 says takes the place of what came with the content (RFC 9111, 3.2), so it is silent on these.
OF_CONTENT: Final = frozenset({"Content-Security-Policy"})
Answer = Callable[[HttpRequest], HttpResponse]

# An answer depends on who asks, so no shared cache may keep it unless its view says otherwise; and a browser that
# opens it as a page finds nothing to run.
API_HEADERS = {
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
OPEN_HEADERS = {**API_HEADERS, **cross_origin.HEADERS}
# The admin is a page, with scripts and styles of our own host.
ADMIN_HEADERS = {
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
}


def edge(answer: Answer) -> Answer:
    """Refuse what no view should see, see `_refusal`; fill in headers the view left out."""

    def at_the_edge(request: HttpRequest) -> HttpResponse:
        refusal = _refusal(request)
        response = (cross_origin.preflight(request) or answer(request)) if refusal is None else _refuse(refusal)
        kept = response.status_code == NOT_MODIFIED
        for name, value in _wanted(request.path_info).items():
            if not (kept and name in OF_CONTENT):
                response.headers.setdefault(name, value)
        if kept:
            response.headers.pop("Content-Type", None)  # Django's own, which no view has said
        # Without a length the server would have to send the body in chunks, with several writes for one answer.
        if not response.streaming and response.status_code not in BODILESS:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response

    return at_the_edge


def _wanted(path: str) -> Mapping[str, str]:
    if path.startswith(cross_origin.OPEN):
        return OPEN_HEADERS
    return ADMIN_HEADERS if path.startswith(ADMIN) else API_HEADERS


def _refusal(request: HttpRequest) -> http_errors.HttpError | None:
    """What is wrong with the request line and the headers, if anything is: the web server lets all of this through."""
    given = request.META
    if "HTTP_TRANSFER_ENCODING" in given:
        return http_errors.LengthRequired()  # Django would take a chunked body for empty
    if len(request.path_info) + len(given["QUERY_STRING"]) > ADDRESS_LIMIT:
        return http_errors.AddressTooLong()
    if sum(len(value) for name, value in given.items() if name.startswith("HTTP_")) > HEADERS_LIMIT:
        return http_errors.HeadersTooLarge()
    # Methods are told apart by case (RFC 9110, 9.1), though not by Django; and of expectations there is one.
    if given["REQUEST_METHOD"] != request.method or given.get("HTTP_EXPECT", CONTINUE).lower() != CONTINUE:
        return http_errors.MalformedRequest()
    try:
        request.get_host()
    except DisallowedHost:
        return http_errors.MalformedRequest()
    return None


def _refuse(refusal: http_errors.HttpError) -> HttpResponse:
    """The answer, and the end of the connection: of what follows, nobody knows where it begins."""
    return problem_response(refusal, headers={"Connection": "close"})
