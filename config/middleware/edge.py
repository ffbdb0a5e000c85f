"""The checks and headers of every request and response, for all views. Nothing about games or players."""

from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from common.api.problem import problem_response
from common.http import errors as http_errors
from common.http import request_ids
from config.middleware import cross_origin, error_pages, languages
from config.middleware.admin import PREFIX as ADMIN

ADDRESS_LIMIT: Final = 4096  # characters of path and query
HEADERS_LIMIT: Final = 32 * 1024  # characters of all values together
CONTINUE: Final = "100-continue"
ESCAPE: Final = "\\"
NOT_MODIFIED: Final = 304
BODILESS = frozenset({204, NOT_MODIFIED})
# On a 304 this header would replace the one that came with the content (RFC 9111, 3.2), so it is left out.
OF_CONTENT: Final = frozenset({"Content-Security-Policy"})
Answer = Callable[[HttpRequest], HttpResponse]

# An answer depends on the viewer, so no shared cache may keep it unless its view says otherwise; and a browser that
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
    """Refuse requests that no view should see (`_refusal`); put every error into our form; fill in headers."""

    def at_the_edge(request: HttpRequest) -> HttpResponse:
        request_ids.begin(request.META.get(request_ids.IN_META))
        refusal = _refusal(request)
        request.META.pop("HTTP_RANGE", None)  # no route supports ranges, so the client gets the whole
        if ESCAPE in request.META.get("HTTP_COOKIE", ""):
            request.META["HTTP_COOKIE"] = _without_escapes(request.META["HTTP_COOKIE"])
        response = (cross_origin.preflight(request) or answer(request)) if refusal is None else _refuse(refusal)
        if response.status_code >= error_pages.FIRST:
            response = error_pages.told(response, request.path_info)
            languages.speak(response, request)
        return dress(response, request.path_info)

    return at_the_edge


def dress(response: HttpResponse, path: str) -> HttpResponse:
    """Add the headers that an answer at this path has and its view left out."""
    kept = response.status_code == NOT_MODIFIED
    for name, value in _wanted(path).items():
        if not (kept and name in OF_CONTENT):
            response.headers.setdefault(name, value)
    if kept:
        response.headers.pop("Content-Type", None)  # Django's default, not set by a view
    request_id = request_ids.current.get()
    if request_id is not None:
        response.headers[request_ids.HEADER] = request_id
    if settings.SANDBOX:
        response.headers["Flipside-Sandbox"] = "true"
    # Without a length the server would have to send the body in chunks, with several writes for one answer.
    if not response.streaming and response.status_code not in BODILESS:
        response.headers.setdefault("Content-Length", str(len(response.content)))
    return response


def _wanted(path: str) -> Mapping[str, str]:
    if path.startswith(cross_origin.OPEN):
        return OPEN_HEADERS
    return ADMIN_HEADERS if path.startswith(ADMIN) else API_HEADERS


def _refusal(request: HttpRequest) -> http_errors.HttpError | None:
    """Return what is wrong with the request line and headers, or None: the web server lets all of this through."""
    given = request.META
    if "HTTP_TRANSFER_ENCODING" in given:
        return http_errors.LengthRequired()  # Django would read a chunked body as empty
    too_much = _too_much(request)
    if too_much is not None:
        return too_much
    # Methods are case-sensitive (RFC 9110, 9.1), though not in Django; 100-continue is the only expectation.
    if given["REQUEST_METHOD"] != request.method or given.get("HTTP_EXPECT", CONTINUE).lower() != CONTINUE:
        return http_errors.MalformedRequest()
    try:
        request.get_host()
    except DisallowedHost:
        return http_errors.MalformedRequest()
    return None


def _too_much(request: HttpRequest) -> http_errors.HttpError | None:
    """Return the refusal of anything longer than the limits, or None."""
    given = request.META
    if len(request.path_info) + len(given["QUERY_STRING"]) > ADDRESS_LIMIT:
        return http_errors.AddressTooLong()
    # Django would write a form's files to the disk whatever their length.
    declared = given.get("CONTENT_LENGTH", "").lstrip("0")
    longest: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if len(declared) > len(str(longest)) or (declared.isdecimal() and int(declared) > longest):
        return http_errors.BodyTooLarge(limit=longest)
    if sum(len(value) for name, value in given.items() if name.startswith("HTTP_")) > HEADERS_LIMIT:
        return http_errors.HeadersTooLarge()
    return None


def _without_escapes(cookies: str) -> str:
    """Return the cookies without a backslash, which is not allowed in them (RFC 6265, section 4.1.1).

    Parsing 32 kB of them takes Python seconds before 3.11.10 and 3.12.6 (CVE-2024-7592).
    """
    return ";".join(pair for pair in cookies.split(";") if ESCAPE not in pair)


def _refuse(refusal: http_errors.HttpError) -> HttpResponse:
    """Return the refusal and close the connection: where the next request begins is unknown."""
    return problem_response(refusal, headers={"Connection": "close"})
