"""Keeps the answers of the service as examples: the first of each status and preference, shortened, without secrets."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from players.invitation_codes import ALPHABET
from tests.contract.client import ContractClient
from tests.contract.openapi import operation_at

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER: Final = Path(__file__).parents[2] / "openapi" / "examples"
MOST_ITEMS: Final = 2
MOST_WORDS: Final = 8
"""Longer lists are cut: the limit for objects, and for anything else."""
MOST_TEXT: Final = 400
"""Longer texts are cut, in characters."""

_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_HASH: Final = re.compile(r"\b[0-9a-f]{64}\b")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)")
_NOON: Final = datetime.fromisoformat("2026-11-22T12:00:00+00:00")
_SECRETS: Final = {
    "token": "ufd_example-only-this-is-no-token",
    "access_token": "ufd_example-only-this-is-no-token",
    "sign_in": "ufe_example-only-this-is-no-code",
    "change": "ufe_example-only-this-is-no-code",
    "secret": "whsec_ZXhhbXBsZSBvbmx5LCBubyBzZWNyZXQ=",
    "csrfmiddlewaretoken": "example-code",
    "next": "example-cursor",
    "newest": "example-cursor",
    "cursor": "example-cursor",
    "hint": "ufd_exam",
    "key": "example-code",
    "code": "example-code",
    "code_verifier": "example-only-use-a-random-text-of-your-own-each-time",
}
"""Replacements for the text of members that are secret or differ in every run."""


_ALONE: Final = ("code", "key")
"""Members that are secrets only where they are alone in their object, or beside one of `_MAILED`."""
_MAILED: Final = {"sign_in", "change"}
"""Members beside a code that came by mail."""
_SECRET: Final = re.compile(r"\b(uf[a-z]_)[A-Za-z0-9_-]{22,}")
"""Secrets in any place; the replacement keeps the prefix that tells the kind."""
_SINCE_1970: Final = ("iat", "exp")
"""Times given as numbers."""
_MAIN: Final = re.compile(r"<main.*?</main>", re.DOTALL)
"""The example content of a page."""
_INVITATION: Final = re.compile(rf"(?<![-\w])[{ALPHABET}]{{4}}-[{ALPHABET}]{{4}}(?![-\w])")
"""Codes of invitations, also in links."""
_FORM_TOKEN: Final = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+')
FORM: Final = "application/x-www-form-urlencoded"


class Records:
    """The requests and answers, by operation."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, Any]] = {}
        self._names: dict[str, str] = {}
        self._began = datetime.now(UTC)

    def note(self, method: str, path: str, sent: bytes, answer: Any) -> None:
        """Keep a request that succeeded, and the first answer of each status and preference (`200 return=minimal`)."""
        operation = operation_at(method, path)
        if operation is None or method == "HEAD":
            return
        known = self.found.setdefault(operation["operationId"], {"answers": {}})
        status = " ".join([str(answer.status_code), *filter(None, [answer.get("Preference-Applied")])])
        if "jsonl" in answer.get("Content-Type", "") and "streams" in operation["tags"]:
            self._add_items(known["answers"].setdefault(status, []), answer.content)
            return
        if status in known["answers"]:
            return
        known["answers"][status] = self._body(answer)
        if status < "4" and sent and "requestBody" in operation:
            form = FORM in operation["requestBody"]["content"]
            known.setdefault("request", self._cleaned(dict(parse_qsl(sent.decode())) if form else json.loads(sent)))

    def _add_items(self, items: list[Any], lines: bytes) -> None:
        for line in lines.splitlines():
            item = self._cleaned(json.loads(line))
            if item["type"] not in {one["type"] for one in items}:
                items.append(item)

    def _body(self, answer: Any) -> Any:
        if not answer.content:
            return None
        if "json" in answer["Content-Type"] and "jsonl" not in answer["Content-Type"]:
            return self._cleaned(json.loads(answer.content))
        text = answer.content.decode()
        page = _MAIN.search(text)
        return self._text(_FORM_TOKEN.sub("example-code", page[0]) if page else text[:MOST_TEXT])

    def _cleaned(self, value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            secret = len(value) == 1 or bool(_MAILED & value.keys())
            return {
                key: self._cleaned(inner, key if secret or key not in _ALONE else "") for key, inner in value.items()
            }
        if isinstance(value, list):
            most = MOST_ITEMS if value and isinstance(value[0], dict | list) else MOST_WORDS
            return [self._cleaned(inner) for inner in value[:most]]
        if isinstance(value, str):
            masked = _SECRET.sub(r"\1example-only-this-is-no-secret", value)
            return masked if masked != value else _SECRETS.get(name) or self._text(value)[:MOST_TEXT]
        if name in _SINCE_1970:
            return round(datetime.fromisoformat(self._time(f"{datetime.fromtimestamp(value, UTC)}")).timestamp())
        return value

    def _text(self, text: str) -> str:
        text = _INVITATION.sub("BCDF-2345", text)
        for pattern, fake in ((_ID, self._id), (_HASH, self._hash), (_TIME, self._time)):
            text = pattern.sub(lambda found, fake=fake: fake(found[0]), text)  # type: ignore[misc]  # as sub calls it
        return text

    def _numbered(self, real: str, made: Callable[[int], str]) -> str:
        return self._names.setdefault(real, made(len(self._names) + 1))

    def _id(self, real: str) -> str:
        return self._numbered(real, lambda number: f"0190f3c2-0000-4000-8000-{number:012x}")

    def _hash(self, real: str) -> str:
        return self._numbered(real, lambda number: f"c0de{number:04x}" * 8)

    def _time(self, real: str) -> str:
        shown = _NOON + timedelta(seconds=round((datetime.fromisoformat(real) - self._began).total_seconds()))
        return shown.isoformat().replace("+00:00", "Z")


class RecordingClient(ContractClient):
    """Records its requests and their answers."""

    def __init__(self, records: Records, secret: str | None = None) -> None:
        super().__init__(secret)
        self.records = records

    def generic(self, method: str, path: str, data: Any = "", *args: Any, **extra: Any) -> Any:
        answer = super().generic(method, path, data, *args, **extra)
        sent = data.encode() if isinstance(data, str) else data
        self.records.note(method, path.partition("?")[0], sent, answer)
        return answer


def committed() -> dict[str, dict[str, Any]]:
    """Return the examples in the description, by operation."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


def commit(found: dict[str, dict[str, Any]]) -> None:
    """Write the examples into the description."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for name, examples in found.items():
        (FOLDER / f"{name}.json").write_text(json.dumps(examples, indent=1, ensure_ascii=False) + "\n")
