"""The root URLs. The applications own the routes under their prefix."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from common.api.throttle import rated
from config import docs, error_reference, verifier, web_client
from config.observability import health, metrics
from config.observability.installation import installation
from config.reference import views as reference
from games.pages import join, keep_account, no_invitations, unsubscribe
from games.pages.decorators import limited
from games.pages.oauth import views as access
from players.limits import PUBLIC

handler400 = "common.api.problem.handler400"
handler403 = "common.api.problem.handler403"
handler404 = "common.api.problem.handler404"
handler500 = "games.api.errors.handler500"

urlpatterns: list[URLPattern | URLResolver] = [
    path("v1/", include("games.api.urls")),  # first: routes are tried in order, and these get the most requests
    path("v1/", include("config.me_urls")),
    path("v1/", include("players.api.urls")),
    path("m/unsubscribe/<str:token>", limited(unsubscribe.unsubscribe), name="unsubscribe"),
    path("m/stay/<str:token>", limited(keep_account.keep_account), name="stay"),
    path("m/no-invitations/<str:token>", limited(no_invitations.no_invitations), name="no_invitations"),
    path("m/invitation/<path:code>", limited(join.join), name="join"),
    path("m/", include("games.pages.urls")),
    path("oauth/authorize", access.authorize, name="authorize"),
    path("", include("players.oauth.urls")),
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    path("readyz/reads", health.readyz_reads, name="readyz_reads"),
    path("metrics", metrics.metrics, name="metrics"),
    path("openapi.yaml", docs.openapi_yaml, name="openapi_yaml"),
    path("openapi.json", docs.openapi_json, name="openapi_json"),
    path("openapi-examples.json", docs.openapi_examples, name="openapi_examples"),
    path("docs", reference.page, name="docs"),
    path("docs/errors", error_reference.index, name="errors"),
    path("docs/errors/<str:code>", error_reference.page, name="error"),
    path("verify", rated(PUBLIC)(require_safe(RedirectView.as_view(pattern_name="verifier", permanent=True)))),
    path("verify/", verifier.page, name="verifier"),
    path("verify/<str:name>", verifier.page),
    path("admin/installation/", admin.site.admin_view(installation), name="installation"),
    path("admin/", admin.site.urls),
    path("assets/<str:name>", web_client.asset),
    *(path(name, web_client.file, {"name": name}) for name in web_client.FILES),
    path("", web_client.page, name="web"),
    *(
        path(address, web_client.page, {"name": one})
        for one in web_client.SCREENS
        for address in (one, f"{one}/<path:screen>")
    ),
]
