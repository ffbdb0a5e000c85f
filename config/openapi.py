"""The parts of openapi.yaml that describe the service as a whole."""

from typing import Any, Final

from players.scopes import ALL_SCOPES

DESCRIPTION: Final = """\
Card games of the UNO family, played turn by turn over days or in minutes: a REST API over an event-sourced rules
engine. Everything a client needs is in this document; there is no other, private API.

## First steps

1. `POST /v1/guests` creates a player with a token. Send the token as `Authorization: Bearer ...`.
2. `POST /v1/games` creates a table, `POST /v1/games/{game_id}/bots` adds bots, `POST /v1/games/{game_id}/start` deals.
3. `GET /v1/games/{game_id}` returns the table as you may see it. Its `legal_commands` are exactly what you may do now;
   `can_act`, also in lists and streams, says whether there are any. Send an entry unchanged with
   `POST /v1/games/{game_id}/commands`. The answer contains the game after the command.

## What holds everywhere

- **Retries are safe.** You choose the `command_id` of every change to a game. A repeated request gets the same answer
  and is carried out once.
- **Races are visible.** With `expected_version` (or `If-Match`) a command is refused if the game has moved on, and the
  refusal contains the events you missed.
- **You see what your seat sees.** Views and events depend on the caller. After the match everything is open and can be
  checked, including the shuffles.
- **Refusals** are problems (RFC 9457) with a stable `code`. `x-problem-codes` lists the codes by status: the operation
  lists its own, its `default` response those it shares with others. `ErrorCode` explains each code. A refused request
  has changed nothing. Its words are in the best of `en`, `ru` and `fr` by `Accept-Language`, else in the language that
  the player prefers.
- **Headers** marked `x-on-any-answer` can come with every answer.
- **A sandbox** (docs/clients/sandbox.md) has the header `Flipside-Sandbox: true` in every answer.
- **Examples** of every request and answer are in `/openapi-examples.json`, by `operationId`.
- **Limits** are published: `x-rate-limit-class` names the budget of an operation.
- **Additions** come within `v1`: new members, operations, events, kinds and codes. Nothing is removed or changes its
  meaning, so ignore what you do not know. docs/clients/api.md has the policy.
- **Input is strict.** Bodies are `application/json` in UTF-8 of at most 16 KiB. Unknown members, duplicate keys and
  numbers as text are refused. Ids are UUIDs with hyphens; the service accepts any case and returns lower case.

Times are RFC 3339 in UTC, durations are seconds, seats count from 0 clockwise. Cards have the notation of the rules:
`R5`, `G+1`, `YS`, `BR`, `W`, `W2` on the light side; `p5`, `t+5`, `oE`, `vR`, `pF`, `w`, `wc` on the dark side.
"""

TAGS: Final[list[dict[str, Any]]] = [
    {"name": "games", "description": "Rulesets, tables and games."},
    {"name": "tables", "description": "Before the match: seats, bots, the start."},
    {"name": "play", "description": "The match: commands, events, and the table at any version."},
    {"name": "streams", "description": "Events as they happen, as Server-Sent Events or JSON lines."},
    {"name": "messages", "description": "Your inbox, invitations and nudges."},
    {"name": "players", "description": "Your profile, tokens, devices, preferences, vacations, data, and leaving."},
    {"name": "accounts", "description": "Signing in by e-mail, and your address."},
    {"name": "apps", "description": "Apps that act for players: those you registered, and those you authorized."},
    {"name": "oauth", "description": "How an app is authorized: OAuth 2 with PKCE, in the form of OAuth."},
    {"name": "webhooks", "description": "Calls to programs of yours, and their log."},
    {"name": "calls", "description": "What the service sends to your webhooks."},
    {
        "name": "sandbox",
        "description": "Only in an installation for authors of clients: players, positions and time at will.",
    },
    {"name": "proofs", "description": "Finished matches as files, keys and anchors, for checking the service."},
]

SPECTACULAR_SETTINGS: Final[dict[str, Any]] = {
    "TITLE": "Flipside",
    "DESCRIPTION": DESCRIPTION,
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.1",
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "string", "format": "uuid"}},  # as of Django's own converter
    "CONTACT": {"name": "Flipside contributors"},
    "LICENSE": {"name": "MIT", "url": "https://opensource.org/license/mit"},
    "SERVERS": [{"url": "/", "description": "The service from which this document comes."}],
    "TAGS": TAGS,
    "SERVE_INCLUDE_SCHEMA": False,
    # Enumerations by their words: generators would name them after the member that holds them.
    "ENUM_NAME_OVERRIDES": {
        "AppType": ["public", "confidential"],
        "BranchFuture": ["redealt", "same"],
        "ClockSpeed": ["day", "days", "live", "none"],
        "ClockStepName": ["answer", "bank", "deadline", "pause", "round", "started", "turn", "waits", "weekends"],
        "DeviceKind": ["webpush", "fcm", "apns"],
        "Language": ["en", "fr", "ru"],
        "LateMoves": ["lenient", "strict"],
        "Motion": ["abort", "pause"],
        "Scope": list(ALL_SCOPES),
        "SpectatorAccess": ["delayed", "none", "open"],
        "TokenKind": ["device", "personal"],
        "VacationPhase": ["planned", "running"],
        "WebhookDeliveryState": ["dead", "dropped", "pending", "sent"],
        "WebhookEvent": ["game.moved", "message"],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "players.api.oauth_paths.describe_oauth",
        "games.api.schema_conditions.describe_conditions",
        "games.api.schema_document.complete",
    ],
}
