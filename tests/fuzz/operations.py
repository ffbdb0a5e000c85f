"""Sends requests to one operation: known ones, its recorded examples, Schemathesis' edge cases and random ones."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import hypothesis
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Config, GenerationMode
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.drivers import CoverageGenerator
from schemathesis.generation.feedback import NO_FEEDBACK
from schemathesis.generation.hypothesis.examples import generate_one
from schemathesis.generation.overrides import Override
from schemathesis.specs.openapi.checks import (
    ignored_auth,
    negative_data_rejection,
    positive_data_acceptance,
    response_schema_conformance,
)

from tests.contract.openapi import document
from tests.fuzz.checks import CHECKS, Answered
from tests.fuzz.known_requests import MOST, Known, oauth_values, path_values, requests_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemathesis import APIOperation, Case

    from tests.fuzz.app import Forgetful
    from tests.fuzz.world import Identity, World

BASE = "http://localhost"
EVENTS = "text/event-stream"
SUCCESS = range(200, 300)
REFUSALS = [400, 401, 403, 404, 405, 406, 409, 411, 413, 414, 415, 422, 429, 431]
CONFIG = {
    "checks": {
        "negative_data_rejection": {"expected-statuses": REFUSALS},
        "missing_required_header": {"expected-statuses": REFUSALS},
    },
    "output": {"sanitization": {"enabled": False}},  # the tokens are invalid before the report can be read
}
NO_TEXT = re.compile("[\0\ud800-\udfff]")
MOST_TOLD = 2000
"""The maximal length of a request in a report, in characters."""
REAL = 0.9
"""The probability that an existing id replaces a made-up one."""


@dataclass
class Tally:
    """The results of an operation."""

    label: str
    requests: int = 0
    successes: int = 0
    done: int = 0
    """Known requests that got the described status of success where none of 2xx is."""
    statuses: dict[str, Counter[int]] = field(default_factory=dict)
    findings: dict[str, str] = field(default_factory=dict)
    """The shortest request for each fault, with the fault."""

    def reached(self) -> bool:
        """Return whether any identity got an answer with 2xx."""
        return self.successes > 0

    def count(self, who: str, status: int, *, described: bool) -> None:
        """Count an answer; `described`: whether the request used the described method."""
        self.requests += 1
        self.successes += described and status in SUCCESS
        self.statuses.setdefault(who, Counter())[status] += 1

    def find(self, what: str, request: str) -> None:
        """Note a fault, with the shortest request that shows it."""
        name = what.strip().partition("\n")[0][:160]
        if name not in self.findings or len(self.findings[name]) > len(what) + len(request) + 2:
            self.findings[name] = f"{what}\n{request}\n"


class Trier:
    """Tests operations in one world."""

    def __init__(self, world: World, app: Forgetful, *, number: int | None = None, thorough: bool = False) -> None:
        self.world, self.app, self.thorough = world, app, thorough
        self.number = number
        config = CONFIG if thorough else {**CONFIG, "phases": {"coverage": {"unexpected-methods": []}}}
        self.schema = schemathesis.openapi.from_dict(document(), config=Config.from_dict(config))
        self.schema.app = app
        self.known, self.values, self.said = requests_of(world), path_values(world), oauth_values(world)

    def operations(self) -> list[APIOperation[Any]]:
        return [found.ok() for found in self.schema.get_all_operations()]

    def run(self, operation: APIOperation[Any], examples: int) -> Tally:
        """Test it with each known request and edge case once, and with random requests that fit and that do not."""
        tally = Tally(operation.label)
        dice = Random(self.number or 0)  # noqa: S311 - it need not be unpredictable
        for case in (*self._known(operation), *self._recorded(operation)):
            for who in self.world.identities:
                tally.done += self._try(tally, case, who).is_done()
        for number, case in enumerate(_edges(operation)):
            self._place(case, dice)
            for who in self._turn(number):
                self._try(tally, case, who)
        for mode in GenerationMode:
            if mode.is_positive or operation.body or operation.query or operation.path_parameters:
                self._random(tally, operation, mode, examples)
        return tally

    def _turn(self, number: int) -> Sequence[Identity]:
        everybody = self.world.identities
        return everybody if self.thorough else everybody[number % len(everybody) :][:1]

    def _random(self, tally: Tally, operation: APIOperation[Any], mode: GenerationMode, examples: int) -> None:
        @settings(
            max_examples=examples, derandomize=self.number is None, deadline=None, database=None,
            suppress_health_check=list(HealthCheck), phases=[hypothesis.Phase.generate],
        )  # fmt: skip
        @given(
            case=operation.as_strategy(generation_mode=mode),
            who=st.sampled_from(self.world.identities),
            dice=st.randoms(use_true_random=False),
        )
        def tried(case: Case[Any], who: Identity, dice: Random) -> None:
            self._place(case, dice)
            self._try(tally, case, who)

        with suppress(Unsatisfiable):  # a request without parts cannot be made wrong
            (tried if self.number is None else seed(self.number)(tried))()

    def _known(self, operation: APIOperation[Any]) -> Iterator[Case[Any]]:
        for known in self.known.get(_name(operation), [Known()]):
            if {parameter.name for parameter in operation.path_parameters} <= set(known.path):
                yield _case(operation, known)

    def _recorded(self, operation: APIOperation[Any]) -> Iterator[Case[Any]]:
        """Yield the examples of the description, which contain ids of another run."""
        for strategy in operation.get_strategies_from_examples(feedback=NO_FEEDBACK):
            case = generate_one(strategy)
            self._place(case, Random(0))  # noqa: S311 - as above
            yield case

    def _place(self, case: Case[Any], dice: Random) -> None:
        """Put existing ids into a made-up request, except where it is wrong on purpose."""
        _forget_credentials(case)
        if isinstance(case.body, dict | list) and not _is_wrong(case, ParameterLocation.BODY):
            case.body = _whole(case.body)
            _spare(case)
        self._exist(case.path_parameters, self.values, dice, wrong=_is_wrong(case, ParameterLocation.PATH))
        if case.operation.path.startswith("/oauth/"):
            self._exist(case.query, self.said, dice, wrong=_is_wrong(case, ParameterLocation.QUERY))
            self._exist(case.body, self.said, dice, wrong=_is_wrong(case, ParameterLocation.BODY))
        known = [one for one in self.known.get(_name(case.operation), []) if one.headers or one.cookies]
        if known:
            chosen = dice.choice(known)
            case.headers.update(chosen.headers)
            case.cookies.update(chosen.cookies)

    def _exist(self, made_up: Any, known: Mapping[str, Sequence[object]], dice: Random, *, wrong: bool) -> None:
        """Replace most of the made-up values by known ones."""
        for name in made_up if isinstance(made_up, dict) and not wrong else ():
            if name in known and dice.random() < REAL:
                made_up[name] = dice.choice(known[name])

    def _try(self, tally: Tally, case: Case[Any], who: Identity) -> Answered:
        # The address of the network is ignored: limits have tests of their own. Over WSGI nothing decompresses the
        # answer.
        response = case.call(base_url=BASE, headers={**who.headers, "Accept-Encoding": "identity"})
        answered = Answered(self.world, self.app, who, case, response)
        tally.count(who.name, answered.status, described=answered.is_described())
        for wrong in _wrongs(answered, tally):
            request = case.as_curl_command(headers=dict(who.headers))
            tally.find(wrong, f"by {who.name}: {request[:MOST_TOLD]}")
        return answered


def _wrongs(answered: Answered, tally: Tally) -> Iterator[str]:
    """Yield every fault of an answer."""
    for check in CHECKS:
        try:
            check(answered)
        except AssertionError as wrong:
            yield f"{check.__name__}: {wrong}"
    case = answered.case
    # Tokens are checked in one place: one test of it is enough, not one with every request.
    confirmed = tally.reached() and tally.statuses[answered.who.name].total() > 1
    case._has_explicit_auth = bool(answered.who.headers)
    # `fitting` checks the form more exactly, and headers that are not described are ignored.
    header = [negative_data_rejection] if _is_wrong(case, ParameterLocation.HEADER) else []
    excluded = [positive_data_acceptance, *header, *([ignored_auth] if confirmed or not answered.who.headers else [])]
    if answered.header("content-type") == EVENTS:  # `described` reads the items, which a schema cannot
        excluded.append(response_schema_conformance)
    try:
        case.validate_response(answered.response, excluded_checks=excluded, headers=dict(answered.who.headers))
    except Failure as wrong:
        yield f"{type(wrong).__name__}: {wrong}"
    except FailureGroup as group:
        for wrong in group.exceptions:
            yield f"{type(wrong).__name__}: {wrong}"


def _edges(operation: APIOperation[Any]) -> Iterator[Case[Any]]:
    """Yield the cases of Schemathesis' coverage phase: both sides of every boundary of every parameter and body."""
    generation = operation.schema.config.generation_for(operation=operation, phase="coverage")
    return iter(
        CoverageGenerator(
            operation=operation,
            generation_modes=list(GenerationMode),
            generation_config=generation,
            auth_storage=None,
            override=Override(query={}, headers={}, cookies={}, path_parameters={}, body={}),
            feedback=NO_FEEDBACK,
        )
    )


def _case(operation: APIOperation[Any], known: Known) -> Case[Any]:
    body = {} if known.body is None else {"body": known.body, "media_type": known.media}
    return operation.Case(
        path_parameters=dict(known.path),
        query=dict(known.query),
        headers=dict(known.headers),
        cookies=dict(known.cookies),
        **body,
    )


def _name(operation: APIOperation[Any]) -> str:
    return str(operation.definition.raw["operationId"])


def _is_wrong(case: Case[Any], where: ParameterLocation) -> bool:
    return case.meta is not None and case.meta.is_negative_at(where)


def _whole(value: Any) -> Any:
    """Return the value in the spelling that the service takes: 1 for 1.0, and text without NUL and lone surrogates."""
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {NO_TEXT.sub("?", name): _whole(item) for name, item in value.items()}
    if isinstance(value, str):
        return NO_TEXT.sub("?", value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _spare(case: Case[Any]) -> None:
    """Reduce the amount of work that the request asks for."""
    most = MOST.get(_name(case.operation), {})
    for name in most.keys() & set(case.body):
        if isinstance(case.body[name], int):
            case.body[name] = min(case.body[name], most[name])


def _forget_credentials(case: Case[Any]) -> None:
    case.headers.pop("Authorization", None)
