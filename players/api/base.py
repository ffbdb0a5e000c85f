"""What the players' views share: reading a body strictly, and the scopes of one's account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from rest_framework.response import Response
from rest_framework.views import APIView

from common.http.conditions import tagged
from common.http.etags import body_tag
from common.http.query import refuse_query
from common.rate_limits.headers import tell
from players.api.authentication import TokenAuthentication
from players.api.permissions import own, requires
from players.limits import ACCOUNT, class_of, spend
from players.scopes import ACCOUNT_READ, ACCOUNT_WRITE

if TYPE_CHECKING:
    from rest_framework.permissions import BasePermission
    from rest_framework.request import Request

    from players.api.serializers import StrictSerializer
    from players.limits import RateClass


def body_of(request: Request, serializer: type[StrictSerializer]) -> dict[str, Any]:
    """Return the validated body of `request`; raises DRF's `ValidationError`."""
    checked = serializer(data=request.data)
    checked.is_valid(raise_exception=True)
    return cast("dict[str, Any]", checked.validated_data)


class LimitedView(APIView):
    """Counts every request as one of its class, once it is known who asks and before anything else is done.

    A query is refused (`common.http.query`) unless the view says that it `reads_query`.
    """

    rate_class: ClassVar[RateClass]
    reads_query: ClassVar[bool] = False

    def tag_of(self, request: Request, data: Any) -> str:
        """Return the entity tag of an answer with `data`."""
        body = cast("bytes", request.accepted_renderer.render(data))
        return body_tag(_viewer(request), body)

    def check_permissions(self, request: Request) -> None:
        """Count, then judge; raises `RateLimited`."""
        spend(request, class_of(self, request.method or ""))
        super().check_permissions(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Do as ever, then look at the query."""
        super().initial(request, *args, **kwargs)
        if not self.reads_query:
            refuse_query(request)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Say what is left of the budget, and send nothing again that the caller has already."""
        found = super().finalize_response(request, response, *args, **kwargs)
        tell(found.headers, getattr(request, "used", None))
        if isinstance(found, Response):
            found.add_post_render_callback(
                lambda answer: tagged(request.method, request.META, _viewer(request), answer)
            )
        return found


def _viewer(request: Request) -> object:
    return None if request.auth is None else request.user.id


class AccountView(LimitedView):
    """Demands `account:read` to look and `account:write` to change."""

    authentication_classes = (TokenAuthentication,)
    rate_class: ClassVar[RateClass] = ACCOUNT

    def get_permissions(self) -> list[BasePermission]:
        """Return the permission the method demands."""
        reading = self.request.method in {"GET", "HEAD", "OPTIONS"}
        return [requires(ACCOUNT_READ if reading else ACCOUNT_WRITE)()]


class OwnAccountView(AccountView):
    """As that, and demands a token that the player holds himself: no app may do this for him."""

    def get_permissions(self) -> list[BasePermission]:
        """Return the permission the method demands, and that of who asks."""
        return [*super().get_permissions(), own()]
