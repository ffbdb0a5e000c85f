"""Finds what clients rely on in one description and another one breaks (docs/clients/api.md, decision 10).

`python -m tests.contract.compatibility OLD NEW` prints every breakage and fails if there is one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml

from tests.contract.compatible_schemas import Comparison, Direction, resolve
from tests.contract.openapi import codes_in, make_exact

if TYPE_CHECKING:
    from collections.abc import Iterator

RELEASED: Final = Path(__file__).parents[2] / "openapi" / "released"
METHODS: Final = ("get", "put", "post", "delete", "patch", "head", "options")
Document = dict[str, Any]


def newest_release() -> Path:
    """Return the path of the newest released description."""
    return max(RELEASED.glob("v1-*.yaml"))


def load(path: Path) -> Document:
    found: Document = yaml.load(path.read_text(), Loader=yaml.CSafeLoader)
    make_exact(found)
    return found


def breakages(old: Document, new: Document) -> list[str]:
    """Return a sentence for each way in which `new` breaks the clients of `old`."""
    return list(_breakages(old, new))


def _breakages(old: Document, new: Document) -> Iterator[str]:
    compared = Comparison(old, new)
    for path, operations in old["paths"].items():
        for method in METHODS:
            if method not in operations:
                continue
            where = f"{method.upper()} {path}"
            kept = new["paths"].get(path, {}).get(method)
            if kept is None:
                yield f"{where}: the operation is gone"
            else:
                yield from _operation(compared, where, operations[method], kept)
    for name, call in old.get("webhooks", {}).items():
        kept = new.get("webhooks", {}).get(name)
        if kept is None:
            yield f"webhook {name}: it is gone"
        else:
            bodies = (call["post"].get("requestBody", {}), kept["post"].get("requestBody", {}))
            yield from _contents(compared, f"webhook {name}", *bodies, Direction.SENT_BY_US)


def _operation(compared: Comparison, where: str, old: Document, new: Document) -> Iterator[str]:
    if old["operationId"] != new["operationId"]:
        yield f"{where}: {old['operationId']} is called {new['operationId']} now"
    for way in old.get("security", []):
        if not any(_is_less(other, way) for other in new.get("security", [])):
            yield f"{where}: {way} does not let anybody in any more"
    yield from _parameters(compared, where, old, new)
    yield from _body(compared, where, old.get("requestBody"), new.get("requestBody"))
    yield from _responses(compared, where, old["responses"], new["responses"])
    present = codes_in(compared.new, new)
    for status, codes in codes_in(compared.old, old).items():
        for code in sorted(codes - present.get(status, set())):
            yield f"{where} {status}: the code {code} is gone"


def _is_less(new: Document, old: Document) -> bool:
    """Return whether a client that satisfies `old` also satisfies `new`."""
    return all(scheme in old and set(scopes) <= set(old[scheme]) for scheme, scopes in new.items())


def _parameters(compared: Comparison, where: str, old: Document, new: Document) -> Iterator[str]:
    former = {(each["in"], each["name"]): each for each in _resolved(compared.old, old)}
    present = {(each["in"], each["name"]): each for each in _resolved(compared.new, new)}
    for (place, name), parameter in former.items():
        kept = present.get((place, name))
        if kept is None:
            yield f"{where}: the {place} parameter {name} is gone"
        else:
            at = f"{where} {place} {name}"
            yield from compared.schemas(at, parameter["schema"], kept["schema"], Direction.SENT_BY_CLIENTS)
    for (place, name), parameter in present.items():
        if parameter.get("required") and not former.get((place, name), {}).get("required"):
            yield f"{where}: the {place} parameter {name} is required now"


def _resolved(document: Document, operation: Document) -> list[Document]:
    return [resolve(document, each) for each in operation.get("parameters", ())]


def _body(compared: Comparison, where: str, old: Document | None, new: Document | None) -> Iterator[str]:
    if new is None:
        if old is not None:
            yield f"{where}: it takes no body any more"
        return
    if new.get("required") and not (old or {}).get("required"):
        yield f"{where}: a body is required now"
    yield from _contents(compared, f"{where} body", old or {}, new, Direction.SENT_BY_CLIENTS)


def _responses(compared: Comparison, where: str, old: Document, new: Document) -> Iterator[str]:
    for status, response in old.items():
        if status not in new:
            yield f"{where}: status {status} is gone"
            continue
        former, kept = resolve(compared.old, response), resolve(compared.new, new[status])
        at = f"{where} {status}"
        yield from _contents(compared, at, former, kept, Direction.SENT_BY_US)
        for header in sorted(set(former.get("headers", {})) - set(kept.get("headers", {}))):
            yield f"{at}: the header {header} is gone"


def _contents(compared: Comparison, where: str, old: Document, new: Document, direction: Direction) -> Iterator[str]:
    for media, content in old.get("content", {}).items():
        kept = new.get("content", {}).get(media)
        if kept is None:
            yield f"{where}: {media} is gone"
        else:
            yield from compared.schemas(where, content["schema"], kept["schema"], direction)


def main(old: str, new: str) -> int:
    """Compare two files; return the number of breakages."""
    found = breakages(load(Path(old)), load(Path(new)))
    for sentence in found:
        sys.stdout.write(sentence + "\n")
    return len(found)


if __name__ == "__main__":
    sys.exit(min(main(*sys.argv[1:]), 1))
