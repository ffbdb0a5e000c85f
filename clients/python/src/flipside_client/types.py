"""Types of requests and answers, generated from openapi.yaml by generate.py."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AbortAskedMessage(TypedDict):
    """A player proposes to end the match without a result. Everybody has to agree."""

    kind: Literal['abort_asked']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: AboutSeat


class AbortedFacts(TypedDict):
    """All players agreed to end the match."""

    you: SeatNumber
    cause: MatchCause


class AbortedMessage(TypedDict):
    """All players agreed to end the match without a result."""

    kind: Literal['aborted']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: AbortedFacts


class AboutSeat(TypedDict):
    """Facts about one seat."""

    you: SeatNumber
    seat: SeatNumber


class AcceptCommand(TypedDict):
    """Takes the cards of a wild draw card without challenging it."""

    type: Literal['accept']


class AdvanceRequest(TypedDict):
    """How far to move the clock: the sum of days and seconds, more than 0 and at most 31 days."""

    days: NotRequired[int]
    seconds: NotRequired[int]


class Anchor(TypedDict):
    """The log of anchors at the end of a day."""

    date: str
    size: int
    root: str
    checkpoint: str
    key: str


class AnchorPage(TypedDict):
    """A page of anchors, newest first."""

    anchors: list[Anchor]
    next: str | None


class App(TypedDict):
    """An app as its author sees it, without its users."""

    id: str
    name: str
    type: AppType
    website: str
    redirect_uris: list[str]
    scopes: list[Scope]
    created_at: str
    banned: bool


class AppList(TypedDict):
    """All apps of the caller."""

    apps: list[App]


class AppSecret(TypedDict):
    """The new secret of an app."""

    secret: str


AppType: TypeAlias = "Literal['confidential', 'public'] | str"


class AppWithSecret(TypedDict):
    """A new app with its secret."""

    app: App
    secret: str | None


AsParameter: TypeAlias = (
    "Literal['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'open']"
)


class AskCommand(TypedDict):
    """Asks the teammates for a card (house rule `teammate_gives`)."""

    type: Literal['ask']


class AuthorizedApp(TypedDict):
    """An app that the caller has authorized."""

    app: str
    name: str
    website: str
    author: str
    scopes: list[Scope]
    authorized_at: str
    last_used_on: str


class AuthorizedAppList(TypedDict):
    """All apps that can act for the caller."""

    authorizations: list[AuthorizedApp]


AutomaticCause: TypeAlias = (
    "Literal['challenge', 'drawn_card', 'forced', 'plan'] | str"
)


class AutomaticMove(TypedDict):
    """A move that was made for the player of a seat."""

    seq: int
    seat: SeatNumber
    cause: AutomaticCause


class AutomaticMoves(TypedDict):
    """The latest 1,000 automatic moves of a match, oldest first."""

    moves: list[AutomaticMove]


class AutopilotEngagedEvent(TypedDict):
    """From now on the service moves for `seat`."""

    type: Literal['autopilot_engaged']
    seat: int
    reason: AutopilotReason


class AutopilotFacts(TypedDict):
    """The seat for which the service moves now."""

    you: SeatNumber
    seat: SeatNumber
    reason: AutopilotReason


class AutopilotMessage(TypedDict):
    """From now on the service moves for a seat, because its player was late too often or is gone."""

    kind: Literal['autopilot']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: AutopilotFacts


AutopilotReason: TypeAlias = "Literal['left', 'resigned', 'timeouts'] | str"


class AutopilotReleasedEvent(TypedDict):
    """The player of `seat` moves again."""

    type: Literal['autopilot_released']
    seat: int


class Bank(TypedDict):
    """The time that a seat has in reserve, and its time-outs in a row."""

    seat: SeatNumber
    left: int | None
    timeouts: int


class Block(TypedDict):
    """A player whom you have blocked."""

    id: str
    name: str
    blocked_at: str


class BlockList(TypedDict):
    """All players whom you have blocked."""

    blocks: list[Block]


class Blocked(TypedDict):
    """A value that the other options exclude. Without a value: every value but the default is excluded."""

    option: str
    reason: str
    value: NotRequired[str | bool | int | list[str | bool | int] | None]


class BotRequest(TypedDict):
    """A bot to add."""

    bot: NotRequired[str]
    seat: NotRequired[SeatNumber | None]
    command_id: NotRequired[CommandId | None]


class BotWords(TypedDict):
    """A strategy of bots."""

    name: str
    title: str
    summary: str


BranchFuture: TypeAlias = "Literal['redealt', 'same'] | str"


class BranchRequest(TypedDict):
    """A new table that starts from a position of a finished game, with its options and number of seats."""

    version: int
    future: NotRequired[KnownBranchFuture]
    seat: NotRequired[SeatNumber | None]
    bots: NotRequired[str | None]
    private: NotRequired[bool]
    spectators: NotRequired[KnownSpectatorAccess | None]
    entropy: NotRequired[str | None]
    clock: NotRequired[str | ClockRequest]
    command_id: NotRequired[CommandId | None]


class CallCount(TypedDict):
    """The results of the calls of one type to a webhook."""

    webhook: Uuid
    type: CallType
    sent: int
    pending: int
    dead: int


CallType: TypeAlias = (
    "Literal['game.moved', 'message', 'ping', 'player.erased'] | str"
)


class CallUnoCommand(TypedDict):
    """Calls UNO, before playing the second-last card or afterwards while the seat can be caught."""

    type: Literal['uno']


Card: TypeAlias = "str"


class CardGivenEvent(TypedDict):
    """A card moves from one hand to another."""

    type: Literal['card_given']
    seat: int
    to: int
    back: Card | None
    card: NotRequired[int]
    face: NotRequired[Card | None]
    handle: NotRequired[int]


class CardKeptEvent(TypedDict):
    """`seat` keeps the card it has drawn."""

    type: Literal['card_kept']
    seat: int


CardKind: TypeAlias = "Literal['action', 'number', 'unknown', 'wild'] | str"


class CardMisplayedEvent(TypedDict):
    """`seat` played a card that does not fit and takes it back."""

    type: Literal['card_misplayed']
    seat: int
    face: Card | None


class CardPlayedEvent(TypedDict):
    """`seat` plays a card."""

    type: Literal['card_played']
    seat: int
    card: NotRequired[int]
    face: Card | None
    color: Color | None
    handle: NotRequired[int]
    back: NotRequired[Card | None]


class CardRefusal(TypedDict):
    """Why a card cannot be played now: the code of the refusal, and the paragraph of the rules if one is behind
    it.
    """

    code: ErrorCode
    paragraph: str | None


class CardView(TypedDict):
    """A card in the viewer's hand. `handle` tells equal faces apart; a flip renews it."""

    card: Card
    handle: int
    back: Card | None
    playable: NotRequired[bool]
    why_not: NotRequired[CardRefusal | None]


class CardWords(TypedDict):
    """A face."""

    card: Card
    name: str
    side: Side
    color: Color | None
    kind: CardKind
    symbol: str
    points: int | None
    drawing: str


class CardsDiscardedEvent(TypedDict):
    """`seat` puts cards under the top of the discard pile, without their effects (R-EDITION-UNDER)."""

    type: Literal['cards_discarded']
    seat: int
    faces: list[Card]
    cards: NotRequired[list[int]]
    handles: NotRequired[list[int]]
    backs: NotRequired[list[Card]]


class CardsDrawnEvent(TypedDict):
    """`seat` draws cards. `backs` are those that lay open on the pile, one after the other."""

    type: Literal['cards_drawn']
    seat: int
    reason: DrawReason
    backs: list[Card]
    top_back: Card | None
    cards: NotRequired[list[int]]
    faces: NotRequired[list[Card]]
    handles: NotRequired[list[int]]


class CardsRevealedEvent(TypedDict):
    """Cards that `seat` has drawn are shown to everybody."""

    type: Literal['cards_revealed']
    seat: int
    faces: list[Card]


class Catalogue(TypedDict):
    """The words of everything that a client shows, in one language."""

    language: Language
    cards: list[CardWords]
    drawings: str
    colors: list[ColorWords]
    sides: dict[str, str]
    directions: dict[str, str]
    sectors: dict[str, str]
    rulesets: list[RulesetWords]
    options: list[OptionWords]
    clocks: list[ClockWords]
    phases: dict[str, str]
    decisions: dict[str, list[Sentence]]
    commands: dict[str, list[Sentence]]
    events: dict[str, list[Sentence]]
    messages: list[MessageWords]
    draw_reasons: dict[str, str]
    color_reasons: dict[str, str]
    pause_reasons: dict[str, str]
    autopilot_reasons: dict[str, str]
    match_causes: dict[str, str]
    refusals: dict[str, list[Sentence]]
    told: list[EventType]
    bots: list[BotWords]


class CatchCommand(TypedDict):
    """Catches a seat that has one card and has not called UNO."""

    type: Literal['catch']
    seat: SeatNumber


class CatchFailedEvent(TypedDict):
    """`seat` tried to catch `of`, which had not missed a call."""

    type: Literal['catch_failed']
    seat: int
    of: int


class CaughtFacts(TypedDict):
    """A player was caught without calling UNO."""

    you: SeatNumber
    seat: SeatNumber
    by: SeatNumber


class CaughtMessage(TypedDict):
    """You were caught without calling UNO and have drawn cards."""

    kind: Literal['caught']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: CaughtFacts


class ChallengeAcceptedEvent(TypedDict):
    """`seat` takes the cards of a wild draw card or of a stacked penalty without a challenge."""

    type: Literal['challenge_accepted']
    seat: int


class ChallengeCommand(TypedDict):
    """Claims that the player of the wild draw card held a card of the color in force."""

    type: Literal['challenge']


class ChallengeDecidedEvent(TypedDict):
    """The challenge of `seat` against `by` is decided."""

    type: Literal['challenge_decided']
    seat: int
    by: int
    guilty: bool


class ChallengeDecision(TypedDict):
    """`seat` accepts or challenges the `card` that `by` has played; before it, `color_before` was in force."""

    kind: Literal['challenge']
    seat: SeatNumber
    by: SeatNumber
    card: Card
    color_before: Color | None
    total: int
    draws_color: bool
    extra: int


class ChallengeOpenedEvent(TypedDict):
    """`seat` may challenge the wild draw card `face` that `by` played."""

    type: Literal['challenge_opened']
    seat: int
    by: int
    face: Card | None


class ChallengedFacts(TypedDict):
    """The result of a challenge."""

    you: SeatNumber
    seat: SeatNumber
    by: SeatNumber
    guilty: bool


class ChallengedMessage(TypedDict):
    """Your wild draw card was challenged; the message tells the result."""

    kind: Literal['challenged']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: ChallengedFacts


Channel: TypeAlias = (
    "Literal['apns', 'email', 'fcm', 'inbox', 'webhook', 'webpush'] | str"
)


class Check(TypedDict):
    """Whether options can be played. If so, the options and the values they exclude; if not, the reason."""

    playable: bool
    name: NotRequired[str | None]
    options: NotRequired[dict[str, OptionValue]]
    blocked: NotRequired[list[Blocked]]
    problem: NotRequired[Problem | None]


class CheckRequest(TypedDict):
    """Options to check."""

    options: NotRequired[dict[str, WantedOptionValue]]
    seats: NotRequired[int | None]


class ClockAdvance(TypedDict):
    """How far the clock moved, and what happened to you and your throw-away players on the way."""

    since: str
    now: str
    left: int
    steps: int
    games: list[GameNews]
    messages: list[MessageCount]
    webhook_calls: list[CallCount]


class ClockExtendedEvent(TypedDict):
    """The service could not act from `since` to `until`. The current decision gets that time back."""

    type: Literal['clock_extended']
    reason: PauseReason
    since: int
    until: int


class ClockPausedEvent(TypedDict):
    """The clock stands still from `since` (null: from this event) until `until` at the latest (null: no end is
    set).
    """

    type: Literal['clock_paused']
    reason: PauseReason
    seat: int | None
    since: int | None
    until: int | None


class ClockRequest(TypedDict):
    """A time control of the table's own, in seconds."""

    turn: NotRequired[int | None]
    bank: NotRequired[int | None]
    increment: NotRequired[int]
    cap: NotRequired[int | None]
    answer: NotRequired[int | None]
    weekends: NotRequired[bool]
    late: NotRequired[LateMoves]
    autopilot_after: NotRequired[int]


class ClockResumedEvent(TypedDict):
    """The pause for this reason is over; of a vacation, that of `seat`."""

    type: Literal['clock_resumed']
    reason: PauseReason
    seat: int | None


class ClockSetEvent(TypedDict):
    """The match has this clock. It is the second event of such a match."""

    type: Literal['clock_set']
    turn: int | None
    bank: int | None
    increment: int
    cap: int | None
    answer: int | None
    weekends: bool
    late: LateMoves
    autopilot_after: int


ClockSpeed: TypeAlias = "Literal['day', 'days', 'live', 'none'] | str"


class ClockStep(TypedDict):
    """A step of the calculation of a deadline."""

    step: ClockStepName
    since: NotRequired[str | None]
    until: NotRequired[str | None]
    seconds: NotRequired[int | None]
    reason: NotRequired[PauseReason | None]
    offset: NotRequired[int | None]


ClockStepName: TypeAlias = (
    "Literal['answer', 'bank', 'deadline', 'pause', 'round', 'started', 'turn', 'waits', 'weekends'] | str"
)


class ClockSummary(TypedDict):
    """The clock of a game in short."""

    preset: str | None
    speed: ClockSpeed
    control: TimeControl | None


class ClockWords(TypedDict):
    """A named time control."""

    name: str
    title: str
    summary: str


class ClosedMessage(TypedDict):
    """The match did not start for a long time, so the service closed the table."""

    kind: Literal['closed']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: OwnSeatFacts


Color: TypeAlias = "Literal['B', 'G', 'R', 'Y', 'o', 'p', 't', 'v']"


class ColorAskedEvent(TypedDict):
    """`seat` must name a color."""

    type: Literal['color_asked']
    seat: int
    reason: ColorReason
    after: int | None


class ColorDecision(TypedDict):
    """`seat` names a color; `reason` as in `color_asked`."""

    kind: Literal['color']
    seat: SeatNumber
    reason: ColorReason


class ColorNamedEvent(TypedDict):
    """`color` is in force."""

    type: Literal['color_named']
    seat: int
    color: Color | None


ColorReason: TypeAlias = (
    "Literal['effect', 'flip', 'flipper', 'starter', 'wild'] | str"
)


class ColorWords(TypedDict):
    """A color, as in `{color}` of a sentence."""

    color: Color
    side: Side
    name: str


Command: TypeAlias = (
    "PlayCommand | DrawCommand | PassCommand | NameColorCommand | AcceptCommand | ChallengeCommand | "
    "CallUnoCommand | CatchCommand | JumpCommand | DiscardCommand | TakeCommand | AskCommand | GiveCommand | "
    "DeclineCommand | DoubtCommand | PressCommand | SpinCommand | WheelCommand | ShoutCommand | "
    "NextRoundCommand | ResignCommand | VoteCommand | ResumeCommand | TakeBackCommand"
)


class CommandAccepted(TypedDict):
    """The result of a command. A repeated command gets the same answer with `replayed`."""

    command_id: Uuid
    replayed: bool
    events: list[LogEntry]
    version: int
    chain: str
    game: NotRequired[Game]


CommandId: TypeAlias = "str"


class CommandRequest(TypedDict):
    """A command for the caller's seat. `command` can be any entry of `legal_commands`, unchanged."""

    command_id: NotRequired[CommandId | None]
    command: Command
    expected_version: NotRequired[int | None]


CommandType: TypeAlias = (
    "Literal['accept', 'ask', 'catch', 'challenge', 'color', 'decline', 'discard', 'doubt', 'draw', 'give', "
    "'jump', 'next_round', 'pass', 'play', 'press', 'resign', 'resume', 'shout', 'spin', 'take', 'take_back', "
    "'uno', 'vote', 'wheel'] | str"
)


class Conflict(TypedDict):
    """Two values that exclude each other. Without a value: every value but the default."""

    first: str
    second: str
    reason: str
    rulesets: list[str]
    first_value: NotRequired[str | bool | int | None]
    second_value: NotRequired[str | bool | int | None]


class Consistency(TypedDict):
    """Proof that the log of the second day begins with that of the first."""

    first: Anchor
    second: Anchor
    path: list[str]


class Crowd(TypedDict):
    """The number of people who look for the same."""

    ruleset: str
    edition: str
    speed: ClockSpeed
    preset: str | None
    people: int


class Crowds(TypedDict):
    """Who looks for a match now, the most first."""

    seeks: list[Crowd]


class DealerChosenEvent(TypedDict):
    """`seat` deals the first round."""

    type: Literal['dealer_chosen']
    seat: int


class DealerDrawnEvent(TypedDict):
    """A card is drawn to choose the dealer; all these cards go back."""

    type: Literal['dealer_drawn']
    seat: int
    card: NotRequired[int]
    face: Card | None


Decision: TypeAlias = (
    "ColorDecision | ChallengeDecision | PenaltyDecision | DrawnCardDecision | DiscardDecision | GiveDecision | "
    "HelpDecision | SpinDecision | WheelDecision | RaceDecision"
)


DecisionKind: TypeAlias = (
    "Literal['challenge', 'color', 'discard', 'drawn_card', 'give', 'help', 'penalty', 'race', 'spin', 'wheel'] "
    "| str"
)


class DeclineCommand(TypedDict):
    """Gives nothing to the teammate who asks."""

    type: Literal['decline']


class Device(TypedDict):
    """A device in its owner's list. Its address is not shown again."""

    id: str
    kind: DeviceKind
    name: str
    created_at: str


DeviceKind: TypeAlias = "Literal['apns', 'fcm', 'webpush'] | str"


class DeviceList(TypedDict):
    """All devices of the caller."""

    devices: list[Device]


Direction: TypeAlias = "Literal[-1, 1]"


class DirectionReversedEvent(TypedDict):
    """`direction`: 1 clockwise, -1 counter-clockwise."""

    type: Literal['direction_reversed']
    direction: Direction


class DiscardCommand(TypedDict):
    """Discards the cards that an effect asks for, or none if it asks for none."""

    type: Literal['discard']
    cards: NotRequired[list[Card]]
    color: NotRequired[Color | None]
    uno: NotRequired[bool]
    handles: NotRequired[list[int] | None]


class DiscardDecision(TypedDict):
    """`seat` discards `count` cards, and names a color if `names_color`."""

    kind: Literal['discard']
    seat: SeatNumber
    count: int
    names_color: bool
    cut: bool


class DoubtCommand(TypedDict):
    """Doubts that a seat has drawn as the card demands (`reveal_draw_color=doubt`)."""

    type: Literal['doubt']


class DoubtOpenedEvent(TypedDict):
    """Until the next play any other seat may doubt what `seat` has drawn."""

    type: Literal['doubt_opened']
    seat: int


class DoubtedEvent(TypedDict):
    """`seat` doubts the drawing of `of`, and is wrong."""

    type: Literal['doubted']
    seat: int
    of: int


class DrawCommand(TypedDict):
    """Takes a card from the draw pile."""

    type: Literal['draw']


DrawReason: TypeAlias = (
    "Literal['catch', 'challenge', 'doubt', 'effect', 'misplay', 'stack', 'turn', 'uno'] | str"
)


class DrawnCardDecision(TypedDict):
    """`seat` plays or keeps the card it has drawn; only that seat is told its `handle`."""

    kind: Literal['drawn_card']
    seat: SeatNumber
    handle: int | None


class DrawnCardOfferedEvent(TypedDict):
    """The card just drawn can be played. The seat may play or keep it."""

    type: Literal['drawn_card_offered']
    seat: int
    card: NotRequired[int]


class DuelFoughtEvent(TypedDict):
    """`seat` and `target` compare one number each. `faces` are their cards, null for a hand without numbers."""

    type: Literal['duel_fought']
    seat: int
    target: int
    faces: list[Card]
    winner: int


class EffectAssignedEvent(TypedDict):
    """`seat` must discard `number` cards of its choice, and name a color if `names_color`."""

    type: Literal['effect_assigned']
    seat: int
    number: int
    names_color: bool
    after: int


class EliminatedFacts(TypedDict):
    """You are out of the match."""

    you: SeatNumber
    seat: SeatNumber
    rank: int


class EliminatedMessage(TypedDict):
    """You are out of the match; the others play on."""

    kind: Literal['eliminated']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: EliminatedFacts


class EmailChange(TypedDict):
    """A change of address that waits for its code."""

    change: str
    expires_at: str
    resend_after: int | None


class EmailChangeConfirmation(TypedDict):
    """The code that was sent to the new address."""

    change: str
    code: str


class EmailChangeRequest(TypedDict):
    """The new address."""

    email: str


class EmailChangeResend(TypedDict):
    """The change of address whose code is sent again."""

    change: str


EntropySource: TypeAlias = "Literal['player', 'server'] | str"


class ErasedCall(TypedDict):
    """A player has left the service for good. Every webhook gets this call without asking for it."""

    type: Literal['player.erased']
    timestamp: str
    data: ErasedPlayer


class ErasedPlayer(TypedDict):
    """The seat of a player who has left the service for good, or your own account. Forget what you know of it."""

    you: bool
    game: Uuid | None
    seat: SeatNumber | None


ErrorCode: TypeAlias = (
    "Literal['about_to_leave', 'account_deactivated', 'address_too_long', 'already_on_autopilot', "
    "'already_paused', 'already_resigned', 'already_seated', 'already_voted', 'anchor_not_found', "
    "'another_hand_known', 'app_not_found', 'authorization_not_found', 'bad_choice', 'bad_clock', 'bad_color', "
    "'bad_cursor', 'bad_entropy', 'bad_notation', 'bad_option_value', 'bad_parameter', 'bad_position', "
    "'bad_seat_count', 'bad_seek', 'bad_target', 'block_not_found', 'blocked_player_there', 'body_too_large', "
    "'cannot_block_yourself', 'cannot_go_out_with_this', 'card_not_in_hand', 'card_not_playable', 'clock_busy', "
    "'clock_too_far', 'code_expired', 'code_sent_recently', 'command_id_reused', 'conflicting_options', "
    "'delivery_not_found', 'device_not_found', 'device_token_required', 'email_required', 'email_taken', "
    "'former_player', 'game_finished', 'game_not_finished', 'game_not_found', 'game_quarantined', "
    "'guest_merged', 'guest_on_vacation', 'headers_too_large', 'insufficient_scope', 'internal_error', "
    "'invalid_app', 'invalid_device', 'invalid_email', 'invalid_guest_token', 'invalid_name', "
    "'invalid_preference', 'invalid_token', 'invalid_token_request', 'invalid_vacation', 'invalid_webhook', "
    "'invitation_not_found', 'lender_only', 'length_required', 'loan_not_found', 'malformed_body', "
    "'malformed_request', 'match_never_began', 'match_not_running', 'method_not_allowed', 'must_play', "
    "'name_taken', 'no_clock', 'no_motion', 'no_open_seat', 'no_record', 'no_spectators', 'no_standing_orders', "
    "'no_such_seat', 'no_such_version', 'nobody_to_nudge', 'not_a_guest', 'not_a_player', 'not_a_sandbox', "
    "'not_acceptable', 'not_authenticated', 'not_branchable', 'not_found', 'not_host', 'not_on_autopilot', "
    "'not_seated', 'not_welcome', 'not_your_player', 'not_your_seat', 'not_your_turn', 'nothing_to_catch', "
    "'nothing_to_resume', 'notification_not_found', 'only_drawn_card', 'operator_account', "
    "'option_not_applicable', 'option_off', 'own_token_required', 'permission_denied', 'plan_not_in_hand', "
    "'plan_without_target', 'player_not_found', 'players_gone', 'precondition_failed', 'preset_not_found', "
    "'push_unavailable', 'rate_limited', 'recent_sign_in_required', 'rematch_begun', 'rematch_declined', "
    "'rematch_differs', 'removed_from_table', 'round_over', 'ruleset_not_found', 'seat_is_lent', "
    "'seat_not_open', 'seat_not_taken', 'seat_not_vacant', 'seat_resigned', 'seated_together', 'seats_open', "
    "'seek_not_called', 'seek_not_found', 'sent_too_often', 'series_not_found', 'series_running', "
    "'spectators_at_private_table', 'stale_version', 'store_busy', 'table_closed', 'token_not_found', "
    "'too_late', 'too_many_apps', 'too_many_blocks', 'too_many_codes', 'too_many_exports', 'too_many_guests', "
    "'too_many_invitations', 'too_many_presets', 'too_many_sandbox_players', 'too_many_seeks', "
    "'too_many_streams', 'too_many_tokens', 'too_many_webhooks', 'too_soon_to_nudge', 'too_unreliable', "
    "'unknown_bot', 'unknown_motion', 'unknown_option', 'uno_not_applicable', 'unsupported_media_type', "
    "'vacation_spent', 'webhook_disabled', 'webhook_not_found', 'within_command', 'wrong_code', 'wrong_count', "
    "'wrong_phase'] | str"
)


Event: TypeAlias = (
    "MatchCreatedEvent | SeatTakenEvent | SeatLeftEvent | MatchStartedEvent | DealerDrawnEvent | "
    "DealerChosenEvent | RoundStartedEvent | HandsDealtEvent | StarterTurnedEvent | StarterReturnedEvent | "
    "TurnStartedEvent | ColorAskedEvent | ColorNamedEvent | CardPlayedEvent | CardsDrawnEvent | "
    "DrawnCardOfferedEvent | CardKeptEvent | SeatSkippedEvent | DirectionReversedEvent | FlippedEvent | "
    "EvidenceSealedEvent | ChallengeOpenedEvent | ChallengeAcceptedEvent | HandShownEvent | "
    "ChallengeDecidedEvent | UnoCalledEvent | UnoMissedEvent | UnoCaughtEvent | UnoClearedEvent | "
    "PileReshuffledEvent | PileExhaustedEvent | RoundBlockedEvent | TimeExpiredEvent | RoundEndedEvent | "
    "SeatEliminatedEvent | MatchEndedEvent | TargetChosenEvent | EffectAssignedEvent | CardsDiscardedEvent | "
    "DuelFoughtEvent | HandRevealedEvent | HandsMovedEvent | GiveAskedEvent | CardGivenEvent | "
    "PenaltyStackedEvent | HelpAskedEvent | HelpDeclinedEvent | CardsRevealedEvent | DoubtOpenedEvent | "
    "DoubtedEvent | CardMisplayedEvent | CatchFailedEvent | SeatKnockedOutEvent | LauncherPressedEvent | "
    "SpinAskedEvent | WheelSpunEvent | WheelChoiceAskedEvent | WarFoughtEvent | RaceOpenedEvent | RaceWonEvent "
    "| ClockSetEvent | TimedOutEvent | AutopilotEngagedEvent | AutopilotReleasedEvent | SeatResignedEvent | "
    "VoteCastEvent | ClockPausedEvent | ClockResumedEvent | ClockExtendedEvent | OffsetNotedEvent | "
    "PositionSetEvent | PositionResumedEvent | SeatTakenOverEvent | SeatLentEvent | SeatReturnedEvent"
)


class EventCount(TypedDict):
    """The number of events of a type."""

    type: EventType
    count: int


class EventPage(TypedDict):
    """Events of a log, oldest first, with the head of the game at the same moment."""

    events: list[LogEntry]
    version: int
    chain: str
    more: bool


EventType: TypeAlias = (
    "Literal['autopilot_engaged', 'autopilot_released', 'card_given', 'card_kept', 'card_misplayed', "
    "'card_played', 'cards_discarded', 'cards_drawn', 'cards_revealed', 'catch_failed', 'challenge_accepted', "
    "'challenge_decided', 'challenge_opened', 'clock_extended', 'clock_paused', 'clock_resumed', 'clock_set', "
    "'color_asked', 'color_named', 'dealer_chosen', 'dealer_drawn', 'direction_reversed', 'doubt_opened', "
    "'doubted', 'drawn_card_offered', 'duel_fought', 'effect_assigned', 'evidence_sealed', 'flipped', "
    "'give_asked', 'hand_revealed', 'hand_shown', 'hands_dealt', 'hands_moved', 'help_asked', 'help_declined', "
    "'launcher_pressed', 'match_created', 'match_ended', 'match_started', 'offset_noted', 'penalty_stacked', "
    "'pile_exhausted', 'pile_reshuffled', 'position_resumed', 'position_set', 'race_opened', 'race_won', "
    "'round_blocked', 'round_ended', 'round_started', 'seat_eliminated', 'seat_knocked_out', 'seat_left', "
    "'seat_lent', 'seat_resigned', 'seat_returned', 'seat_skipped', 'seat_taken', 'seat_taken_over', "
    "'spin_asked', 'starter_returned', 'starter_turned', 'target_chosen', 'time_expired', 'timed_out', "
    "'turn_started', 'uno_called', 'uno_caught', 'uno_cleared', 'uno_missed', 'vote_cast', 'war_fought', "
    "'wheel_choice_asked', 'wheel_spun'] | str"
)


class EvidenceSealedEvent(TypedDict):
    """What a challenge of the card just played would find: verdict and hand as they were at the moment of the
    play.
    """

    type: Literal['evidence_sealed']
    seat: int
    guilty: NotRequired[bool]
    hand: NotRequired[list[Card]]


class Export(TypedDict):
    """Everything the service stores about you."""

    exported_at: str
    account: ExportedAccount
    preferences: ExportedPreferences
    tokens: list[ExportedToken]
    authorizations: list[ExportedAuthorization]
    apps: list[ExportedApp]
    devices: list[ExportedDevice]
    vacations: list[ExportedVacation]
    webhooks: list[Webhook]
    merges: list[ExportedMerge]
    invitations: list[ExportedInvitation]
    presets: list[ExportedPreset]
    blocks: list[ExportedBlock]
    seeks: list[Seek]
    orders: list[ExportedOrders]
    reminders: list[ExportedReminder]
    seen: list[ExportedSeen]
    removals: list[ExportedRemoval]
    former_seats: list[ExportedFormerSeat]
    loans: list[ExportedLoan]
    notifications: list[ExportedNotification]
    games: list[ExportedGame]


class ExportedAccount(TypedDict):
    """The account itself."""

    id: str
    name: str
    joined_at: str
    addresses: list[ExportedAddress]
    asked_to_leave_at: str | None
    leaves_at: str | None


class ExportedAddress(TypedDict):
    """An e-mail address."""

    email: str
    verified: bool
    primary: bool


class ExportedApp(TypedDict):
    """An app that you registered, without its secret."""

    id: str
    name: str
    type: str
    website: str
    redirect_uris: list[str]
    scopes: list[str]
    created_at: str


class ExportedAuthorization(TypedDict):
    """One of your authorizations of an app."""

    app: str
    name: str
    scopes: list[str]
    created_at: str
    last_used_on: str
    expires_at: str


class ExportedBlock(TypedDict):
    """A player whom you have blocked."""

    player: str
    name: str
    blocked_at: str


class ExportedDelivery(TypedDict):
    """The delivery of a notification on one channel."""

    channel: str
    state: str
    created_at: str
    sent_at: str | None


class ExportedDevice(TypedDict):
    """A browser or phone that gets your pushes."""

    id: str
    kind: str
    name: str
    host: str | None
    created_at: str


class ExportedFormerSeat(TypedDict):
    """A seat that you have given up, and that another player has taken over after event `until_version`."""

    game: str
    seat: SeatNumber
    pseudonym: str
    since_version: Version
    until_version: Version


class ExportedGame(TypedDict):
    """A game in which you have a seat, as your seat sees it: with your moves and cards, without what others hid."""

    id: str
    seat: SeatNumber
    pseudonym: str
    status: GameStatus
    private: bool
    ruleset: str
    edition: str
    options: dict[str, OptionValue]
    created_at: str
    updated_at: str
    version: Version
    chain: str
    events: list[LogEntry]
    complete: bool


class ExportedInvitation(TypedDict):
    """An invitation that you made."""

    game: str
    kind: InvitationKind
    state: InvitationState
    player: str | None
    email: str | None
    created_at: str
    expires_at: str


class ExportedLoan(TypedDict):
    """A seat of a match under way that you offer or lend, or that is or was lent to you."""

    game: str
    seat: SeatNumber
    role: LoanRole
    hours: int
    wanted: str
    offered_at: str
    lent_until: str | None


class ExportedMerge(TypedDict):
    """A guest who was merged into your account."""

    guest: str
    games: int
    merged_at: str


class ExportedNotification(TypedDict):
    """A notification, and where it was sent."""

    notification: Notification
    deliveries: list[ExportedDelivery]


class ExportedOrders(TypedDict):
    """The orders that you have left in a game."""

    game_id: str
    orders: Orders
    given_at: str
    expires_at: str


class ExportedPreferences(TypedDict):
    """Preferences; see `/v1/me/preferences`."""

    language: str
    time_zone: str
    quiet_from: str | None
    quiet_to: str | None
    digest_hour: int | None
    reminders: list[int]
    messages: dict[str, dict[str, bool]]


class ExportedPreset(TypedDict):
    """One of your presets of tables."""

    name: str
    options: dict[str, OptionValue]
    seats: int
    private: bool
    spectators: SpectatorAccess | None
    clock: str | TimeControl
    min_reliability: NotRequired[int | None]
    code: str | None
    created_at: str
    updated_at: str


class ExportedReminder(TypedDict):
    """A reminder that is scheduled."""

    game: str
    due_at: str
    deadline_at: str


class ExportedRemoval(TypedDict):
    """A table from which a host has removed you, while its match has not started."""

    game: str
    removed_at: str


class ExportedSeen(TypedDict):
    """The latest version of a game that you fetched while it was your turn."""

    game: str
    up_to: Version


class ExportedToken(TypedDict):
    """A token, without its secret."""

    id: str
    kind: str
    hint: str
    name: str
    scopes: list[str]
    created_at: str
    last_used_on: str
    expires_at: str | None


class ExportedVacation(TypedDict):
    """A planned, running or past vacation."""

    starts_at: str
    ends_at: str
    ended_at: str | None
    games: list[str] | None


class Fault(TypedDict):
    """A part of the request that is wrong, and why: `pointer`, `parameter` or `header` names it."""

    detail: str
    pointer: NotRequired[str | None]
    parameter: NotRequired[str | None]
    header: NotRequired[str | None]


class FlippedEvent(TypedDict):
    """All cards were turned over."""

    type: Literal['flipped']
    side: Side
    color: Color | None
    top_back: Card | None
    discard: list[Card]
    cards: NotRequired[list[list[int]]]
    faces: list[list[Card] | None]
    backs: list[list[Card] | None]
    own_backs: list[list[Card] | None]


class Game(TypedDict):
    """A game as one viewer may see it now."""

    id: Uuid
    status: GameStatus
    private: bool
    spectators: SpectatorAccess
    min_reliability: int | None
    ruleset: str
    edition: str
    options: dict[str, OptionValue]
    seats: list[TableSeat]
    open_seats: int
    host: SeatNumber | None
    clock: GameClock | None
    turn: SeatNumber | None
    waiting: Waiting | None
    your_seat: SeatNumber | None
    your_turn: bool
    vacant_seats: list[SeatNumber]
    can_act: bool
    version: Version
    chain: str
    deadline_at: str | None
    quarantined: bool
    origin: Origin | None
    rematch_of: Uuid | None
    series: Uuid | None
    created_at: str
    updated_at: str
    closes_at: str | None
    server_now: str
    view: View
    legal_commands: list[Command]
    table_commands: list[Command]
    since_you_looked: NotRequired[SinceYouLooked | None]
    rounds: NotRequired[list[RoundScore]]


class GameClock(TypedDict):
    """The clock of a game: whose time is running, and what everybody has left."""

    preset: str | None
    speed: ClockSpeed
    control: TimeControl | None
    seat: SeatNumber | None
    vacations: bool
    banks: list[Bank]
    pauses: list[Pause]
    explain: list[ClockStep]


class GameCreated(TypedDict):
    """The result of a command that creates a game. A repeated command gets the same answer with `replayed`."""

    command_id: Uuid
    replayed: bool
    events: list[LogEntry]
    version: int
    chain: str
    game: Game


class GameLeft(TypedDict):
    """The stream no longer follows this game."""

    type: Literal['left']
    game: Uuid
    reason: GameLeftReason
    cursor: StreamCursor


GameLeftReason: TypeAlias = "Literal['no_seat', 'quarantined'] | str"


class GameNews(TypedDict):
    """What was recorded in a game meanwhile."""

    game: Uuid
    events: list[EventCount]


class GamePage(TypedDict):
    """One page of games."""

    games: list[GameSummary]
    server_now: str
    next: str | None


class GameRequest(TypedDict):
    """A new table. The caller takes seat 0 and is its host."""

    options: NotRequired[dict[str, WantedOptionValue]]
    seats: NotRequired[int]
    private: NotRequired[bool]
    spectators: NotRequired[KnownSpectatorAccess | None]
    entropy: NotRequired[str | None]
    clock: NotRequired[str | ClockRequest]
    open_to_seeks: NotRequired[bool]
    min_reliability: NotRequired[int | None]
    command_id: NotRequired[CommandId | None]


class GameSnapshot(TypedDict):
    """The first item of the stream: the game as the caller sees it. Events after `game.version` follow."""

    type: Literal['snapshot']
    game: Game
    cursor: StreamCursor


GameStatus: TypeAlias = "Literal['finished', 'lobby', 'running'] | str"


GameStreamItem: TypeAlias = (
    "GameSnapshot | StreamedEvent | StreamedHead | StreamReset | Heartbeat | StreamEnd"
)


class GameSummary(TypedDict):
    """A game in a list. Nothing in it depends on cards that the caller cannot see."""

    id: Uuid
    status: GameStatus
    private: bool
    spectators: SpectatorAccess
    min_reliability: int | None
    ruleset: str
    edition: str
    options: dict[str, OptionValue]
    seats: list[Seat]
    open_seats: int
    host: SeatNumber | None
    clock: ClockSummary | None
    turn: SeatNumber | None
    waiting: Waiting | None
    your_seat: SeatNumber | None
    your_turn: bool
    vacant_seats: list[SeatNumber]
    can_act: bool
    version: Version
    chain: str
    deadline_at: str | None
    quarantined: bool
    origin: Origin | None
    rematch_of: Uuid | None
    series: Uuid | None
    created_at: str
    updated_at: str
    closes_at: str | None
    table: TableSummary | None


class GamesSnapshot(TypedDict):
    """The first item of the stream: the caller's games. The events of those that are not finished follow."""

    type: Literal['snapshot']
    games: list[GameSummary]
    server_now: str
    next: str | None
    cursor: StreamCursor


class GiveAskedEvent(TypedDict):
    """`seat` must give a card to an opponent of its choice. Then the next seat is on turn."""

    type: Literal['give_asked']
    seat: int


class GiveCommand(TypedDict):
    """Gives a card to the seat `to`, or to the teammate who asked. With `uno` it calls UNO."""

    type: Literal['give']
    card: Card
    to: NotRequired[SeatNumber | None]
    uno: NotRequired[bool]
    handle: NotRequired[int | None]


class GiveDecision(TypedDict):
    """`seat` gives a card to an opponent."""

    kind: Literal['give']
    seat: SeatNumber


class Guest(TypedDict):
    """A new guest."""

    player: OwnProfile
    token: str


class HandRevealedEvent(TypedDict):
    """The hand of `seat`, its active faces sorted, is shown to all."""

    type: Literal['hand_revealed']
    seat: int
    faces: list[Card]


class HandShownEvent(TypedDict):
    """The hand of `seat`, as it was when the card was played, is shown to the seat `to` alone."""

    type: Literal['hand_shown']
    seat: int
    to: int
    faces: NotRequired[list[Card]]


class HandedBackMessage(TypedDict):
    """A player moves again for a seat for which the service moved."""

    kind: Literal['handed_back']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: AboutSeat


class HandsDealtEvent(TypedDict):
    """Every seat has `hand_size` cards."""

    type: Literal['hands_dealt']
    hand_size: int
    backs_shown: bool
    top_back: Card | None
    cards: NotRequired[list[list[int]]]
    faces: list[list[Card] | None]
    backs: list[list[Card] | None]
    own_backs: list[list[Card] | None]


class HandsMovedEvent(TypedDict):
    """Whole hands change their holders."""

    type: Literal['hands_moved']
    sources: list[int]
    cards: NotRequired[list[list[int]]]
    faces: list[list[Card] | None]
    backs: list[list[Card] | None]
    own_backs: list[list[Card] | None]


class Heartbeat(TypedDict):
    """Nothing has happened for a while."""

    type: Literal['heartbeat']
    server_now: str
    cursor: StreamCursor


class HelpAskedEvent(TypedDict):
    """`asker` asks its teammates for a card. `seat` is the first one to answer; each of `seats` may answer."""

    type: Literal['help_asked']
    seat: int
    asker: int
    seats: list[int]


class HelpDecision(TypedDict):
    """`by` asks its teammates for a card; each of `seats` may answer."""

    kind: Literal['help']
    seat: SeatNumber
    by: SeatNumber
    seats: list[SeatNumber]


class HelpDeclinedEvent(TypedDict):
    """`seat` gives nothing."""

    type: Literal['help_declined']
    seat: int


HouseRules: TypeAlias = "Literal['fixed', 'open'] | str"


class Invitation(TypedDict):
    """An invitation to a table. A `link` seats as many people as there are seats, the others one person."""

    code: str
    link: str
    kind: InvitationKind
    state: InvitationState
    player: str | None
    email: str | None
    invited_by: str
    created_at: str
    expires_at: str


InvitationKind: TypeAlias = "Literal['email', 'link', 'player'] | str"


class InvitationRequest(TypedDict):
    """Whom to invite: at most one of both. Without them, everybody who gets the code."""

    player: NotRequired[str | None]
    email: NotRequired[str | None]


InvitationState: TypeAlias = (
    "Literal['accepted', 'declined', 'expired', 'open', 'revoked'] | str"
)


class Invitations(TypedDict):
    """The invitations of a table, newest first."""

    invitations: list[Invitation]


InvitedFacts = TypedDict(
    "InvitedFacts",
    {
        "by": "SeatNumber",
        "from": "str | None",
        "ruleset": "str",
        "edition": "str",
        "code": "str",
        "link": "str",
    },
)


class InvitedMessage(TypedDict):
    """Somebody invites you to an open table; the message has its code and link."""

    kind: Literal['invited']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: InvitedFacts


class InvitedTable(TypedDict):
    """An invitation, and the table as its holder may see it."""

    invitation: Invitation
    game: GameSummary


class JumpCommand(TypedDict):
    """Plays a card out of turn (house rule Jump-In), with the members of a play."""

    type: Literal['jump']
    card: Card
    uno: NotRequired[bool]
    handle: NotRequired[int | None]
    target: NotRequired[SeatNumber | None]
    dump: NotRequired[Color | None]


KnownAppType: TypeAlias = "Literal['confidential', 'public']"


KnownBranchFuture: TypeAlias = "Literal['redealt', 'same']"


KnownDeviceKind: TypeAlias = "Literal['apns', 'fcm', 'webpush']"


KnownHouseRules: TypeAlias = "Literal['fixed', 'open']"


KnownLanguage: TypeAlias = "Literal['en', 'fr', 'ru']"


KnownMotion: TypeAlias = "Literal['abort', 'pause']"


KnownRematchFill: TypeAlias = "Literal['bots', 'nobody', 'seeks']"


KnownScope: TypeAlias = (
    "Literal['account:read', 'account:write', 'games:play', 'games:read', 'webhooks']"
)


KnownSpectatorAccess: TypeAlias = "Literal['delayed', 'none', 'open']"


KnownWebhookEvent: TypeAlias = "Literal['game.moved', 'message']"


class Labels(TypedDict):
    """The names that a theme gives to colors and symbols. What is missing keeps its name."""

    colors: dict[str, str]
    symbols: dict[str, str]


Language: TypeAlias = "Literal['en', 'fr', 'ru'] | str"


LateMoves: TypeAlias = "Literal['lenient', 'strict']"


class LauncherPressedEvent(TypedDict):
    """`seat` presses the launcher, and `fired` cards come out."""

    type: Literal['launcher_pressed']
    seat: int
    fired: int


class Leaving(TypedDict):
    """An account that will be erased."""

    asked_at: str
    leaves_at: str


class Loan(TypedDict):
    """Whether a seat is lent, or offered. Only its player is told that it is neither."""

    game: Uuid
    seat: SeatNumber
    state: LoanState
    hours: int | None
    ruleset: str
    edition: str
    lender: str | None
    borrower: str | None
    player: str | None
    code: str | None
    link: str | None
    lapses_at: str | None
    lent_until: str | None


class LoanAcceptance(TypedDict):
    """The acceptance of an offer."""

    code: str


LoanOfferedFacts = TypedDict(
    "LoanOfferedFacts",
    {
        "by": "SeatNumber",
        "from": "str | None",
        "ruleset": "str",
        "edition": "str",
        "code": "str",
        "link": "str",
        "hours": "int",
        "until": "str",
    },
)


class LoanOfferedMessage(TypedDict):
    """A player offers to lend you their seat; the message has its code and link."""

    kind: Literal['loan_offered']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: LoanOfferedFacts


class LoanRequest(TypedDict):
    """The offer of a seat, for some hours from its acceptance on."""

    hours: int
    player: NotRequired[str | None]


LoanRole: TypeAlias = "Literal['borrower', 'lender'] | str"


LoanState: TypeAlias = "Literal['lent', 'none', 'offered'] | str"


class LogEntry(TypedDict):
    """An event of a game, as the caller may see it."""

    seq: int
    recorded_at: str
    actor: SeatNumber | None
    command_id: Uuid
    event: Event
    chain: str
    private_commitment: str | None


class LookedRequest(TypedDict):
    """The `version` of the game that was shown."""

    version: Version


MatchCause: TypeAlias = (
    "Literal['abandoned', 'aborted', 'closed', 'resigned', 'single_round', 'target'] | str"
)


class MatchCreatedEvent(TypedDict):
    """A table is created with these `options`, as pairs of name and value."""

    type: Literal['match_created']
    options: list[list[OptionValue]]
    seats: int
    commitment: str
    teams: list[str]


class MatchEndedEvent(TypedDict):
    """The match is over. `ranks`: by seat, 1 for the winners. `seed` opens the commitment of the first event."""

    type: Literal['match_ended']
    winners: list[int]
    ranks: list[int]
    seed: str | None
    cause: MatchCause


class MatchOverFacts(TypedDict):
    """How the match ended."""

    you: SeatNumber
    winners: list[SeatNumber]
    ranks: list[int]
    cause: MatchCause


class MatchOverMessage(TypedDict):
    """The match is over: who won, how, and where to replay it."""

    kind: Literal['match_over']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: MatchOverFacts


class MatchResult(TypedDict):
    """The result of the match. `ranks`: by seat, 1 for the winners. `seed` opens the commitment."""

    winners: list[SeatNumber]
    ranks: list[int]
    seed: str | None
    cause: MatchCause


class MatchStartedEvent(TypedDict):
    """All seats are taken, and the deck is fixed. `light` and `dark` are the faces of every card by its id."""

    type: Literal['match_started']
    rules_hash: str
    transcript: str
    own_backs: OwnBacks
    light: NotRequired[list[Card]]
    dark: NotRequired[list[Card]]


class MergeRequest(TypedDict):
    """The guest to merge."""

    token: str


class MergeResult(TypedDict):
    """The result of merging a guest."""

    guest: Uuid
    games: int
    merged_at: str


class MessageCall(TypedDict):
    """A new message in your inbox."""

    type: Literal['message']
    timestamp: str
    data: Notification


class MessageCount(TypedDict):
    """The number of messages of a kind by channel. `inbox` counts all of them."""

    channel: Channel
    kind: NotificationKind
    count: int


class MessageWords(TypedDict):
    """A kind of message: its name, and when it is sent."""

    kind: NotificationKind
    title: str
    why: str


Motion: TypeAlias = "Literal['abort', 'pause'] | str"


class MovedCall(TypedDict):
    """New events of a game in which you have a seat or which you watch."""

    type: Literal['game.moved']
    timestamp: str
    data: MovedInGame


class MovedInGame(TypedDict):
    """Events of one game, as the API shows them to you."""

    game: Uuid
    version_before: int
    version: Version
    chain: str
    your_seat: SeatNumber | None
    events: list[LogEntry]
    now: Standing


class Muster(TypedDict):
    """The call to confirm that you are there."""

    until: str
    confirmed: bool
    people_confirmed: int


class MusterFacts(TypedDict):
    """The match that is ready."""

    seek: Uuid
    ruleset: str
    edition: str
    until: str
    people: int


class MusterMessage(TypedDict):
    """A match that you look for is ready: confirm in time that you are there."""

    kind: Literal['muster']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: MusterFacts


class NameColorCommand(TypedDict):
    """Names the color in force."""

    type: Literal['color']
    color: Color


class NewApp(TypedDict):
    """An app to register."""

    name: str
    type: KnownAppType
    website: NotRequired[str]
    redirect_uris: list[str]
    scopes: list[KnownScope]


class NewDevice(TypedDict):
    """A device to register, with the members of its kind."""

    kind: KnownDeviceKind
    name: NotRequired[str]
    endpoint: NotRequired[str]
    keys: NotRequired[SubscriptionKeys]
    token: NotRequired[str]


class NewGuest(TypedDict):
    """A guest to create."""

    name: NotRequired[str]
    device_name: NotRequired[str]


class NewToken(TypedDict):
    """A personal token to create."""

    name: str
    scopes: list[KnownScope]
    expires_at: NotRequired[str | None]


class NextRoundCommand(TypedDict):
    """Deals the next round."""

    type: Literal['next_round']


Notification: TypeAlias = (
    "MatchOverMessage | AbortedMessage | ClosedMessage | SeriesOverMessage | YourTurnMessage | ReminderMessage "
    "| NudgeMessage | WebhookDisabledMessage | AutopilotMessage | TimedOutMessage | InvitedMessage | "
    "MusterMessage | SeekMissedMessage | SeekExpiredMessage | RematchOfferedMessage | LoanOfferedMessage | "
    "RemovedMessage | StartedMessage | EliminatedMessage | AbortAskedMessage | PauseAskedMessage | "
    "PausedMessage | ResumedMessage | ResignedMessage | ChallengedMessage | CaughtMessage | SeatTakenMessage | "
    "SeatLeftMessage | HandedBackMessage | TakenOverMessage | RoundOverMessage"
)


NotificationKind: TypeAlias = (
    "Literal['abort_asked', 'aborted', 'autopilot', 'caught', 'challenged', 'closed', 'eliminated', "
    "'handed_back', 'invited', 'loan_offered', 'match_over', 'muster', 'nudge', 'pause_asked', 'paused', "
    "'rematch_offered', 'reminder', 'removed', 'resigned', 'resumed', 'round_over', 'seat_left', 'seat_taken', "
    "'seek_expired', 'seek_missed', 'series_over', 'started', 'taken_over', 'timed_out', 'webhook_disabled', "
    "'your_turn'] | str"
)


class NotificationPage(TypedDict):
    """A page of the inbox, newest first."""

    notifications: list[Notification]
    unread: int
    newest: str
    next: str | None


class NudgeFacts(TypedDict):
    """A player asks you to move."""

    you: SeatNumber
    seat: SeatNumber
    decision: DecisionKind | None
    deadline_at: str | None


class NudgeMessage(TypedDict):
    """Somebody at the table asks you politely to move."""

    kind: Literal['nudge']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: NudgeFacts


class NudgeResult(TypedDict):
    """The player who was nudged."""

    seat: SeatNumber


class OAuthError(TypedDict):
    """A refusal in the form of OAuth (RFC 6749, 5.2), not of RFC 9457."""

    error: Literal['invalid_request', 'invalid_client', 'invalid_grant', 'invalid_scope', 'unauthorized_client', 'unsupported_grant_type', 'unsupported_token_type'] | str
    error_description: str


class OAuthServer(TypedDict):
    """RFC 8414, section 2."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    token_endpoint_auth_methods_supported: list[str]
    revocation_endpoint: str
    revocation_endpoint_auth_methods_supported: list[str]
    introspection_endpoint: str
    introspection_endpoint_auth_methods_supported: list[str]
    scopes_supported: list[Scope]
    response_types_supported: list[str]
    response_modes_supported: list[str]
    grant_types_supported: list[str]
    code_challenge_methods_supported: list[str]
    authorization_response_iss_parameter_supported: bool
    ui_locales_supported: list[str]
    service_documentation: str


class OAuthTokenState(TypedDict):
    """What an author may know of a token of their apps (RFC 7662, 2.2). It never tells whose token it is."""

    active: bool
    token_type: NotRequired[Literal['Bearer']]
    client_id: NotRequired[str]
    scope: NotRequired[str]
    iss: NotRequired[str]
    iat: NotRequired[int]
    exp: NotRequired[int]


class OAuthTokens(TypedDict):
    """The tokens of an app (RFC 6749, 5.1)."""

    access_token: str
    token_type: Literal['Bearer']
    expires_in: int
    scope: str
    refresh_token: str


class OffsetNotedEvent(TypedDict):
    """The local time of the player on `seat` is UTC plus `minutes`; their weekends follow from it."""

    type: Literal['offset_noted']
    seat: int
    minutes: int


class OpenCard(TypedDict):
    """A card with both faces. `id` identifies it through the whole match. `back` is null if cards have one side."""

    id: int
    card: Card
    back: Card | None


class OpenOffer(TypedDict):
    """An open offer, with the match that is to be played again."""

    game: GameSummary
    offer: RematchOffer


class OpenOffers(TypedDict):
    """The open offers after your matches, the newest first."""

    rematches: list[OpenOffer]


class OpenTable(TypedDict):
    """All cards. `hands`: by seat, in the order in which the cards were taken. `draw_pile` and `discard`: top
    first.
    """

    hands: list[list[OpenCard]]
    draw_pile: list[OpenCard]
    discard: list[OpenCard]


class Option(TypedDict):
    """An option: its name, its values and its meaning."""

    name: str
    kind: OptionKind
    type: OptionType
    values: list[str | bool | int]
    default: str | bool | int | list[str | int]
    summary: str
    source: str
    least: NotRequired[int | None]
    most: NotRequired[int | None]


OptionKind: TypeAlias = "Literal['house_rule', 'option'] | str"


OptionType: TypeAlias = (
    "Literal['cards', 'choice', 'percents', 'script', 'several', 'switch', 'teams', 'whole', 'wholes'] | str"
)


OptionValue: TypeAlias = "bool | int | str | list[int | str] | dict[str, str]"


class OptionWords(TypedDict):
    """An option. `values` is empty if it takes numbers or lists of numbers."""

    name: str
    kind: OptionKind
    title: str
    summary: str
    source: str
    values: list[ValueWords]


class Orders(TypedDict):
    """What the service does for your seat. What is left out you decide yourself."""

    challenge: NotRequired[int | None]
    drawn_card: NotRequired[Literal['keep', 'play'] | None]
    call_uno: NotRequired[bool]
    plan: NotRequired[list[PlannedPlay]]
    wake_me: NotRequired[WakeMe]


class OrdersDryRun(TypedDict):
    """What orders would have decided in your past games. A plan is not tried: it is about the cards of one hand."""

    matches: int
    decisions: int
    made: int
    same: int
    examples: list[OrdersExample]


class OrdersExample(TypedDict):
    """A decision of yours that the orders would have made."""

    game_id: Uuid
    seq: int
    cause: AutomaticCause
    same: bool


class OrdersRequest(TypedDict):
    """Orders, and how long they stand."""

    challenge: NotRequired[int | None]
    drawn_card: NotRequired[Literal['keep', 'play'] | None]
    call_uno: NotRequired[bool]
    plan: NotRequired[list[PlannedPlay]]
    wake_me: NotRequired[WakeMe]
    days: NotRequired[int]


class Origin(TypedDict):
    """The position from which a branch began: game `game` at `version`."""

    game: Uuid
    version: Version
    future: BranchFuture


OwnBacks: TypeAlias = "Literal['hidden', 'table', 'visible'] | str"


class OwnPreset(TypedDict):
    """One of your presets."""

    name: str
    options: dict[str, OptionValue]
    seats: int
    private: bool
    spectators: SpectatorAccess | None
    clock: str | TimeControl
    min_reliability: NotRequired[int | None]
    id: Uuid
    code: str | None
    link: str | None
    created_at: str
    updated_at: str


class OwnPresets(TypedDict):
    """Your presets, oldest first."""

    presets: list[OwnPreset]


class OwnProfile(TypedDict):
    """A player's profile as they see it themselves."""

    id: str
    name: str
    joined_at: str
    guest: bool
    email: str | None
    leaves_at: str | None
    reliability: Reliability | None


class OwnSeatFacts(TypedDict):
    """Facts about the table as a whole."""

    you: SeatNumber


class Paragraph(TypedDict):
    """One rule."""

    anchor: str
    section: str
    text: str
    rows: NotRequired[list[PointsRow]]


class PassCommand(TypedDict):
    """Keeps the card just drawn."""

    type: Literal['pass']


class PatchedAppChange(TypedDict):
    """Changes of an app. Members that are left out keep their values."""

    name: NotRequired[str]
    website: NotRequired[str]
    redirect_uris: NotRequired[list[str]]
    scopes: NotRequired[list[KnownScope]]


class PatchedPreferencesChange(TypedDict):
    """Changes of preferences. Members that are left out keep their values; null restores the default."""

    language: NotRequired[str | None]
    time_zone: NotRequired[str | None]
    quiet_hours: NotRequired[QuietHours | None]
    digest_hour: NotRequired[int | None]
    reminders: NotRequired[list[int] | None]
    messages: NotRequired[dict[str, dict[str, bool | None] | None] | None]


class PatchedProfileChange(TypedDict):
    """Changes of a profile. Members that are left out keep their values."""

    name: NotRequired[str]


class PatchedTokenChange(TypedDict):
    """Another name of a token."""

    name: str


class PatchedWebhookChange(TypedDict):
    """Changes of a webhook. Members that are left out keep their values."""

    url: NotRequired[str | None]
    events: NotRequired[list[KnownWebhookEvent] | None]
    active: NotRequired[bool | None]


class Pause(TypedDict):
    """A span of time that does not count, for one seat or (null) for all."""

    reason: PauseReason
    seat: SeatNumber | None
    since: str
    until: str | None


class PauseAskedMessage(TypedDict):
    """A player proposes to stop the clock. Everybody has to agree."""

    kind: Literal['pause_asked']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: AboutSeat


PauseReason: TypeAlias = "Literal['mutual', 'outage', 'vacation'] | str"


class PausedFacts(TypedDict):
    """Why the clock stands still."""

    you: SeatNumber
    reason: PauseReason
    seat: SeatNumber | None
    since: str | None
    until: str | None


class PausedMessage(TypedDict):
    """The clock stands still: all agreed, or a player is on vacation."""

    kind: Literal['paused']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: PausedFacts


class PenaltyDecision(TypedDict):
    """`seat` answers the `card` of `by`, or takes `total` cards and, if `draws_color`, more until one has the
    color.
    """

    kind: Literal['penalty']
    seat: SeatNumber
    by: SeatNumber
    card: Card
    total: int
    draws_color: bool
    color_before: Color | None
    extra: int


class PenaltyStackedEvent(TypedDict):
    """`seat` must answer the card `face` that `by` played, or take all `total` cards."""

    type: Literal['penalty_stacked']
    seat: int
    by: int
    face: Card | None
    total: int


Phase: TypeAlias = (
    "Literal['challenge', 'color', 'drawn', 'effect', 'give', 'lobby', 'match_over', 'penalty', 'race', "
    "'round_over', 'setup', 'spin', 'start_color', 'team_aid', 'turn', 'wheel_choice'] | str"
)


class PileExhaustedEvent(TypedDict):
    """No card is left to draw."""

    type: Literal['pile_exhausted']
    idle: int


class PileReshuffledEvent(TypedDict):
    """All discards except the top one became the draw pile. `pile` has its `size` cards, top last."""

    type: Literal['pile_reshuffled']
    size: int
    top_back: Card | None
    pile: NotRequired[list[int]]


class PileView(TypedDict):
    """The draw pile."""

    count: int
    top_back: Card | None


class PingCall(TypedDict):
    """A test call that you asked for."""

    type: Literal['ping']
    timestamp: str
    data: PingData


class PingData(TypedDict):
    """The webhook of the test call."""

    webhook: Uuid


class PlannedPlay(TypedDict):
    """A card to play, as in the command `play`."""

    card: Card
    color: NotRequired[Color | None]
    target: NotRequired[SeatNumber | None]


class PlayCommand(TypedDict):
    """Plays a card. `handle` tells equal faces apart; `color` is named for a wild; `uno` calls UNO with the
    card.
    """

    type: Literal['play']
    card: Card
    color: NotRequired[Color | None]
    uno: NotRequired[bool]
    handle: NotRequired[int | None]
    target: NotRequired[SeatNumber | None]
    dump: NotRequired[Color | None]


class PointsRow(TypedDict):
    """A row of the table of points."""

    card: str
    count: int
    points: str


class PositionResumedEvent(TypedDict):
    """The cards of the position are on the table, dealt anew where the position says so. Play continues."""

    type: Literal['position_resumed']
    backs_shown: bool
    cards: NotRequired[list[list[int]]]
    pile: NotRequired[list[int]]
    faces: list[list[Card] | None]
    backs: list[list[Card] | None]
    own_backs: list[list[Card] | None]


class PositionSetEvent(TypedDict):
    """The match begins as the match `origin` stood after `at` events. It is the last event of such a match's
    opening.
    """

    type: Literal['position_set']
    origin: str
    at: int
    future: BranchFuture
    seat: int | None
    round: int
    dealer: int
    turn: int
    side: Side
    direction: Direction
    color: Color | None
    uno: list[UnoStatus]
    scores: list[int]
    out: list[int]
    eliminated: list[int]
    ranks: list[int]
    doubtable: int | None
    idle: int
    presses: int
    spins: int
    sizes: list[int]
    discard: list[Card]
    size: int
    top_back: Card | None
    dark: NotRequired[list[Card]]
    hands: NotRequired[list[list[int]]]
    pile: NotRequired[list[int]]
    discards: NotRequired[list[int]]
    hidden: NotRequired[list[list[int]]]


class Preferences(TypedDict):
    """All preferences of the caller."""

    language: str
    time_zone: str
    quiet_hours: QuietHours | None
    digest_hour: int | None
    reminders: list[int]
    messages: dict[str, dict[str, bool]]
    choices: dict[str, dict[str, bool]]


class Preset(TypedDict):
    """A time control with a name."""

    name: str
    summary: str
    control: TimeControl


class PresetExpectation(TypedDict):
    """What to expect of a match with this number of seats."""

    seats: int
    decisions: Spread
    own_decisions: Spread
    seconds: Spread


class PresetRequest(TypedDict):
    """A preset of your own. All but its name and `shared` is as for a new table, and checked like one."""

    name: str
    options: NotRequired[dict[str, WantedOptionValue]]
    seats: NotRequired[int]
    private: NotRequired[bool]
    spectators: NotRequired[KnownSpectatorAccess | None]
    clock: NotRequired[str | ClockRequest]
    min_reliability: NotRequired[int | None]
    shared: NotRequired[bool]


class Presets(TypedDict):
    """The presets that a table's `clock` can name, besides `none`."""

    clocks: list[Preset]


class PressCommand(TypedDict):
    """Presses the launcher (Attack)."""

    type: Literal['press']


class Problem(TypedDict):
    """Why a request was refused (RFC 9457). Nothing was changed. Clients branch on `code`."""

    type: str
    title: str
    status: int
    code: ErrorCode
    detail: str
    rule: NotRequired[str | None]
    paragraph: NotRequired[str | None]
    errors: NotRequired[list[Fault]]
    params: NotRequired[ProblemParams]
    current_version: NotRequired[Version | None]
    current_chain: NotRequired[str | None]
    legal_commands: NotRequired[list[Command] | None]
    missed_events: NotRequired[list[LogEntry] | None]


class ProblemParams(TypedDict):
    """The values behind the sentence. docs/clients/errors.md lists those of each code."""

    reason: NotRequired[str | None]
    limit: NotRequired[int | None]
    required_scope: NotRequired[Scope | None]
    minutes: NotRequired[int | None]
    attempts_left: NotRequired[int | None]
    rate_class: NotRequired[str | None]
    window: NotRequired[int | None]
    retry_after: NotRequired[int | None]
    year: NotRequired[int | None]
    days: NotRequired[int | None]
    date: NotRequired[str | None]
    last: NotRequired[int | None]
    before: NotRequired[int | None]
    after: NotRequired[int | None]
    version: NotRequired[int | None]
    nearest: NotRequired[list[Version] | None]
    current_version: NotRequired[Version | None]
    deadline_at: NotRequired[str | None]
    seat: NotRequired[SeatNumber | None]
    known: NotRequired[list[str] | None]
    option: NotRequired[str | None]
    takes: NotRequired[str | None]
    first: NotRequired[str | None]
    second: NotRequired[str | None]
    least: NotRequired[int | None]
    most: NotRequired[int | None]
    share: NotRequired[int | None]
    answered: NotRequired[int | None]
    asked: NotRequired[int | None]
    card: NotRequired[Card | None]
    command: NotRequired[CommandType | None]
    phase: NotRequired[Phase | None]
    targets: NotRequired[list[SeatNumber] | None]
    count: NotRequired[int | None]
    open: NotRequired[int | None]
    games: NotRequired[list[Uuid] | None]
    best_of: NotRequired[int | None]
    fill: NotRequired[str | None]
    text: NotRequired[str | None]


class PublicProfile(TypedDict):
    """A player's profile as anyone sees it."""

    id: str
    name: str
    joined_on: str
    reliability: Reliability | None


class PushKey(TypedDict):
    """The key that a browser needs to subscribe."""

    key: str


class QuietHours(TypedDict):
    """The hours without messages."""

    start: str
    end: str


class RaceDecision(TypedDict):
    """Each of `seats` may shout; the first one discards a card."""

    kind: Literal['race']
    seat: SeatNumber
    seats: list[SeatNumber]


class RaceOpenedEvent(TypedDict):
    """The first seat to shout discards a card. `seat` has spun the wheel and wins if nobody shouts."""

    type: Literal['race_opened']
    seat: int


class RaceWonEvent(TypedDict):
    """`seat` was the first to shout."""

    type: Literal['race_won']
    seat: int


class ReadRequest(TypedDict):
    """The messages to mark as read; at least one of the two members."""

    ids: NotRequired[list[str]]
    up_to: NotRequired[str | None]


class Reliability(TypedDict):
    """How many turns a player made in time, in their latest matches that ended before today (UTC)."""

    answered: int
    asked: int
    share: int


class Rematch(TypedDict):
    """A game, and the matches before and after it between the same seats."""

    game: Uuid
    rematch_of: Uuid | None
    next_game: Uuid | None
    series: Uuid | None
    offer: RematchOffer | None


RematchAnswer: TypeAlias = "Literal['accepted', 'declined', 'open'] | str"


class RematchFacts(TypedDict):
    """An offer to play a match again."""

    you: SeatNumber
    seat: SeatNumber
    best_of: SeriesLength
    fill: RematchFill
    until: str


RematchFill: TypeAlias = "Literal['bots', 'nobody', 'seeks'] | str"


class RematchOffer(TypedDict):
    """An offer to play again."""

    state: RematchState
    best_of: SeriesLength
    fill: RematchFill
    offered_by: SeatNumber | None
    offered_at: str
    expires_at: str
    answers: list[SeatAnswer]


class RematchOfferedMessage(TypedDict):
    """A player of a finished match offers to play again, once or in a series; you can accept in the message."""

    kind: Literal['rematch_offered']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: RematchFacts


class RematchRequest(TypedDict):
    """What to offer. To accept an offer leave both out, or repeat what is offered."""

    best_of: NotRequired[SeriesLength | None]
    fill: NotRequired[KnownRematchFill | None]


RematchState: TypeAlias = "Literal['accepted', 'declined', 'expired', 'open'] | str"


class ReminderMessage(TypedDict):
    """Your time in a game runs out soon. You choose how long before you are reminded."""

    kind: Literal['reminder']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: TurnFacts


class RemovedFacts(TypedDict):
    """The table from which the host has removed you."""

    ruleset: str
    edition: str


class RemovedMessage(TypedDict):
    """The host has removed you from a table before the match."""

    kind: Literal['removed']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: RemovedFacts


class ResignCommand(TypedDict):
    """Gives up the match. The service moves for the seat, which ranks last."""

    type: Literal['resign']


class ResignedMessage(TypedDict):
    """A player has resigned; the service moves for the seat to the end."""

    kind: Literal['resigned']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: AboutSeat


class ResumeCommand(TypedDict):
    """Ends the pause to which all have agreed."""

    type: Literal['resume']


class ResumedFacts(TypedDict):
    """The pause that is over."""

    you: SeatNumber
    reason: PauseReason
    seat: SeatNumber | None


class ResumedMessage(TypedDict):
    """A pause is over."""

    kind: Literal['resumed']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: ResumedFacts


class RoundBlockedEvent(TypedDict):
    """Every seat in a row could neither draw nor play."""

    type: Literal['round_blocked']


class RoundEndedEvent(TypedDict):
    """The round is over, and all hands are shown, sorted. `winner` is null if nobody won. All lists are by seat."""

    type: Literal['round_ended']
    winner: int | None
    side: Side
    hands: list[list[Card]]
    backs: list[list[Card]]
    points: list[int]
    totals: list[int]


class RoundOverFacts(TypedDict):
    """How a round ended."""

    you: SeatNumber
    winner: SeatNumber | None
    points: list[int]
    totals: list[int]


class RoundOverMessage(TypedDict):
    """A round is over: who won it, and the scores."""

    kind: Literal['round_over']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: RoundOverFacts


class RoundResult(TypedDict):
    """The result of the last round. `winner` is null if nobody won. `hands`, `points` and `totals` are by seat."""

    winner: SeatNumber | None
    side: Side
    hands: list[list[Card]]
    points: list[int]
    totals: list[int]


class RoundScore(TypedDict):
    """A round that is over. `winner` is null if nobody won. `points` and `totals` are by seat."""

    winner: SeatNumber | None
    side: Side
    points: list[int]
    totals: list[int]


class RoundStartedEvent(TypedDict):
    """All cards are shuffled. `pile` is the draw pile with its `size` cards, top last."""

    type: Literal['round_started']
    round: int
    dealer: int
    size: int
    pile: NotRequired[list[int]]


class Rules(TypedDict):
    """The rules of a ruleset with its options, in one language."""

    name: str
    language: Language
    title: str
    sections: list[Section]
    notice: str


class Ruleset(TypedDict):
    """A ruleset or one of its editions, and which options apply to it."""

    name: str
    ruleset: str
    edition: str
    titles: dict[str, str]
    least_seats: int
    most_seats: int
    cards: int
    defaults: dict[str, OptionValue]
    not_applicable: dict[str, str]
    needs: dict[str, Setting]


class RulesetWords(TypedDict):
    """A ruleset or one of its editions."""

    name: str
    title: str
    summary: str
    points: dict[str, int]


class Rulesets(TypedDict):
    """Everything with which a game can be created. `ruleset` and `edition` are options like all others."""

    rulesets: list[Ruleset]
    options: list[Option]
    conflicts: list[Conflict]
    themes: dict[str, Labels]


class SandboxClock(TypedDict):
    """The clock of the whole sandbox."""

    now: str
    ahead: int


class SandboxGame(TypedDict):
    """The match that has started."""

    game: Uuid


class SandboxGameRequest(TypedDict):
    """A match that begins with a chosen position."""

    position: str
    seats: list[SandboxSeat]
    options: NotRequired[dict[str, WantedOptionValue]]
    clock: NotRequired[str | ClockRequest]
    command_id: NotRequired[CommandId | None]


class SandboxMail(TypedDict):
    """A mail that the service would have sent."""

    player: Uuid
    sent_at: str
    subject: str
    text: str
    html: str | None


class SandboxMails(TypedDict):
    """Mails, oldest first."""

    mails: list[SandboxMail]
    next: str


class SandboxPlayer(TypedDict):
    """A throw-away player. Only this answer contains the token."""

    id: Uuid
    name: str
    email: str
    token: str
    until: str


class SandboxPlayerWish(TypedDict):
    """A throw-away player."""

    name: NotRequired[str | None]
    language: NotRequired[KnownLanguage | None]
    time_zone: NotRequired[str]


class SandboxPlayers(TypedDict):
    """The new players, in the order of the request."""

    players: list[SandboxPlayer]


class SandboxPlayersRequest(TypedDict):
    """The throw-away players to create, all or none."""

    players: list[SandboxPlayerWish]


class SandboxSeat(TypedDict):
    """The player of a seat: you, one of your throw-away players, or a bot."""

    player: NotRequired[str | None]
    bot: NotRequired[str | None]


Scope: TypeAlias = (
    "Literal['account:read', 'account:write', 'games:play', 'games:read', 'webhooks'] | str"
)


class Seat(TypedDict):
    """A seat and its player. `name` is the player's public name, `bot` the strategy of a bot."""

    seat: SeatNumber
    kind: SeatKind
    player_id: NotRequired[Uuid | None]
    name: NotRequired[str | None]
    bot: NotRequired[str | None]
    lent_until: NotRequired[str | None]


class SeatAnswer(TypedDict):
    """The answer of the person on a seat. People who have left the service have declined."""

    seat: SeatNumber
    answer: RematchAnswer


class SeatEliminatedEvent(TypedDict):
    """`seat` is out of the match. `rank` is its place in the final ranking, before resigned seats are put behind
    it.
    """

    type: Literal['seat_eliminated']
    seat: int
    rank: int


SeatKind: TypeAlias = "Literal['bot', 'human', 'open'] | str"


class SeatKnockedOutEvent(TypedDict):
    """`seat` holds too many cards and is out of the round."""

    type: Literal['seat_knocked_out']
    seat: int


class SeatLeftEvent(TypedDict):
    """A seat is free again."""

    type: Literal['seat_left']
    seat: int


class SeatLeftMessage(TypedDict):
    """A player has left your table before the match."""

    kind: Literal['seat_left']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: AboutSeat


class SeatLentEvent(TypedDict):
    """Somebody else plays `seat`, too, for `hours` from this event on, unless it is returned earlier."""

    type: Literal['seat_lent']
    seat: int
    hours: int


SeatNumber: TypeAlias = "int"


class SeatRequest(TypedDict):
    """A seat to take."""

    seat: NotRequired[SeatNumber | None]
    invitation: NotRequired[str | None]
    entropy: NotRequired[str | None]
    command_id: NotRequired[CommandId | None]


class SeatResignedEvent(TypedDict):
    """`seat` gives up. It will rank last, behind all that have not resigned or did so later."""

    type: Literal['seat_resigned']
    seat: int


class SeatReturnedEvent(TypedDict):
    """`seat` is its player's alone again before the time was over."""

    type: Literal['seat_returned']
    seat: int


class SeatSkippedEvent(TypedDict):
    """`seat` loses its turn."""

    type: Literal['seat_skipped']
    seat: int


class SeatTakenEvent(TypedDict):
    """A seat is taken."""

    type: Literal['seat_taken']
    seat: int
    kind: SitterKind
    entropy: str
    source: EntropySource


class SeatTakenMessage(TypedDict):
    """A player has taken a seat at your table."""

    kind: Literal['seat_taken']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: AboutSeat


class SeatTakenOverEvent(TypedDict):
    """Another player plays `seat` from here on, which its player has given up: it is as if it had never
    resigned.
    """

    type: Literal['seat_taken_over']
    seat: int


class SeatView(TypedDict):
    """A seat as everybody sees it."""

    seat: SeatNumber
    kind: SeatKind
    cards: int
    backs: list[Card] | None
    uno: UnoStatus
    score: int
    out: bool
    team: str | None
    autopilot: bool
    resigned: bool
    fronts: NotRequired[list[Card]]


class Section(TypedDict):
    """A heading and its rules."""

    anchor: str
    heading: str
    paragraphs: list[Paragraph]


class Seek(TypedDict):
    """What you look for, and how far it is."""

    id: Uuid
    state: SeekState
    ruleset: str
    edition: str
    options: dict[str, OptionValue]
    clock: ClockSummary | None
    speed: ClockSpeed
    preset: str | None
    house_rules: HouseRules
    least_seats: int
    most_seats: int
    bots: bool
    min_reliability: int | None
    people: int
    muster: Muster | None
    game_id: Uuid | None
    created_at: str
    expires_at: str
    ended_at: str | None


class SeekExpiredMessage(TypedDict):
    """Nobody was found for a match that you were looking for."""

    kind: Literal['seek_expired']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: SeekFacts


class SeekFacts(TypedDict):
    """The seek that is over."""

    seek: Uuid
    ruleset: str
    edition: str


class SeekMissedMessage(TypedDict):
    """You did not confirm in time, and the others play without you."""

    kind: Literal['seek_missed']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: SeekFacts


class SeekRequest(TypedDict):
    """The match that you look for."""

    options: NotRequired[dict[str, WantedOptionValue]]
    clock: NotRequired[str | ClockRequest]
    house_rules: NotRequired[KnownHouseRules]
    least_seats: NotRequired[int]
    most_seats: NotRequired[int]
    bots: NotRequired[bool]
    min_reliability: NotRequired[int | None]
    lasts: NotRequired[int | None]
    command_id: NotRequired[CommandId | None]


SeekState: TypeAlias = (
    "Literal['called', 'cancelled', 'expired', 'missed', 'seated', 'waiting'] | str"
)


class Seeks(TypedDict):
    """Your seeks: those that are not over, then those that ended on the last day; newest first."""

    seeks: list[Seek]


class Sentence(TypedDict):
    """A sentence with fields of its object in braces, and the conditions under which it is the right one."""

    when: dict[str, str]
    text: str


class Series(TypedDict):
    """A series of matches with one score."""

    id: Uuid
    best_of: SeriesLength
    state: SeriesState
    cause: SeriesCause | None
    matches: list[SeriesMatch]
    standings: list[SeriesStanding]
    leaders: list[SeatNumber]
    winners: list[SeatNumber]
    next_at: str | None
    begun_at: str
    ended_at: str | None


SeriesCause: TypeAlias = "Literal['aborted', 'decided', 'stopped'] | str"


SeriesLength: TypeAlias = "Literal[1, 3, 5, 7]"


class SeriesMatch(TypedDict):
    """A match of a series. `winners` and `ranks` are empty while it runs."""

    game: Uuid
    winners: list[SeatNumber]
    ranks: list[int]


class SeriesOverFacts(TypedDict):
    """How a series ended."""

    you: SeatNumber
    series: Uuid
    winners: list[SeatNumber]
    cause: SeriesCause


class SeriesOverMessage(TypedDict):
    """A series of matches is over: who won it, or that it was ended before."""

    kind: Literal['series_over']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: SeriesOverFacts


class SeriesStanding(TypedDict):
    """The score of a seat in a series, with the player who sits there in its latest match."""

    seat: SeatNumber
    kind: SeatKind
    player_id: NotRequired[Uuid | None]
    name: NotRequired[str | None]
    bot: NotRequired[str | None]
    lent_until: NotRequired[str | None]
    wins: int
    points: int


SeriesState: TypeAlias = "Literal['over', 'running'] | str"


class Setting(TypedDict):
    """An option and its value."""

    option: str
    value: OptionValue


class SharedPreset(TypedDict):
    """A preset as everybody with its code sees it. Its members but `name` are those of a new table."""

    name: str
    options: dict[str, OptionValue]
    seats: int
    private: bool
    spectators: SpectatorAccess | None
    clock: str | TimeControl
    min_reliability: NotRequired[int | None]


class ShoutCommand(TypedDict):
    """Wins the race of the wheel and discards a card (Spin). With `uno` it calls UNO."""

    type: Literal['shout']
    discard: Card
    uno: NotRequired[bool]
    handle: NotRequired[int | None]


Side: TypeAlias = "Literal['D', 'L']"


class SignIn(TypedDict):
    """A sign-in that waits for its code."""

    sign_in: str
    expires_at: str
    resend_after: int | None


class SignInConfirmation(TypedDict):
    """The code, and the guest on this device who signs in with it."""

    sign_in: str
    code: str
    guest_token: NotRequired[str]
    device_name: NotRequired[str]


class SignInRequest(TypedDict):
    """The address to sign in with."""

    email: str


class SignInResend(TypedDict):
    """The sign-in whose code is sent again."""

    sign_in: str


class SignedIn(TypedDict):
    """A device that has signed in."""

    token: str
    player: OwnProfile
    is_new: bool
    merged: MergeResult | None


class SigningKey(TypedDict):
    """A key with which the service signs, or has signed, transcripts and checkpoints."""

    id: str
    algorithm: NotRequired[Literal['Ed25519']]
    public_key: str
    since: str
    until: str | None


class SigningKeys(TypedDict):
    """All keys of this service, newest first."""

    keys: list[SigningKey]


class SinceYouLooked(TypedDict):
    """The events after event `after`: since you last acted, or looked. `sentences` has those that are told in
    words.
    """

    after: Version
    events: list[LogEntry]
    sentences: list[Told]
    cut: bool


SitterKind: TypeAlias = "Literal['bot', 'human'] | str"


SpectatorAccess: TypeAlias = "Literal['delayed', 'none', 'open'] | str"


class SpinAskedEvent(TypedDict):
    """`seat` must spin the wheel in place of its turn."""

    type: Literal['spin_asked']
    seat: int


class SpinCommand(TypedDict):
    """Spins the wheel (Spin)."""

    type: Literal['spin']


class SpinDecision(TypedDict):
    """`seat` spins the wheel."""

    kind: Literal['spin']
    seat: SeatNumber


class Spread(TypedDict):
    """What matches take."""

    median: int
    most: int


class Standing(TypedDict):
    """The state of the game at the time of the call, which may be later than its last event."""

    version: Version
    chain: str
    status: GameStatus
    turn: SeatNumber | None
    your_turn: bool
    can_act: bool
    deadline_at: str | None


class StandingOrders(TypedDict):
    """The orders of your seat. All members are null if there are none."""

    orders: Orders | None
    given_at: str | None
    expires_at: str | None


class StartRequest(TypedDict):
    """The start of the match."""

    command_id: NotRequired[CommandId | None]


class StartedMessage(TypedDict):
    """The match has started."""

    kind: Literal['started']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: OwnSeatFacts


class StarterReturnedEvent(TypedDict):
    """The starter went back into the draw pile, under `depth` cards."""

    type: Literal['starter_returned']
    card: NotRequired[int]
    face: Card | None
    depth: int
    top_back: Card | None


class StarterTurnedEvent(TypedDict):
    """A card is turned from the draw pile onto the discard pile."""

    type: Literal['starter_turned']
    card: NotRequired[int]
    face: Card | None
    color: Color | None
    top_back: Card | None


class State(TypedDict):
    """The table after event `version`. The command that caused it had the events `first_seq` to `last_seq`."""

    id: Uuid
    version: Version
    chain: str
    recorded_at: str
    first_seq: Version
    last_seq: Version
    seen_by: SeatNumber | Literal['open'] | None
    turn: SeatNumber | None
    seats: list[SeatView]
    view: View
    open: OpenTable | None


StreamCursor: TypeAlias = "str"


class StreamEnd(TypedDict):
    """The last item."""

    type: Literal['end']
    reason: StreamEndReason
    cursor: StreamCursor


StreamEndReason: TypeAlias = (
    "Literal['finished', 'no_access', 'pause', 'quarantined', 'restart', 'seat_changed'] | str"
)


StreamItem: TypeAlias = (
    "GamesSnapshot | StreamedGame | StreamedSeeks | StreamedRematches | StreamedEvent | StreamedHead | GameLeft "
    "| StreamReset | Heartbeat | StreamEnd"
)


class StreamReset(TypedDict):
    """Discard what you have; a snapshot follows. Too much has happened since the cursor, or the cursor does not
    fit.
    """

    type: Literal['reset']
    reason: StreamResetReason


StreamResetReason: TypeAlias = "Literal['too_old', 'unknown'] | str"


class StreamedEvent(TypedDict):
    """An entry of the log, as `GET /v1/games/{game_id}/events` shows it."""

    type: Literal['event']
    game: Uuid
    entry: LogEntry
    cursor: StreamCursor


class StreamedGame(TypedDict):
    """A game that is new among the caller's games, or is followed again. Events after its `version` follow."""

    type: Literal['game']
    game: GameSummary
    cursor: StreamCursor


class StreamedHead(TypedDict):
    """The state of the game after the preceding events."""

    type: Literal['head']
    game: Uuid
    version: Version
    chain: str
    status: GameStatus
    turn: SeatNumber | None
    your_seat: SeatNumber | None
    your_turn: bool
    can_act: bool
    deadline_at: str | None
    waiting: Waiting | None
    table: TableSummary | None
    cursor: StreamCursor


class StreamedRematches(TypedDict):
    """The open offers after the caller's matches: after the first item if any, and some seconds after a change."""

    type: Literal['rematches']
    rematches: list[OpenOffer]
    cursor: StreamCursor


class StreamedSeeks(TypedDict):
    """What the caller looks for: after the first item if they have seeks, and some seconds after a change."""

    type: Literal['seeks']
    seeks: list[Seek]
    cursor: StreamCursor


class SubscriptionKeys(TypedDict):
    """The keys of a browser's subscription (RFC 8291)."""

    p256dh: str
    auth: str


class TablePreset(TypedDict):
    """A shape of a table. Create one with its `options`, its `clock` and a number of seats that it allows."""

    name: str
    title: str
    summary: str
    ruleset: str
    edition: str
    options: dict[str, OptionValue]
    clock: str
    least_seats: int
    most_seats: int
    expectations: list[PresetExpectation]


class TablePresets(TypedDict):
    """The presets of the service, by ruleset."""

    presets: list[TablePreset]


class TableSeat(TypedDict):
    """A seat with its player, and what everybody sees of it, as in `SeatView`."""

    seat: SeatNumber
    kind: SeatKind
    player_id: NotRequired[Uuid | None]
    name: NotRequired[str | None]
    bot: NotRequired[str | None]
    lent_until: NotRequired[str | None]
    cards: int
    backs: list[Card] | None
    fronts: NotRequired[list[Card]]
    uno: UnoStatus
    score: int
    out: bool
    team: str | None
    autopilot: bool
    resigned: bool


class TableSummary(TypedDict):
    """A table in short, as everybody at it sees it."""

    phase: Phase
    side: Side
    direction: Direction
    color: Color | None
    top: Card | None
    cards: list[int]
    uno: list[UnoStatus]
    decision: Decision | None
    paused: bool
    winners: list[SeatNumber]


class TakeBackCommand(TypedDict):
    """Ends the autopilot: the player moves again for the seat."""

    type: Literal['take_back']


class TakeCommand(TypedDict):
    """Takes the cards of a stacked penalty (house rule `stack`)."""

    type: Literal['take']


class TakenOverMessage(TypedDict):
    """Another player has taken over a seat whose player had resigned or was gone."""

    kind: Literal['taken_over']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: AboutSeat


class TakeoverRequest(TypedDict):
    """The wish to take over a seat."""

    invitation: NotRequired[str | None]
    command_id: NotRequired[CommandId | None]


class TargetChosenEvent(TypedDict):
    """`seat` aims the card it has just played at the seat `target`."""

    type: Literal['target_chosen']
    seat: int
    target: int


class TimeControl(TypedDict):
    """The time control of a table, in seconds."""

    turn: int | None
    bank: int | None
    increment: int
    cap: int | None
    answer: int | None
    weekends: bool
    late: LateMoves
    autopilot_after: int


class TimeExpiredEvent(TypedDict):
    """The time limit of the round has run out."""

    type: Literal['time_expired']


class TimedOutEvent(TypedDict):
    """The time of `seat` ran out at `due_at`."""

    type: Literal['timed_out']
    seat: int
    due_at: int


class TimedOutFacts(TypedDict):
    """Your time ran out."""

    you: SeatNumber
    seat: SeatNumber
    due_at: str


class TimedOutMessage(TypedDict):
    """Your time ran out, and the service made a move for you."""

    kind: Literal['timed_out']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: TimedOutFacts


class Token(TypedDict):
    """A token in its owner's list, without the secret."""

    id: str
    kind: TokenKind
    hint: str
    name: str
    scopes: list[Scope]
    created_at: str
    last_used_on: str
    expires_at: str | None
    current: bool


TokenKind: TypeAlias = "Literal['device', 'personal'] | str"


class TokenList(TypedDict):
    """All valid tokens of the caller."""

    tokens: list[Token]


class TokenWithSecret(TypedDict):
    """A new token with its secret."""

    id: str
    kind: TokenKind
    hint: str
    name: str
    scopes: list[Scope]
    created_at: str
    last_used_on: str
    expires_at: str | None
    current: bool
    token: str


class Told(TypedDict):
    """An event in words."""

    seq: Version
    text: str


class TurnFacts(TypedDict):
    """What you must do, and until when. Save `version` and `chain` as evidence."""

    you: SeatNumber
    version: Version
    chain: NotRequired[str | None]
    decision: DecisionKind | None
    deadline_at: str | None


class TurnStartedEvent(TypedDict):
    """`seat` is on turn."""

    type: Literal['turn_started']
    seat: int


class UnoCalledEvent(TypedDict):
    """`seat` has called UNO."""

    type: Literal['uno_called']
    seat: int


class UnoCaughtEvent(TypedDict):
    """`by` has caught `seat` without a call."""

    type: Literal['uno_caught']
    seat: int
    by: int


class UnoClearedEvent(TypedDict):
    """The UNO status of `seat` lapses, because the window is closed or the hand is no longer one card."""

    type: Literal['uno_cleared']
    seat: int


class UnoMissedEvent(TypedDict):
    """`seat` has one card and has not called UNO: it can be caught."""

    type: Literal['uno_missed']
    seat: int


UnoStatus: TypeAlias = "Literal['exposed', 'none', 'safe'] | str"


class UnreadCount(TypedDict):
    """The number of unread messages."""

    unread: int


Uuid: TypeAlias = "str"


class Vacation(TypedDict):
    """A planned or running vacation."""

    state: VacationPhase
    starts_at: str
    ends_at: str
    games: list[Uuid] | None


class VacationGame(TypedDict):
    """What the vacation would do in one of your games."""

    game: Uuid
    seat: SeatNumber
    status: GameStatus
    protected: bool
    why_not: Literal['autopilot', 'eliminated', 'fast', 'no_clock', 'not_chosen', 'resigned', 'round_limit'] | str | None
    deadline_at: str | None
    deadline_with_vacation: str | None


VacationPhase: TypeAlias = "Literal['planned', 'running'] | str"


class VacationPreview(TypedDict):
    """The effect of a vacation."""

    starts_at: str
    ends_at: str
    affordable: bool
    budget: list[VacationYear]
    games: list[VacationGame]
    server_now: str


class VacationRequest(TypedDict):
    """A vacation."""

    ends_at: str
    starts_at: NotRequired[str | None]
    games: NotRequired[list[str] | None]


class VacationState(TypedDict):
    """Your vacation, and the rest of the budget of this year and the next."""

    vacation: Vacation | None
    budget: list[VacationYear]
    server_now: str


class VacationYear(TypedDict):
    """The budget of a calendar year in UTC."""

    year: int
    days: int
    used: int
    left: int


class ValueWords(TypedDict):
    """A value of an option."""

    value: str | bool | int
    title: str
    summary: str


Version: TypeAlias = "int"


class View(TypedDict):
    """The table as one seat or a spectator knows it. `discard` is top first."""

    phase: Phase
    round: int
    dealer: SeatNumber
    side: Side
    direction: Direction
    color: Color | None
    discard: list[Card]
    draw_pile: PileView
    hand: list[CardView] | None
    decision: Decision | None
    last_round: RoundResult | None
    result: MatchResult | None
    votes: dict[str, list[int]]
    paused: bool
    commitment: str


class VoteCastEvent(TypedDict):
    """`seat` supports the motion, or rejects it. It is carried once every voting seat supports it."""

    type: Literal['vote_cast']
    seat: int
    motion: Motion
    yes: bool


class VoteCommand(TypedDict):
    """Votes for ending the match without winners (abort) or for stopping its clock (pause)."""

    type: Literal['vote']
    motion: KnownMotion
    yes: NotRequired[bool]


class Waiting(TypedDict):
    """For whom a match waits, and since when."""

    seats: list[SeatNumber]
    since: str


class WakeMe(TypedDict):
    """When you decide yourself, although your orders say what to do."""

    one_card: NotRequired[bool]
    penalty: NotRequired[bool]
    flipped: NotRequired[bool]
    few_cards: NotRequired[int]


WantedOptionValue: TypeAlias = "bool | int | str | list[int | str] | dict[str, str]"


class WarFoughtEvent(TypedDict):
    """Every seat shows its numbers, highest first, as far as they were compared: `faces` by seat."""

    type: Literal['war_fought']
    faces: list[list[Card]]
    winner: int | None


class Webhook(TypedDict):
    """A webhook as its owner sees it, without the secret."""

    id: Uuid
    url: str
    events: list[WebhookEvent]
    game: Uuid | None
    active: bool
    reason: WebhookOffReason | None
    failing_since: str | None
    former_secret_until: str | None
    created_at: str


class WebhookDelivery(TypedDict):
    """A call to a webhook. Of the receiver's answer only the status is kept."""

    id: Uuid
    type: CallType
    game: Uuid | None
    version_before: Version | None
    version: Version | None
    state: WebhookDeliveryState
    attempts: int
    next_at: str | None
    status: int | None
    error: str | None
    created_at: str
    sent_at: str | None


class WebhookDeliveryPage(TypedDict):
    """A page of a webhook's log, latest first. Entries are kept for 30 days."""

    deliveries: list[WebhookDelivery]
    next: str | None


WebhookDeliveryState: TypeAlias = "Literal['dead', 'dropped', 'pending', 'sent'] | str"


class WebhookDisabledMessage(TypedDict):
    """One of your webhooks was switched off, because its receiver is gone or failed for days."""

    kind: Literal['webhook_disabled']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: WebhookFacts


WebhookEvent: TypeAlias = "Literal['game.moved', 'message'] | str"


class WebhookFacts(TypedDict):
    """The webhook that is off, and why."""

    webhook: Uuid
    host: str | None
    reason: WebhookOffReason


class WebhookList(TypedDict):
    """All webhooks of the caller."""

    webhooks: list[Webhook]


WebhookOffReason: TypeAlias = (
    "Literal['access', 'failing', 'gone', 'owner', 'secret', 'token'] | str"
)


class WebhookRequest(TypedDict):
    """A new webhook."""

    url: str
    events: list[KnownWebhookEvent]
    game: NotRequired[str | None]


class WebhookWithSecret(TypedDict):
    """A webhook with its new secret."""

    id: Uuid
    url: str
    events: list[WebhookEvent]
    game: Uuid | None
    active: bool
    reason: WebhookOffReason | None
    failing_since: str | None
    former_secret_until: str | None
    created_at: str
    secret: str


class WheelChoiceAskedEvent(TypedDict):
    """`seat` names what it discards, as `sector` says."""

    type: Literal['wheel_choice_asked']
    seat: int
    sector: WheelSector


class WheelCommand(TypedDict):
    """Answers the wheel: the color or number to discard (Spin). With `uno` it calls UNO."""

    type: Literal['wheel']
    choice: str
    uno: NotRequired[bool]


class WheelDecision(TypedDict):
    """`seat` chooses what the `sector` of the wheel asks for."""

    kind: Literal['wheel']
    seat: SeatNumber
    sector: WheelSector


WheelSector: TypeAlias = (
    "Literal['ALMOST_UNO', 'DISCARD_COLOR', 'DISCARD_NUMBER', 'DRAW_BLUE', 'DRAW_RED', 'SHOW_HAND', "
    "'TRADE_HANDS', 'UNO_SPIN', 'WAR'] | str"
)


class WheelSpunEvent(TypedDict):
    """The wheel stops at `sector` for `seat`."""

    type: Literal['wheel_spun']
    seat: int
    sector: WheelSector


class YourTurnMessage(TypedDict):
    """You must act: a turn, or a decision after another player's card."""

    kind: Literal['your_turn']
    id: Uuid
    game_id: Uuid | None
    seq: Version | None
    created_at: str
    expires_at: str | None
    read_at: str | None
    text: NotRequired[str]
    data: TurnFacts
