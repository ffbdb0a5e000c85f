"""The parts of openapi.yaml that describe the service as a whole."""

from typing import Any, Final

from players.scopes import ALL_SCOPES

DESCRIPTION: Final = """\
Card games of the UNO family, played turn by turn over days or in minutes: a REST API over an event-sourced rules
engine. Everything a client needs is in this document; there is no other, private API.

## First steps

1. `POST /v1/guests` makes a player and their token. Send it as `Authorization: Bearer ...`.
2. `POST /v1/games` sets up a table, `POST /v1/games/{game_id}/bots` fills it, `POST /v1/games/{game_id}/start` begins.
3. `GET /v1/games/{game_id}` is the table as you may see it, with `legal_commands`: exactly what you may do now. Send
   any entry back as it stands: `POST /v1/games/{game_id}/commands`. The answer holds the game after it.

## What holds everywhere

- **Retries are safe.** You choose the `command_id` of everything that changes a game. Sent again, the same request gets
  the same answer, and is carried out once.
- **Nothing happens behind your back.** With `expected_version` (or `If-Match`) a command is refused if the game has
  moved on, and the refusal holds what you missed.
- **You see what your seat sees.** Views and events are made for the caller. After the match everything lies open and
  can be checked, the shuffles included.
- **Refusals** are problems (RFC 9457) with a stable `code`. `x-problem-codes` lists the codes by status: in the
  operation those of its own, in its `default` response those that all operations like it share; `ErrorCode` explains
  them. A refused request has changed nothing.
- **Headers** marked `x-on-any-answer` can come with every answer.
- **Examples** of every request and answer are in `/openapi-examples.json`, by `operationId`.
- **Limits** are published: `x-rate-limit-class` names the budget an operation draws on.
- **Additions are no surprise.** Within `v1` members, operations, events, kinds and codes are added, never removed or
  given another meaning: ignore what you do not know. The policy is in docs/clients/api.md.
- **Strict input.** Bodies are `application/json` in UTF-8 of at most 16 KiB. Unknown members, duplicate keys and
  numbers as text are refused. Ids are UUIDs with hyphens: yours may be in any case, ours are in lower case.

Times are RFC 3339 in UTC, durations are seconds, seats count from 0 clockwise. Cards are written as in the rules: `R5`,
`G+1`, `YS`, `BR`, `W`, `W2` on the light side, `p5`, `t+5`, `oE`, `vR`, `pF`, `w`, `wc` on the dark one.
"""

TAGS: Final[list[dict[str, Any]]] = [
    {"name": "games", "description": "What can be played, setting up a table, and seeing games."},
    {"name": "tables", "description": "Before the match: seats, bots, the start."},
    {"name": "play", "description": "The match: commands, events, and the table at any moment of it."},
    {"name": "streams", "description": "Being told as it happens: Server-Sent Events, or JSON lines."},
    {"name": "messages", "description": "Your inbox, and asking others to a table or to move."},
    {"name": "players", "description": "You: profile, tokens, devices, preferences, vacations, your data, leaving."},
    {"name": "accounts", "description": "Signing in by e-mail. These routes speak the dialect of django-allauth."},
    {"name": "apps", "description": "Programs that act for players: your own, and those you let in."},
    {"name": "oauth", "description": "How an app is let in: OAuth 2 with PKCE. In the dialect of OAuth."},
    {"name": "webhooks", "description": "Programs of yours that are told what happens, and how they are doing."},
    {
        "name": "sandbox",
        "description": "Only where an installation is for authors: players, positions and time at will.",
    },
    {"name": "proofs", "description": "Finished matches as files, keys and anchors: what lets you check us."},
]

SPECTACULAR_SETTINGS: Final[dict[str, Any]] = {
    "TITLE": "Flipside",
    "DESCRIPTION": DESCRIPTION,
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.1",
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "string", "format": "uuid"}},  # as of Django's own converter
    "CONTACT": {"name": "Flipside contributors"},
    "LICENSE": {"name": "MIT", "url": "https://opensource.org/license/mit"},
    "SERVERS": [{"url": "/", "description": "The service that handed out this document."}],
    "TAGS": TAGS,
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Enumerations by their words: generators would name them after the member that holds them.
    "ENUM_NAME_OVERRIDES": {
        "AppType": ["public", "confidential"],
        "BranchFuture": ["redealt", "same"],
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
        "players.api.account_paths.describe_accounts",
        "players.api.oauth_paths.describe_oauth",
        "games.api.schema_conditions.describe_conditions",
        "games.api.schema_document.complete",
    ],
}
