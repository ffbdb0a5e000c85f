"""The edge: what holds for every request and response, whoever answers. Nothing about games or players."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.admin_middleware import PREFIX as ADMIN
from games.api.errors import problem_response
from games.api.http_errors import LengthRequired

BODILESS = frozenset({204, 304})
Answer = Callable[[HttpRequest], HttpResponse]

# An answer depends on who asks, so no shared cache may keep it unless its view says otherwise; and a browser that
# opens it as a page finds nothing to run.
API_HEADERS = {
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
# The admin is a page, with scripts and styles of our own host.
ADMIN_HEADERS = {
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
}


def edge(answer: Answer) -> Answer:
    """Refuse a foreign Host and a body of unknown length; fill in headers the view left out."""

    def at_the_edge(request: HttpRequest) -> HttpResponse:
        request.get_host()
        # Django would take a chunked body for empty.
        chunked = "HTTP_TRANSFER_ENCODING" in request.META
        response = problem_response(LengthRequired()) if chunked else answer(request)
        wanted = ADMIN_HEADERS if request.path_info.startswith(ADMIN) else API_HEADERS
        for name, value in wanted.items():
            response.headers.setdefault(name, value)
        # Without a length the server would have to send the body in chunks, with several writes for one answer.
        if not response.streaming and response.status_code not in BODILESS:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response

    return at_the_edge
