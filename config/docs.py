"""The API's description: the committed openapi.yaml and a page that reads it. Both load from our own host only."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.throttle import rated
from players.api.view import PublicView
from players.limits import PUBLIC

OPENAPI = Path(settings.BASE_DIR) / "openapi.yaml"
SHARED = "public, max-age=300"
# Swagger UI sets styles on its elements and draws its icons from data: addresses; its scripts are files of ours.
PAGE_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"


@rated(PUBLIC)
@require_safe
def openapi(_request: HttpRequest) -> HttpResponseBase:
    """The contract as committed; a test keeps it equal to the code."""
    return FileResponse(OPENAPI.open("rb"), content_type="application/yaml", headers={"Cache-Control": SHARED})


class DocsView(PublicView, SpectacularSwaggerSplitView):
    """Swagger UI over /openapi.yaml; its script is a second answer of the same view, so none is inline."""

    query_type = None  # it reads `script` itself
    usual_accept = frozenset()
    url_name = "openapi"

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The page, or its script when asked with ?script=."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]  # its own has no types
        response.headers["Content-Security-Policy"] = PAGE_POLICY
        response.headers["Cache-Control"] = SHARED
        return response
