"""Random requests to the real applications: each is answered, and none causes an error of the service.

granian lets more through than HTTP allows, and other servers still more: bytes that are no text,
headers in Latin-1, sequences of percent signs, NUL. The same requests come in every run.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction
from django.urls import URLResolver, get_resolver

from tests.config import apps
from tests.config.apps import Asked, Heard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.django_db

ROUNDS = 6
REQUESTS = 150
GAME = "0190f3c2-1111-4222-8333-444455556666"
IDS = {"uuid": GAME, "digit": "1", "version": "3", "int": "1", "path": "x/y"}
METHODS = ("GET", "GET", "GET", "HEAD", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "get", "FOO", "G\0T", "")
NAMES = (
    "accept", "accept-language", "accept-encoding", "authorization", "cookie", "range", "if-match", "if-none-match",
    "if-modified-since", "origin", "referer", "content-type", "content-encoding", "content-length", "x-forwarded-for",
    "x-forwarded-proto", "x-forwarded-host", "x-csrftoken", "idempotency-key", "last-event-id",
    "sec-fetch-site", "user-agent", "host", "expect", "x-requested-with", "access-control-request-method",
    "transfer-encoding",
)  # fmt: skip
VALUES = (
    b"", b"\xff\xfe", b"\xe9", b"\0", b"a\0b", b"9" * 5000, b"-1", b"*", b"*/*", b"a/b;q=\xb2", b"en;q=9e9999",
    b"en-" * 300,
    b"Basic \xff", b"Basic YTpi", b"Basic YQ", b"Basic =", b"Bearer \xff", b"Bearer ufd_" + b"x" * 43, b"Bearer \0",
    b"bytes=0-", b"bytes=9-1", b"bytes=" + b"9" * 5000 + b"-", b"bytes=a-b", b'W/"x"', b'"', b'"\xff"', b'"a", "b',
    b"Mon, 32 Foo 99999 99:99:99 GMT", b"Sun, 06 Nov 0000 08:49:37 GMT", b"Fri, 31 Dec 9999 23:59:60 GMT",
    b"sessionid=\xff; csrftoken=\x80; flipside_consent=zzz",
    b"csrftoken=" + b"a" * 32 + b"; flipside_consent=" + b"b" * 32,
    b'sessionid="\\000aaaaaaaa"; csrftoken="\\000aaaaaaaa"; flipside_consent="\\000aaaaaaaa"',
    b"=; ;=;", b'sessionid="\\000\\377"', b"null", b"http://[", b"http://[::1", b"http://localhost", b"https://x\xff",
    b"::1%eth0", b"999.1.1.1", b"[::1", b"1.2.3.4:99999", b",,,,", b"identity;q=0", b"de_DE@x", b"zh-Hant-\xff",
    b"x;charset*=utf-8''%ff", b"100-continue", b"localhost:0", b"localhost:\xb2", b"localhost.", b"LOCALHOST",
    b"application/x-www-form-urlencoded", b"application/json", b"multipart/form-data; boundary=x",
    b"multipart/form-data; boundary=\xff", b"multipart/form-data", b"text/plain; charset=hex", b"a/b; x*0*=hex''y",
)  # fmt: skip
PIECES = (
    b"\xff", b"\xc3\xa9", b"%00", b"%ff", b"%", b"%zz", b"%0a%0d", b"%C3%A9", b"%ed%a0%80", b"%F0%9F%98%80", b"%25",
    b";", b"&", b"=", b"+", b"%2f", b"..", b"//", b"[", b"a" * 50, b"1" * 400, b"\0",
    b"\xe2\x80\xae", b"\x85", b"'", b'"', b"\\",
    b"{", b"<", b"-1", b"1e9", b"x", b"1",
)  # fmt: skip
BODIES = (
    b"", b"{}", b"x", b"a=b&c=d", b"%ff=%00&=", b"\xff\xfe\0", b"&".join(b"a%d=1" % number for number in range(300)),
    b'{"email":"\xff"}', b'{"email":"a@b.c"}', b"grant_type=authorization_code&code=\xff", b"do=send&address=%00",
    b'--x\r\nContent-Disposition: form-data; name="do"\r\n\r\nsend\r\n--x--\r\n',
    b"--x\r\nContent-Disposition: form-data; name*=hex''x\r\nContent-Type: a/b; charset=hex\r\n\r\nx\r\n--x--\r\n",
    b"--x\r\nContent-Disposition: form-data; name=a; filename=b\r\nContent-Transfer-Encoding: base64\r\n\r\n%\r\n--x--",
)  # fmt: skip
PARAMETERS = (
    b"a",
    b"wait",
    b"limit",
    b"cursor",
    b"language",
    b"next",
    b"client_id",
    b"script",
    b"as",
    b"after",
    b"state",
)


@cache
def routes() -> list[bytes]:
    """Return one address of each route, except most of the similar ones in the admin, and some without a route."""
    found = {f"/{one}" for one in _routes(get_resolver(), "") if not re.match(r"admin/\w+/(?!player/)\w+/", one)}
    return [one.encode() for one in sorted({*found, "/", "*", "/nowhere", "/static/admin/css/base.css", "/static/x"})]


def _routes(resolver: Any, before: str) -> Iterator[str]:
    for entry in resolver.url_patterns:
        written = re.sub(r"[\^$]", "", str(entry.pattern))
        route = before + re.sub(r"<(?:(\w+):)?\w+>", lambda found: IDS.get(found[1] or "", "x"), written)
        if isinstance(entry, URLResolver):
            yield from _routes(entry, route)
        elif "(" not in route:
            yield route


def made_up(chance: random.Random) -> Asked:
    path = chance.choice(routes())
    for _ in range(chance.choice([0, 0, 0, 1, 2])):
        at = chance.randint(min(1, len(path)), len(path))
        path = path[:at] + chance.choice(PIECES) + path[at:]
    query = b"&".join(
        chance.choice(PARAMETERS) + b"=" + b"".join(chance.choices(PIECES, k=chance.randint(0, 3)))
        for _ in range(chance.choice([0, 1, 1, 2, 3]))
    )
    headers = tuple((chance.choice(NAMES), chance.choice(VALUES)) for _ in range(chance.choice([0, 1, 1, 2, 3])))
    method = chance.choice(METHODS)
    return Asked(method, path, query, headers, b"" if method in {"GET", "HEAD"} else chance.choice(BODIES))


def wrong(heard: Heard) -> str:
    """Return the faults of an answer, "" if there are none."""
    kind = heard.headers.get("content-type", "").partition(";")[0]
    if heard.status >= 500:
        return f"{heard.status}"
    if (
        heard.status >= 400
        and kind not in {"application/problem+json", "application/json"}
        and b"<h1" not in heard.body
    ):
        return f"{heard.status} comes as {kind or 'nothing'}"
    if heard.status >= 400 and not heard.body:
        return f"{heard.status} says nothing"
    return "tells of our inside" if b"Traceback" in heard.body or b"SECRET_KEY" in heard.body else ""


# Under ASGI Django warns about files, which it then reads at once.
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume:Warning")
@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("ask", [apps.web, apps.asgi, apps.streams], ids=["web", "asgi", "streams"])
def test_nonsense_is_answered_and_is_no_fault_of_ours(
    ask: Callable[[Asked], Heard], number: int, caplog: pytest.LogCaptureFixture
) -> None:
    chance = random.Random(number)  # noqa: S311  the same nonsense in every run
    faults = []
    for _ in range(REQUESTS):
        asked = made_up(chance)
        with transaction.atomic():
            heard = ask(asked)
            transaction.set_rollback(True)
        why = wrong(heard)
        if why:
            faults.append((why, asked))
    assert faults == []
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
